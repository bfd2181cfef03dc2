//! What clients ask about documents: one file for each kind of question, and the list of all.

pub mod code_action;
pub mod completion;
pub mod definition;
pub mod diagnostics;
pub mod folding;
pub mod formatting;
pub mod hints;
pub mod hover;
pub mod lenses;
pub mod links;
pub mod references;
pub mod rename;
pub mod signature;
pub mod symbols;
pub mod text;
pub mod tokens;

use gen_lsp_types::{
    CodeActionRequest, CodeLensRequest, CompletionRequest, DefinitionRequest, DocumentFormattingRequest,
    DocumentHighlightRequest, DocumentLinkRequest, DocumentRangeFormattingRequest, DocumentSymbolRequest,
    FoldingRangeRequest, HoverRequest, InlayHintRequest, PrepareRenameRequest, ReferencesRequest,
    RenameRequest, Request, SemanticTokensRequest, SignatureHelpRequest, TextDocumentContentRequest,
    WorkspaceSymbolRequest,
};
use serde::Deserialize as _;
use serde::Serialize as _;
use serde_json::Value;

use crate::lsp::message::{Code, Fault};
use crate::lsp::service::Service;

/// Answers a request about documents.
pub fn answer(service: &mut Service, method: &str, params: Value) -> Result<Value, Fault> {
    match method {
        text::METHOD => text::answer(service, &params),
        _ => known(service, method, params),
    }
}

fn known(service: &mut Service, method: &str, params: Value) -> Result<Value, Fault> {
    use gen_lsp_types::LspRequestMethod as Method;
    match Method::from(method) {
        Method::TextDocumentCodeAction => typed::<CodeActionRequest>(service, params, code_action::answer),
        Method::TextDocumentCodeLens => typed::<CodeLensRequest>(service, params, lenses::answer),
        Method::TextDocumentCompletion => typed::<CompletionRequest>(service, params, completion::answer),
        Method::TextDocumentDefinition => typed::<DefinitionRequest>(service, params, definition::answer),
        Method::TextDocumentDocumentHighlight => {
            typed::<DocumentHighlightRequest>(service, params, references::highlight)
        }
        Method::TextDocumentDocumentLink => typed::<DocumentLinkRequest>(service, params, links::answer),
        Method::TextDocumentDocumentSymbol => {
            typed::<DocumentSymbolRequest>(service, params, symbols::answer)
        }
        Method::TextDocumentFoldingRange => typed::<FoldingRangeRequest>(service, params, folding::answer),
        Method::TextDocumentFormatting => {
            typed::<DocumentFormattingRequest>(service, params, formatting::answer)
        }
        Method::TextDocumentHover => typed::<HoverRequest>(service, params, hover::answer),
        Method::TextDocumentInlayHint => typed::<InlayHintRequest>(service, params, hints::answer),
        Method::TextDocumentPrepareRename => typed::<PrepareRenameRequest>(service, params, rename::prepare),
        Method::TextDocumentRangeFormatting => {
            typed::<DocumentRangeFormattingRequest>(service, params, formatting::range)
        }
        Method::TextDocumentReferences => typed::<ReferencesRequest>(service, params, references::answer),
        Method::TextDocumentRename => typed::<RenameRequest>(service, params, rename::answer),
        Method::TextDocumentSemanticTokensFull => {
            typed::<SemanticTokensRequest>(service, params, tokens::answer)
        }
        Method::TextDocumentSignatureHelp => {
            typed::<SignatureHelpRequest>(service, params, signature::answer)
        }
        Method::WorkspaceSymbol => typed::<WorkspaceSymbolRequest>(service, params, symbols::find),
        Method::WorkspaceTextDocumentContent => {
            typed::<TextDocumentContentRequest>(service, params, text::content)
        }
        _ => Err(Fault::new(Code::Method, format!("gridlog does not know `{method}`"))),
    }
}

/// Answers a request of the protocol.
fn typed<R: Request>(
    service: &mut Service,
    params: Value,
    answer: impl FnOnce(&mut Service, &R::Params) -> Result<R::Result, Fault>,
) -> Result<Value, Fault> {
    let params = R::Params::deserialize(params)
        .map_err(|error| Fault::new(Code::Params, format!("{}: {error}", R::METHOD)))?;
    let result = answer(service, &params)?;
    result
        .serialize(serde_json::value::Serializer)
        .map_err(|error| Fault::new(Code::Internal, error.to_string()))
}
