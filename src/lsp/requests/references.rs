//! Where a name stands: in all files, or in one.

use gen_lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, Location, ReferenceParams,
};

use crate::editor::references::{highlights, references};
use crate::lsp::message::Fault;
use crate::lsp::service::Service;

/// The answer to `textDocument/references`.
pub fn answer(service: &mut Service, params: &ReferenceParams) -> Result<Option<Vec<Location>>, Fault> {
    let (analysis, offset) = service.at(&params.text_document_position_params)?;
    let deadline = service.deadline();
    let found = references(&service.workspace, &analysis.name, offset, &deadline);
    let Some(found) = found else { return service.unless_stopped(None) };
    let wanted = found.iter().filter(|found| params.context.include_declaration || !found.defines);
    Ok(Some(wanted.map(|found| service.location(&found.place)).collect()))
}

/// The answer to `textDocument/documentHighlight`.
pub fn highlight(
    service: &mut Service,
    params: &DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>, Fault> {
    let (analysis, offset) = service.at(&params.text_document_position_params)?;
    let shown = highlights(&analysis, offset).into_iter().map(|found| DocumentHighlight {
        range: service.range(&found.place),
        kind: Some(if found.defines { DocumentHighlightKind::Write } else { DocumentHighlightKind::Read }),
    });
    Ok(Some(shown.collect()))
}
