//! What can be wrong with names, statements and files that use each other (E2xx, and the lints on names).

use crate::diagnostic::{Diagnostic, nearest};
use crate::source::Span;

/// E201: a name that nothing explains.
pub fn unknown_name<'a>(
    what: &str,
    name: &str,
    span: Span,
    name_span: Span,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let diagnostic = Diagnostic::error("E201", format!("unknown {what} `{name}`"));
    let bare = name.split('/').next().unwrap_or(name);
    match nearest(bare, known) {
        Some(near) => diagnostic.at(span, format!("did you mean `{near}`?")).mend(
            format!("write `{near}`"),
            name_span,
            near,
        ),
        None => diagnostic.at(span, "nothing of this name is defined"),
    }
}

/// E202: a law without `=>` that names placeholders.
pub fn free_names(law: &str, names: &[&str], span: Span) -> Diagnostic {
    let names = names.join(", ");
    Diagnostic::error("E202", format!("law `{law}` has no `=>` but names {names}"))
        .at(span, "for every one, or for some?")
        .help("write `.. => ..` to say it for every one, or `true => ..` for some")
}

/// E110: a statement with too many placeholders.
pub fn too_many_names(most: usize, span: Span) -> Diagnostic {
    Diagnostic::error("E110", format!("a statement has more than {most} names"))
        .at(span, "one too many")
        .help("take lists instead of single names, or split the statement with definitions")
}

/// E203: the wrong number of arguments.
pub fn wrong_arity(
    name: &str,
    found: usize,
    defined: &[usize],
    span: Span,
    definition: Option<Span>,
) -> Diagnostic {
    let counts: Vec<String> = defined.iter().map(ToString::to_string).collect();
    let diagnostic = Diagnostic::error(
        "E203",
        format!("`{name}` has {} here, but is defined with {}", arguments(found), counts.join(" or ")),
    )
    .at(span, arguments(found));
    match definition {
        Some(definition) => diagnostic.at(definition, "defined here"),
        None => diagnostic,
    }
}

fn arguments(count: usize) -> String {
    match count {
        0 => "no argument".to_owned(),
        1 => "1 argument".to_owned(),
        count => format!("{count} arguments"),
    }
}

/// E204: declared twice.
pub fn declared_twice(what: &str, name: &str, second: Span, first: Span) -> Diagnostic {
    Diagnostic::error("E204", format!("{what} `{name}` is declared twice"))
        .at(second, "again here")
        .at(first, "first declared here")
        .help("keep one of the two")
}

/// E205: two laws of one name.
pub fn two_laws(name: &str, second: Span, first: Span, used: bool) -> Diagnostic {
    let help = if used {
        format!("rename one, or take the used one out: `drop {name}.`")
    } else {
        "rename one".to_owned()
    };
    Diagnostic::error("E205", format!("two laws are called `{name}`"))
        .at(second, "again here")
        .at(first, "first here")
        .help(help)
}

/// E206: a param of a used set stated again.
pub fn param_of_used_set(name: &str, value: &str, set: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error("E206", format!("`{name}` is a param of `{set}`"))
        .at(span, "stated again here")
        .at(first, "declared here")
        .help(format!("write `use {set} with {name} = {value}.`"))
}

/// E207: a cycle of `use`.
pub fn use_cycle(chain: &[String], span: Span) -> Diagnostic {
    let first = chain.first().map_or("", String::as_str);
    Diagnostic::error("E207", format!("`{first}` uses itself: {}", chain.join(" -> ")))
        .at(span, "closes the circle")
        .help("move what both need into a rule set of its own")
}

/// E208: one param set to two values.
pub fn two_values(name: &str, second: Span, first: Span) -> Diagnostic {
    Diagnostic::error("E208", format!("`{name}` is set to one value here and to another there"))
        .at(second, "one value")
        .at(first, "another")
        .help(format!("set `{name}` once"))
}

/// E209: nothing to drop.
pub fn nothing_to_drop(name: &str, span: Span, has: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::error("E209", format!("nothing called `{name}` to drop"));
    let bare = name.split('/').next().unwrap_or(name);
    let diagnostic = match nearest(bare, has.iter().copied()) {
        Some(near) => {
            diagnostic.at(span, format!("did you mean `{near}`?")).mend(format!("write `{near}`"), span, near)
        }
        None => diagnostic.at(span, "not in the rule sets used here"),
    };
    if has.is_empty() {
        return diagnostic.say("this file uses no rule set; `drop` takes out what `use` brought in");
    }
    let shown: Vec<&str> = has.iter().take(12).copied().collect();
    diagnostic.say(format!("there is: {}", shown.join(", ")))
}

