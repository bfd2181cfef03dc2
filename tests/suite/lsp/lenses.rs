//! Buttons above puzzles.

use serde_json::{Value, json};

use super::client::Client;

#[test]
fn every_button_is_a_command_that_works() {
    let mut client = Client::open("lenses", json!({ "results": "virtual" }));
    let text = "use takuzu with n = 4.\nexpect several.\n---\nuse sudoku with r = 2, c = 2.\ngiven \"\"\"\n    1 . . .\n    . . 3 .\n    . 4 . .\n    . . . 2\n\"\"\".\nexpect unique.\n";
    client.write("a.puzzle", text);
    let at = client.show("a.puzzle", text);
    let found = client.request("textDocument/codeLens", at);
    let lenses = found.as_array().expect("lenses");
    let shown = |lens: &Value| {
        let command = &lens["command"];
        format!(
            "{} {} {} {}\n",
            lens["range"]["start"], command["title"], command["command"], command["arguments"][0]["puzzle"]
        )
    };
    insta::assert_snapshot!(lenses.iter().map(shown).collect::<String>());
    let second = lenses.iter().filter(|lens| lens["command"]["arguments"][0]["puzzle"] == 2);
    for lens in second {
        let params =
            json!({ "command": lens["command"]["command"], "arguments": lens["command"]["arguments"] });
        let found = client.request("workspace/executeCommand", params);
        // Nothing has been accepted yet when it is tested.
        let expected = i32::from(lens["command"]["command"] == "gridlog.test");
        assert_eq!(found["status"], expected, "{found}");
    }
    assert_eq!(client.end(), 0);
}
