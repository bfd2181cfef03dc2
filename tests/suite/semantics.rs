//! What the language says in words, as a table: rules, and what must come out.

use std::collections::BTreeSet;

use gridlog::stages::diagnostic::Diagnostic;
use gridlog::stages::ground::{Ground, Options, ground};
use gridlog::stages::resolve::{BuiltIn, Request, resolve};
use gridlog::stages::source::Sources;

use super::random::judge;

/// What must come out of a rule set.
enum Then {
    /// So many assignments satisfy all laws, by the instances and by the checker.
    Solutions(usize),
    /// The law has so many instances that can be broken.
    Instances(usize),
    /// The law speaks at so many places: instances, equal ones, and those that always hold.
    Places(usize),
    /// The move has so many heads.
    Heads(usize),
    /// Exactly these errors.
    Errors(&'static [&'static str]),
    /// An error with this code that says this.
    Says(&'static str, &'static str),
    /// No error.
    Fine,
}
use Then::{Errors, Fine, Heads, Instances, Places, Says, Solutions};

/// What rules amount to, and what is wrong with them; mistakes in the text come before all others.
fn expand(text: &str) -> (Ground, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let source = sources.add("table.puzzle", text);
    let request = Request { puzzle: Some(source), ..Request::default() };
    let (program, mut diagnostics) = resolve(&request, &mut sources, &BuiltIn);
    diagnostics.retain(Diagnostic::is_error);
    let (ground, mut found) = ground(&program, &Options { puzzle: true, ..Options::default() });
    found.retain(Diagnostic::is_error);
    (ground, if diagnostics.is_empty() { found } else { diagnostics })
}

/// What is wrong with a row of the table; nothing if it comes out as it must.
fn complaint(text: &str, then: &Then) -> Option<String> {
    let (ground, diagnostics) = expand(text);
    let codes: BTreeSet<&str> = diagnostics.iter().map(|found| found.code).collect();
    let tally = ground.laws.first().copied().unwrap_or_default();
    let (found, wanted) = match then {
        Errors(wanted) => (format!("{codes:?}"), format!("{:?}", wanted.iter().collect::<BTreeSet<_>>())),
        Says(code, part) => {
            let said = |found: &Diagnostic| found.code == *code && found.title.contains(part);
            let titles: Vec<&str> = diagnostics.iter().map(|found| found.title.as_str()).collect();
            if diagnostics.iter().any(said) {
                return None;
            }
            (format!("{titles:?}"), format!("{code}: {part}"))
        }
        _ if !diagnostics.is_empty() => (format!("{diagnostics:?}"), "no error".to_owned()),
        Fine => return None,
        Instances(wanted) => (tally.instances.to_string(), wanted.to_string()),
        Places(wanted) => ((tally.instances + tally.equal + tally.always).to_string(), wanted.to_string()),
        Heads(wanted) => (ground.moves[0].heads.to_string(), wanted.to_string()),
        Solutions(wanted) => match judge(text) {
            Err(why) => (why, wanted.to_string()),
            Ok(Err(codes)) => (format!("{codes:?}"), wanted.to_string()),
            Ok(Ok(table)) => {
                let count = table.iter().filter(|row| row.iter().all(|&holds| holds)).count();
                (count.to_string(), wanted.to_string())
            }
        },
    };
    (found != wanted).then(|| format!("{text}\n  comes out as {found}, not as {wanted}"))
}

#[test]
fn the_language_means_what_it_says() {
    let rows = MEANING.iter().chain(FOUND).chain(MISTAKES);
    let wrong: Vec<String> = rows.filter_map(|(text, then)| complaint(text, then)).collect();
    assert!(wrong.is_empty(), "{} rows\n{}", wrong.len(), wrong.join("\n"));
}

