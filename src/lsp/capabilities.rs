//! What the server can do, as it says when it is started.

use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, ExecuteCommandOptions, InitializeResult, PositionEncodingKind,
    ServerCapabilities, ServerInfo, TextDocumentContentOptions, TextDocumentSyncKind,
    TextDocumentSyncOptions, WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities, WorkspaceOptions,
};

use crate::editor::text::Encoding;
use crate::lsp::client::Abilities;
use crate::lsp::commands::COMMANDS;
use crate::lsp::home::SCHEME;

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
        definition_provider: Some(true.into()),
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
