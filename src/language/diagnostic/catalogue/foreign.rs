//! What other languages call the things of this one, and words of this one that are taken for names.

use crate::language::diagnostic::Diagnostic;
use crate::language::source::Span;

/// Names that people know from elsewhere, the name here, and how it is used.
const WORDS: &[(&[&str], &str, &str)] = &[
    (&["column", "columns", "cols"], "col", "col(C, L)"),
    (&["rows"], "row", "row(R, L)"),
    (&["lines"], "line", "line(L)"),
    (&["diagonal", "diagonals"], "diag", "diag(L)"),
    (
        &["all_different", "alldifferent", "all_distinct", "alldistinct", "alldiff", "different", "unique"],
        "distinct",
        "distinct(L)",
    ),
    (
        &["neighbour", "neighbours", "neighbor", "neighbors", "orthogonal", "next_to", "beside"],
        "adjacent",
        "adjacent(A, B)",
    ),
    (&["king", "surrounding", "touches"], "touching", "touching(A, B)"),
    (&["square", "squares", "field", "fields"], "cell", "cell(A)"),
    (&["region", "regions", "cage", "room"], "area", "area(Layer, Letter, L)"),
    (&["length", "size", "card"], "len", "len(L)"),
    (&["sumlist", "sum_list", "total"], "sum", "sum(L)"),
    (&["prod"], "product", "product(L)"),
    (&["maximum", "max_list"], "max", "max(L)"),
    (&["minimum", "min_list"], "min", "min(L)"),
    (&["nth1", "element", "elem", "at"], "nth", "nth(I, L)"),
    (&["rev", "reversed"], "reverse", "reverse(L)"),
    (&["occurrences", "count_of", "exactly"], "count", "count(V, L)"),
    (&["reachable", "reaches"], "reach", "reach(A, Rel)"),
    (&["circuit", "cycle", "single_loop"], "loop", "loop(Rel)"),
    (&["is_connected", "contiguous", "connect"], "connected", "connected(L)"),
    (&["regex", "regular", "match"], "matches", "L matches runs(Ks)"),
    (&["member", "memberchk", "contains"], "in", "X in L"),
    (&["between"], "in", "X in 1..9"),
    (&["dif", "neq", "unequal"], "\\=", "A \\= B"),
    (&["eq", "equal", "equals"], "=", "A = B"),
    (&["odd"], "mod", "A mod 2 = 1"),
    (&["even", "divides", "modulo"], "mod", "A mod 2 = 0"),
    (&["forall", "foreach", "all"], "=>", "(cell(A) => A > 0)"),
    (&["findall", "setof", "bagof"], "[E : Goals]", "[A : cell(A), A > 0]"),
    (&["append", "concat"], "[..Front, ..Back]", "L = [..Front, X, ..Back]"),
];

/// What a name from elsewhere is called here: the name, and how it is used.
pub fn word(name: &str) -> Option<(&'static str, &'static str)> {
    let (_, ours, example) = WORDS.iter().find(|(theirs, ..)| theirs.contains(&name))?;
    Some((ours, example))
}

/// E201: a name that is another one here. The edit is right only if that one takes as many arguments.
pub fn other_word(
    what: &str,
    shown: &str,
    spans: (Span, Span),
    word: (&str, &str),
    fits: bool,
) -> Diagnostic {
    let ((span, name_span), (ours, example)) = (spans, word);
    let diagnostic = Diagnostic::error("E201", format!("unknown {what} `{shown}`"));
    if fits {
        let diagnostic = diagnostic.at(span, format!("here it is called `{ours}`"));
        return diagnostic.mend(format!("write `{ours}`"), name_span, ours);
    }
    diagnostic
        .at(span, "nothing of this name is defined")
        .help(format!("write it with `{ours}`: `{example}`"))
}

/// E101: a word of the language where the author names a law.
pub fn law_of_word(word: &str, span: Span) -> Diagnostic {
    let instead = format!("{word}_law");
    Diagnostic::error("E101", format!("no law can be called `{word}`"))
        .at(span, "a word of the language")
        .mend(format!("take another name, such as `{instead}`"), span, instead)
}

/// E101: a word of the language where the author names a definition.
pub fn definition_of_word(word: &str, span: Span) -> Diagnostic {
    let instead = format!("is_{word}");
    Diagnostic::error("E101", format!("no definition can be called `{word}`"))
        .at(span, "a word of the language")
        .mend(format!("take another name, such as `{instead}`"), span, instead)
}

/// E101: a chain of comparisons that does not lead one way.
pub fn chain(sign: Span, other: Span) -> Diagnostic {
    Diagnostic::error("E101", "a chain of comparisons leads one way")
        .at(sign, "another way")
        .at(other, "than here")
        .help(
            "write two comparisons; a chain has `<`, `=<` and `=`, as in `2 =< X < 5`, or `>`, `>=` and `=`",
        )
}
