//! The formatter's promises, on samples and at random.

mod random;
mod tree;

use super::*;
use crate::language::syntax::token::lex;

/// Formats a text that parses and checks what holds for every result.
pub(super) fn formatted(text: &str) -> String {
    let once = format(0, text).unwrap_or_else(|wrong| panic!("{wrong:?}\n{text}"));
    let again = format(0, &once).unwrap_or_else(|wrong| panic!("{wrong:?}\n{once}"));
    assert_eq!(once, again, "formatting twice differs from formatting once, of\n{text}");
    assert!(once.is_empty() || once.ends_with('\n'));
    assert!(once.lines().all(|line| line.trim_end() == line), "blanks at the end of a line:\n{once}");
    let (before, after) = (lex(0, text), lex(0, &once));
    let comments = |lexed: &crate::language::syntax::token::Lexed<'_>| -> Vec<String> {
        lexed.comments.iter().map(|comment| write::trim_lines(&comment.text)).collect()
    };
    assert_eq!(comments(&before), comments(&after));
    assert_eq!(before.tokens.len(), after.tokens.len());
    once
}

/// A text that is in form already.
fn stays(text: &str) {
    assert_eq!(formatted(text), text);
}

fn becomes(text: &str, expected: &str) {
    assert_eq!(formatted(text), expected);
}

#[test]
fn blanks_are_set_by_the_tokens() {
    becomes("f( A ,B ):-A<B,not(A=B ; B=1).", "f(A, B) :- A < B, not (A = B ; B = 1).\n");
    becomes("f([H|T],[..],[E:G],{1,2}).", "f([H | T], [..], [E : G], {1, 2}).\n");
    becomes("f([A,..M,B],[..K,0 *|T],1 .. n).", "f([A, ..M, B], [..K, 0* | T], 1..n).\n");
    becomes("l:X in 0..n - 1=>X '= - 1- -X.", "l: X in 0..n - 1 => X' = -1 - -X.\n");
    becomes("g-->0*,1 ^K,( a|b )+ .", "g --> 0*, 1^K, (a | b)+ .\n");
    becomes("drop merge / 2.", "drop merge/2.\n");
    becomes("hidden f(A)::{a}:-g(A).", "hidden f(A) :: {a} :- g(A).\n");
}

#[test]
fn products_of_simple_operands_are_tight() {
    stays(
        "param a = r*c.\nparam b = n * (n*n + 1) / 2.\nparam d = (n + 1) / 2.\nparam e = 2*a - b/2 + abs(x) * 3.\n",
    );
    stays("law: X mod 2 = 0, (R*c + C) mod (r*c) = 2 * -X.\n");
}

#[test]
fn statements_that_share_a_line_stay_together() {
    becomes("param r=3.   param c=3.\nf(1). f(2).\n", "param r = 3.  param c = 3.\nf(1).  f(2).\n");
    let long = "p(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa).";
    becomes(&format!("{long} {long} {long}"), &format!("{long}  {long}\n{long}\n"));
}

#[test]
fn blank_lines_collapse_to_one() {
    becomes("\n\na.\n\n\n\nb.\n% c\n\n\n", "a.\n\nb.\n% c\n");
    becomes("%!doc\n\n\nl: a.", "%! doc\nl: a.\n");
    becomes("", "");
}

#[test]
fn comments_keep_their_place() {
    stays("% head\n\na.    % one\nbcd.  % two\n");
    becomes("a. % one\nbcd.   % two\n", "a.    % one\nbcd.  % two\n");
    stays("f(A) :-\n    % why\n    g(A),  % because\n    h(A).\n");
    becomes("f(A):-g(A), % so\nh(A).", "f(A) :- g(A),  % so\n        h(A).\n");
    becomes("f(/* a */A,B/* b */). /* c */g.", "f(/* a */ A, B /* b */).  /* c */ g.\n");
    stays("/* several\n   lines */\na.\n");
    stays("a.                  % far out\nb.                  % and again\n");
}