/// E210: a rule set that cannot be found.
pub fn no_rule_set(name: &str, span: Span, looked: &str, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::error("E210", format!("rule set `{name}` not found"));
    let diagnostic = match near {
        Some(near) => {
            diagnostic.at(span, format!("did you mean `{near}`?")).mend(format!("write `{near}`"), span, near)
        }
        None => diagnostic.at(span, "no such rule set"),
    };
    diagnostic.say(format!("looked in {looked}"))
}

/// E211: a condition where a value belongs, or the other way round.
pub fn not_a_goal(span: Span) -> Diagnostic {
    Diagnostic::error("E211", "this is a value, but a condition is needed here")
        .at(span, "neither holds nor fails")
        .help("compare it: `.. = ..`")
}

/// E211: a condition where a value belongs.
pub fn not_a_value(span: Span) -> Diagnostic {
    Diagnostic::error("E211", "this is a condition, but a value is needed here")
        .at(span, "has no value")
        .help("conditions stand between commas, after `:-`, `:` and `=>`")
}

/// E501: a prime where no move changes anything.
pub fn misplaced_prime(span: Span) -> Diagnostic {
    Diagnostic::error("E501", "`'` stands only right of `=>` in a move, after a cell or a list of cells")
        .at(span, "not a value after a move")
}

/// E504: `minimise` with moves, or moves without a goal.
pub fn moves_and_objective(objective: Span, first_move: Span) -> Diagnostic {
    Diagnostic::error("E504", "`minimise` and `move` exclude each other: the number of moves is minimised")
        .at(objective, "an objective")
        .at(first_move, "and a move")
}

/// E504: moves that lead nowhere.
pub fn moves_without_goal(first_move: Span) -> Diagnostic {
    Diagnostic::error("E504", "there are moves, but no `goal`")
        .at(first_move, "a move to where?")
        .help("say what the last position must satisfy: `goal: Cond => Must.`")
}

/// E505: a second objective.
pub fn second_objective(second: Span, first: Span) -> Diagnostic {
    Diagnostic::error("E505", "a second objective")
        .at(second, "again here")
        .at(first, "first here")
        .help("join them into one number")
}

/// E506: an expectation nobody knows.
pub fn unknown_expectation(what: &str, span: Span, takes_value: Option<bool>) -> Diagnostic {
    const ALL: &[&str] = &["unique", "none", "several", "count", "moves", "best"];
    let title = match takes_value {
        Some(true) => format!("`expect {what}` needs a number"),
        Some(false) => format!("`expect {what}` takes no number"),
        None => format!("unknown expectation `{what}`"),
    };
    let diagnostic = Diagnostic::error("E506", title);
    let diagnostic = match nearest(what, ALL.iter().copied()) {
        Some(near) if takes_value.is_none() => {
            diagnostic.at(span, format!("did you mean `{near}`?")).mend(format!("write `{near}`"), span, near)
        }
        _ => diagnostic.at(span, "not this way"),
    };
    diagnostic.say("expectations: unique, none, several, count = N, moves = N, best = N")
}

/// W703: a definition, layer or input that nothing asks for.
pub fn unused(what: &str, name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("W703", format!("{what} `{name}` is never used"))
        .at(span, "nothing asks for it")
        .help("remove it, or use it in a law")
}

/// W704: a placeholder that occurs once.
pub fn singleton(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("W704", format!("{name} occurs once")).at(span, "binds nothing else").mend(
        format!("if that is meant, write `_{name}` or `_`"),
        span,
        format!("_{name}"),
    )
}

/// W705: a name inside brackets that the outside binds only later.
pub fn bound_later(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(
        "W705",
        format!("{name} inside the brackets is the {name} outside, and nothing before binds it"),
    )
    .at(span, "not a name of its own")
    .help("rename it if it is meant to run through all values by itself")
}

/// W706: rules that replace the prelude's.
pub fn replaces_prelude(name: &str, arity: usize, span: Span) -> Diagnostic {
    Diagnostic::warning("W706", format!("rules for {name}/{arity} replace those of the prelude"))
        .at(span, "the prelude's definition no longer counts")
        .help("choose another name if that is not meant")
}

/// W708: a doc line that explains nothing.
pub fn idle_doc(span: Span) -> Diagnostic {
    Diagnostic::warning("W708", "this doc line explains nothing")
        .at(span, "not above a law, a move or a goal")
        .help("for a comment, write `%`")
}

/// W708: a doc line that names what the law does not.
pub fn doc_name(name: &str, law: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(
        "W708",
        format!("the doc line names {{{name}}}, but `{law}` has no such name left of `=>`"),
    )
    .at(span, "will be shown as it is")
}

/// W710: a clause that adds nothing.
pub fn unreachable_clause(name: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::warning("W710", format!("this clause of `{name}` adds nothing"))
        .at(span, "all it matches is matched already")
        .at(first, "by this one")
        .help("remove one of the two, or make the first one narrower")
}
