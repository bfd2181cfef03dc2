//! What can go wrong while rules are evaluated (E3xx to E6xx, and the lints on laws and puzzles).

use std::cmp::Ordering;

use super::names::and;
use crate::base::clock::Cause;
use crate::language::cell;
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::source::Span;

/// E301: a name without a value.
pub fn unbound(name: &str, span: Span, why: &str) -> Diagnostic {
    unbound_names(&[name], span, why)
}

/// E301: names without a value; an empty one is none that the author wrote.
pub fn unbound_names(names: &[&str], span: Span, why: &str) -> Diagnostic {
    let written: Vec<&str> = names.iter().copied().filter(|name| !name.is_empty()).collect();
    let title = match written.as_slice() {
        [] => "this has no value here".to_owned(),
        [one] => format!("{one} has no value here"),
        several => format!("{} have no value here", and(several)),
    };
    let first = written.first().copied().filter(|name| !name.contains(' ')).unwrap_or("X");
    let cell = written.iter().map(|name| name.to_lowercase()).find(|name| cell::named(name).is_some());
    let help = if let Some(cell) = cell {
        format!("cells are written in lower case: `{cell}`")
    } else if written.len() > 1 {
        format!("bind them first by goals that pick them, or give each a range: `{first} in 1..9`")
    } else {
        format!("bind it first by a goal that picks it, or give it a range: `{first} in 1..9`")
    };
    Diagnostic::error("E301", title).at(span, why).help(help)
}

/// E301: names in the index of an unknown that nothing binds.
pub fn unbound_index(unknown: &str, names: &[&str], span: Span) -> Diagnostic {
    let first = names.first().copied().unwrap_or("X");
    let title = if names.is_empty() { format!("the index of `{unknown}`") } else { and(names) };
    let has = if names.len() > 1 { "have" } else { "has" };
    Diagnostic::error("E301", format!("{title} {has} no value here"))
        .at(span, "the goals after `:-` say which places there are")
        .help(format!("say there what it runs through: `:- {first} in 1..9`, or a goal that picks it"))
}

/// E301: whether there is an unknown depends on values.
pub fn unknown_by_values(place: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E301", format!("whether there is an unknown {place} depends on values"))
        .at(span, "which unknowns there are is settled before any value is known")
        .help("declare it without that condition, and say in a law what it is where the condition does not hold")
        .say("a pair of places that is meant once, whichever comes first, is a set: `{A, B}`")
}

/// E301: the size of a grid that is not there.
pub fn no_grid(span: Span) -> Diagnostic {
    Diagnostic::error("E301", "the grid's size has no value here")
        .at(span, "there is no `grid` statement")
        .help("declare the board: `grid(4, 4) :: 1..4.`")
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
        .help("for cells side by side write `adjacent`, for equal neighbours `alike`")
}

/// E305: something else than a name where a relation is asked for.
pub fn no_name_of_a_relation(span: Span) -> Diagnostic {
    Diagnostic::error("E305", "a relation between two places is asked for by its name")
        .at(span, "needs the bare name of a definition with two arguments, both of them places")
        .help("define it, as in `joined(A, B) :- adjacent(A, B), A = B.`, and write `joined`")
}

/// E305: a question about the lines between places that lie nowhere.
pub fn lies_nowhere(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E305", format!("`{name}` asks about a cell or a dot and lines between cells or dots"))
        .at(span, "a place here is neither")
        .help(
            "take places of the board: cells, or dots such as `dot(0, 1)`, the ends of the sides of squares",
        )
}

/// E306: a term of the wrong kind.
pub fn wrong_kind(found: &str, kind: &str, needed: &str, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error("E306", format!("{found} is {kind}, but {needed} is needed"))
        .at(span, format!("needs {needed}"));
    if kind == "a symbol" && needed == "a number" {
        return diagnostic
            .help(format!("if a number of that name is meant, declare it: `param {found} = ..`"));
    }
    if kind.contains("symbol") && needed == "a number" {
        return diagnostic
            .help("symbols know only `=`, `\\=` and `in`; how often one occurs is `count(symbol, L)`");
    }
    diagnostic
}

