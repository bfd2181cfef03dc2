//! What can be wrong with names, statements and files that use each other (E2xx, and the lints on names).

use crate::language::cell;
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::facts;
use crate::language::source::Span;

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

/// E202: a law without `=>` that names placeholders. The gap is where `=>` would fit, if that can be seen.
pub fn free_names(law: &str, names: &[&str], span: Span, gap: Option<Span>) -> Diagnostic {
    let what = if law == "goal" { "the goal".to_owned() } else { format!("law `{law}`") };
    let diagnostic = Diagnostic::error("E202", format!("{what} has no `=>` but names {}", and(names)))
        .at(span, "for every one, or for some?");
    match gap {
        Some(gap) => diagnostic.mend(
            "write `=>` to say it for every one; to say it for some, put `true =>` before it all",
            gap,
            " => ",
        ),
        None => {
            diagnostic.help("write `.. => ..` to say it for every one, or `true => ..` to say it for some")
        }
    }
}

/// E202: names on both sides of `<=>` that nothing picks.
pub fn free_on_both_sides(names: &[&str], span: Span) -> Diagnostic {
    let (stand, picks) = if names.len() == 1 { ("stands", "it") } else { ("stand", "them") };
    Diagnostic::error("E202", format!("{} {stand} on both sides of `<=>`, and nothing picks {picks}", and(names)))
        .at(span, "for every one, or for some on each side?")
        .help("to say it for every one, pick it before: `cell(A) => (.. <=> ..)`; else take another name on one side")
}

/// E110: a statement with too many placeholders.
pub fn too_many_names(most: usize, span: Span) -> Diagnostic {
    Diagnostic::error("E110", format!("a statement has more than {most} names"))
        .at(span, "one too many")
        .help("take lists instead of single names, or split the statement with definitions")
}

/// E202: a move without `=>`.
pub fn move_without_arrow(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E202", format!("move `{name}` has no `=>`"))
        .at(span, "where it acts, or what it changes?")
        .help("write where it acts left of `=>`, and what changes right of it: `cell(A), A = 0 => A' = 1`")
}

