//! What can go wrong while rules are evaluated (E3xx to E6xx, and the lints on laws and puzzles).

use crate::diagnostic::{Diagnostic, nearest};
use crate::source::Span;

/// E301: a name without a value.
pub fn unbound(name: &str, span: Span, why: &str) -> Diagnostic {
    let title = if name.is_empty() {
        "this has no value here".to_owned()
    } else {
        format!("{name} has no value here")
    };
    Diagnostic::error("E301", title)
        .at(span, why)
        .help("bind it first by a goal that picks it, or give it a range: `X in A..B`")
}

/// E303: a list of open length where a list is needed.
pub fn open_length(span: Span) -> Diagnostic {
    Diagnostic::error("E303", "the length of this list depends on values")
        .at(span, "needs a list of known length")
        .help("use len, sum, min, max, product, count, distinct, connected or in; or walk the whole list with a definition")
}

/// E304: a function with several values.
pub fn several_values(name: &str, count: usize, span: Span) -> Diagnostic {
    Diagnostic::error("E304", format!("`{name}` has {count} values here"))
        .at(span, "a function has one")
        .help(format!("use it as a goal: `{name}(.., X)`"))
}

/// E305: a relation that is none.
pub fn not_a_relation(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E305", format!("`{name}` is no relation between two places"))
        .at(span, "needs the name of a definition with two arguments, both of them places")
}

/// E306: a term of the wrong kind.
pub fn wrong_kind(found: &str, kind: &str, needed: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E306", format!("{found} is {kind}, but {needed} is needed"))
        .at(span, format!("needs {needed}"))
}

/// E306: a symbol that a place can never have.
pub fn not_in_domain<'a>(
    value: &str,
    place: &str,
    domain: &str,
    span: Span,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let diagnostic = Diagnostic::error("E306", format!("`{value}` is no value of {place}"))
        .at(span, format!("{place} is one of {domain}"));
    match nearest(value, known) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic,
    }
}

/// E307: a place that holds no unknown.
pub fn off_board(place: &str, span: Span, bindings: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error("E307", format!("{place} holds no value"))
        .at(span, "it is not on the board, or a wall");
    let diagnostic = if bindings.is_empty() { diagnostic } else { diagnostic.say(format!("at {bindings}")) };
    diagnostic.help(
        "pick places left of `=>` by goals that stay on the board, such as cell(A), step, adjacent or ray",
    )
}

/// E308: division by zero.
pub fn division_by_zero(span: Span) -> Diagnostic {
    Diagnostic::error("E308", "division by zero").at(span, "the divisor is 0")
}

/// E309: an integer beyond its range.
pub fn overflow(span: Span) -> Diagnostic {
    Diagnostic::error("E309", "number too large").at(span, "beyond 64 bits")
}

/// E309: a domain beyond its range.
pub fn domain_too_large(span: Span) -> Diagnostic {
    Diagnostic::error("E309", "number too large: a domain reaches from -2^31 to 2^31").at(span, "beyond that")
}

/// E310: no values at all.
pub fn empty_domain(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E310", format!("the domain of {name} is empty")).at(span, "no value is possible")
}

/// E401: a call that waits for itself.
pub fn circular(name: &str, call: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        "E401",
        format!("`{name}` calls itself with the same arguments: {call} -> .. -> {call}"),
    )
    .at(span, "asked again before it was answered")
    .help("let some argument get smaller with each call")
}

/// E402: a budget ran out.
pub fn budget(
    rule: &str,
    most: u64,
    what: &str,
    call: Option<(&str, Option<usize>)>,
    span: Span,
    option: Option<&str>,
) -> Diagnostic {
    let diagnostic =
        Diagnostic::error("E402", format!("expanding {rule} took more than {most} {what}")).at(span, "here");
    let diagnostic = match call {
        Some((call, Some(argument))) => {
            diagnostic.say(format!("most of them in {call}, whose argument {argument} grew"))
        }
        Some((call, None)) => diagnostic.say(format!("most of them in {call}")),
        None => diagnostic,
    };
    let help = "see that the recursion ends, and that the answers are finitely many and not too many";
    match option {
        Some(option) => diagnostic.help(format!("{help}; else raise {option}")),
        None => diagnostic.help(help),
    }
}

