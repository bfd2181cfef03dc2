//! What mends a document: the edit of one diagnostic, or of all.

use gen_lsp_types::{CodeAction, CodeActionKind, CodeActionParams, CodeActionResponse};

use crate::editor::diagnostics::Message;
use crate::editor::fixes::{fix_all, fixes};
use crate::lsp::message::Fault;
use crate::lsp::requests::diagnostics::diagnostic;
use crate::lsp::service::Service;

/// The answer to `textDocument/codeAction`.
pub fn answer(
    service: &mut Service,
    params: &CodeActionParams,
) -> Result<Option<Vec<CodeActionResponse>>, Fault> {
    let only = &params.context.only;
    let wants = |kind: &str| {
        only.as_ref().is_none_or(|only| only.iter().any(|wanted| covers(&wanted.to_string(), kind)))
    };
    let analysis = service.analysis(&params.text_document.uri)?;
    let mut actions = Vec::new();
    if wants("quickfix") {
        let at = |place| service.offset(&analysis.name, place);
        let found = fixes(&analysis, &(at(params.range.start)..at(params.range.end)));
        actions.extend(found.iter().filter_map(|message| mend(service, message)));
    }
    // To mend all takes several looks at the text: only for who asks, or where it does more than one fix.
    let several = || fixes(&analysis, &(0..analysis.text.len())).len() > 1;
    if wants("source.fixAll") && (only.is_some() || several()) {
        actions.extend(mend_all(service, &analysis.name));
    }
    Ok(Some(actions.into_iter().map(Into::into).collect()))
}

/// Whether a kind that a client wants is this kind or one above it.
fn covers(wanted: &str, kind: &str) -> bool {
    let rest = kind.strip_prefix(wanted);
    rest.is_some_and(|rest| wanted.is_empty() || rest.is_empty() || rest.starts_with('.'))
}

fn mend(service: &Service, message: &Message) -> Option<CodeAction> {
    let fix = message.fix.as_ref()?;
    Some(CodeAction {
        title: fix.title.clone(),
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: Some(vec![diagnostic(service, message)]),
        is_preferred: Some(true),
        edit: Some(service.edit(&fix.changes)),
        ..CodeAction::default()
    })
}

fn mend_all(service: &Service, name: &str) -> Option<CodeAction> {
    let text = fix_all(&service.workspace, name, &service.deadline())?;
    Some(CodeAction {
        title: "mend all that can be mended".to_owned(),
        kind: Some(CodeActionKind::SourceFixAll),
        edit: Some(service.edit_of([(name, vec![service.replacement(name, &text)])])),
        ..CodeAction::default()
    })
}

#[cfg(test)]
mod tests {
    use super::covers;

    #[test]
    fn kinds_cover_those_below_them() {
        for (wanted, kind, expected) in [
            ("", "quickfix", true),
            ("source", "source.fixAll", true),
            ("source.fixAll", "source.fixAll", true),
            ("source.fix", "source.fixAll", false),
            ("refactor", "quickfix", false),
        ] {
            assert_eq!(covers(wanted, kind), expected, "{wanted} {kind}");
        }
    }
}
