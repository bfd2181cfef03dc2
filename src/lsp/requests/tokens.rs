//! What each stretch of a document is, for colours that follow its meaning.

use gen_lsp_types::{SemanticToken, SemanticTokens, SemanticTokensLegend, SemanticTokensParams};

use crate::editor::colours::{Coloured, Kind, colours};
use crate::lsp::message::Fault;
use crate::lsp::service::Service;

/// The words of the protocol that are used here, by their numbers.
const TYPES: [&str; 13] = [
    "comment",
    "keyword",
    "operator",
    "number",
    "string",
    "enumMember",
    "parameter",
    "function",
    "property",
    "variable",
    "type",
    "macro",
    "namespace",
];

const MODIFIERS: [&str; 4] = ["definition", "defaultLibrary", "documentation", "readonly"];

/// The words and their order, as the client has to know them.
pub fn legend() -> SemanticTokensLegend {
    let owned = |words: &[&str]| words.iter().map(ToString::to_string).collect();
    SemanticTokensLegend { token_types: owned(&TYPES), token_modifiers: owned(&MODIFIERS) }
}

/// So many stretches are told before the next look whether somebody still wants them.
const BETWEEN: usize = 256;

/// The answer to `textDocument/semanticTokens/full`.
pub fn answer(service: &mut Service, params: &SemanticTokensParams) -> Result<Option<SemanticTokens>, Fault> {
    let analysis = service.analysis(&params.text_document.uri)?;
    let text = service.text(&analysis.name);
    let (encoding, grammar) = (service.abilities.encoding, service.abilities.grammar);
    let (mut data, mut line, mut column) = (Vec::new(), 0, 0);
    let mut walk = text.walk(encoding);
    for coloured in colours(&analysis).into_iter().filter(|coloured| !(grammar && is_plain(coloured.kind))) {
        let (token_type, token_modifiers_bitset) = words(&coloured);
        // Not every client knows tokens of several lines.
        for stretch in text.by_lines(coloured.range) {
            if data.len() % BETWEEN == 0 {
                service.unless_stopped(())?;
            }
            let (start, end) = (walk.position(stretch.start), walk.position(stretch.end));
            if start.line != line {
                column = 0;
            }
            data.push(SemanticToken {
                delta_line: start.line - line,
                delta_start: start.column - column,
                length: end.column - start.column,
                token_type,
                token_modifiers_bitset,
            });
            (line, column) = (start.line, start.column);
        }
    }
    Ok(Some(SemanticTokens { result_id: None, data }))
}

/// Whether a grammar tells it as well, and what is inside it besides: the dots of a drawing, the placeholders of a doc line.
fn is_plain(kind: Kind) -> bool {
    use Kind::{Comment, Doc, Drawing, Keyword, Number, Operator, Text};
    matches!(kind, Comment | Doc | Drawing | Keyword | Number | Operator | Text)
}

/// The numbers of the words for a stretch.
fn words(coloured: &Coloured) -> (u32, u32) {
    let word = match coloured.kind {
        Kind::Comment | Kind::Doc => "comment",
        Kind::Keyword => "keyword",
        Kind::Operator => "operator",
        Kind::Number => "number",
        Kind::Text | Kind::Drawing => "string",
        Kind::Symbol => "enumMember",
        Kind::Placeholder => "parameter",
        Kind::Predicate | Kind::BuiltIn => "function",
        Kind::Input => "property",
        Kind::Unknown | Kind::Param => "variable",
        Kind::Grammar => "type",
        Kind::Law => "macro",
        Kind::RuleSet => "namespace",
    };
    let modifiers = [
        coloured.defines,
        coloured.built_in || coloured.kind == Kind::BuiltIn,
        coloured.kind == Kind::Doc,
        coloured.kind == Kind::Param,
    ];
    let bits = modifiers.iter().enumerate().map(|(bit, &set)| u32::from(set) << bit).sum();
    let number = TYPES.iter().position(|known| *known == word).unwrap_or_default();
    (u32::try_from(number).unwrap_or_default(), bits)
}
