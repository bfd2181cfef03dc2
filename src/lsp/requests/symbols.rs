//! What files declare: the outline of one, or a search through all.

use gen_lsp_types::{
    BaseSymbolInformation, DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, SymbolKind,
    WorkspaceSymbol, WorkspaceSymbolParams, WorkspaceSymbolResponse,
};

use crate::editor::symbols::{Kind, Symbol, search, symbols};
use crate::lsp::message::Fault;
use crate::lsp::service::Service;

/// The answer to `textDocument/documentSymbol`.
pub fn answer(
    service: &mut Service,
    params: &DocumentSymbolParams,
) -> Result<Option<DocumentSymbolResponse>, Fault> {
    let analysis = service.analysis(&params.text_document.uri)?;
    let outline: Vec<DocumentSymbol> =
        symbols(&analysis).iter().map(|symbol| entry(service, symbol)).collect();
    Ok(Some(outline.into()))
}

#[expect(deprecated, reason = "the protocol has a member that nobody should use, and it has to be left out")]
fn entry(service: &Service, symbol: &Symbol) -> DocumentSymbol {
    let children: Vec<DocumentSymbol> = symbol.children.iter().map(|inner| entry(service, inner)).collect();
    DocumentSymbol {
        name: symbol.name.clone(),
        detail: (!symbol.detail.is_empty()).then(|| symbol.detail.clone()),
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: service.range(&symbol.place),
        selection_range: service.range(&symbol.name_place),
        children: (!children.is_empty()).then_some(children),
    }
}

/// The answer to `workspace/symbol`.
pub fn find(
    service: &mut Service,
    params: &WorkspaceSymbolParams,
) -> Result<Option<WorkspaceSymbolResponse>, Fault> {
    let deadline = service.deadline();
    let found = search(&mut service.workspace, &params.query, &deadline).ok_or_else(Fault::cancelled)?;
    let symbol = |symbol: &Symbol| WorkspaceSymbol {
        location: service.location(&symbol.name_place).into(),
        data: None,
        base_symbol_information: BaseSymbolInformation {
            name: symbol.name.clone(),
            kind: kind(symbol.kind),
            tags: None,
            container_name: None,
        },
    };
    let all: Vec<WorkspaceSymbol> = found.iter().map(symbol).collect();
    Ok(Some(all.into()))
}

fn kind(kind: Kind) -> SymbolKind {
    match kind {
        Kind::Use => SymbolKind::Module,
        Kind::Grid => SymbolKind::Array,
        Kind::Param => SymbolKind::Constant,
        Kind::Unknown => SymbolKind::Variable,
        Kind::Input => SymbolKind::Property,
        Kind::Definition => SymbolKind::Function,
        Kind::Grammar => SymbolKind::Struct,
        Kind::Law => SymbolKind::Event,
        Kind::Move => SymbolKind::Method,
        Kind::Goal => SymbolKind::Operator,
        Kind::Drawing => SymbolKind::Object,
        Kind::Expectation => SymbolKind::Boolean,
        Kind::Puzzle => SymbolKind::Namespace,
    }
}
