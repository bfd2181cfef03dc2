//! Recursive definitions as decision diagrams: the worked example of the design, and agreement with the evaluator.

use gridlog::stages::diagram::Diagram;
use gridlog::stages::eval::{Machine, Policy, branch};
use gridlog::stages::formula::{Closure, Formula};
use gridlog::stages::ground::Ground;
use gridlog::stages::source::Span;
use gridlog::stages::term::TermId;
use gridlog::stages::unknown::UnknownId;

use super::meaning::expanded;

/// The walks that the instances of a rule set consist of.
fn walks(ground: &Ground) -> Vec<Box<[Closure]>> {
    let formulas = ground.instances.iter().map(|instance| ground.world.formulas.get(instance.formula));
    formulas
        .filter_map(|formula| match formula {
            Formula::Walk(closures) => Some(closures.clone()),
            _ => None,
        })
        .collect()
}

fn diagram(ground: &mut Ground, closures: &[Closure]) -> Diagram {
    branch::walk(&mut ground.world, closures, Span::default()).expect("a diagram")
}

fn follow(diagram: &Diagram, ground: &mut Ground, values: &[TermId]) -> bool {
    let mut at = diagram.root;
    while at > Diagram::TRUE {
        let node = diagram.node(at);
        let domain = ground.world.values(UnknownId(node.var), 1000).expect("a small domain");
        let value = values[node.var as usize];
        let index = domain.iter().position(|&known| known == value).expect("a value of the domain");
        at = node.children[index];
    }
    at == Diagram::TRUE
}

/// Every row of values of a small world.
fn rows_of(ground: &mut Ground) -> Vec<Vec<TermId>> {
    let mut rows = vec![Vec::new()];
    for id in 0..ground.world.unknowns.len() as u32 {
        let values = ground.world.values(UnknownId(id), 1000).expect("a small domain");
        rows = rows
            .iter()
            .flat_map(|row: &Vec<TermId>| {
                values.iter().map(|&value| row.iter().copied().chain([value]).collect::<Vec<_>>())
            })
            .collect();
        assert!(rows.len() <= 20_000, "too many rows to try");
    }
    rows
}

/// Builds the diagram of each walk and tries every row of values; returns nodes and rows of the first.
fn judged(text: &str) -> (usize, usize) {
    let (_, mut ground) = expanded(text);
    let walks = walks(&ground);
    assert!(!walks.is_empty(), "no walk in {text}");
    let all = rows_of(&mut ground);
    let mut first = None;
    for closures in walks {
        let diagram = diagram(&mut ground, &closures);
        let mut rows = 0;
        for values in &all {
            let expected = Machine::new(&mut ground.world, Policy::Known(values))
                .walk_holds(&closures)
                .expect("a walk on known values");
            assert_eq!(follow(&diagram, &mut ground, values), expected, "{text}");
            rows += usize::from(expected);
        }
        first.get_or_insert((diagram.len(), rows));
    }
    first.expect("a walk")
}

const VISIBLE: &str = "
visible([], _, 0).
visible([H | T], Top, K) :- H > Top,  visible(T, H, K - 1).
visible([H | T], Top, K) :- H =< Top, visible(T, Top, K).
";

#[test]
fn the_worked_example_has_six_nodes_and_twelve_rows() {
    let law = "grid(1, 3) :: 1..3.  views: row(_, L) => visible(L, 0, 2).";
    assert_eq!(judged(&format!("{law}{VISIBLE}")), (6, 12));
}

#[test]
fn it_does_not_matter_how_the_recursion_is_written() {
    let after = "
        grid(1, 3) :: 1..3.  views: row(_, L) => visible(L, 0, 2).
        visible([], _, 0).
        visible([H | T], Top, K) :- H > Top,  visible(T, H, J), K = J + 1.
        visible([H | T], Top, K) :- H =< Top, visible(T, Top, K).";
    assert_eq!(judged(after), (6, 12));
    let function = "grid(1, 3) :: 1..3.  views: row(_, L) => visible(L, 0) = 2.";
    assert_eq!(judged(&format!("{function}{VISIBLE}")), (6, 12));
}

#[test]
fn long_lines_stay_small() {
    let (_, mut ground) =
        expanded(&format!("grid(1, 9) :: 1..9.  views: row(_, L) => visible(L, 0, 5).{VISIBLE}"));
    let walks = walks(&ground);
    let diagram = diagram(&mut ground, &walks[0]);
    assert!(diagram.len() <= 135, "{} nodes", diagram.len());
}