#[test]
fn laws_are_lined_up_and_the_rest_on_request() {
    becomes("%! d\na: x.\n% c\nlonger: y.\n\nb: z.\n", "%! d\na:      x.\n% c\nlonger: y.\n\nb: z.\n");
    stays("a:  x(L) => y.\nbb: x(L, M) => y.\n");
    becomes("a:  x(L)  => y.\nbb: x(L, M) => y.\n", "a:  x(L)    => y.\nbb: x(L, M) => y.\n");
    stays("one(A) :- a.\nothers(B) :- b.\n");
    becomes("f([]) :- a.\nf([H | T])  :- b.\n", "f([])      :- a.\nf([H | T]) :- b.\n");
    stays("slide(L) :- a.\nmerge([A, A])    :- b.\nmerge([A, B, C]) :- c.\n");
    stays("see(T, K) :- H > T,  see(H, K).\nsee(T, K) :- H =< T, see(T, K).\n");
    stays("lane(left,  I) :- a.\nlane(right, I) :- b.\nrow(I, J)      :- c.\n");
    stays("q: distinct([f(R)     : R in 1..n]).\np: distinct([f(R) + R : R in 1..n]).\n");
    stays("top  \"1\".\nleft \"2\".\n");
    stays("r([])  --> 0* .\nr([K]) --> 0*, 1^K.\n");
    // Too far apart to be lined up.
    becomes(
        "f(a)  :- a.\ng(aaaaaaaaaaaaaaaaaaaaaaaaaaaa)  :- b.\n",
        "f(a) :- a.\ng(aaaaaaaaaaaaaaaaaaaaaaaaaaaa) :- b.\n",
    );
}

#[test]
fn long_rows_break_where_they_hurt_least() {
    becomes(
        "sandwiches: clue(S, I, K), lane(S, I, L) => L = [.., A, ..Filling, B, ..], {A, B} = {1, r*c}, sum(Filling) = K.",
        "sandwiches: clue(S, I, K), lane(S, I, L) =>\n            \
         L = [.., A, ..Filling, B, ..], {A, B} = {1, r*c}, sum(Filling) = K.\n",
    );
    let cells = (0..40).map(|at| format!("r1c{at}")).collect::<Vec<_>>().join(",");
    let text = formatted(&format!("arrow([{cells}])."));
    assert!(text.lines().all(|line| line.len() <= 110), "{text}");
    assert!(text.lines().skip(1).all(|line| line.starts_with("       r1c")), "{text}");
    becomes(
        "far(aaaaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb) :- some_goal(A, B, C), another_goal(A, B, C, D).",
        "far(aaaaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb) :-\n    \
         some_goal(A, B, C), another_goal(A, B, C, D).\n",
    );
    stays(
        "window(L) :- I in [2, 6], J in [2, 6],\n             L = [cell(I + A, J + B) : A in 0..2, B in 0..2].\n",
    );
}

#[test]
fn drawings_keep_their_characters() {
    becomes("given\"\"\"\r\n1 .  2 \r\n  . . .\t\r\n\"\"\".\r\n", "given \"\"\"\n1 .  2\n  . . .\n\"\"\".\n");
    becomes("a \"\"\"x\" \"\"\".", "a \"\"\"x\" \"\"\".\n");
    becomes("a. g \"\"\"\n1\n\"\"\". b.", "a.\ng \"\"\"\n1\n\"\"\".\nb.\n");
}

#[test]
fn a_text_that_does_not_parse_is_left_alone() {
    let wrong = format(0, "a :- .\nb(.\n").expect_err("it does not parse");
    assert_eq!(wrong.len(), 2);
}

#[test]
fn a_tree_without_parentheses_gets_those_it_needs() {
    use crate::language::syntax::ast::{Operator, TermKind};
    let make = |kind| Term::new(kind, crate::language::source::Span::default(), &mut Vec::new());
    let name = |text: &str| Box::new(make(TermKind::Name(text.to_owned())));
    let sum = Box::new(make(TermKind::Arithmetic(Operator::Sub, name("a"), name("b"))));
    let product = make(TermKind::Arithmetic(Operator::Mul, sum.clone(), Box::new(make(TermKind::Int(-2)))));
    assert_eq!(term(&product), "(a - b) * -2");
    assert_eq!(term(&make(TermKind::Arithmetic(Operator::Sub, name("c"), sum))), "c - (a - b)");
    let both = make(TermKind::And(vec![*name("a"), *name("b")]));
    assert_eq!(term(&make(TermKind::Not(Box::new(both)))), "not (a, b)");
}

#[test]
fn large_files_are_formatted_in_time() {
    let one_line = "p(a, b) :- q(a), r(b). ".repeat(20_000);
    let one_fact = format!("p([{}0]).", "1, ".repeat(100_000));
    let begin = std::time::Instant::now();
    formatted(&one_line);
    formatted(&one_fact);
    formatted(&one_line.replace(". ", ".\n"));
    assert!(begin.elapsed().as_secs() < 60, "{:?}", begin.elapsed());
}
