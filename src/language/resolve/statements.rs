//! Lowers every statement of the files into the program.

use std::sync::Arc;

use crate::base::hash::{Map, Set};
use crate::language::diagnostic::catalogue::names as say;
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::program::{
    Clause, Drawing, Expectation, Expected, Expr, Family, Figure, Goal, Grain, Grid, Law, LayerPicture, Move,
    Objective, Offer, Param, Pardon, PredicateId, Program, Rule, Sketch,
};
use crate::language::puzzle;
use crate::language::source::Span;
use crate::language::syntax::ast::{Doc, Name, Statement, StatementKind, Term, TermKind, Text};

use super::index::Meaning;
use super::load::{Files, Loaded};
use super::lower::{Goals, Lower, Uses};
use super::names::{Names, is_built_in};
use super::scope::direct;

struct Statements<'a> {
    names: &'a mut Names,
    program: &'a mut Program,
    uses: &'a mut Uses,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// Where each law's name was first seen, with its file.
    laws: Map<String, (Span, usize)>,
    replaced: Set<PredicateId>,
}

/// Lowers all statements.
pub fn lower(
    files: &Files,
    names: &mut Names,
    program: &mut Program,
    uses: &mut Uses,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut all =
        Statements { names, program, uses, diagnostics, laws: Map::default(), replaced: Set::default() };
    all.params(files);
    all.captions(files);
    for (number, file) in files.list.iter().enumerate() {
        for statement in &file.file.statements {
            all.statement(statement, file, number, files);
        }
    }
    let given = all.names.predicates.get(&("given".to_owned(), 2)).copied();
    all.program.given = given;
}