/// E306: a grid without cells, or with too many.
pub fn no_size(value: i128, most: i64, span: Span) -> Diagnostic {
    Diagnostic::error("E306", format!("a grid cannot have {value} rows or columns"))
        .at(span, format!("from 1 to {most}"))
}

/// E306: a domain of numbers and symbols.
pub fn mixed_domain(span: Span) -> Diagnostic {
    Diagnostic::error("E306", "a domain holds numbers or symbols, not both")
        .at(span, "a mixture")
        .help("give each number a name, or each symbol a number")
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
        None if value.starts_with(char::is_lowercase) && !domain.contains(char::is_alphabetic) => diagnostic
            .help(format!(
                "`{value}` is a symbol; if a number of that name is meant, declare it: `param {value} = ..`"
            )),
        None => diagnostic,
    }
}

/// E307: a place that holds no unknown.
pub fn off_board(place: &str, span: Span, why: &str) -> Diagnostic {
    Diagnostic::error("E307", format!("{place} holds no value")).at(span, why).help(
        "pick places left of `=>` by goals that give only such as hold one: cell(A), adjacent(A, B), ray(A, D, L)",
    )
}

/// E308: division by zero.
pub fn division_by_zero(span: Span) -> Diagnostic {
    Diagnostic::error("E308", "division by zero")
        .at(span, "the divisor is 0, whatever the values")
        .help("change the divisor, or pick left of `=>` only where it is not 0")
}

/// E309: an integer beyond its range, for some values of the unknowns if it depends on them.
pub fn overflow(span: Span) -> Diagnostic {
    Diagnostic::error("E309", "number too large")
        .at(span, "can get beyond 128 bits")
        .help("narrow the domains, or take fewer numbers at a time")
}

/// E309: a domain beyond its range.
pub fn domain_too_large(span: Span) -> Diagnostic {
    Diagnostic::error("E309", "number too large for a domain")
        .at(span, "beyond 32 bits")
        .help("values reach from -2147483648 to 2147483647")
}

/// E310: no values at all.
pub fn empty_domain(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E310", format!("the domain of {name} is empty"))
        .at(span, "no value is possible")
        .help("`A..B` has values only if A is not above B")
}

/// E311: unknowns of which there are none, whatever the puzzle.
pub fn no_unknowns(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E311", "there is no unknown at all")
        .at(span, format!("no `{name}` exists here"))
        .help("give the params values for which the goal after `:-` has an answer")
}

/// E401: a call that waits for itself.
pub fn circular(name: &str, call: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        "E401",
        format!("`{name}` calls itself with the same arguments: {call} -> .. -> {call}"),
    )
    .at(span, "asked again before it was answered")
    .help(if call.contains('(') {
        "let some argument get smaller with each call; for a relation that holds both ways, write a helper"
    } else {
        "say it without asking for itself"
    })
}

/// What may run out while rules are expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Steps of evaluation; the only one that can be raised.
    Steps,
    /// Calls inside calls.
    Depth,
    /// Anything else, in the plural.
    Other(&'static str),
}

/// E401: params that need each other.
pub fn circular_param(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E401", format!("param `{name}` depends on itself"))
        .at(span, "needs its own value")
        .help(format!("give `{name}` a number, or one of the params that it is made of"))
}

