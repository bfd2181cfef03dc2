//! What can be folded.

use gen_lsp_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams};

use crate::editor::folding::{Fold, Kind, folding};
use crate::lsp::message::Fault;
use crate::lsp::service::Service;

/// The answer to `textDocument/foldingRange`.
pub fn answer(
    service: &mut Service,
    params: &FoldingRangeParams,
) -> Result<Option<Vec<FoldingRange>>, Fault> {
    let analysis = service.analysis(&params.text_document.uri)?;
    let range = |fold: &Fold| {
        let range = service.range(&fold.place);
        FoldingRange {
            start_line: range.start.line,
            start_character: Some(range.start.character),
            end_line: range.end.line,
            end_character: Some(range.end.character),
            kind: Some(match fold.kind {
                Kind::Comment => FoldingRangeKind::Comment,
                Kind::Puzzle | Kind::Statement | Kind::Drawing => FoldingRangeKind::Region,
            }),
            collapsed_text: None,
        }
    };
    Ok(Some(folding(&analysis).iter().map(range).collect()))
}
