//! Which instances come from which clues: the rules with clues that carry a mark.
//!
//! A clue that is left out takes its instances with it, and no rule has to be expanded again for that, as long as clues are
//! read in one way only: by the conditions of laws, directly or through definitions, each alone. Then every fact gets a mark
//! that these definitions hand on, up to the names by which instances are told apart:
//!
//! ```text
//! clue(left, I, K) :- left(I, K).          clue(left, I, K, M) :- left(I, K, M).
//! views: clue(S, I, K), .. => ..           views: clue(S, I, K, M), .. => ..
//! ```
//!
//! A clue that is read elsewhere, under `not`, in a list of all, for the unknowns there are, can make an instance by its
//! absence or change what another says. That is well where the board tells it already but for what is not asked: a wall
//! with a number is a wall as much as one without. Else there is no such program.

use std::sync::Arc;

use super::Clue;
use crate::base::hash::{Map, Numbered, Set};
use crate::language::program::{
    Clause, Expr, Goal, GoalKind, Law, Predicate, PredicateId, Program, Rule, Scope, Slot,
};
use crate::language::term::{Node, TermId, Terms};

/// The mark of what is told in any case.
const BOARD: i64 = 0;

/// The facts of inputs that are told in any case.
pub(super) type Facts = Map<PredicateId, Vec<Box<[TermId]>>>;

/// The program with marked clues; nothing if some clue is read in another way than that.
pub(super) fn lift(program: &Program, board: &Facts, told: &[Vec<Clue>]) -> Option<Program> {
    let mut rows: Map<PredicateId, Vec<(&[TermId], i64)>> = Map::default();
    for (unit, clue) in
        told.iter().enumerate().flat_map(|(unit, clues)| clues.iter().map(move |clue| (unit, clue)))
    {
        let Clue::Fact(predicate, row) = clue else { return None };
        rows.entry(*predicate).or_default().push((row, unit as i64 + 1));
    }
    let mut lift = Lift { program, board, rows, carriers: Set::default(), lifted: Numbered::default() };
    lift.find_carriers();
    if !lift.is_sound() {
        return None;
    }
    lift.lifted()
}

/// The units, by number, that an instance of a law hangs on, from its place.
pub(super) fn units(law: &Law, tuple: &[TermId], terms: &Terms) -> Vec<usize> {
    let marks = tuple[tuple.len() - law.marks..].iter();
    let mut units: Vec<usize> = marks
        .filter_map(|&mark| match terms.node(mark) {
            Node::Int(number) => usize::try_from(*number).ok()?.checked_sub(1),
            _ => None,
        })
        .collect();
    units.sort_unstable();
    units.dedup();
    units
}

struct Lift<'p> {
    program: &'p Program,
    board: &'p Facts,
    /// The clues, each with the number of its unit and 1.
    rows: Map<PredicateId, Vec<(&'p [TermId], i64)>>,
    /// The predicates whose answers depend on clues.
    carriers: Set<PredicateId>,
    /// Those with a marked copy; the copies come after all other predicates, in this order.
    lifted: Numbered<PredicateId>,
}

