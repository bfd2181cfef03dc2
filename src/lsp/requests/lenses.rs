//! Buttons above puzzles.

use gen_lsp_types::{CodeLens, CodeLensParams, Command};
use serde_json::json;

use crate::editor::lenses::{Action, lenses};
use crate::lsp::message::Fault;
use crate::lsp::service::Service;

/// The answer to `textDocument/codeLens`.
pub fn answer(service: &mut Service, params: &CodeLensParams) -> Result<Option<Vec<CodeLens>>, Fault> {
    let uri = &params.text_document.uri;
    let analysis = service.analysis(uri)?;
    let single = analysis.units.len() == 1;
    let mut all = Vec::new();
    for lens in lenses(&analysis) {
        let range = service.range(&lens.place);
        let argument =
            if single { json!({ "uri": uri }) } else { json!({ "uri": uri, "puzzle": lens.number + 1 }) };
        all.extend(lens.actions.iter().map(|&action| CodeLens {
            range,
            command: Some(Command {
                title: action.word().to_owned(),
                tooltip: None,
                command: command(action).to_owned(),
                arguments: Some(vec![argument.clone()]),
            }),
            data: None,
        }));
    }
    Ok(Some(all))
}

/// The command that does it.
fn command(action: Action) -> &'static str {
    match action {
        Action::Solve => "gridlog.solve",
        Action::Test => "gridlog.test",
        Action::Explain => "gridlog.explain",
        Action::Render => "gridlog.render",
        Action::Rate => "gridlog.rate",
        Action::Accept => "gridlog.accept",
    }
}