/// E402: a budget ran out. The call is the innermost one, with the argument in which it differs from the one before.
pub fn budget(
    rule: &str,
    most: u64,
    limit: Limit,
    call: Option<(&str, Option<usize>)>,
    span: Span,
) -> Diagnostic {
    let took = match limit {
        Limit::Steps => format!("took more than {most} steps"),
        Limit::Depth => format!("went more than {most} calls deep"),
        Limit::Other(what) => format!("took more than {most} {what}"),
    };
    let diagnostic = Diagnostic::error("E402", format!("expanding {rule} {took}"))
        .at(span, if call.is_some() { "this call" } else { "here" });
    let diagnostic = match call {
        Some((call, Some(argument))) => {
            diagnostic.say(format!("the last call was {call}; argument {argument} changes from call to call"))
        }
        Some((call, None)) => diagnostic.say(format!("the last call was {call}")),
        None => diagnostic,
    };
    let ends = "see that the recursion ends and that the answers are finitely many";
    match limit {
        Limit::Steps => diagnostic.help(format!("{ends}; if there is just much to do, raise --ground-limit")),
        _ => diagnostic.help(ends),
    }
}

/// E402: the whole run has reached its end before the rules were read or expanded.
pub fn stopped(what: &str, cause: Cause, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error("E402", format!("{what} was cut short: {cause}")).at(span, "here");
    match cause {
        Cause::Asked => diagnostic,
        Cause::Time => diagnostic.help("raise --time-limit, or try a smaller board"),
        Cause::Memory => diagnostic.help("raise --memory-limit, or try a smaller board"),
    }
}

/// E402: a law that speaks about too many places.
pub fn too_many_instances(law: &str, most: u64, span: Span) -> Diagnostic {
    Diagnostic::error("E402", format!("law `{law}` brings the instances to more than {most}"))
        .at(span, "picks too many places")
        .help("pick fewer left of `=>`: each pair once (`pair`), or a whole list at a time")
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
        .at(span, "no value afterwards")
        .help(
            "say what it becomes, as in `X' = X + 1`; if there is a choice, put the new value into the head",
        )
}

/// E503: a move with two outcomes.
pub fn two_outcomes(
    rule: &str,
    place: &str,
    (first, second): (&str, &str),
    span: Span,
    varies: &[&str],
) -> Diagnostic {
    let help = match varies {
        [] => "put what varies into the head".to_owned(),
        names => format!("put what varies into the head: {}", names.join(" or ")),
    };
    Diagnostic::error("E503", format!("move {rule} gives {place} the values {first} and {second}"))
        .at(span, "all answers with the same head act at once, and two of them differ")
        .help(help)
}

/// `1 row`, `2 rows`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// E603: a drawing of the wrong size.
pub fn wrong_size(found: (usize, usize), grid: (i64, i64), span: Span, cure: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::error(
        "E603",
        format!("the drawing is {}x{} but the grid is {}x{}", found.0, found.1, grid.0, grid.1),
    )
    .at(span, format!("{}, {}", counted(found.0, "row"), counted(found.1, "column")));
    match cure {
        Some(cure) => diagnostic.help(cure),
        None if found.0 == 1 && found.1 > 9 && grid.0 == grid.1 => diagnostic.help(one_line(found.1)),
        // One side of a square fits: it is the other one that has too few or too many.
        None if grid.0 == grid.1 && [found.0, found.1].contains(&(grid.0 as usize)) => {
            let (more, less) = (found.0.max(found.1), found.0.min(found.1));
            diagnostic.help(format!(
                "the board is square: draw {more} rows of {more} symbols, or {less} rows of {less}; `.` is an empty cell"
            ))
        }
        None => diagnostic.help(format!("draw {} rows of {} symbols; `.` is an empty cell", grid.0, grid.1)),
    }
}

/// What is wrong with a square board that is written in one line: how many symbols the board has that is nearest.
fn one_line(found: usize) -> String {
    let low = found.isqrt();
    let side = if found - low * low > low { low + 1 } else { low };
    let off = match (side * side).cmp(&found) {
        Ordering::Greater => format!("{} missing", side * side - found),
        _ => format!("{} too many", found - side * side),
    };
    format!("a board of {side}x{side} in one line has {} symbols: {off}; `.` is an empty cell", side * side)
}