/// The examples of the design and of the reference.
const MEANING: &[(&str, Then)] = &[
    // The mechanism: the worked example, and the same with K after the call or as a function.
    (
        "grid(1, 3) :: 1..3.  s: row(_, L) => visible(L, 0, 2).
         visible([], _, 0).
         visible([H | T], Top, K) :- H > Top, visible(T, H, K - 1).
         visible([H | T], Top, K) :- H =< Top, visible(T, Top, K).",
        Solutions(12),
    ),
    (
        "grid(1, 3) :: 1..3.  s: row(_, L) => visible(L, 0) = 2.
         visible([], _, 0).
         visible([H | T], Top, K) :- H > Top, visible(T, H, J), K = J + 1.
         visible([H | T], Top, K) :- H =< Top, visible(T, Top, K).",
        Solutions(12),
    ),
    ("x(I) :: 0..1 :- I in 1..2.  s: x(I) => x(I) = 1.", Solutions(1)),
    ("x(I) :: 0..1 :- I in 1..2.  s: x(I) => x(I) = 1.", Places(2)),
    // `_` is a place as well as a name is: some on the right, none under `not`, each on the left.
    ("x(I) :: 0..1 :- I in 1..2.  s: true => x(_) = 1.", Solutions(3)),
    ("x(I) :: 0..1 :- I in 1..2.  s: not x(_) = 1.", Solutions(1)),
    ("x(I) :: 0..1 :- I in 1..2.  s: 0 < x(_) < 2 => x(1) = 0.", Solutions(2)),
    ("grid(2, 2) :: 0..1.  s: true => cell(_, 2) + cell(_, 1) = 2.", Solutions(9)),
    // Two levels.
    ("grid(9, 9) :: 0..9.  a: row(_, L), box(3, 3, M), A in L, A in M => A > 0.", Places(81)),
    ("grid(9, 9) :: 1..9.  b: row(_, L), A in L, B in L, A = B => same(A, B).", Places(729)),
    ("grid(1, 3) :: 1..3.  b: row(_, L), A in L, B in L, A = B => same(A, B).", Solutions(6)),
    ("grid(1, 2) :: 0..2.  s: T = r1c1, T = 2 => T = r1c2.", Solutions(7)),
    ("grid(1, 2) :: 0..2.  s: r1c1 in [r1c2, 5].", Solutions(0)),
    ("grid(1, 2) :: 0..2.  s: true => X in [r1c2], X = r1c1.", Solutions(3)),
    ("grid(1, 2) :: 0..2.  s: K in r1c1..r1c2 => K < 2.", Solutions(6)),
    // Equations, arithmetic, functions.
    ("grid(1, 2) :: 0..2.  s: [r1c1, r1c2] = [1, 2].", Solutions(1)),
    ("grid(1, 2) :: 0..2.  s: [r1c1, r1c2] = [1].", Solutions(0)),
    ("grid(1, 1) :: 0..2.  s: not a = 1.", Solutions(3)),
    ("grid(1, 3) :: 0..4.  s: true => joins(r1c1, r1c2, r1c3).  joins(A, A, A + A).", Solutions(3)),
    ("grid(3, 3) :: 0..1.  x: row(3, L) => count(0, L) = 2.", Instances(1)),
    ("grid(3, 3) :: 0..1.  x: row(3, L) => count(0, L) = 2.", Solutions(192)),
    ("grid(1, 1) :: 0..1.  s: [I : nth(I, [7, 8, 7], 7)] = [1, 3].", Solutions(2)),
    ("grid(1, 2) :: 0..3.  s: nth(r1c1, [3, 1, 2]) = r1c2.", Solutions(3)),
    ("grid(1, 2) :: 0..3.  s: t(r1c1) = r1c2.  t(0, 3).  t(2, 1).", Solutions(2)),
    ("grid(1, 2) :: 0..3.  s: not t(r1c1) = r1c2.  t(0, 3).  t(2, 1).", Solutions(14)),
    // Comprehensions.
    ("grid(1, 3) :: 0..1.  c: row(_, L) => len([X : X in L, X = 1]) =< 2.", Solutions(7)),
    ("grid(1, 2) :: 0..1.  s: true => max([X : X in cells, X > 0]) = 1.", Solutions(3)),
    ("grid(1, 2) :: 0..1.  s: true => max([0 | [X : X in cells, X > 0]]) = 0.", Solutions(1)),
    ("grid(1, 2) :: 0..1.  s: [X : X in cells, X > 0] = [].", Solutions(1)),
    ("grid(1, 2) :: 0..2.  s: distinct([X : X in cells, X > 0]).", Solutions(7)),
    // Predicates right of the arrow.
    (
        "grid(1, 3) :: 1..3.  e: row(_, L) => rising(L).
         rising([_]).  rising([A, B | T]) :- A < B, rising([B | T]).",
        Solutions(1),
    ),
    // Connectives.
    ("grid(1, 2) :: 0..1.  g: A in cells => A = 0 ; adjacent(A, B), B = 1.", Solutions(2)),
    ("grid(1, 2) :: 0..1.  s: not r1c1 = r1c2, r1c1 = 1.", Solutions(1)),
    ("grid(1, 2) :: 0..1.  s: r1c1 = 1 => r1c2 = 1 => false.", Solutions(3)),
    ("grid(1, 3) :: 0..3.  s: cell(A), A = 0 => (adjacent(A, B) => B > 0).", Solutions(57)),
    // Open conditions on the left.
    ("grid(9, 9) :: 1..9.  t: line([.., A, B, ..]), A = 9 => B < 5 ; B = 7.", Instances(144)),
    ("grid(9, 9) :: 0..1.  u: line([.., 1, B, ..]) => B = 0.", Instances(80)),
    ("grid(1, 3) :: 0..1.  u: line([.., 1, B, ..]) => B = 0.", Solutions(5)),
    // Instances, as the reference counts them.
    ("grid(9, 9) :: 1..9.  s: line(L) => distinct(L).", Instances(18)),
    ("grid(9, 9) :: 1..9.  s: touching(A, B) => A \\= B.", Instances(272)),
    ("grid(9, 9) :: 1..81.  s: cells(L) => distinct(L).", Instances(1)),
    // List patterns.
    ("grid(1, 1) :: 0..0.  s: [K : [..K, 0*] = [5, 0, 0]] = [[5], [5, 0], [5, 0, 0]].", Solutions(1)),
    ("grid(1, 4) :: 0..4.  s: cells(M) => [..[2, 4], 0*] = M.", Solutions(1)),
    ("grid(1, 1) :: 0..0.  s: true => M = [..[1, 2], 3], M = [1, 2, 3].", Solutions(1)),
    ("grid(1, 3) :: 0..1.  s: cells(L) => L = [0*, 1*].", Solutions(4)),
    ("grid(1, 3) :: 0..1.  s: cells(L) => L = [.., A, A, ..].", Solutions(6)),
    // Distinct, connected.
    ("grid(1, 4) :: 0..1.  s: distinct([[r1c1, r1c2], [r1c3, r1c4]]).", Solutions(12)),
    ("grid(1, 3) :: 0..1.  s: connected([A : cell(A), A = 1]).", Solutions(7)),
    ("grid(1, 2) :: 0..1.  s: distinct([r1c1, r1c1]).", Solutions(0)),
    // Solutions.
    ("grid(1, 2) :: 0..1.   s: true => K in 0..1, K =< r1c1.", Solutions(4)),
    ("grid(1, 2) :: 0..1.   s: true => r1c1 = 1.", Solutions(2)),
    // Line grammars.
    ("grid(1, 4) :: 0..1.  s: row(_, L) => L matches runs([2]).  runs([K]) --> 0*, 1^K, 0* .", Solutions(3)),
    ("grid(1, 6) :: 1..2.  s: row(_, L) => L matches b.  b --> [] .  b --> 1, b, 2, b.", Solutions(5)),
    ("grid(1, 12) :: 1..2.  s: row(_, L) => L matches b.  b --> [] .  b --> 1, b, 2, b.", Solutions(132)),
    ("grid(1, 3) :: 0..1.  s: cells(L) => L matches (g).  g --> (0*)*, 1.", Solutions(1)),
    // Integers.
    ("grid(1, 1) :: 0..0.  s: true => (8 + 1) / 2 = 4.", Solutions(1)),
    ("grid(1, 1) :: 0..0.  s: true => X = -7 / 2, Y = -7 mod 2, X = -4, Y = 1.", Solutions(1)),
    ("grid(1, 1) :: -7..7.  s: A in cells => A / 2 = -4, A mod 2 = 1.", Solutions(1)),
    ("grid(1, 2) :: -3..3.  s: true => r1c1 = r1c2*(r1c1 / r1c2) + r1c1 mod r1c2.", Solutions(42)),
    ("grid(1, 1) :: 0..0.  s: sum([]) = 0, product([]) = 1, len([]) = 0, not min([]) = 0.", Solutions(1)),
    ("grid(1, 1) :: 0..0.  s: [X : X in 3..1] = [].", Solutions(1)),
    ("grid(1, 1) :: 0..2.  s: true => 2 / r1c1 >= 0.", Solutions(2)),
    ("grid(1, 1) :: 0..2.  s: not 2 / r1c1 >= 0.", Solutions(1)),
    // The objective: its value is that of an expression right of the arrow.
    ("grid(1, 3) :: 0..2.  s: cells(L) => sum(L) >= 2.  t: sum(cells) = 2.", Solutions(6)),
    ("grid(1, 3) :: 0..2.  s: cells(L) => sum(L) >= 2.  t: sum(cells) < 2.", Solutions(0)),
    ("grid(1, 3) :: 0..2.  s: cells(L) => sum(L) >= 2.  minimise sum(cells).  expect best = 2.", Fine),
    // Files and moves.
    ("use sudoku.   drop boxes.   boxes: line(L) => distinct(L).", Fine),
    ("boxes: line(L) => distinct(L).  use sudoku.  drop boxes.", Fine),
    ("use \"2048\".", Heads(4)),
];

