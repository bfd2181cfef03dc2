//! What may be written at a place.

use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, InsertTextFormat, TextEdit,
};

use crate::editor::completion::{Item, Kind, completion};
use crate::lsp::message::Fault;
use crate::lsp::requests::hover::markdown;
use crate::lsp::service::Service;

/// The answer to `textDocument/completion`.
pub fn answer(service: &mut Service, params: &CompletionParams) -> Result<Option<CompletionResponse>, Fault> {
    let (analysis, offset) = service.at(&params.text_document_position_params)?;
    let Some(found) = completion(&service.workspace, &analysis, offset) else { return Ok(None) };
    let range = service.range(&found.place);
    let snippets = service.abilities.snippets;
    let item = |(number, item): (usize, &Item)| CompletionItem {
        label: item.label.clone(),
        kind: Some(kind(item.kind)),
        detail: (!item.detail.is_empty()).then(|| item.detail.clone()),
        documentation: (!item.doc.is_empty()).then(|| markdown(item.doc.clone()).into()),
        // Clients sort by this text, and the likeliest stand first already.
        sort_text: Some(format!("{number:05}")),
        insert_text_format: Some(if snippets {
            InsertTextFormat::Snippet
        } else {
            InsertTextFormat::PlainText
        }),
        text_edit: Some(
            TextEdit { range, new_text: if snippets { item.snippet.clone() } else { item.plain() } }.into(),
        ),
        ..CompletionItem::default()
    };
    let items: Vec<CompletionItem> = found.items.iter().enumerate().map(item).collect();
    Ok(Some(items.into()))
}

fn kind(kind: Kind) -> CompletionItemKind {
    match kind {
        Kind::Placeholder => CompletionItemKind::TypeParameter,
        Kind::Predicate | Kind::BuiltIn => CompletionItemKind::Function,
        Kind::Input => CompletionItemKind::Property,
        Kind::Unknown => CompletionItemKind::Variable,
        Kind::Param => CompletionItemKind::Constant,
        Kind::Grammar => CompletionItemKind::Struct,
        Kind::Law => CompletionItemKind::Event,
        Kind::RuleSet => CompletionItemKind::Module,
        Kind::Word => CompletionItemKind::EnumMember,
        Kind::Keyword => CompletionItemKind::Keyword,
    }
}
