//! Rule sets that are used and codes that are mentioned, as links.

use gen_lsp_types::{DocumentLink, DocumentLinkParams, Uri};

use crate::editor::links::{Target, links};
use crate::lsp::message::Fault;
use crate::lsp::service::Service;

/// The answer to `textDocument/documentLink`.
pub fn answer(
    service: &mut Service,
    params: &DocumentLinkParams,
) -> Result<Option<Vec<DocumentLink>>, Fault> {
    let analysis = service.analysis(&params.text_document.uri)?;
    let all = links(&analysis).into_iter().filter_map(|link| {
        let target = match &link.target {
            Target::File(name) => service.uri(name),
            Target::Page(code) => Uri(service.home.page(code)?),
        };
        let range = service.range(&link.place);
        Some(DocumentLink { range, target: Some(target), tooltip: None, data: None })
    });
    Ok(Some(all.collect()))
}