/// E603: a drawing of the wrong size that is finer than the grid: what it shows of a grid, and how it is drawn.
pub fn wrong_grain(
    (what, how): (&str, &str),
    found: (usize, usize),
    wanted: (i64, i64),
    grid: (i64, i64),
    span: Span,
) -> Diagnostic {
    let title = format!(
        "the drawing is {}x{}, but {what} a {}x{} grid take {}x{}",
        found.0, found.1, grid.0, grid.1, wanted.0, wanted.1
    );
    Diagnostic::error("E603", title)
        .at(span, format!("{}, {}", counted(found.0, "row"), counted(found.1, "column")))
        .help(how)
}

/// E604: a row of the wrong length.
pub fn ragged(row: usize, found: usize, wanted: usize, read_as: Option<&str>, span: Span) -> Diagnostic {
    if let Some(read_as) = read_as {
        let found = counted(found, "cell");
        let title = format!("read as {read_as}: row {row} has {found}, the others {wanted}");
        return Diagnostic::error("E604", title)
            .at(span, found)
            .help("each cell needs its place, an empty one too");
    }
    Diagnostic::error(
        "E604",
        format!("row {row} of the drawing has {}, not {wanted}", counted(found, "cell")),
    )
    .at(span, counted(found, "cell"))
    .help("each cell needs its symbol, an empty one `.`; symbols are separated by blanks")
}

