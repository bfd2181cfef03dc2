//! The call around a place: how it may be written, and which argument is being written.

use std::ops::Range;

use gen_lsp_types::{ParameterInformation, SignatureHelp, SignatureHelpParams, SignatureInformation};

use crate::editor::signature::{Signature, signatures};
use crate::lsp::message::Fault;
use crate::lsp::requests::hover::markdown;
use crate::lsp::service::Service;

/// The answer to `textDocument/signatureHelp`.
pub fn answer(service: &mut Service, params: &SignatureHelpParams) -> Result<Option<SignatureHelp>, Fault> {
    let (analysis, offset) = service.at(&params.text_document_position_params)?;
    let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(signatures(&analysis, offset).map(|found| SignatureHelp {
        signatures: found.list.iter().map(information).collect(),
        active_signature: Some(small(found.active)),
        active_parameter: Some(small(found.argument).into()),
    }))
}

fn information(signature: &Signature) -> SignatureInformation {
    // Columns of a label are UTF-16 whatever those of texts are.
    let units = |end: usize| {
        let before = signature.label.get(..end).unwrap_or(&signature.label);
        u32::try_from(before.encode_utf16().count()).unwrap_or(u32::MAX)
    };
    let argument = |range: &Range<usize>| ParameterInformation {
        label: (units(range.start), units(range.end)).into(),
        documentation: None,
    };
    SignatureInformation {
        label: signature.label.clone(),
        documentation: (!signature.doc.is_empty()).then(|| markdown(signature.doc.clone()).into()),
        parameters: Some(signature.arguments.iter().map(argument).collect()),
        active_parameter: None,
    }
}
