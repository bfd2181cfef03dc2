//! What goes over the wire: requests, answers and notifications of JSON-RPC.

use std::panic::{AssertUnwindSafe, catch_unwind};

use gen_lsp_types::json_rpc::Id;
use serde::Serialize;
use serde_json::{Value, json};

/// Something that came from the client.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// It wants an answer.
    Request {
        /// Names the request; the answer repeats it.
        id: Id,
        /// What is asked.
        method: String,
        /// About what.
        params: Value,
    },
    /// It wants none.
    Notification {
        /// What happened.
        method: String,
        /// To what.
        params: Value,
    },
    /// The answer to something that the server asked.
    Answer,
}

/// Why a request gets no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum Code {
    /// It is no JSON.
    Parse = -32700,
    /// It is no request, or comes at a wrong time.
    Request = -32600,
    /// Nobody knows what is asked.
    Method = -32601,
    /// What it is about cannot be understood.
    Params = -32602,
    /// A bug in the server.
    Internal = -32603,
    /// It comes before `initialize`.
    NotInitialised = -32002,
    /// The client has called it off.
    Cancelled = -32800,
    /// It was understood, and cannot be done.
    Failed = -32803,
}

/// The answer to a request that cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Which kind.
    pub code: Code,
    /// A sentence.
    pub message: String,
}

impl Fault {
    /// A fault.
    pub fn new(code: Code, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into() }
    }

    /// The request was called off.
    pub fn cancelled() -> Fault {
        Fault::new(Code::Cancelled, "the request was cancelled")
    }
}

impl Message {
    /// Reads a message. What is wrong comes with the name of the request, if that can be told.
    pub fn read(bytes: &[u8]) -> Result<Message, (Id, Fault)> {
        let value: Value = serde_json::from_slice(bytes)
            .map_err(|error| (Id::Null, Fault::new(Code::Parse, format!("this is no JSON: {error}"))))?;
        let wrong = |id, message: &str| Err((id, Fault::new(Code::Request, message)));
        let Value::Object(mut parts) = value else { return wrong(Id::Null, "a message is an object") };
        let id = match parts.remove("id") {
            None => None,
            Some(Value::String(id)) => Some(Id::String(id)),
            Some(Value::Number(number)) if number.is_i64() => number.as_i64().map(Id::Number),
            // The answer to a message that the client could not read.
            Some(Value::Null) if !parts.contains_key("method") => return Ok(Message::Answer),
            Some(_) => return wrong(Id::Null, "an id is a whole number or a string"),
        };
        let params = parts.remove("params").unwrap_or_default();
        match (id, parts.remove("method")) {
            (Some(id), Some(Value::String(method))) => Ok(Message::Request { id, method, params }),
            (None, Some(Value::String(method))) => Ok(Message::Notification { method, params }),
            (Some(_), None) if parts.contains_key("result") || parts.contains_key("error") => {
                Ok(Message::Answer)
            }
            (id, _) => wrong(id.unwrap_or(Id::Null), "a message has a method, or is an answer"),
        }
    }
}

/// The text of an answer.
pub fn answer(id: &Id, answer: Result<Value, Fault>) -> String {
    let mut message = json!({ "jsonrpc": "2.0", "id": id });
    match answer {
        Ok(result) => message["result"] = result,
        Err(fault) => message["error"] = json!({ "code": fault.code as i32, "message": fault.message }),
    }
    message.to_string()
}

/// The text of a notification, or of a request if it has an id.
pub fn ask(id: Option<Id>, method: &str, params: impl Serialize) -> String {
    let mut message = json!({ "jsonrpc": "2.0", "method": method });
    if let Some(id) = id {
        message["id"] = json!(id);
    }
    match json!(params) {
        // Nothing at all stands for no parameters.
        Value::Null => {}
        params => message["params"] = params,
    }
    message.to_string()
}

/// Does something that should not panic. A panic is a bug, and no reason to leave the author alone with the text.
pub fn guarded<T>(act: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(act)).map_err(|_| {
        let told = "this is a bug in gridlog; its output tells more. Please report it with the text";
        Fault::new(Code::Internal, told)
    })
}

#[cfg(test)]
mod tests {
    use gen_lsp_types::json_rpc::Id;

    use super::{Code, Message};

    #[test]
    fn what_is_wrong_is_told_to_who_asked() {
        for (text, id, code) in [
            ("{", Id::Null, Code::Parse),
            ("[]", Id::Null, Code::Request),
            (r#"{"id": 1.5, "method": "x"}"#, Id::Null, Code::Request),
            (r#"{"id": 7, "method": 3}"#, Id::Number(7), Code::Request),
            (r#"{"id": "a"}"#, Id::String("a".to_owned()), Code::Request),
        ] {
            let (to, fault) = Message::read(text.as_bytes()).expect_err(text);
            assert_eq!((to, fault.code), (id, code), "{text}");
        }
        assert_eq!(Message::read(br#"{"id": null, "error": {}}"#), Ok(Message::Answer));
    }
}
