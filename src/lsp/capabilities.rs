//! What the server can do, as it says when it is started.

use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, CodeLensOptions, CompletionOptions, DocumentLinkOptions,
    ExecuteCommandOptions, InitializeResult, PositionEncodingKind, RenameOptions, SemanticTokensOptions,
    ServerCapabilities, ServerInfo, SignatureHelpOptions, TextDocumentContentOptions, TextDocumentSyncKind,
    TextDocumentSyncOptions, WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities, WorkspaceOptions,
};

use crate::editor::text::Encoding;
use crate::lsp::client::Abilities;
use crate::lsp::commands::COMMANDS;
use crate::lsp::home::SCHEME;
use crate::lsp::requests::tokens;

/// The answer to `initialize`.
pub fn result(abilities: &Abilities) -> InitializeResult {
    InitializeResult {
        capabilities: capabilities(abilities),
        server_info: Some(ServerInfo {
            name: "gridlog".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

fn capabilities(abilities: &Abilities) -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::Incremental),
        ..TextDocumentSyncOptions::default()
    };
    let content = TextDocumentContentOptions { schemes: vec![SCHEME.to_owned()] };
    ServerCapabilities {
        position_encoding: Some(match abilities.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(sync.into()),
        code_action_provider: Some(
            CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QuickFix, CodeActionKind::SourceFixAll]),
                ..CodeActionOptions::default()
            }
            .into(),
        ),
        code_lens_provider: Some(CodeLensOptions::default()),
        completion_provider: Some(CompletionOptions::default()),
        definition_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        document_link_provider: Some(DocumentLinkOptions::default()),
        document_range_formatting_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        hover_provider: Some(true.into()),
        inlay_hint_provider: Some(true.into()),
        references_provider: Some(true.into()),
        rename_provider: Some(
            RenameOptions { prepare_provider: Some(true), ..RenameOptions::default() }.into(),
        ),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: tokens::legend(),
                full: Some(true.into()),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
            ..SignatureHelpOptions::default()
        }),
        workspace_symbol_provider: Some(true.into()),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: COMMANDS.iter().map(|command| command.name.to_owned()).collect(),
            work_done_progress_options: WorkDoneProgressOptions { work_done_progress: Some(true) },
        }),
        workspace: Some(WorkspaceOptions {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: None,
            }),
            file_operations: None,
            text_document_content: Some(content.into()),
        }),
        ..ServerCapabilities::default()
    }
}
