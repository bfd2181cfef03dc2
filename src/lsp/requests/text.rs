//! The texts of documents at the server's own addresses, and of open ones: `gridlog/text`, and the protocol's own word for it.

use gen_lsp_types::{TextDocumentContentParams, TextDocumentContentResult};
use serde_json::Value;

use crate::lsp::message::{Code, Fault};
use crate::lsp::service::Service;

/// What clients ask that do not know the protocol's own request.
pub const METHOD: &str = "gridlog/text";

/// The answer to `gridlog/text`: `{"uri": ..}` gives a text.
pub fn answer(service: &mut Service, params: &Value) -> Result<Value, Fault> {
    let uri = params.get("uri").and_then(Value::as_str).unwrap_or_default();
    find(service, uri).map(Value::from)
}

/// The answer to `workspace/textDocumentContent`.
pub fn content(
    service: &mut Service,
    params: &TextDocumentContentParams,
) -> Result<TextDocumentContentResult, Fault> {
    Ok(TextDocumentContentResult { text: find(service, &params.uri.0)? })
}

fn find(service: &Service, uri: &str) -> Result<String, Fault> {
    let text = service.home.text(uri).or_else(|| service.shown(uri).map(str::to_owned));
    text.ok_or_else(|| Fault::new(Code::Params, format!("gridlog has no text at `{uri}`")))
}
