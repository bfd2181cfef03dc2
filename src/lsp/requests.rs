//! What clients ask about documents: one file for each kind of question, and the list of all.

pub mod code_action;
pub mod definition;
pub mod diagnostics;
pub mod text;

use gen_lsp_types::{CodeActionRequest, DefinitionRequest, Request, TextDocumentContentRequest};
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
        Method::TextDocumentDefinition => typed::<DefinitionRequest>(service, params, definition::answer),
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
