//! The common style. A text that cannot be read has none: what is wrong with it is told elsewhere, and nothing changes.

use gen_lsp_types::{DocumentFormattingParams, DocumentRangeFormattingParams, TextEdit};

use crate::editor::formatting::{format, format_range};
use crate::editor::place::Change;
use crate::lsp::message::Fault;
use crate::lsp::service::Service;

/// The answer to `textDocument/formatting`.
pub fn answer(
    service: &mut Service,
    params: &DocumentFormattingParams,
) -> Result<Option<Vec<TextEdit>>, Fault> {
    let name = service.name(&params.text_document.uri)?;
    let text = service.text(&name);
    let changes = format(&name, text.as_str());
    Ok(changes.ok().map(|changes| service.edits(&as_it_ends(text.as_str(), changes))))
}

/// The answer to `textDocument/rangeFormatting`.
pub fn range(
    service: &mut Service,
    params: &DocumentRangeFormattingParams,
) -> Result<Option<Vec<TextEdit>>, Fault> {
    let name = service.name(&params.text_document.uri)?;
    let at = |place| service.offset(&name, place);
    let range = at(params.range.start)..at(params.range.end);
    let text = service.text(&name);
    let changes = format_range(&name, text.as_str(), &range);
    Ok(changes.ok().map(|changes| service.edits(&as_it_ends(text.as_str(), changes))))
}

/// The changes with the line ends that the text has: those of a document are its author's.
fn as_it_ends(text: &str, mut changes: Vec<Change>) -> Vec<Change> {
    if text.contains("\r\n") {
        for change in &mut changes {
            change.text = change.text.replace("\r\n", "\n").replace('\n', "\r\n");
        }
        changes.retain(|change| text.get(change.place.start..change.place.end) != Some(&change.text));
    }
    changes
}
