//! From `initialize` to `exit`.

use serde_json::{Value, json};

use super::client::Client;

#[test]
fn it_says_what_it_can_do() {
    let mut client = Client::start("capabilities");
    let result =
        client.request("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
    insta::assert_snapshot!(client.shown(&result));
    let manual = std::fs::read_to_string("docs/editors.md").expect("the manual");
    for command in result["capabilities"]["executeCommandProvider"]["commands"].as_array().expect("a list") {
        let row = format!("| `{}` |", command.as_str().expect("a name"));
        assert!(manual.contains(&row), "docs/editors.md does not tell of {command}");
    }
    assert_eq!(client.end(), 0);
}

#[test]
fn columns_are_bytes_where_the_client_offers_it() {
    let mut client = Client::start("encodings");
    let capabilities = json!({ "general": { "positionEncodings": ["utf-32", "utf-8", "utf-16"] } });
    let result = client.request("initialize", json!({ "capabilities": capabilities }));
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-8");
    client.show("a.rules", "% äöü𝄞\ngrid(2, 2) :: 1..2. % 𝄞\nlaw: lin(A) => A = 1.\n");
    let found = client.diagnostics("a.rules");
    assert_eq!(found[0]["range"]["start"], json!({ "line": 2, "character": 5 }), "{found}");
    assert_eq!(client.end(), 0);
}

#[test]
fn before_initialize_and_after_shutdown_requests_are_refused() {
    let mut client = Client::start("order");
    client.notify("textDocument/didOpen", json!({}));
    assert_eq!(client.request("textDocument/hover", json!({}))["error"]["code"], -32002);
    assert_eq!(client.request("shutdown", Value::Null)["error"]["code"], -32002);
    assert!(client.request("initialize", json!({ "capabilities": {} }))["capabilities"].is_object());
    assert_eq!(client.request("initialize", json!({ "capabilities": {} }))["error"]["code"], -32600);
    assert_eq!(client.request("shutdown", Value::Null), Value::Null);
    assert_eq!(client.request("textDocument/hover", json!({}))["error"]["code"], -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.status(), 0);
}

#[test]
fn a_client_that_goes_away_unasked_ends_the_server() {
    let client = Client::open("gone", json!({}));
    assert_eq!(client.status(), 1);
    let mut client = Client::open("exit", json!({}));
    client.notify("exit", Value::Null);
    assert_eq!(client.status(), 1);
}

#[test]
fn watched_files_are_asked_for_where_the_client_can() {
    let mut client = Client::start("watches");
    let capabilities = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    client.request("initialize", json!({ "capabilities": capabilities }));
    client.notify("initialized", json!({}));
    let asked = client.told("client/registerCapability");
    assert_eq!(asked["registrations"][0]["method"], "workspace/didChangeWatchedFiles");
    assert_eq!(client.end(), 0);
}

#[test]
fn wrong_options_are_told_and_the_usual_ones_taken() {
    let mut client = Client::open("options", json!({ "builtIn": "nowhere" }));
    let told = client.told("window/logMessage");
    assert!(told["message"].as_str().expect("a sentence").contains("nowhere"), "{told}");
    assert_eq!(client.end(), 0);
}
