//! The table of names: what each name of the program stands for.

use crate::base::hash::{Map, Set};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::names as say;
use crate::language::program::{Construct, Grain, GrammarId, Predicate, PredicateId, Program};
use crate::language::source::Span;
use crate::language::syntax::ast::{Statement, StatementKind, Term, TermKind};

use super::load::Files;

/// Who has what needs no definition.
const BUILT_IN: &str = "the language";

/// A name with its number of arguments.
pub type Key = (String, usize);

/// What a name with arguments can stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Something that holds or fails.
    Goal,
    /// Something with a value.
    Value,
}

/// All names of a program.
#[derive(Default)]
pub struct Names {
    /// Params, by number.
    pub params: Map<String, usize>,
    /// Where each param is declared: file and span.
    pub param_sites: Vec<(usize, Span)>,
    /// Families of unknowns.
    pub families: Map<Key, Span>,
    /// Predicates.
    pub predicates: Map<Key, PredicateId>,
    /// Predicates that the prelude declares.
    pub of_prelude: Set<Key>,
    /// Heads of line grammars.
    pub grammars: Map<Key, GrammarId>,
    /// Every name with the numbers of arguments it is known with, in order.
    pub arities: Map<String, Vec<usize>>,
    /// Who declares each predicate.
    origins: Map<PredicateId, Origin>,
    /// How often a term that is only a name with arguments is written in each shape.
    pub compounds: Map<Key, usize>,
}

/// Who declares a predicate first: the number of the file, and where.
#[derive(Clone, Copy, Default, Debug)]
struct Origin {
    input: Option<(usize, Span)>,
    clause: Option<(usize, Span)>,
}

/// Whether a goal of this name has a meaning without any definition.
pub fn is_built_in(name: &str, arity: usize) -> bool {
    Construct::find(name, arity).is_some_and(|construct| !construct.is_value())
        || arity > 0 && Construct::function(name, arity - 1).is_some()
}

impl Names {
    /// Declares every name of the files, so that order does not matter.
    pub fn collect(files: &Files, program: &mut Program, diagnostics: &mut Vec<Diagnostic>) -> Names {
        let mut names = Names::default();
        for &(name, arity, construct) in Construct::ALL {
            names.know(name, arity);
            if let Construct::Function(_) = construct {
                names.know(name, arity + 1);
            }
        }
        for (number, loaded) in files.list.iter().enumerate() {
            for statement in &loaded.file.statements {
                names.declare(statement, number, files, program, diagnostics);
                names.count_compounds(statement);
            }
        }
        names
    }

    fn know(&mut self, name: &str, arity: usize) {
        let arities = self.arities.entry(name.to_owned()).or_default();
        if !arities.contains(&arity) {
            arities.push(arity);
        }
    }

    fn declare(
        &mut self,
        statement: &Statement,
        file: usize,
        files: &Files,
        program: &mut Program,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let prelude = files.list[file].prelude;
        match &statement.kind {
            StatementKind::Param { name, .. } => {
                let number = self.param_sites.len();
                if let Some(&first) = self.params.get(&name.text) {
                    let (of, span) = self.param_sites[first];
                    if of == file {
                        diagnostics.push(say::declared_twice(
                            &format!("param `{}`", name.text),
                            name.span,
                            span,
                        ));
                    }
                    return;
                }
                self.params.insert(name.text.clone(), number);
                self.param_sites.push((file, name.span));
            }
            StatementKind::Unknown { head, .. } => {
                let Some((name, span, args)) = head.as_head() else { return };
                if let Some(&first) = self.families.get(&(name.to_owned(), args.len())) {
                    diagnostics.push(say::declared_twice(&format!("unknown `{name}`"), span, first));
                    return;
                }
                let key = (name.to_owned(), args.len());
                let defined = self.predicates.get(&key).and_then(|id| self.origins.get(id));
                let defined = defined.and_then(|origin| origin.clause.or(origin.input));
                // The goal and the value of this name would each mean two things.
                if let Some((of, there)) = defined.filter(|_| name != "cell") {
                    let of = files.owner(of);
                    diagnostics.push(say::name_taken("unknown", (name, args.len()), span, &of, Some(there)));
                } else if is_built_in(name, args.len()) || Construct::function(name, args.len()).is_some() {
                    diagnostics.push(say::name_taken("unknown", (name, args.len()), span, BUILT_IN, None));
                }
                self.families.insert(key, span);
                self.know(name, args.len());
            }
            StatementKind::Input { head } | StatementKind::Clause { head, .. } => {
                let Some((name, span, args)) = head.as_head() else { return };
                let id = self.predicate(name, args.len(), span, prelude, program);
                self.own(&statement.kind, (name, args.len(), span), (id, file), files, diagnostics);
                if let StatementKind::Input { .. } = &statement.kind {
                    let lists = matches!(args.last().map(|arg| &arg.kind), Some(TermKind::List { .. }));
                    let predicate = &mut program.predicates[id.0 as usize];
                    predicate.input = true;
                    if let [place, _] = args {
                        predicate.grain = Grain::of_argument(place);
                    }
                    predicate.lists |= lists;
                    predicate.span = span;
                }
            }
            StatementKind::Grammar { head, .. } => {
                let Some((name, _, args)) = head.as_head() else { return };
                let key = (name.to_owned(), args.len());
                if !self.grammars.contains_key(&key) {
                    let id = GrammarId(self.grammars.len() as u32);
                    program.grammars.push(crate::language::program::Grammar {
                        name: name.to_owned(),
                        arity: args.len(),
                        clauses: Vec::new(),
                    });
                    self.grammars.insert(key, id);
                }
            }
            _ => {}
        }
    }