/// Rules on which instances, checker or other words once disagreed, as small as they get.
const FOUND: &[(&str, Then)] = &[
    // A number without a value makes the goal it stands in fail, wherever it is passed on to.
    ("grid(1, 1) :: 0..1.  s: T = 1 / r1c1 => false.", Solutions(1)),
    ("grid(1, 1) :: 0..1.  s: true => 0 * (1 / r1c1) = 0.", Solutions(1)),
    ("grid(1, 1) :: 0..1.  s: true => 1 / r1c1 - 1 / r1c1 = 0.", Solutions(1)),
    ("grid(1, 1) :: 0..1.  s: true => len([1 / r1c1, 2]) = 2.", Solutions(1)),
    ("grid(1, 1) :: 0..1.  s: true => len(1..nth(r1c1, [1, 1])) = 0.", Solutions(0)),
    ("grid(1, 2) :: 0..2.  s: true => sum([T : X in cells, X > 0, T = 2 / X]) = 2.", Solutions(3)),
    ("grid(1, 2) :: 0..2.  s: true => sum([2 / X : X in cells]) = 2.", Solutions(3)),
    // The value of a cell is not the cell.
    ("grid(1, 1) :: 0..1.  s: true => T = r1c1 + 0, same(T, r1c1).", Solutions(0)),
    ("grid(1, 2) :: 0..1.  s: true => r1c1 * 1 in [r1c2].", Solutions(2)),
    ("grid(1, 2) :: 0..1.  s: true => sum([r1c1]) in [r1c2].", Solutions(2)),
    ("grid(1, 2) :: 0..1.  s: 1 in reach(r1c1, alike).", Solutions(2)),
    ("grid(1, 2) :: 1..2.  s: nth(r1c1, cells) in [r1c1].", Solutions(3)),
    // Numbers of a set are told apart by value, places as places.
    ("grid(1, 2) :: 0..1.  s: len({r1c1 + 0, r1c2 + 0}) = 1.", Solutions(2)),
    ("grid(1, 2) :: 0..1.  s: len({r1c1, r1c2}) = 2.", Solutions(4)),
    // Only `reach` follows the direction of a relation.
    (
        "grid(2, 2) :: 0..2.  s: len(reach(r1c1, up)) = 3.  up(A, B) :- adjacent(A, B), B > A.",
        Solutions(14),
    ),
    ("grid(2, 2) :: 0..2.  s: r2c2 in reach(r1c1, up).  up(A, B) :- adjacent(A, B), B > A.", Solutions(5)),
    (
        "grid(2, 2) :: 0..2.  s: not (r2c2 in reach(r1c1, up)).  up(A, B) :- adjacent(A, B), B > A.",
        Solutions(76),
    ),
    ("grid(2, 2) :: 0..2.  s: connected(cells, up).  up(A, B) :- adjacent(A, B), B > A.", Solutions(42)),
    ("grid(2, 2) :: 0..3.  s: loop(nx).  nx(A, B) :- adjacent(A, B), B = (A + 1) mod 4.", Solutions(32)),
    ("grid(1, 4) :: 0..1.  s: r1c2 = 1 => r1c1 in reach(r1c3, pair).", Solutions(8)),
    ("grid(1, 4) :: 0..1.  s: len(reach(r1c3, pair)) = 2.", Solutions(16)),
    // A loop may be asked for where it is not denied in the end.
    ("grid(2, 2) :: 0..1.  s: not (r1c1 = 0, not loop(alike)).", Solutions(9)),
    ("grid(2, 2) :: 0..1.  s: cell(A), A = 0 => loop(alike).", Solutions(2)),
    ("grid(1, 1) :: 0..1.  move m: not r1c1 = 1 => r1c1' = 1.  goal: loop(alike) => r1c1 = 1.", Fine),
    // A default may depend on what is set, and be of several kinds.
    ("use sudoku with n = 6.  drop lines.", Instances(6)),
    ("use sudoku with n = 12, r = 2.", Instances(24)),
    ("use sudoku with r = 2.  drop lines.", Instances(6)),
    ("use sudoku with c = 2, r = 2.  drop lines.", Instances(4)),
    ("use sudoku.  drop lines.", Instances(9)),
    ("param a = b + 1 ; 3.  param b = a - 1 ; 7.  grid(1, b) :: 0..1.  s: cell(A) => A = 1.", Instances(2)),
    ("param a = max([K : K in 1..b, K > 5]) ; 2.  param b = 4.  grid(1, b) :: 0..a.", Fine),
    // Walls are not counted, and a place beside itself is no step.
    (
        "grid(1, 2) :: 0..1.  wall(r1c1).  s: len(reach(r1c2, rel)) = 1.
         rel(A, B) :- step(A, _, B), r1c2 = 1.",
        Solutions(2),
    ),
    ("grid(2, 3).  link({A, B}) :: 0..1 :- adjacent(A, B).  j(A, B) :- adjacent(A, B), link({A, B}) = 1.  s: acyclic(j).", Solutions(112)),
    ("grid(2, 3).  link({A, B}) :: 0..1 :- adjacent(A, B).  j(A, B) :- adjacent(A, B), link({A, B}) = 1.  s: tree(j).", Solutions(66)),
    ("grid(2, 3).  link({A, B}) :: 0..1 :- adjacent(A, B).  j(A, B) :- adjacent(A, B), link({A, B}) = 1.  s: path(j).", Solutions(49)),
    ("grid(2, 3).  link({A, B}) :: 0..1 :- adjacent(A, B).  j(A, B) :- adjacent(A, B), link({A, B}) = 1.  s: loops(j).", Solutions(4)),
    ("grid(2, 3).  link({A, B}) :: 0..1 :- adjacent(A, B).  j(A, B) :- adjacent(A, B), link({A, B}) = 1.  s: loop(j).", Solutions(3)),
    ("grid(2, 3).  link({A, B}) :: 0..1 :- adjacent(A, B).  j(A, B) :- adjacent(A, B), link({A, B}) = 1.  s: not acyclic(j).", Solutions(16)),
    ("grid(2, 3).  link({A, B}) :: 0..1 :- adjacent(A, B).  j(A, B) :- adjacent(A, B), link({A, B}) = 1.  s: end(r1c1, j).", Solutions(64)),
    ("grid(2, 3).  link({A, B}) :: 0..1 :- adjacent(A, B).  j(A, B) :- adjacent(A, B), link({A, B}) = 1.  s: path(j), end(r1c1, j), end(r2c3, j).", Solutions(4)),
    ("grid(2, 3).  link({A, B}) :: 0..1 :- adjacent(A, B).  j(A, B) :- adjacent(A, B), link({A, B}) = 1.  s: tree(j) ; loops(j).", Solutions(70)),
    ("grid(3, 3).  link({A, B}) :: 0..1 :- adjacent(A, B).  j(A, B) :- pair(A, B), link({A, B}) = 1.  s: loop(j), inside(r2c2, j).", Solutions(1)),
    ("grid(3, 3).  link({A, B}) :: 0..1 :- adjacent(A, B).  j(A, B) :- pair(A, B), link({A, B}) = 1.  s: loop(j), outside(r2c2, j).", Solutions(0)),
    ("grid(2, 2).  drawn(S) :: 0..1 :- side(_, S).  j(P, Q) :- drawn({P, Q}) = 1.  s: loop(j), inside(r1c1, j).", Solutions(7)),
    ("grid(2, 2).  drawn(S) :: 0..1 :- side(_, S).  j(P, Q) :- drawn({P, Q}) = 1.  s: loop(j), inside(r1c1, j), outside(r1c2, j).", Solutions(3)),
    ("grid(1, 2) :: 0..3.  s: 1 =< r1c1 < r1c2.", Solutions(3)),
    ("grid(1, 2) :: 0..3.  s: not 1 =< r1c1 =< 2.", Solutions(8)),
    ("grid(1, 2) :: 0..3.  s: 3 > r1c1 >= r1c2 = 1.", Solutions(2)),
    ("grid(1, 2) :: 0..3.  s: 1 =< sum(cells) = r1c1 + r1c2 =< 2.", Solutions(5)),
    ("grid(1, 2) :: 0..1.  s: r1c1 = 1 <=> r1c2 = 1.", Solutions(2)),
    ("grid(2, 2) :: 0..1.  s: cell(A) => A = 1 <=> adjacent(A, B), B = 1.", Solutions(2)),
    ("grid(1, 2) :: 0..1.  s: (A in cells, A = 1) <=> not (A in cells, A = 0).", Solutions(2)),
    ("l(a).  l(b).  grid(1, 2) :: {none, V : l(V)}.  s: r1c1 in {V : l(V)}.", Solutions(6)),
    ("grid(1, 1) :: {0, 7, K : K in 1..3}.  s: r1c1 > 1.", Solutions(3)),
    ("grid(1, 1) :: 0..3.  s: {3, K : K in 1..2} = {K : K in 1..3}.", Solutions(4)),
    ("grid(1, 3) :: {x, y}.  wall(r1c2).  s: beam(r1c1, right, L) => count(y, L) = 1.", Solutions(2)),
    // A list is not run through before a definition that would compare its values.
    ("grid(1, 3) :: 0..1.  one([X], X).  s: true => col(_, L), not (one([r1c3], Y), Y in L).", Solutions(8)),
    ("grid(1, 3) :: 0..1.  one([X], X).  s: true => col(1, L), (one([r1c3], Y), Y in L <=> r1c1 = 1).", Solutions(4)),
    // Shapes in all their places; one that looks the same after a turn is in no more.
    ("grid(2, 3) :: 0..1.  input t(unit(Y, X), N).  t \"\"\"\nl .\nl l\n\"\"\".  s: area(t, l, O), laid(O, P) => A in P, A = 1.", Places(8)),
    ("grid(2, 3) :: 0..1.  input t(unit(Y, X), N).  t \"\"\"\n. . i\n. . i\n. . i\n\"\"\".  s: area(t, i, O), laid(O, P) => A in P, A = 1.", Places(2)),
    ("grid(2, 3) :: 0..1.  wall(r1c1).  input t(unit(Y, X), N).  t \"\"\"\no o\n\"\"\".  s: true => area(t, o, O), len({P : laid(O, P)}) = 5.", Solutions(32)),
    ("grid(2, 3) :: 0..1.  input t(unit(Y, X), N).  t \"o o o\".  s: area(t, o, O) => len([P : laid(O, P)]) = 2.", Solutions(64)),
    ("grid(2, 3) :: 0..1.  input t(unit(Y, X), N).  t \"o o\".  s: area(t, o, O), row(1, L), laid(O, L, P) => A in P, A = 1.", Places(2)),
    ("grid(2, 2) :: 0..0.  s: loop(rel).  rel(r1c3, r1c3).  rel(A, B) :- adjacent(A, B).", Solutions(1)),
    ("grid(1, 1) :: 0..2.  s: K in 0..product([1, r1c1]) => K < 2.", Solutions(2)),
    // Results that depend on values are alternatives.
    ("grid(1, 1) :: 0..2.  s: f(r1c1) = 2.  f(A, 1) :- A > 0.  f(A, 2) :- A > 1.", Solutions(1)),
    // Sets compare as sets, inside `distinct` too; lists to any depth.
    ("grid(1, 2) :: 0..1.  s: distinct([{r1c1, r1c2}, {0, 1}]).", Solutions(2)),
    ("grid(1, 2) :: 0..1.  s: distinct([[[r1c1]], [[r1c2]]]).", Solutions(2)),
    // A test counts once, also if it is a pattern, or has `_` in it.
    ("grid(1, 2) :: 0..1.  s: cells(L) => len([1 : L = [.., 1, ..]]) =< 1.", Solutions(4)),
    ("grid(1, 3) :: 0..0.  s: len([A : cell(A), adjacent(A, _)]) = 3.", Solutions(1)),
    ("grid(1, 2) :: 0..1.  s: len([1 : _ in cells]) = 1.", Solutions(4)),
    // A name that comes out of a recursive definition by way of another goal.
    (
        "grid(1, 2) :: 0..1.  s: more(cells) = 3.  more(L, R) :- ones(L, K), R = K + 1.
         ones([], 0).  ones([H | T], K) :- H = 1, ones(T, J), K = J + 1.  ones([H | T], K) :- H \\= 1, ones(T, K).",
        Solutions(1),
    ),
    (
        "grid(1, 2) :: 0..1.  s: len([1 : A in cells, A =< ones(cells)]) = 2.
         ones([], 0).  ones([H | T], K) :- H = 1, ones(T, J), K = J + 1.  ones([H | T], K) :- H \\= 1, ones(T, K).",
        Solutions(4),
    ),
    (
        "grid(1, 2) :: 0..1.  s: true => A = ones(cells) + B, A = 3, C in [1], B = C.
         ones([], 0).  ones([H | T], K) :- H = 1, ones(T, J), K = J + 1.  ones([H | T], K) :- H \\= 1, ones(T, K).",
        Solutions(1),
    ),
    (
        "grid(1, 2) :: 0..1.  s: len([1 : K in 1..ones(cells)]) = 2.
         ones([], 0).  ones([H | T], K) :- H = 1, ones(T, J), K = J + 1.  ones([H | T], K) :- H \\= 1, ones(T, K).",
        Solutions(1),
    ),
    (
        "grid(1, 2) :: 0..1.  s: cell(A) => A =< more(cells).  more(L, R) :- ones(L, K), R = K + 1.
         ones([], 0).  ones([H | T], K) :- H = 1, ones(T, J), K = J + 1.  ones([H | T], K) :- H \\= 1, ones(T, K).",
        Solutions(4),
    ),
    // Arguments of a line grammar are read.
    ("grid(1, 3) :: 0..2.  s: [r1c2, r1c3] matches g(r1c1).  g(K) --> 1^K, 0* .", Solutions(3)),
];

