//! Numbers that stand behind the text: instances, sizes.

use gen_lsp_types::{InlayHint, InlayHintParams};

use crate::editor::hints::{Hint, hints};
use crate::lsp::message::Fault;
use crate::lsp::service::Service;

/// The answer to `textDocument/inlayHint`.
pub fn answer(service: &mut Service, params: &InlayHintParams) -> Result<Option<Vec<InlayHint>>, Fault> {
    let analysis = service.analysis(&params.text_document.uri)?;
    let at = |place| service.offset(&analysis.name, place);
    let hint = |hint: &Hint| InlayHint {
        position: service.position(&analysis.name, hint.offset),
        label: hint.text.clone().into(),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    let found = hints(&analysis, &(at(params.range.start)..at(params.range.end)));
    Ok(Some(found.iter().map(hint).collect()))
}
