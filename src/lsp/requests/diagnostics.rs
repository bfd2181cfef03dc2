//! What is wrong with a document, told whenever that has changed.

use gen_lsp_types::{
    Code, CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity,
    PublishDiagnosticsParams,
};

use crate::editor::analysis::Analysis;
use crate::editor::diagnostics::{Message, diagnostics};
use crate::language::diagnostic::Severity;
use crate::lsp::service::Service;

/// All that is to be said about a document.
pub fn publication(service: &Service, analysis: &Analysis) -> PublishDiagnosticsParams {
    let name = &analysis.name;
    PublishDiagnosticsParams {
        uri: service.uri(name),
        version: service.workspace.document(name).map(|document| document.version),
        diagnostics: diagnostics(analysis).iter().map(|message| diagnostic(service, message)).collect(),
    }
}

/// One thing to say, as the protocol has it.
pub fn diagnostic(service: &Service, message: &Message) -> Diagnostic {
    let abilities = &service.abilities;
    let related = message.related.iter().map(|(place, text)| DiagnosticRelatedInformation {
        location: service.location(place),
        message: text.clone(),
    });
    let page = abilities.pages.then(|| service.home.page(message.code)).flatten();
    Diagnostic {
        range: service.range(&message.place),
        severity: Some(match message.severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
            Severity::Note => DiagnosticSeverity::Information,
        }),
        code: Some(Code::String(message.code.to_owned())),
        code_description: page.map(|page| CodeDescription { href: page.into() }),
        source: Some("gridlog".to_owned()),
        message: message.text().into(),
        tags: None,
        related_information: (abilities.related && !message.related.is_empty()).then(|| related.collect()),
        data: None,
    }
}
