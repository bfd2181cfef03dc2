//! Where the name at a place is defined.

use gen_lsp_types::{Definition, DefinitionParams, DefinitionResponse, Location};

use crate::editor::definition::definition;
use crate::lsp::message::Fault;
use crate::lsp::service::Service;

/// The answer to `textDocument/definition`.
pub fn answer(service: &mut Service, params: &DefinitionParams) -> Result<Option<DefinitionResponse>, Fault> {
    let (analysis, offset) = service.at(&params.text_document_position_params)?;
    let found = definition(&analysis, offset);
    Ok(found.map(|found| {
        let places: Vec<Location> = found.targets.iter().map(|place| service.location(place)).collect();
        DefinitionResponse::from(Definition::from(places))
    }))
}