/// Rules that say something wrong.
const MISTAKES: &[(&str, Then)] = &[
    ("grid(9, 9) :: 1..9.  y: true => distinct(box(3, 3)).", Says("E304", "9 values")),
    (
        "grid(4, 4) :: 1..4.  a: box(2, 2, L) => distinct(L).  y: true => distinct(box(2, 2)).",
        Errors(&["E304"]),
    ),
    ("grid(1, 2) :: 0..1.  d: row(_, L) => [X : X in L, X > 0] = [1, 2].", Errors(&["E303"])),
    ("grid(1, 2) :: 0..1.  d: row(_, L) => [X : X in L, X > 0] = 1..2.", Errors(&["E303"])),
    ("grid(1, 2) :: 0..1.  d: row(_, L) => [X : X in L, X > 0] = [X : X in L, X = 1].", Errors(&["E303"])),
    ("grid(1, 2) :: 0..1.  s: row(_, L) => sum(L) = 2*K.", Errors(&["E301"])),
    ("grid(1, 1) :: 0..1.  x :- not x.   f: true => x.", Errors(&["E401"])),
    ("grid(2, 2) :: 0..1.  h: touching(A, B), A + B =< 1.", Errors(&["E202"])),
    ("grid(1, 2) :: 0..1.  s: cell(A), (B in cells ; A = 1) => A = B.", Errors(&["E301"])),
    ("grid(1, 2) :: 0..1.  s: true => r1c1 = red.", Errors(&["E306"])),
    ("grid(1, 2) :: 0..1.  s: distinct([r1c1, [r1c2]]).", Errors(&["E306"])),
    ("grid(1, 2) :: {red, blue}.  s: true => r1c1 < r1c2.", Errors(&["E306"])),
    ("x(I) :: 0..1 :- I in 0..1.  s: true => x(x(0) + 0) = 1.", Errors(&["E306"])),
    ("grid(1, 2) :: 0..1.  s: true => r0c3 = 1.", Errors(&["E307"])),
    ("grid(1, 2) :: 0..1.  s: cells matches g(r0c3).  g(K) --> 1^K, 0* .", Errors(&["E307"])),
    ("grid(1, 2) :: 0..1.  s: true => r1c1 / 0 = 1.", Errors(&["E308"])),
    (
        "grid(1, 2) :: 0..1.  s: true => r1c1 * 9223372036854775807 * 9223372036854775807 * 3 = 1.",
        Errors(&["E309"]),
    ),
    ("grid(1, 2) :: 1..0.  s: true => r1c1 = 1.", Errors(&["E310"])),
    ("grid(1, 2) :: 0..1.  s: true => p(0).  p(N) :- p(N + 1).", Errors(&["E402"])),
    ("grid(1, 2) :: 0..1.  s: cells(L) => L matches a.  a --> a, 1.", Errors(&["E403"])),
    ("grid(1, 2) :: 0..1.  s: r1c1' = 1.", Errors(&["E501"])),
    ("grid(1, 2) :: 0..1.  move m(A): cell(A) => A' > A.  goal: r1c1 = 1.", Errors(&["E502"])),
    (
        "use fifteen with r = 2, c = 2.  drop slide.
         move slide: adjacent(H, T), H = 0 => H' = T, T' = 0.
         given \"\"\"
         0 1
         2 3
         \"\"\".",
        Errors(&["E503"]),
    ),
    (
        "grid(1, 2) :: 0..1.  move m(A): cell(A) => A' = 1.  goal: r1c1 = 1.  minimise r1c1.",
        Errors(&["E504"]),
    ),
    ("grid(1, 3) :: 0..2.  minimise sum(cells).  maximise r1c1.", Errors(&["E505"])),
    (
        "use sudoku.
         given \"\"\"
         1 . . . .
         . . . . .
         . . . . .
         . . . . .
         . . . . .
         \"\"\".",
        Errors(&["E603"]),
    ),
    (
        "use sudoku with r = 3, c = 3.
         given \"\"\"
         1 . . .
         . . . .
         . . . .
         . . . .
         \"\"\".",
        Errors(&["E603"]),
    ),
    ("use sudoku with n = 7.", Says("E208", "r = 3 and c = 2")),
    ("use sudoku with n = 16, r = 3.", Errors(&["E208"])),
    ("use sudoku with n = 6, r = 2, c = 2.", Errors(&["E208"])),
    ("use queens with n = 0.", Errors(&["E311"])),
    ("param a = b ; a.  param b = a.  grid(1, a) :: 0..1.", Errors(&["E401"])),
    // Names that would mean two things.
    ("grid(1, 2) :: 0..1.  input count(A, B, C).  s: count(A, _, _) => A = 1.", Says("E213", "prelude")),
    ("grid(1, 2) :: 0..1.  input distinct(A).  s: distinct(A) => A = 1.", Errors(&["E213"])),
    ("grid(1, 2) :: 0..1.  sum(A) :: 0..1 :- cell(A).  s: cell(A) => sum(A) = 1.", Errors(&["E213"])),
    ("grid(1, 2) :: 0..1.  p(A) :: 0..1 :- cell(A).  p(r1c1).  s: cell(A) => p(A) = 1.", Errors(&["E213"])),
    ("use futoshiki.  input smaller(A, B).", Says("E213", "`futoshiki`")),
    // The negation of a loop is not that there is none.
    ("grid(2, 2) :: 0..1.  s: not loop(alike).", Errors(&["E214"])),
    ("grid(2, 2) :: 0..1.  s: not tree(alike).", Errors(&["E214"])),
    ("grid(2, 2) :: 0..1.  s: path(alike) <=> r1c1 = 1.", Errors(&["E214"])),
    ("grid(2, 2) :: 0..1.  s: cell(A), A = 1 <=> adjacent(A, _).", Errors(&["E202"])),
    ("grid(1, 2) :: 0..1.  s: len({A : cell(A), A = 1}) = 1.", Errors(&["E303"])),
    ("grid(1, 2) :: 0..1.  s: nth(2, {r1c1 + 1, r1c2}) = 1.", Errors(&["E303"])),
    ("grid(2, 2) :: 0..1.  offer row(I, L) :- row(I, L).", Errors(&["E213"])),
    ("grid(1, 3) :: 0..1.  s: r1c1 < r1c2 > r1c3.", Errors(&["E101"])),
    ("grid(2, 2) :: 0..1.  s: loop(alike) => r1c1 = 1.", Errors(&["E214"])),
    ("grid(2, 2) :: 0..1.  s: len([A : cell(A), loop(alike)]) = 0.", Errors(&["E214"])),
    ("grid(2, 2) :: 0..1.  s: true => (round => r1c1 = 1).  round :- loop(alike).", Errors(&["E214"])),
    (
        "grid(2, 2) :: 0..1.  s: connected(cells, odd).  odd(A, B) :- pair(A, B), loop(alike).",
        Errors(&["E214"]),
    ),
    ("grid(1, 1) :: 0..1.  move m: r1c1 = 0 => r1c1' = 1.  goal: not loop(alike).", Errors(&["E214"])),
    ("grid(1, 2) :: 0..1.  s: true => r1c1 <= 1.", Errors(&["E102"])),
    ("grid(1, 2) :: 0..1.  s: true => p.  p.  p :- !.", Errors(&["E103"])),
    ("grid(1, 2) :: 0..1.  s: tru(r1c1) => r1c1 = 1.", Errors(&["E201"])),
    ("grid(1, 2) :: 0..1.  s: cell(A, B, C) => A = B, C = 1.", Errors(&["E203"])),
    ("grid(1, 2) :: 0..1.  grid(1, 3) :: 0..1.", Errors(&["E204"])),
    ("grid(1, 2) :: 0..1.  s: r1c1 = 1.  s: r1c2 = 1.", Errors(&["E205"])),
    ("use latin.  param n = 4.", Errors(&["E206"])),
    ("use latin with n = 4.  drop lins.", Errors(&["E209"])),
    ("use latinn.", Errors(&["E210"])),
];