/// `A`, `A and B`, `A, B and C`.
pub(super) fn and(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// E203: the wrong number of arguments for a goal. `defined` holds at least one number, none of them `found`.
pub fn wrong_arity(
    name: &str,
    found: usize,
    defined: &[usize],
    span: Span,
    definition: Option<Span>,
) -> Diagnostic {
    mismatch(name, found, "is defined with", defined, span, definition)
}

/// E203: the wrong number of arguments for a value; a definition has one more.
pub fn wrong_arity_as_value(
    name: &str,
    found: usize,
    defined: &[usize],
    span: Span,
    definition: Option<Span>,
) -> Diagnostic {
    mismatch(name, found, "as a value it takes", defined, span, definition)
}

fn mismatch(
    name: &str,
    found: usize,
    but: &str,
    defined: &[usize],
    span: Span,
    definition: Option<Span>,
) -> Diagnostic {
    let counts: Vec<String> = defined.iter().map(ToString::to_string).collect();
    let title = format!("`{name}` has {} here, but {but} {}", arguments(found), counts.join(" or "));
    let diagnostic = Diagnostic::error("E203", title).at(span, arguments(found));
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

/// E204: an unknown that the grid declares.
pub fn cells_are_the_grids(span: Span) -> Diagnostic {
    Diagnostic::error("E204", "the cells are declared by `grid`")
        .at(span, "declared once more here")
        .help("write `grid(r, c) :: 0..9.` for unknowns in cells, or take another name for these")
}

/// E204: declared twice. `what` is `the grid`, or says what it is and its name.
pub fn declared_twice(what: &str, second: Span, first: Span) -> Diagnostic {
    Diagnostic::error("E204", format!("{what} is declared twice"))
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
        .help(if chain.len() > 2 {
            "move what both need into a rule set of its own"
        } else {
            "remove this `use`"
        })
}

/// E207: a rule set that sketches its own boards.
pub fn own_sketch(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E207", format!("`{name}` is its own sketch"))
        .at(span, "this file")
        .help("describe its boards in a rule set of their own, and name that one")
}

/// E208: one param set to two values.
pub fn two_values(name: &str, second: (&str, Span), first: (&str, Span)) -> Diagnostic {
    Diagnostic::error("E208", format!("`{name}` is set to {} here and to {} before", second.0, first.0))
        .at(second.1, "again here")
        .at(first.1, "first set here")
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

/// E210: a rule set that stands there but has no text.
pub fn unreadable_rule_set(name: &str, span: Span, looked: &str) -> Diagnostic {
    Diagnostic::error("E210", format!("rule set `{name}` cannot be read"))
        .at(span, "there, but it cannot be read")
        .say(format!("looked in {looked}"))
        .help(format!("`{name}.rules` has to be a file of text in UTF-8 that you may read"))
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
        .help("let it stand by itself; to count how often it holds, write `len([X : X in L, X > 1])`")
}

/// E501: a prime where no move changes anything.
pub fn misplaced_prime(span: Span) -> Diagnostic {
    Diagnostic::error("E501", "`'` stands only right of `=>` in a move, after a cell or a list of cells")
        .at(span, "not a value after a move")
        .help("in laws, and left of `=>`, a cell has the value it has before the move: write it without `'`")
}

/// E504: `minimise` with moves, or moves without a goal.
pub fn moves_and_objective(objective: Span, first_move: Span) -> Diagnostic {
    Diagnostic::error("E504", "`minimise` and `move` exclude each other: the number of moves is minimised")
        .at(objective, "an objective")
        .at(first_move, "and a move")
        .help("remove the objective; the shortest plan is found without it")
}

/// E504: a goal that no move leads to.
pub fn goal_without_moves(goal: Span) -> Diagnostic {
    Diagnostic::error("E504", "there is a `goal`, but no `move`").at(goal, "how would it be reached?").help(
        "say what a move does: `move name(A): Cond => A' = ..`; a rule for the solution is a law with a name",
    )
}

/// E504: a bound on moves that there are not.
pub fn bound_without_moves(bound: Span) -> Diagnostic {
    Diagnostic::error("E504", "there is a `bound`, but no `move`")
        .at(bound, "how many of which moves?")
        .help("a bound says how many moves a position still needs at least; without moves, state a law")
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
    let known = facts::all(facts::Kind::Expectation);
    let title = match takes_value {
        Some(true) => format!("`expect {what}` needs a number"),
        Some(false) => format!("`expect {what}` takes no number"),
        None => format!("unknown expectation `{what}`"),
    };
    let diagnostic = Diagnostic::error("E506", title);
    let diagnostic = match nearest(what, known.clone().flat_map(|fact| fact.words).copied()) {
        Some(near) if takes_value.is_none() => {
            diagnostic.at(span, format!("did you mean `{near}`?")).mend(format!("write `{near}`"), span, near)
        }
        _ if takes_value == Some(true) => diagnostic.at(span, format!("write `{what} = N`")),
        _ if takes_value == Some(false) => diagnostic.at(span, "write it without `= ..`"),
        _ => diagnostic.at(span, "cannot be tested"),
    };
    let usages: Vec<&str> = known.flat_map(|fact| fact.usages).copied().collect();
    diagnostic.say(format!("expectations: {}", usages.join(", ")))
}

/// E507: a figure that nobody can draw.
pub fn unknown_figure(name: &str, span: Span, all: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::error("E507", format!("unknown figure `{name}`"));
    let diagnostic = match nearest(name, all.iter().copied()) {
        Some(near) => {
            diagnostic.at(span, format!("did you mean `{near}`?")).mend(format!("write `{near}`"), span, near)
        }
        None => diagnostic.at(span, "cannot be drawn"),
    };
    diagnostic.say(format!("figures: {}", all.join(", ")))
}

/// E507: a figure with too few or too many arguments.
pub fn figure_arguments(figure: &str, found: usize, span: Span) -> Diagnostic {
    let count = if found == 1 { "1 argument".to_owned() } else { format!("{found} arguments") };
    let title = format!("`draw {figure}` with {count}");
    Diagnostic::error("E507", title).at(span, usage_of(figure))
}

/// E507: a figure where it cannot be drawn, or in a way it cannot be drawn in.
pub fn undrawable(figure: &str, found: &str, why: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E507", format!("cannot draw `{figure}` with {found}"))
        .at(span, why.to_owned())
        .say(usage_of(figure))
}

/// How a figure is written.
fn usage_of(figure: &str) -> String {
    let usages = facts::find(facts::Kind::Figure, figure).map_or(&[][..], |fact| fact.usages);
    format!("write `draw {}`", usages.join("` or `draw "))
}

/// E506: an expectation about a law that names none.
pub fn expectation_needs_law(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E506", format!("`expect {what}` needs the name of a law"))
        .at(span, format!("write `{what} = NAME`"))
}

/// E506: an expectation that nothing could fulfil.
pub fn idle_expectation(what: &str, needs: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E506", format!("`expect {what}` needs {needs}"))
        .at(span, "cannot be tested")
        .help("to test the solutions, write `expect unique.`, `expect none.` or `expect count = N.`")
}

/// E213: a declaration that takes the name of a definition. `of` is the rule set that has it, `where` it stands there.
pub fn name_taken(
    what: &str,
    (name, arity): (&str, usize),
    span: Span,
    of: &str,
    there: Option<Span>,
) -> Diagnostic {
    let title = format!("{what} `{name}` takes the name of a definition of {of}");
    let diagnostic = Diagnostic::error("E213", title).at(span, "declared here");
    let diagnostic = match there {
        Some(there) => diagnostic.at(there, format!("{name}/{arity} is defined here")),
        None => diagnostic,
    };
    diagnostic.help(if of.starts_with('`') {
        format!("take another name; to put it in place of the definition, say `drop {name}/{arity}.`")
    } else {
        "take another name".to_owned()
    })
}

/// E213: a definition that adds to an input of a rule set it does not know of.
pub fn input_taken((name, arity): (&str, usize), span: Span, of: &str, input: Span) -> Diagnostic {
    Diagnostic::error("E213", format!("definition `{name}` takes the name of an input of `{of}`"))
        .at(span, format!("{name}/{arity} is defined here"))
        .at(input, "declared as an input here")
        .help(format!(
            "rename one of the two; if the definition is to supply the input, let its file say `use {of}.`"
        ))
}

/// E213: an offer of what no puzzle states.
pub fn offered_definition(name: &str, arity: usize, span: Span, what: &str) -> Diagnostic {
    Diagnostic::error("E213", format!("`{name}` is {what}, and no clue that a puzzle states"))
        .at(span, format!("{name}/{arity} is no input"))
        .help("offer an input: declare one of another name, and let a law ask for it")
}

/// E214: what a relation forms, where its negation is asked for.
pub fn denied_form(form: &str, span: Span, why: &str, at: Span) -> Diagnostic {
    let (title, holds, also) = match form {
        "loop" => (
            "the contrary of `loop` does not say that there is no loop".to_owned(),
            "holds if all pairs form exactly one closed loop",
            "its contrary also holds for two loops, or for a loop with a loose end beside it",
        ),
        "loops" => (
            "the contrary of `loops` does not say that there is no loop".to_owned(),
            "holds if all pairs form closed loops and nothing else",
            "its contrary also holds for a loop with a loose end beside it",
        ),
        _ => (
            format!("the contrary of `{form}` does not say that there is no {form}"),
            "holds if all pairs together form exactly one",
            "its contrary also holds for two of them side by side, and for no pair at all",
        ),
    };
    Diagnostic::error("E214", title).at(span, holds).at(at, why).say(also).help(
        "to say that no pairs close a loop, write `acyclic(..)`; to say that some do, `not acyclic(..)`",
    )
}

/// E215: a version of the language that is not spoken here.
pub fn other_language(found: i64, ours: i64, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error("E215", format!("this is language {ours}, not {found}"));
    if found > ours {
        return diagnostic.at(span, "of a newer gridlog").help(format!(
            "take a newer gridlog, or see whether the rules mean the same in language {ours}"
        ));
    }
    if found < 1 {
        return diagnostic.at(span, "there was no such language").mend(
            "write the number of this one",
            span,
            ours.to_string(),
        );
    }
    diagnostic
        .at(span, "of an older gridlog")
        .say("since language 2, `reach` follows the direction of its relation; in language 1 it took pairs both ways")
        .mend("if the rules hold in this language, say so", span, ours.to_string())
}

/// W703: a definition, layer or input that nothing asks for.
pub fn unused(what: &str, name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("W703", format!("{what} `{name}` is never used"))
        .at(span, "nothing asks for it")
        .help("remove it, or use it in a law")
}

/// W704: a placeholder that occurs once.
pub fn singleton(name: &str, span: Span) -> Diagnostic {
    let diagnostic =
        Diagnostic::warning("W704", format!("{name} occurs once")).at(span, "binds nothing else");
    let lower = name.to_lowercase();
    if cell::named(&lower).is_some() {
        return diagnostic.mend(format!("if the cell is meant, write `{lower}`"), span, lower);
    }
    diagnostic.mend(format!("if that is meant, write `_{name}` or `_`"), span, format!("_{name}"))
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

/// W706: rules that hide what is built in.
pub fn hides_builtin(name: &str, arity: usize, span: Span) -> Diagnostic {
    Diagnostic::warning("W706", format!("rules for {name}/{arity} take the place of what is built in"))
        .at(span, "the built-in meaning no longer counts")
        .help("choose another name if that is not meant")
}

/// W708: a doc line that explains nothing.
pub fn idle_doc(span: Span) -> Diagnostic {
    Diagnostic::warning("W708", "this doc line explains nothing")
        .at(span, "not above a law, a move, a goal or a definition")
        .mend("for a comment, write `%`", Span { end: span.start + 2, ..span }, "%")
}

/// W708: a doc line that names what the law does not.
pub fn doc_name(name: &str, law: &str, span: Span, known: &[&str]) -> Diagnostic {
    stray_doc_name(
        format!("the doc line names {{{name}}}, but `{law}` has no such name left of `=>`"),
        span,
        known,
    )
}

/// W708: a doc line that names what the definition does not.
pub fn doc_name_of_head(name: &str, head: &str, span: Span, known: &[&str]) -> Diagnostic {
    stray_doc_name(
        format!("the doc line names {{{name}}}, but the head of `{head}` has no such name"),
        span,
        known,
    )
}

fn stray_doc_name(title: String, span: Span, known: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::warning("W708", title).at(span, "will be shown as it is");
    if known.is_empty() {
        return diagnostic.help("write it without braces");
    }
    diagnostic.help(format!("names that can be filled in: {}", and(known)))
}

/// W712: a param in a fact, where a symbol of that name is drawn.
pub fn param_for_symbol(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(
        "W712",
        format!("`{name}` is a param, so this fact is not about the `{name}` that is drawn"),
    )
    .at(span, "stands for a number")
    .mend("to name the symbol, put it into quotes", span, format!("\"{name}\""))
}

/// W710: a clause that adds nothing.
pub fn unreachable_clause(name: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::warning("W710", format!("this clause of `{name}` adds nothing"))
        .at(span, "all it matches is matched already")
        .at(first, "by this one")
        .help("remove one of the two, or make the first one narrower")
}

/// E212: a sketch that offers what no puzzle takes.
pub fn stray_offer(
    name: &str,
    arity: usize,
    offer: Span,
    sketch: (&str, Span),
    inputs: &[&str],
) -> Diagnostic {
    let diagnostic = Diagnostic::error("E212", format!("no puzzle takes `{name}` with {arity} arguments"))
        .at(offer, "offered here")
        .at(sketch.1, format!("`{}` is named as a sketch here", sketch.0));
    if inputs.is_empty() {
        return diagnostic.help(format!("declare it beside the `sketch`: `input {name}(..).`"));
    }
    diagnostic.say(format!("the inputs there are: {}", inputs.join(", ")))
}

/// E212: a sketch without any offer.
pub fn empty_sketch(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E212", format!("`{name}` offers nothing"))
        .at(span, "named as a sketch here")
        .help("a sketch says with `offer` which facts its boards consist of")
}
