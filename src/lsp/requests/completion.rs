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
            TextEdit { range, new_text: if snippets { item.snippet.clone() } else { plain(&item.snippet) } }
                .into(),
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

/// A text with its holes filled by their names: `ray(${1:A})` is `ray(A)`.
fn plain(snippet: &str) -> String {
    let (mut text, mut rest) = (String::new(), snippet);
    while let Some(at) = rest.find(['$', '\\']) {
        text.push_str(&rest[..at]);
        let sign = &rest[at..];
        if let Some(escaped) = sign.strip_prefix('\\') {
            let width = escaped.chars().next().map_or(0, char::len_utf8);
            text.push_str(&escaped[..width]);
            rest = &escaped[width..];
            continue;
        }
        let hole = sign.strip_prefix("${").and_then(|hole| hole.split_once('}'));
        rest = if let Some((hole, after)) = hole {
            text.push_str(hole.split_once(':').map_or("", |(_, name)| name));
            after
        } else {
            sign[1..].trim_start_matches(|letter: char| letter.is_ascii_digit())
        };
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn holes_are_filled_by_their_names() {
        for (snippet, text) in [
            ("ray(${1:A}, ${2:D}).$0", "ray(A, D)."),
            ("a\\$b\\\\", "a$b\\"),
            ("${1}", ""),
            ("plain", "plain"),
        ] {
            assert_eq!(plain(snippet), text);
        }
    }
}