/// E604: too many clues in a strip, or too few.
pub fn wrong_strip(found: usize, wanted: i64, span: Span) -> Diagnostic {
    Diagnostic::error("E604", format!("the strip has {found} clues for {wanted} lines"))
        .at(span, counted(found, "clue"))
        .help("write one for each line, and `.` where there is none")
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

/// E604: a symbol in a drawing of marks that is not between two cells.
pub fn stray_mark(symbol: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E604", format!("`{symbol}` does not stand between two cells"))
        .at(span, "a cell or a corner: write `.`")
        .help(
            "in a drawing of marks every second place of every second row is a cell; values go into `given`",
        )
}

/// E604: a clue where there is no cell.
pub fn clue_off_board(what: &str, place: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E604", format!("{what} at {place}, which holds no unknown")).at(span, "no cell here")
}

/// W701: a law without an instance; with the first goal left of `=>` that no place gets past.
pub fn no_instance(law: &str, span: Span, goal: Option<(Span, bool)>) -> Diagnostic {
    let diagnostic = Diagnostic::warning("W701", format!("law `{law}` has no instance on this board"));
    without_answer(diagnostic.at(span, "says nothing here"), goal)
}

/// N714: a law that has no instance because of the clues.
pub fn no_instance_here(law: &str, span: Span, goal: Option<(Span, bool)>) -> Diagnostic {
    let diagnostic = Diagnostic::note("N714", format!("law `{law}` has no instance with these clues"));
    without_answer(diagnostic.at(span, "says nothing here"), goal)
}

fn without_answer(diagnostic: Diagnostic, goal: Option<(Span, bool)>) -> Diagnostic {
    match goal {
        Some((at, true)) => diagnostic.at(at, "has no answer"),
        Some((at, false)) => diagnostic.at(at, "fits nothing that is picked before it"),
        None => diagnostic,
    }
}

/// N714: a law that always holds because of the clues.
pub fn always_true_here(law: &str, span: Span) -> Diagnostic {
    Diagnostic::note("N714", format!("law `{law}` is always true with these clues"))
        .at(span, "rules nothing out")
}

/// W702: a law that cannot hold: at the first such place, and how many more there are.
pub fn always_false(law: &str, place: &str, more: usize, span: Span) -> Diagnostic {
    let at = if place.is_empty() { String::new() } else { format!(" at {place}") };
    let diagnostic = Diagnostic::warning("W702", format!("law `{law}` cannot hold{at}, whatever the values"))
        .at(span, "so there is no solution");
    let diagnostic = match more {
        0 => diagnostic,
        1 => diagnostic.say("nor at 1 more place"),
        more => diagnostic.say(format!("nor at {more} more places")),
    };
    if place.is_empty() {
        return diagnostic;
    }
    diagnostic.help("if it is not meant for this place, say so left of `=>`")
}

/// W703: a law that always holds.
pub fn always_true(law: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("W703", format!("law `{law}` is always true on this board"))
        .at(span, "rules nothing out")
        .help("remove it, or see whether it says what is meant")
}

/// W707: values compared where places are picked; with the test that asks about places, if there is one.
pub fn values_compared(span: Span, instead: Option<&str>) -> Diagnostic {
    let diagnostic =
        Diagnostic::warning("W707", "values are compared here, in a definition that only picks places")
            .at(span, "compares what the cells hold");
    match instead {
        Some(test) => {
            diagnostic.mend(format!("to ask whether two places are one, write `{test}`"), span, test)
        }
        None => diagnostic.help("move the comparison into the law"),
    }
}

/// N709: an input without facts.
pub fn no_facts(input: &str, laws: &[&str], span: Span) -> Diagnostic {
    Diagnostic::note("N709", format!("no facts for `{input}` in this puzzle")).at(span, "declared here").say(
        match laws {
            [one] => format!("so law `{one}` says nothing here"),
            laws => format!("so these laws say nothing here: {}", and(laws)),
        },
    )
}

/// E208, or E603 where it is drawn so: a param that is something else than a rule set makes of it.
pub fn disagreement(
    (name, found, derived): (&str, i128, &str),
    parts: &[String],
    (at, drawn): (Span, bool),
    derivation: Span,
    cure: Option<&str>,
) -> Diagnostic {
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let but = format!("but `{name}` is {derived}, with {}", and(&parts));
    let diagnostic = if drawn {
        Diagnostic::error("E603", format!("the drawing makes `{name}` {found}, {but}"))
    } else {
        Diagnostic::error("E208", format!("`{name}` is set to {found}, {but}"))
    };
    let diagnostic =
        diagnostic.at(at, format!("{name} = {found} here")).at(derivation, "made of others here");
    match cure {
        Some(cure) => diagnostic.help(cure),
        None => diagnostic.help(format!("leave `{name}` to what it is made of")),
    }
}

/// The code of what was chosen for the author, which is told though it is no reason to worry.
pub const FOLLOWED: &str = "N716";

/// N716: params that followed from others.
pub fn followed(params: &[String], from: &[String], at: Span) -> Diagnostic {
    let params: Vec<&str> = params.iter().map(String::as_str).collect();
    let from: Vec<&str> = from.iter().map(String::as_str).collect();
    let follow = if params.len() == 1 { "follows" } else { "follow" };
    Diagnostic::note(FOLLOWED, format!("{} {follow} from {}, unless set", and(&params), and(&from)))
        .at(at, "this default depends on other params")
}

/// W715: `reach` over a relation that holds one way, in a file from before that mattered.
pub fn one_way_reach(relation: &str, (from, to): (&str, &str), span: Span) -> Diagnostic {
    let start = Span { start: 0, end: 0, ..span };
    Diagnostic::warning("W715", format!("`reach` follows the direction of `{relation}`, which holds one way"))
        .at(span, format!("`{relation}` may lead from {from} to {to} and not back"))
        .say("before language 2, `reach` took every pair both ways")
        .mend(
            format!("if the direction is meant, state `language 2.`; else let `{relation}` hold both ways"),
            start,
            "language 2.\n",
        )
}

/// W711: an index that never names an unknown.
pub fn never_an_unknown(name: &str, law: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("W711", format!("law `{law}` reads `{name}` only where no such unknown is declared"))
        .at(span, "always passed over")
        .help(format!("compare the index with that in the declaration of `{name}`"))
}

/// W713: a line grammar that asks for what no cell can have.
pub fn no_such_value<'a>(
    grammar: &str,
    value: &str,
    span: Span,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let diagnostic = Diagnostic::warning(
        "W713",
        format!("no cell can have the value `{value}` that `{grammar}` asks for"),
    )
    .at(span, "never fits a line");
    match nearest(value, known) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic.help("values are what the domain after `::` lists"),
    }
}