#[test]
fn diagrams_agree_with_the_evaluator() {
    let cases = [
        "grid(2, 3) :: 1..3.  up: row(_, L) => rising(L).
         rising([_]).  rising([A, B | T]) :- A < B, rising([B | T]).",
        "grid(1, 5) :: 0..2.  s: row(_, L) => total(L, 4).
         total([], 0).  total([H | T], S) :- total(T, R), S = R + H.",
        "grid(1, 4) :: {a, b, c}.  s: row(_, L) => swaps(L, 1).
         swaps([_], 0).
         swaps([A, B | T], N) :- A = B, swaps([B | T], N).
         swaps([A, B | T], N) :- A \\= B, swaps([B | T], N - 1).",
        "grid(1, 4) :: 0..2.  s: row(_, L) => best(L, M), M = 2, count(M, L) = 1.
         best([A], A).
         best([A | T], A) :- best(T, B), A >= B.
         best([A | T], B) :- best(T, B), A < B.",
        "grid(1, 5) :: 0..1.  s: row(_, L) => none(L).
         none([]).  none([A | T]) :- not (A = 1, B in T, B = 1), none(T).",
        "grid(1, 4) :: 0..3.  s: row(_, L) => pairs(L).
         pairs([]).  pairs([A, B | T]) :- next(A, B), pairs(T).
         next(0, 1).  next(1, 2).  next(2, 0).  next(3, 3).",
        "grid(1, 5) :: 0..2.  s: row(_, L) => ends(L).
         ends(L) :- L = [A, ..M, B], A = B, ends(M).  ends([_]).  ends([]).",
    ];
    for case in cases {
        judged(case);
    }
}

/// Line grammars on every row of values: the diagram says what the reader says.
#[test]
fn grammars_become_diagrams() {
    let cases = [
        ("grid(1, 4) :: 0..1.  l: row(_, L) => L matches runs([2]).", 3),
        ("grid(1, 6) :: 0..1.  l: row(_, L) => L matches runs([1, 2]).", 6),
        ("grid(1, 6) :: 1..2.  l: row(_, L) => L matches b.  b --> [] .  b --> 1, b, 2, b.", 5),
        ("grid(1, 4) :: 0..2.  l: row(_, L) => L matches twin.  twin --> X, _, X, {1, 2}+ .", 18),
        (
            "grid(1, 3) :: 0..2.  l: true => [r1c1, r1c2, r1c1, 1, r1c3] matches g.  g --> (0 | 1)^2, 0..1, 1, 2.",
            4,
        ),
    ];
    let runs = "
        runs([]) --> 0* .
        runs([K]) --> 0*, 1^K, 0* .
        runs([K, J | Ks]) --> 0*, 1^K, 0, runs([J | Ks]).";
    for (case, words) in cases {
        let text = if case.contains("runs") { format!("{case}{runs}") } else { case.to_owned() };
        let (_, mut ground) = expanded(&text);
        let formula = ground.world.formulas.get(ground.instances[0].formula).clone();
        let Formula::Matches(list, grammar, args) = formula else { panic!("{case}: {formula:?}") };
        let diagram =
            branch::line(&mut ground.world, list, grammar, &args, Span::default()).expect("a diagram");
        let rows = rows_of(&mut ground);
        let mut found = 0;
        for values in rows {
            let mut machine = Machine::new(&mut ground.world, Policy::Known(&values));
            let expected = machine.line_matches(list, grammar, &args).expect("known values");
            assert_eq!(follow(&diagram, &mut ground, &values), expected, "{case}");
            found += usize::from(expected);
        }
        assert_eq!(found, words, "{case}");
    }
}

#[test]
fn brackets_on_twelve_cells_have_132_words() {
    let (_, mut ground) =
        expanded("grid(1, 12) :: 1..2.  l: row(_, L) => L matches b.  b --> [] .  b --> 1, b, 2, b.");
    let formula = ground.world.formulas.get(ground.instances[0].formula).clone();
    let Formula::Matches(list, grammar, args) = formula else { panic!("{formula:?}") };
    let diagram = branch::line(&mut ground.world, list, grammar, &args, Span::default()).expect("a diagram");
    let rows = rows_of(&mut ground);
    assert_eq!(rows.iter().filter(|values| follow(&diagram, &mut ground, values)).count(), 132);
}