    /// Notes who declares a predicate, and reports where two files mean different things by one name.
    fn own(
        &mut self,
        kind: &StatementKind,
        (name, arity, span): (&str, usize, Span),
        (id, file): (PredicateId, usize),
        files: &Files,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let origin = self.origins.entry(id).or_default();
        if let StatementKind::Input { .. } = kind {
            match (origin.input, origin.clause) {
                (None, Some((of, there))) if of != file => {
                    let of = files.owner(of);
                    diagnostics.push(say::name_taken("input", (name, arity), span, &of, Some(there)));
                }
                (None, _) if is_built_in(name, arity) => {
                    diagnostics.push(say::name_taken("input", (name, arity), span, BUILT_IN, None));
                }
                _ => {}
            }
            origin.input.get_or_insert((file, span));
            return;
        }
        let ruled = matches!(kind, StatementKind::Clause { body: Some(_), .. });
        // Facts are clues, wherever they stand; rules supply an input only of a rule set that their file knows.
        if let (Some((of, there)), None, true) = (origin.input, origin.clause, ruled)
            && of != file
            && !files.list[of].prelude
            && !files.list[file].uses.contains(&of)
        {
            diagnostics.push(say::input_taken((name, arity), span, &files.list[of].name, there));
        }
        origin.clause.get_or_insert((file, span));
        if let Some(&unknown) = self.families.get(&(name.to_owned(), arity)) {
            let what = (name, arity);
            diagnostics.push(say::name_taken("unknown", what, unknown, &files.owner(file), Some(span)));
        }
    }

    /// The predicate of this name, made if need be.
    pub fn predicate(
        &mut self,
        name: &str,
        arity: usize,
        span: Span,
        prelude: bool,
        program: &mut Program,
    ) -> PredicateId {
        let key = (name.to_owned(), arity);
        if let Some(&id) = self.predicates.get(&key) {
            return id;
        }
        let id = PredicateId(program.predicates.len() as u32);
        program.predicates.push(Predicate {
            name: name.to_owned(),
            arity,
            clauses: Vec::new(),
            input: false,
            lists: false,
            grain: Grain::Cells,
            prelude,
            recursive: false,
            value_only: vec![false; arity],
            by_value: false,
            drawn: false,
            constrains: false,
            span,
        });
        self.know(name, arity);
        if prelude {
            self.of_prelude.insert(key.clone());
        }
        self.predicates.insert(key, id);
        id
    }

    /// Whether a predicate may be called from a file; the prelude sees only its own.
    pub fn visible(&self, key: &Key, prelude: bool) -> Option<PredicateId> {
        let id = self.predicates.get(key)?;
        (!prelude || self.of_prelude.contains(key)).then_some(*id)
    }

    fn count_compounds(&mut self, statement: &Statement) {
        let mut count = |term: &Term| self.count_compound(term);
        match &statement.kind {
            StatementKind::Unknown { head, domain, body, .. } => {
                head.kind.children().for_each(&mut count);
                count(domain);
                body.iter().for_each(count);
            }
            StatementKind::Clause { head, body } | StatementKind::Draw { head, body } => {
                head.kind.children().for_each(&mut count);
                body.iter().for_each(count);
            }
            StatementKind::Offer { head, body } => {
                head.as_complete().unwrap_or(head).kind.children().for_each(&mut count);
                count(body);
            }
            StatementKind::Input { head } => head.kind.children().for_each(&mut count),
            StatementKind::Law { body, .. }
            | StatementKind::Goal { body }
            | StatementKind::Move { body, .. } => count(body),
            StatementKind::Sketch { with, .. } => with.iter().for_each(|(_, value)| count(value)),
            StatementKind::Param { values, .. } => values.iter().for_each(count),
            StatementKind::Bound { value } | StatementKind::Objective { value, .. } => count(value),
            _ => {}
        }
    }

    fn count_compound(&mut self, term: &Term) {
        if let TermKind::Call { name, args } = &term.kind {
            *self.compounds.entry((name.text.clone(), args.len())).or_default() += 1;
        }
        term.kind.children().for_each(|child| self.count_compound(child));
    }

    /// Names of predicates and functions, for suggestions.
    pub fn callable(&self) -> Vec<&str> {
        let mut all: Vec<&str> = self.arities.keys().map(String::as_str).collect();
        all.sort_unstable();
        all
    }

    /// The numbers of arguments with which a name can stand as a goal, or as a value.
    pub fn arities_as(&self, name: &str, role: Role) -> Vec<usize> {
        let known = self.arities.get(name).map_or(&[][..], Vec::as_slice);
        let fits = |arity: usize| match role {
            Role::Goal => {
                self.predicates.contains_key(&(name.to_owned(), arity))
                    || self.families.contains_key(&(name.to_owned(), arity))
                    || is_built_in(name, arity)
            }
            Role::Value => {
                self.predicates.contains_key(&(name.to_owned(), arity + 1)) && arity > 0
                    || self.families.contains_key(&(name.to_owned(), arity))
                    || Construct::find(name, arity).is_some_and(Construct::is_value)
            }
        };
        let mut all: Vec<usize> = known
            .iter()
            .flat_map(|&arity| [arity, arity.saturating_sub(1)])
            .filter(|&arity| fits(arity))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}