impl Lift<'_> {
    /// Whether a call has other answers with clues than without.
    fn is_read(&self, predicate: PredicateId, args: &[Expr]) -> bool {
        let Some(rows) = self.rows.get(&predicate) else { return self.carriers.contains(&predicate) };
        let asked: Vec<usize> = (0..args.len()).filter(|&at| args[at] != Expr::Any).collect();
        let told = self.board.get(&predicate).map_or(&[][..], Vec::as_slice);
        let same = |row: &[TermId], fact: &[TermId]| asked.iter().all(|&at| row[at] == fact[at]);
        !rows.iter().all(|(row, _)| told.iter().any(|fact| same(row, fact)))
    }

    /// Whether the answers of a predicate as a whole depend on clues.
    fn depends(&self, predicate: PredicateId) -> bool {
        self.rows.contains_key(&predicate) || self.carriers.contains(&predicate)
    }

    fn reads_expr(&self, expr: &Expr) -> bool {
        let mut reads = false;
        expr.each(&mut |part| reads |= matches!(part, Expr::Reach(_, relation) if self.depends(*relation)));
        reads
    }

    /// Whether a goal, or one inside it, depends on clues.
    fn reads(&self, goal: &Goal) -> bool {
        let mut reads = false;
        goal.each(&mut |goal| {
            reads |= match &goal.kind {
                GoalKind::Call { predicate, args, .. } => self.is_read(*predicate, args),
                GoalKind::Area { layer: other, .. }
                | GoalKind::Connected(_, other)
                | GoalKind::Lies(.., other)
                | GoalKind::Forms(_, other) => self.depends(*other),
                _ => false,
            };
            goal.each_expr(&mut |expr| reads |= self.reads_expr(expr));
        });
        reads
    }

    fn find_carriers(&mut self) {
        loop {
            let before = self.carriers.len();
            for (number, predicate) in self.program.predicates.iter().enumerate() {
                let reads = |clause: &Clause| matches!(clause, Clause::Rule(rule) if self.reads(&rule.goal));
                if predicate.clauses.iter().any(reads) {
                    self.carriers.insert(PredicateId(number as u32));
                }
            }
            if self.carriers.len() == before {
                return;
            }
        }
    }

    /// Whether nothing but definitions and laws depends on clues.
    fn is_sound(&self) -> bool {
        let program = self.program;
        let bodies = program.params.iter().flat_map(|param| param.values.iter().chain(&param.derived));
        let grid =
            program.grid.iter().flat_map(|grid| [&grid.rows, &grid.cols].into_iter().chain(&grid.domain));
        let aim = program.objective.iter().map(|objective| &objective.value);
        let mut bodies = bodies.chain(grid).chain(aim);
        let mut families = program.families.iter();
        let mut grammars = program.grammars.iter().flat_map(|grammar| &grammar.clauses);
        let is_board = |(number, known): (usize, &Predicate)| {
            let id = PredicateId(number as u32);
            let shapes = known.name == "cell" || program.given == Some(id);
            shapes && self.depends(id) || self.carriers.contains(&id) && (known.recursive || known.input)
        };
        !bodies.any(|body| self.reads(&body.goal) || self.reads_expr(&body.value))
            && !families.any(|family| self.reads(&family.goal) || self.reads_expr(&family.domain))
            && !grammars.any(|clause| self.reads(&clause.goal))
            && !program.predicates.iter().enumerate().any(is_board)
            && program.moves.is_empty()
            && program.goals.is_empty()
    }

    fn lifted(mut self) -> Option<Program> {
        let mut program = self.program.clone();
        for law in &mut program.laws {
            if self.reads(&law.must) {
                return None;
            }
            let mut marks = Vec::new();
            law.condition = self.goal(&law.condition, &mut law.scope, &mut marks)?;
            law.marks = marks.len();
            law.tuple.extend(marks);
        }
        let board = program.terms.int(BOARD);
        let mut done = 0;
        while let Some(&id) = self.lifted.get_index(done) {
            done += 1;
            let known = &self.program.predicates[id.0 as usize];
            let mut clauses = Vec::new();
            if let Some(rows) = self.rows.get(&id) {
                clauses.push(handed_on(id, known, board));
                for &(row, mark) in rows {
                    let row = row.iter().copied().chain([program.terms.int(mark)]);
                    clauses.push(Clause::Fact(row.collect(), known.span));
                }
            } else {
                for clause in &known.clauses {
                    clauses.push(self.clause(clause, board)?);
                }
            }
            let (name, arity) = (format!("{}, marked", known.name), known.arity + 1);
            let value_only = known.value_only.iter().copied().chain([false]).collect();
            let of = Predicate { name, arity, clauses, value_only, ..known.clone() };
            program.predicates.push(Predicate { input: false, drawn: false, ..of });
        }
        Some(program)
    }

    fn clause(&mut self, clause: &Clause, board: TermId) -> Option<Clause> {
        let rule = match clause {
            Clause::Fact(row, span) => {
                return Some(Clause::Fact(row.iter().copied().chain([board]).collect(), *span));
            }
            Clause::Rule(rule) => rule,
        };
        let (mut scope, mut marks) = (rule.scope.clone(), Vec::new());
        let goal = self.goal(&rule.goal, &mut scope, &mut marks)?;
        let mark = match marks[..] {
            [] => Expr::Ground(board),
            [mark] => Expr::Slot(mark),
            // One mark cannot stand for two clues.
            _ => return None,
        };
        let head = rule.head.iter().cloned().chain([mark]).collect();
        Some(Clause::Rule(Arc::new(Rule { head, goal, scope, span: rule.span })))
    }

    /// The goal with marks, one for each call that depends on clues; nothing if such a call is not simply one of its parts.
    fn goal(&mut self, goal: &Arc<Goal>, scope: &mut Scope, marks: &mut Vec<Slot>) -> Option<Arc<Goal>> {
        if !self.reads(goal) {
            return Some(goal.clone());
        }
        let kind = match &goal.kind {
            GoalKind::All(parts) => {
                let parts = parts.iter().map(|part| self.goal(part, scope, marks));
                GoalKind::All(parts.collect::<Option<_>>()?)
            }
            GoalKind::Call { predicate, args, function } => {
                if args.iter().any(|arg| self.reads_expr(arg)) {
                    return None;
                }
                let mark = Slot::try_from(scope.names.len()).ok()?;
                scope.names.push(String::new());
                scope.spans.push(goal.span);
                marks.push(mark);
                let args = args.iter().cloned().chain([Expr::Slot(mark)]).collect();
                let (number, _) = self.lifted.insert_full(*predicate);
                let predicate = PredicateId((self.program.predicates.len() + number) as u32);
                GoalKind::Call { predicate, args, function: *function }
            }
            _ => return None,
        };
        Some(Arc::new(Goal { kind, ..Goal::clone(goal) }))
    }
}

/// What the board tells is told in any case.
fn handed_on(id: PredicateId, known: &Predicate, board: TermId) -> Clause {
    let slots = || (0..known.arity as Slot).map(Expr::Slot);
    let call = GoalKind::Call { predicate: id, args: slots().collect(), function: false };
    let names = vec![String::new(); known.arity];
    Clause::Rule(Arc::new(Rule {
        head: slots().chain([Expr::Ground(board)]).collect(),
        goal: Arc::new(Goal { kind: call, span: known.span, strict: false }),
        scope: Scope { names, spans: vec![known.span; known.arity] },
        span: known.span,
    }))
}