impl Statements<'_> {
    fn lowering(&mut self, prelude: bool) -> Lower<'_> {
        Lower::new(self.names, self.program, self.diagnostics, self.uses, prelude)
    }

    /// What the files say of themselves: the nearest to the puzzle counts.
    fn captions(&mut self, files: &Files) {
        let mut all: Vec<&Loaded> = files.list.iter().collect();
        all.sort_by_key(|file| file.depth);
        for statement in all.into_iter().flat_map(|file| &file.file.statements) {
            let StatementKind::Caption { name, text } = &statement.kind else { continue };
            let captions = &mut self.program.captions;
            if captions.iter().all(|(known, _)| *known != name.text) {
                captions.push((name.text.clone(), text.text.trim().to_owned()));
            }
        }
    }

    /// Params first, so that every other statement may name them by number.
    fn params(&mut self, files: &Files) {
        let mut declared = 0;
        for (number, file) in files.list.iter().enumerate() {
            for statement in &file.file.statements {
                let StatementKind::Param { name, values } = &statement.kind else { continue };
                let (of, first) = self.names.param_sites[self.names.params[&name.text]];
                let define = if first == name.span { Uses::define } else { Uses::mention };
                define(self.uses, name.span, || Meaning::Param(name.text.clone()));
                if let Some(index) = &mut self.uses.index {
                    values.iter().for_each(|value| index.unread(value, self.names));
                }
                if of != number {
                    let shown = crate::language::syntax::print::term(&values[0]);
                    let set = &files.list[of].name;
                    self.diagnostics.push(say::param_of_used_set(&name.text, &shown, set, name.span, first));
                    continue;
                }
                if first != name.span {
                    continue;
                }
                declared += 1;
                let setting = super::setting(&name.text, files, self.diagnostics);
                let set = setting.is_some();
                let values = setting.map_or(values.as_slice(), |(_, value, _)| std::slice::from_ref(value));
                let span = values[0].span;
                let values = values.iter().map(|value| self.lowering(false).body(value)).collect();
                let derived = self.derived(&name.text, files).map(|value| self.lowering(false).body(value));
                self.program.params.push(Param { name: name.text.clone(), values, set, derived, span });
            }
        }
        debug_assert_eq!(declared, self.program.params.len());
        for setting in &files.settings {
            if let Some(index) = &mut self.uses.index {
                index.unread(&setting.value, self.names);
            }
            if self.names.params.contains_key(&setting.name.text) {
                self.uses.mention(setting.name.span, || Meaning::Param(setting.name.text.clone()));
            } else {
                let known: Vec<&str> = self.program.params.iter().map(|param| param.name.as_str()).collect();
                let span = setting.name.span;
                let has = format!("there is: {}", known.join(", "));
                let diagnostic = say::unknown_name("param", &setting.name.text, span, span, known);
                self.diagnostics.push(diagnostic.say(has));
            }
        }
    }

    /// What the nearest `with` that names params makes of a param.
    fn derived<'f>(&self, name: &str, files: &'f Files) -> Option<&'f Term> {
        let of_params = |value: &Term| names_any(value, &|name| self.names.params.contains_key(name));
        let all = files.settings.iter().filter(|setting| setting.name.text == name);
        let nearest = all.filter(|setting| of_params(&setting.value)).min_by_key(|setting| setting.depth)?;
        Some(&nearest.value)
    }

    fn statement(&mut self, statement: &Statement, file: &Loaded, number: usize, files: &Files) {
        self.uses.statement = statement.span;
        if !statement.docs.is_empty() {
            self.explained(statement);
        }
        match &statement.kind {
            StatementKind::Grid { rows, cols, domain } => {
                self.grid(rows, cols, domain.as_ref(), statement.span)
            }
            StatementKind::Unknown { hidden, head, domain, body } => {
                self.family(*hidden, head, domain, body.as_ref())
            }
            StatementKind::Clause { head, body } => self.clause(head, body.as_ref(), file),
            StatementKind::Offer { head, body } => self.offer(head, body),
            StatementKind::Grammar { head, items } => {
                super::grammar::clause(head, items, &mut self.lowering(file.prelude));
            }
            StatementKind::Law { name, body } => self.named_law(name, body, &statement.docs, number, files),
            StatementKind::Goal { body } => {
                let span = Span { end: statement.span.start + 4, ..statement.span };
                let name = Name { text: "goal".to_owned(), span };
                if let Some(law) = self.law(&name, body, &statement.docs, false) {
                    self.program.goals.push(law);
                }
            }
            StatementKind::Bound { value } => {
                let value = self.lowering(false).body(value);
                self.program.bounds.push(value);
            }
            StatementKind::Sketch { name, with } => self.sketch(name, with),
            StatementKind::Move { head, body } => self.a_move(head, body, &statement.docs),
            StatementKind::Layer { name, drawing } => self.picture(name, drawing, false, files),
            StatementKind::Strip { name, clues } => self.picture(name, clues, true, files),
            StatementKind::Objective { maximise, value } => {
                if let Some(first) = &self.program.objective {
                    self.diagnostics.push(say::second_objective(value.span, first.value.span));
                    return;
                }
                let value = self.lowering(false).body(value);
                self.program.objective = Some(Objective { maximise: *maximise, value });
            }
            StatementKind::Expect { what, value } => {
                self.expect(what, value.as_ref(), statement.span, files);
            }
            StatementKind::Draw { head, body } => self.drawing(head, body.as_ref(), file.prelude),
            StatementKind::Input { head } => self.input(head),
            StatementKind::Param { .. }
            | StatementKind::Language { .. }
            | StatementKind::Caption { .. }
            | StatementKind::Use { .. }
            | StatementKind::Drop { .. } => {}
        }
    }

    /// Doc lines say what is defined below them; those of laws, moves and goals are filled in, and looked at there.
    fn explained(&mut self, statement: &Statement) {
        let head = match &statement.kind {
            StatementKind::Law { .. } | StatementKind::Move { .. } | StatementKind::Goal { .. } => return,
            StatementKind::Param { name, .. } => (name.text.as_str(), &[][..]),
            StatementKind::Clause { head, .. }
            | StatementKind::Unknown { head, .. }
            | StatementKind::Input { head }
            | StatementKind::Grammar { head, .. } => {
                let Some((name, _, args)) = head.as_head() else { return };
                (name, args)
            }
            _ => {
                self.diagnostics.extend(statement.docs.first().map(|doc| say::idle_doc(doc.span)));
                return;
            }
        };
        let mut names = Set::default();
        head.1.iter().for_each(|arg| direct(arg, &mut names));
        let mut known: Vec<&str> = names.iter().copied().collect();
        known.sort_unstable();
        for doc in &statement.docs {
            for name in crate::language::program::doc::names(&doc.text) {
                if !names.contains(name) && !self.names.params.contains_key(name) {
                    self.diagnostics.push(say::doc_name_of_head(name, head.0, in_doc(doc, name), &known));
                }
            }
        }
    }

    /// An input is declared when names are collected; here it is only noted.
    fn input(&mut self, head: &Term) {
        let (Some(index), Some((name, span, args))) = (&mut self.uses.index, head.as_head()) else { return };
        index.add(span, true, Meaning::Predicate(name.to_owned(), args.len()));
        args.iter().for_each(|arg| index.placeholders(arg, self.uses.statement));
    }

    fn grid(&mut self, rows: &Term, cols: &Term, domain: Option<&Term>, span: Span) {
        if let Some(first) = &self.program.grid {
            self.diagnostics.push(say::declared_twice("the grid", span, first.span));
            return;
        }
        let bare = |term: &Term, names: &Names| match &term.bare().kind {
            TermKind::Name(name) => names.params.get(name).copied(),
            _ => None,
        };
        let bare = (bare(rows, self.names), bare(cols, self.names));
        let rows = self.lowering(false).body(rows);
        let cols = self.lowering(false).body(cols);
        let domain = domain.map(|domain| self.domain(domain));
        self.program.grid = Some(Grid { rows, cols, bare, domain, span });
    }

    /// A domain keeps the order in which its values are written.
    fn domain(&mut self, domain: &Term) -> crate::language::program::Body {
        self.lowering(false).body(&domain.listed())
    }

    fn family(&mut self, hidden: bool, head: &Term, domain: &Term, body: Option<&Term>) {
        let Some((name, span, args)) = head.as_head() else { return };
        let (name, domain) = (name.to_owned(), domain.listed());
        if self.names.families.get(&(name.clone(), args.len())) != Some(&span) {
            return;
        }
        if name == "cell" {
            self.diagnostics.push(say::cells_are_the_grids(span));
            return;
        }
        self.uses.define(span, || Meaning::Unknown(name.clone(), args.len()));
        let mut lower = self.lowering(false);
        let mut terms: Vec<&Term> = args.iter().collect();
        terms.extend(body);
        terms.push(&domain);
        lower.enter(&terms);
        let mut goals = Vec::new();
        let args: Vec<Expr> = args.iter().map(|arg| lower.argument(arg, &mut goals)).collect();
        if let Some(body) = body {
            lower.condition(body, &mut goals);
        }
        let domain = lower.value(&domain, &mut goals);
        let goal = lower.all(goals, head.span);
        let scope = lower.scope;
        let name = self.program.terms.symbol(&name);
        self.program.families.push(Family { name, hidden, args, domain, goal, scope, span: head.span });
    }

    fn clause(&mut self, head: &Term, body: Option<&Term>, file: &Loaded) {
        let Some((name, span, args)) = head.as_head() else { return };
        let key = (name.to_owned(), args.len());
        let Some(&id) = self.names.predicates.get(&key) else { return };
        let predicate = &mut self.program.predicates[id.0 as usize];
        let note = if predicate.input { Uses::mention } else { Uses::define };
        note(self.uses, span, || Meaning::Predicate(key.0, key.1));
        if predicate.prelude && !predicate.input && !file.prelude && self.replaced.insert(id) {
            predicate.clauses.clear();
            if body.is_some() {
                self.diagnostics.push(say::replaces_prelude(name, args.len(), span));
            }
        }
        if is_built_in(name, args.len()) && self.replaced.insert(id) {
            self.diagnostics.push(say::hides_builtin(name, args.len(), span));
        }
        let mut lower = self.lowering(file.prelude);
        let mut terms: Vec<&Term> = args.iter().collect();
        terms.extend(body);
        lower.enter(&terms);
        let mut goals = Vec::new();
        let patterns: Vec<Expr> = args.iter().map(|arg| lower.head_argument(arg, &mut goals)).collect();
        lower.end_of_head();
        if let Some(body) = body {
            lower.condition(body, &mut goals);
        }
        let ground: Option<Box<[_]>> =
            patterns.iter().map(|part| if let Expr::Ground(id) = part { Some(*id) } else { None }).collect();
        let clause = match ground {
            Some(row) if goals.is_empty() => Clause::Fact(row, head.span),
            _ => {
                let goal = lower.all(goals, head.span);
                Clause::Rule(Arc::new(Rule { head: patterns, goal, scope: lower.scope, span: head.span }))
            }
        };
        self.program.predicates[id.0 as usize].clauses.push(clause);
    }

    /// A clue that may be given: its head is an input, its body is asked on a finished grid.
    fn offer(&mut self, head: &Term, body: &Term) {
        let (head, complete) = match head.as_complete() {
            Some(inner) => (inner, true),
            None => (head, false),
        };
        let Some((name, span, args)) = head.as_head() else { return };
        let id = self.names.predicates.get(&(name.to_owned(), args.len())).copied();
        let Some(predicate) = id.filter(|id| self.program.predicates[id.0 as usize].input) else {
            let what = match id {
                Some(id) if self.program.predicates[id.0 as usize].prelude => {
                    Some("a definition of the prelude")
                }
                Some(_) => Some("a definition"),
                None => is_built_in(name, args.len()).then_some("built into the language"),
            };
            if let Some(what) = what {
                self.diagnostics.push(say::offered_definition(name, args.len(), span, what));
                return;
            }
            let inputs: Vec<_> = self.program.predicates.iter().filter(|known| known.input).collect();
            let others: Vec<usize> =
                inputs.iter().filter(|known| known.name == name).map(|known| known.arity).collect();
            if !others.is_empty() {
                self.diagnostics.push(say::wrong_arity(name, args.len(), &others, head.span, None));
                return;
            }
            let inputs: Vec<&str> = inputs.iter().map(|known| known.name.as_str()).collect();
            let more = if args.len() == 1 { "" } else { "s" };
            let what = format!("input with {} argument{more}", args.len());
            self.diagnostics.push(say::unknown_name(&what, name, span, span, inputs));
            return;
        };
        self.uses.mention(span, || Meaning::Predicate(name.to_owned(), args.len()));
        // What a sketch offers is asked for by the puzzles it is offered to.
        self.uses.predicates.insert(predicate);
        let mut lower = self.lowering(false);
        let mut terms: Vec<&Term> = args.iter().collect();
        terms.push(body);
        lower.enter(&terms);
        let mut goals = Vec::new();
        lower.condition(body, &mut goals);
        let args: Vec<Expr> = args.iter().map(|arg| lower.argument(arg, &mut goals)).collect();
        let goal = lower.all(goals, head.span);
        let scope = lower.scope;
        self.program.offers.push(Offer { predicate, args, goal, scope, complete, span: head.span });
    }

    /// Where boards come from; the rule set that is named is brought in later.
    fn sketch(&mut self, name: &Text, with: &[(Name, Term)]) {
        let set = |(param, value): &(Name, Term)| {
            (param.text.clone(), param.span, self.lowering(false).body(value))
        };
        let with = with.iter().map(set).collect();
        self.program.sketches.push(Sketch { name: name.text.clone(), with, program: None, span: name.span });
    }

    fn named_law(&mut self, name: &Name, body: &Term, docs: &[Doc], number: usize, files: &Files) {
        self.uses.define(name.span, || Meaning::Law(name.text.clone()));
        if let Some((first, of)) = self.laws.get(&name.text) {
            let used = files.list[number].uses.contains(of);
            self.diagnostics.push(say::two_laws(&name.text, name.span, *first, used));
            return;
        }
        self.laws.insert(name.text.clone(), (name.span, number));
        if let Some(law) = self.law(name, body, docs, false) {
            self.program.laws.push(law);
        }
    }

    /// A law, a goal, or what a move does.
    fn law(&mut self, name: &Name, body: &Term, docs: &[Doc], primes: bool) -> Option<Law> {
        let (condition, must) = match &body.bare().kind {
            TermKind::Implies(left, right) => (Some(left.as_ref()), right.as_ref()),
            _ => (None, body),
        };
        let mut picked = Set::default();
        match condition {
            Some(condition) => direct(condition, &mut picked),
            None => {
                let mut free = Set::default();
                direct(must, &mut free);
                if !free.is_empty() {
                    let mut free: Vec<&str> = free.into_iter().collect();
                    free.sort_unstable();
                    self.diagnostics.push(say::free_names(&name.text, &free, body.span, arrow_gap(body)));
                    return None;
                }
            }
        }
        let mut lower = self.lowering(false);
        let mut steps = Vec::new();
        let mut goals = Vec::new();
        if let Some(condition) = condition {
            lower.enter(&[condition]);
            let parts = match &condition.bare().kind {
                TermKind::And(parts) => parts.as_slice(),
                _ => std::slice::from_ref(condition),
            };
            for part in parts {
                let mut step = Vec::new();
                lower.condition(part, &mut step);
                steps.push((lower.all(step.clone(), part.span), part.span));
                goals.extend(step);
            }
        }
        let tuple = (0..lower.scope.len())
            .filter(|&slot| {
                let name = &lower.scope.names[slot];
                picked.contains(name.as_str()) && !name.starts_with('_')
            })
            .map(|slot| slot as u16)
            .collect();
        let condition = lower.all(goals, body.span);
        lower.strict = true;
        lower.primes = primes;
        lower.enter(&[must]);
        let mut goals = Goals::new();
        lower.condition(must, &mut goals);
        let must: Arc<Goal> = lower.all(goals, must.span);
        let scope = lower.scope;
        let doc = self.doc(&name.text, docs, &picked);
        let law = Law {
            name: name.text.clone(),
            doc,
            condition,
            must,
            scope,
            tuple,
            marks: 0,
            inputs: Vec::new(),
            reads: Vec::new(),
            steps,
            span: name.span,
        };
        Some(law)
    }

    /// The doc lines as one sentence; names in braces must be the law's, or params.
    fn doc(&mut self, law: &str, docs: &[Doc], picked: &Set<&str>) -> String {
        let mut known: Vec<&str> = picked.iter().copied().filter(|name| !name.starts_with('_')).collect();
        known.sort_unstable();
        for doc in docs {
            for name in crate::language::program::doc::names(&doc.text) {
                if !picked.contains(name) && !self.names.params.contains_key(name) {
                    self.diagnostics.push(say::doc_name(name, law, in_doc(doc, name), &known));
                }
            }
        }
        docs.iter().map(|doc| doc.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn a_move(&mut self, head: &Term, body: &Term, docs: &[Doc]) {
        let Some((name, span, args)) = head.as_head() else { return };
        let name = Name { text: name.to_owned(), span };
        self.uses.define(span, || Meaning::Move(name.text.clone()));
        if !matches!(body.bare().kind, TermKind::Implies(..)) {
            self.diagnostics.push(say::move_without_arrow(&name.text, body.span));
            return;
        }
        let Some(mut law) = self.law(&name, body, docs, true) else { return };
        let mut lower = self.lowering(false);
        lower.scope = std::mem::take(&mut law.scope);
        lower.enter(&[body]);
        let mut goals = Goals::new();
        let args: Vec<Expr> = args.iter().map(|arg| lower.argument(arg, &mut goals)).collect();
        if !goals.is_empty() {
            // What the head computes is computed once the condition has answered.
            goals.insert(0, law.condition);
            law.condition = lower.all(goals, head.span);
        }
        law.scope = lower.scope;
        self.program.moves.push(Move { law, head: args, by_value: false });
    }

    fn picture(&mut self, name: &Name, text: &Text, strip: bool, files: &Files) {
        let find = |names: &Names, arity| names.predicates.get(&(name.text.clone(), arity)).copied();
        let (cells, marks) = (find(self.names, 2), find(self.names, 3).filter(|_| !strip));
        let declared = |id: &PredicateId| self.program.predicates[id.0 as usize].input;
        let inputs = (cells.filter(declared), marks.filter(declared));
        let (cells, marks) = if inputs == (None, None) { (cells, marks) } else { inputs };
        // Shapes, dots and points are drawn, also in a single row; a strip has clues for lines of cells.
        let grain = cells.map(|id| self.program.predicates[id.0 as usize].grain);
        let strip = strip && grain.is_none_or(|grain| grain == Grain::Cells);
        let defined = cells.or(marks).map(|id| &self.program.predicates[id.0 as usize]);
        if let Some(defined) = defined.filter(|found| !found.input && found.span.source != name.span.source) {
            let what = if strip { "strip" } else { "layer" };
            let (key, there) = ((defined.name.as_str(), defined.arity), defined.span);
            let owner = files.list.iter().position(|file| {
                file.file.statements.iter().any(|statement| statement.span.source == there.source)
            });
            let of = files.owner(owner.unwrap_or(0));
            self.diagnostics.push(say::name_taken(what, key, name.span, &of, Some(there)));
            return;
        }
        if cells.is_none() && marks.is_none() {
            let predicates = &self.program.predicates;
            if let Some(other) = predicates.iter().find(|known| known.input && known.name == name.text) {
                let diagnostic = say::wrong_arity(&name.text, 2, &[other.arity], name.span, Some(other.span));
                self.diagnostics.push(diagnostic.help(format!(
                    "a drawing says `{0}(Cell, Symbol)` of each cell: declare `input {0}(Cell, Symbol).`, or state facts",
                    name.text
                )));
                return;
            }
            let inputs: Vec<&str> = self
                .program
                .predicates
                .iter()
                .filter(|known| known.input)
                .map(|known| known.name.as_str())
                .collect();
            let what = if strip { "strip" } else { "layer" };
            let near = nearest(&name.text, inputs.iter().copied());
            let mut diagnostic = say::unknown_name(what, &name.text, name.span, name.span, inputs);
            if near.is_none() {
                diagnostic = diagnostic
                    .help(format!("declare it in the rule set: `input {}(Cell, Symbol).`", name.text));
            }
            self.diagnostics.push(diagnostic);
            return;
        }
        for arity in cells.map(|_| 2).into_iter().chain(marks.map(|_| 3)) {
            self.uses.mention(name.span, || Meaning::Predicate(name.text.clone(), arity));
        }
        let source = text.span.source;
        self.diagnostics.extend(puzzle::unreadable(source, text.span.start as usize, &text.text));
        let picture = if strip {
            let row = puzzle::strip(source, text.span.start as usize, &text.text);
            puzzle::Picture { rows: vec![row], span: text.span, read_as: None }
        } else {
            puzzle::layer(source, text.span.start as usize, &text.text)
        };
        let span = name.span;
        let drawn = |layer: &&LayerPicture| (layer.cells, layer.marks, layer.strip) == (cells, marks, strip);
        if let Some(first) = self.program.pictures.iter().find(drawn) {
            let what = if strip { "strip" } else { "layer" };
            let what = format!("{what} `{}`", name.text);
            self.diagnostics.push(say::declared_twice(&what, span, first.span));
            return;
        }
        self.program.pictures.push(LayerPicture { cells, marks, picture, strip, span });
    }

    fn drawing(&mut self, head: &Term, body: Option<&Term>, prelude: bool) {
        let Some((name, span, args)) = head.as_head() else { return };
        let Some(figure) = Figure::find(name) else {
            self.diagnostics.push(say::unknown_figure(name, span, &Figure::names()));
            return;
        };
        self.uses.mention(span, || Meaning::Figure(name.to_owned()));
        let (least, most) = figure.arguments();
        if !(least..=most).contains(&args.len()) {
            self.diagnostics.push(say::figure_arguments(name, args.len(), head.span));
            return;
        }
        let mut lower = self.lowering(prelude);
        let mut terms: Vec<&Term> = args.iter().collect();
        terms.extend(body);
        lower.enter(&terms);
        let mut goals = Vec::new();
        if let Some(body) = body {
            lower.condition(body, &mut goals);
        }
        // What the head computes is computed once the body has answered.
        let args: Vec<Expr> = args.iter().map(|arg| lower.argument(arg, &mut goals)).collect();
        let goal = lower.all(goals, head.span);
        let scope = lower.scope;
        self.program.drawings.push(Drawing { figure, args, goal, scope, span: head.span });
    }

    fn expect(&mut self, what: &Name, value: Option<&Term>, span: Span, files: &Files) {
        let number = value.and_then(|term| match term.bare().kind {
            TermKind::Int(number) => Some(number),
            _ => None,
        });
        let expected = match (what.text.as_str(), value.is_some(), number) {
            ("unique", false, _) => Expected::Unique,
            ("none", false, _) => Expected::None,
            ("several", false, _) => Expected::Several,
            ("count", _, Some(number)) => Expected::Count(number),
            ("moves", _, Some(number)) => Expected::Moves(number),
            ("best", _, Some(number)) => Expected::Best(number),
            (kind @ ("implied" | "slack"), ..) => {
                match value.map(|term| &term.bare().kind) {
                    Some(TermKind::Name(law)) => {
                        let at = value.map_or(span, |term| term.bare().span);
                        self.uses.mention(what.span, || Meaning::Expectation(kind.to_owned()));
                        let meaning = if is_move(law, files) { Meaning::Move } else { Meaning::Law };
                        self.uses.mention(at, || meaning(law.clone()));
                        let pardon = Pardon { law: law.clone(), whole: kind == "implied", span };
                        self.program.pardons.push(pardon);
                    }
                    _ => self.diagnostics.push(say::expectation_needs_law(kind, what.span)),
                }
                return;
            }
            (known @ ("unique" | "none" | "several" | "count" | "moves" | "best"), ..) => {
                let needs = matches!(known, "count" | "moves" | "best");
                self.diagnostics.push(say::unknown_expectation(known, what.span, Some(needs)));
                return;
            }
            (unknown, ..) => {
                self.diagnostics.push(say::unknown_expectation(unknown, what.span, None));
                return;
            }
        };
        self.uses.mention(what.span, || Meaning::Expectation(what.text.clone()));
        self.program.expectations.push(Expectation { what: expected, span });
    }
}

/// Whether some file has a move of this name; it may stand below what speaks of it.
fn is_move(name: &str, files: &Files) -> bool {
    let mut all = files.list.iter().flat_map(|file| &file.file.statements);
    all.any(|statement| match &statement.kind {
        StatementKind::Move { head, .. } => head.as_head().is_some_and(|(known, ..)| known == name),
        _ => false,
    })
}

/// Whether a term has a bare name in it of which this holds.
fn names_any(term: &Term, holds: &impl Fn(&str) -> bool) -> bool {
    match &term.kind {
        TermKind::Name(name) => holds(name),
        kind => kind.children().any(|child| names_any(child, holds)),
    }
}

/// Where `=>` would fit into a law without one: before the first comparison after goals that pick places.
fn arrow_gap(body: &Term) -> Option<Span> {
    let TermKind::And(parts) = &body.bare().kind else { return None };
    let picks = |term: &Term| {
        matches!(term.bare().kind, TermKind::Call { .. } | TermKind::Name(_) | TermKind::In(..))
    };
    let at = parts.iter().position(|part| !picks(part)).filter(|&at| at > 0)?;
    Some(Span { start: parts[at - 1].span.end, end: parts[at].span.start, ..body.span })
}

/// Where a name in braces stands in a doc line; the whole line, if blanks around its text hide that.
fn in_doc(doc: &Doc, name: &str) -> Span {
    let sign = "%! ".len();
    let plain = (doc.span.end - doc.span.start) as usize == sign + doc.text.len();
    match doc.text.find(&format!("{{{name}")) {
        Some(at) if plain => {
            let start = doc.span.start as usize + sign + at;
            Span::new(doc.span.source, start, start + name.len() + 2)
        }
        _ => doc.span,
    }
}
