//! What the name, the sign or the drawn cell at a place means.

use gen_lsp_types::{Hover, HoverParams, MarkupContent, MarkupKind};

use crate::editor::hover::hover;
use crate::lsp::message::Fault;
use crate::lsp::service::Service;

/// The answer to `textDocument/hover`.
pub fn answer(service: &mut Service, params: &HoverParams) -> Result<Option<Hover>, Fault> {
    let (analysis, offset) = service.at(&params.text_document_position_params)?;
    Ok(hover(&analysis, offset, &service.deadline()).map(|shown| Hover {
        contents: markdown(shown.text).into(),
        range: Some(service.range(&shown.place)),
    }))
}

/// A text in Markdown.
pub fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}
