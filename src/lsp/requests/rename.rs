//! Another name for something, in all files where it stands.

use gen_lsp_types::{
    PrepareRenameParams, PrepareRenamePlaceholder, PrepareRenameResult, RenameParams, WorkspaceEdit,
};

use crate::editor::rename;
use crate::lsp::message::{Code, Fault};
use crate::lsp::service::Service;

/// The answer to `textDocument/prepareRename`.
pub fn prepare(
    service: &mut Service,
    params: &PrepareRenameParams,
) -> Result<Option<PrepareRenameResult>, Fault> {
    let (analysis, offset) = service.at(&params.text_document_position_params)?;
    let place = rename::prepare(&analysis, offset).map_err(refused)?;
    let placeholder = analysis.text.get(place.start..place.end).unwrap_or_default().to_owned();
    Ok(Some(PrepareRenamePlaceholder { range: service.range(&place), placeholder }.into()))
}

/// The answer to `textDocument/rename`.
pub fn answer(service: &mut Service, params: &RenameParams) -> Result<Option<WorkspaceEdit>, Fault> {
    let (analysis, offset) = service.at(&params.text_document_position_params)?;
    let deadline = service.deadline();
    let changes = rename::rename(&service.workspace, &analysis.name, offset, &params.new_name, &deadline);
    let changes = changes.map_err(|why| service.unless_stopped(()).err().unwrap_or_else(|| refused(why)))?;
    Ok(Some(service.edit(&changes)))
}

fn refused(why: String) -> Fault {
    Fault::new(Code::Failed, why)
}