/// E403: a grammar that reads nothing before it calls itself.
pub fn grammar_cycle(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E403", format!("grammar `{name}` calls itself before it has read a cell"))
        .at(span, "would go on for ever")
        .help("put an item that reads a cell before the call")
}

/// E502: a prime that gets no value.
pub fn no_new_value(rule: &str, place: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E502", format!("move {rule} mentions {place}' but gives it no value"))
        .at(span, "say `.. ' = ..`")
}

/// E503: a move with two outcomes.
pub fn two_outcomes(rule: &str, place: &str, first: &str, second: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E503", format!("move {rule} gives {place} the values {first} and {second}"))
        .at(span, "the outcome of a move is determined by its head")
        .help("put what varies into the head")
}

/// E603: a drawing of the wrong size.
pub fn wrong_size(found: (usize, usize), grid: (i64, i64), span: Span, cure: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::error(
        "E603",
        format!("the drawing is {}x{} but the grid is {}x{}", found.0, found.1, grid.0, grid.1),
    )
    .at(span, format!("{} rows, {} columns", found.0, found.1));
    match cure {
        Some(cure) => diagnostic.help(cure),
        None => diagnostic,
    }
}

/// E604: a row of the wrong length.
pub fn ragged(row: usize, found: usize, wanted: usize, span: Span) -> Diagnostic {
    Diagnostic::error("E604", format!("row {row} of the drawing has {found} cells, not {wanted}"))
        .at(span, format!("{found} cells"))
}

/// E604: too many clues in a strip.
pub fn long_strip(found: usize, wanted: i64, span: Span) -> Diagnostic {
    Diagnostic::error("E604", format!("the strip has {found} clues, not {wanted}"))
        .at(span, format!("{found} clues"))
        .help("write `.` where there is no clue")
}

/// E604: a clue that no cell can have.
pub fn not_a_value<'a>(
    symbol: &str,
    place: &str,
    domain: &str,
    span: Span,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let diagnostic = Diagnostic::error("E604", format!("`{symbol}` is no value of {place}"))
        .at(span, format!("one of {domain}, or `.`"));
    match nearest(symbol, known) {
        Some(near) => diagnostic.mend(format!("write `{near}`"), span, near),
        None => diagnostic,
    }
}

/// E604: a clue where there is no cell.
pub fn clue_off_board(what: &str, place: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E604", format!("{what} at {place}, which holds no unknown")).at(span, "no cell here")
}

/// W701: a law without an instance.
pub fn no_instance(law: &str, span: Span, goal: Option<(&str, Span)>) -> Diagnostic {
    let diagnostic = Diagnostic::warning("W701", format!("law `{law}` has no instance on this puzzle"))
        .at(span, "says nothing here");
    match goal {
        Some((text, at)) => diagnostic.at(at, format!("first goal without an answer: {text}")),
        None => diagnostic,
    }
}

/// W702: a law that cannot hold.
pub fn always_false(instance: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("W702", format!("law {instance} is false, whatever the values"))
        .at(span, "cannot hold")
}

/// W703: a law that always holds.
pub fn always_true(law: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("W703", format!("law `{law}` is always true on this puzzle"))
        .at(span, "rules nothing out")
}

/// W707: values compared where places are picked.
pub fn values_compared(span: Span) -> Diagnostic {
    Diagnostic::warning("W707", "values are compared here, in a definition that only picks places")
        .at(span, "compares what the cells hold")
        .help("to ask whether two places are one, write same(A, B)")
}

/// N709: an input without facts.
pub fn no_facts(input: &str, laws: &[&str], span: Span) -> Diagnostic {
    Diagnostic::note("N709", format!("no facts for `{input}` in this puzzle"))
        .at(span, "an input")
        .say(format!("so there is no instance of: {}", laws.join(", ")))
}

/// W711: an index that never names an unknown.
pub fn never_an_unknown(name: &str, law: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("W711", format!("law `{law}` reads `{name}` only where no such unknown is declared"))
        .at(span, "always passed over")
}
