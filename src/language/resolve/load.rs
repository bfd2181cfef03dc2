//! Brings together the files of a rule set: the prelude, what is used, and the file itself, in that order.

use super::built_in::{self, BUILT_IN, PRELUDE};
use super::index::Meaning;
use super::lower::Uses;
use super::prelude::needed;
use crate::base::hash::Map;
use crate::language::diagnostic::catalogue::{files, names};
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::source::{SourceId, Sources, Span};
use crate::language::syntax::ast::{File, Name, Statement, StatementKind, Term, TermKind};
use crate::language::syntax::parse::{parse, parse_before};

/// Where rule sets come from. The edge of the program implements it with files; tests with texts.
pub trait Library {
    /// The text of the rule set `name`, used by the source called `from`; with the name to show for it.
    fn find(&self, name: &str, from: &str) -> Option<(String, String)>;

    /// The text of the rule set that a `sketch` names: one of its own, or a built-in one that is there for nothing else.
    fn sketch(&self, name: &str, from: &str) -> Option<(String, String)> {
        built_in::sketch_before(self.find(name, from), name)
    }

    /// Where [`Library::find`] looks, for people.
    fn places(&self, from: &str) -> String;

    /// Names of rule sets that could be meant, for suggestions.
    fn names(&self, from: &str) -> Vec<String>;
}

/// The version of the language. In version 1 `reach` took every pair of its relation both ways.
pub const LANGUAGE: i64 = 2;

/// A file of the program.
#[derive(Debug)]
pub struct Loaded {
    /// What others call it.
    pub name: String,
    /// Its text.
    pub source: SourceId,
    /// Its statements.
    pub file: File,
    /// Where it says that it was written for this version of the language.
    pub language: Option<Span>,
    /// How many `use` lie between the main file and this one; the prelude is farthest.
    pub depth: usize,
    /// Whether it is the prelude.
    pub prelude: bool,
    /// The files it brought in, by number, the prelude left out.
    pub uses: Vec<usize>,
}

/// A value that some `with` or `--set` gives to a param.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The param.
    pub name: Name,
    /// The value.
    pub value: Term,
    /// How far from the main file it was said; smaller wins.
    pub depth: usize,
    /// The file whose params the value may name.
    pub file: usize,
}

/// All files of a program, in the order in which their statements count.
#[derive(Debug)]
pub struct Files {
    /// Prelude first, main file last.
    pub list: Vec<Loaded>,
    /// All settings.
    pub settings: Vec<Setting>,
    /// The text of the prelude.
    pub prelude: Option<SourceId>,
}

impl Files {
    /// Whose a definition is, for people.
    pub fn owner(&self, file: usize) -> String {
        if self.list[file].prelude { "the prelude".to_owned() } else { format!("`{}`", self.list[file].name) }
    }
}

struct Loader<'a> {
    library: &'a dyn Library,
    sources: &'a mut Sources,
    uses: &'a mut Uses,
    diagnostics: Vec<Diagnostic>,
    files: Files,
    by_name: Map<String, usize>,
    /// Rule sets being loaded, outermost first.
    open: Vec<String>,
    /// The texts that were loaded.
    texts: Vec<SourceId>,
}

/// Loads a rule set, a puzzle, or both, with everything they use. A puzzle uses the rule set given with it, besides those it names itself.
/// Of the prelude the whole is loaded, or what they need. After it: `use` and `drop` are done, broken statements are gone.
pub fn load(
    rules: Option<SourceId>,
    puzzle: Option<SourceId>,
    whole: bool,
    uses: &mut Uses,
    sources: &mut Sources,
    library: &dyn Library,
) -> (Files, Vec<Diagnostic>) {
    let files = Files { list: Vec::new(), settings: Vec::new(), prelude: None };
    let mut loader = Loader {
        library,
        sources,
        uses,
        diagnostics: Vec::new(),
        files,
        by_name: Map::default(),
        open: Vec::new(),
        texts: Vec::new(),
    };
    let prelude = built_in::prelude();
    let source = loader.sources.add(format!("{BUILT_IN}{PRELUDE}.rules"), prelude);
    loader.files.prelude = Some(source);
    loader.files.list.push(Loaded {
        name: PRELUDE.to_owned(),
        source,
        file: File::default(),
        language: None,
        depth: usize::MAX,
        prelude: true,
        uses: Vec::new(),
    });
    match (rules, puzzle) {
        (Some(rules), Some(puzzle)) => {
            let name = stem(&loader.sources.get(puzzle).name);
            loader.open(name, puzzle, 0, Some(rules));
        }
        (Some(main), None) | (None, Some(main)) => {
            let name = stem(&loader.sources.get(main).name);
            loader.open(name, main, 0, None);
        }
        (None, None) => {}
    }
    let Loader { mut files, mut diagnostics, texts, .. } = loader;
    let texts = texts.into_iter().map(|text| sources.get(text).text.as_str());
    let (file, wrong) = if whole { parse(source, prelude) } else { parse(source, &needed(prelude, texts)) };
    diagnostics.extend(wrong);
    files.list[0].file = file;
    (files, diagnostics)
}

/// The name under which a file is used: `rules/sudoku.rules` is `sudoku`.
pub(super) fn stem(path: &str) -> String {
    let file = path.strip_prefix(BUILT_IN).unwrap_or(path);
    let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
    file.strip_suffix(".rules").unwrap_or(file).to_owned()
}

impl Loader<'_> {
    /// Loads one source and returns its number in the list. It uses `besides` as well.
    fn open(&mut self, name: String, source: SourceId, depth: usize, besides: Option<SourceId>) -> usize {
        let text = self.sources.get(source).text.clone();
        self.texts.push(source);
        let (mut file, diagnostics) = parse_before(source, &text, &self.sources.deadline);
        if depth == 0 && file.statements.is_empty() && diagnostics.is_empty() {
            self.diagnostics.push(files::empty(&self.sources.get(source).name));
        }
        self.diagnostics.extend(diagnostics);
        self.open.push(name.clone());
        let mut uses = Vec::new();
        let mut settings = Vec::new();
        if let Some(rules) = besides {
            // First, so that a `use` of the same name means this one.
            let name = stem(&self.sources.get(rules).name);
            let used = self.open(name, rules, depth + 1, None);
            uses.push(used);
            uses.extend(self.files.list[used].uses.iter().copied());
        }
        for statement in &file.statements {
            let StatementKind::Use { name, with } = &statement.kind else { continue };
            if let Some(used) = self.used(&name.text, name.span, source, depth + 1) {
                self.mention_set(name.span, self.files.list[used].source);
                uses.push(used);
                uses.extend(self.files.list[used].uses.iter().copied());
                settings.extend(with.iter().cloned());
            }
        }
        uses.sort_unstable();
        uses.dedup();
        self.drop_statements(&file, &uses);
        let language = self.language(&file);
        file.statements.retain(|statement| {
            !matches!(
                statement.kind,
                StatementKind::Use { .. } | StatementKind::Drop { .. } | StatementKind::Language { .. }
            )
        });
        self.open.pop();
        let number = self.files.list.len();
        let all = settings.into_iter().map(|(name, value)| Setting { name, value, depth, file: number });
        self.files.settings.extend(all);
        self.files.list.push(Loaded {
            name: name.clone(),
            source,
            file,
            language,
            depth,
            prelude: false,
            uses,
        });
        self.by_name.insert(name, number);
        number
    }

    /// Where a file says that it was written for this version of the language; another version is reported.
    fn language(&mut self, file: &File) -> Option<Span> {
        let mut stated: Option<Span> = None;
        for statement in &file.statements {
            let StatementKind::Language { version } = &statement.kind else { continue };
            if let Some(first) = stated {
                self.diagnostics.push(names::declared_twice("the language", statement.span, first));
            }
            stated.get_or_insert(statement.span);
            if let TermKind::Int(number) = version.kind
                && number != LANGUAGE
            {
                self.diagnostics.push(names::other_language(number, LANGUAGE, version.span));
            }
        }
        stated
    }

    fn used(&mut self, name: &str, span: Span, from: SourceId, depth: usize) -> Option<usize> {
        if let Some(at) = self.open.iter().position(|open| open == name) {
            let mut chain = self.open[at..].to_vec();
            chain.push(name.to_owned());
            self.diagnostics.push(names::use_cycle(&chain, span));
            return None;
        }
        if let Some(&number) = self.by_name.get(name) {
            return Some(number);
        }
        match found(name, span, from, self.sources, self.library, false) {
            Ok(source) => {
                // By another of its names it may be there already.
                let real = stem(&self.sources.get(source).name);
                match self.by_name.get(&real) {
                    Some(&number) => Some(number),
                    None => Some(self.open(real, source, depth, None)),
                }
            }
            Err(missing) => {
                self.diagnostics.push(*missing);
                None
            }
        }
    }

    /// Notes that a rule set is named here; it is defined by its whole text.
    fn mention_set(&mut self, span: Span, source: SourceId) {
        let shown = &self.sources.get(source).name;
        self.uses.mention(span, || Meaning::RuleSet(shown.clone()));
        self.uses.define(Span::new(source, 0, 0), || Meaning::RuleSet(shown.clone()));
    }

    /// Carries out the `drop` statements of a file on the files it uses.
    fn drop_statements(&mut self, file: &File, uses: &[usize]) {
        for statement in &file.statements {
            let StatementKind::Drop { name, arity } = &statement.kind else { continue };
            let arity = arity.as_ref().and_then(|term| match term.kind {
                TermKind::Int(arity) => usize::try_from(arity).ok(),
                _ => None,
            });
            let mut dropped = false;
            let mut has: Vec<String> = Vec::new();
            for &used in uses {
                self.files.list[used].file.statements.retain(|candidate| {
                    let Some((known, defined)) = target(candidate) else { return true };
                    let is_meant = |target| target == (name.text.as_str(), arity);
                    let matches = is_meant((known, defined)) || offered(candidate).is_some_and(is_meant);
                    dropped |= matches;
                    if matches
                        && self.uses.index.is_some()
                        && let Some((meaning, span)) = meant(candidate)
                    {
                        self.uses.mention(name.span, || meaning.clone());
                        self.uses.define(span, || meaning);
                    }
                    let label =
                        defined.map_or_else(|| known.to_owned(), |defined| format!("{known}/{defined}"));
                    if !matches && !has.contains(&label) {
                        has.push(label);
                    }
                    !matches
                });
            }
            if !dropped {
                let wanted =
                    arity.map_or_else(|| name.text.clone(), |arity| format!("{}/{arity}", name.text));
                let has: Vec<&str> = has.iter().map(String::as_str).collect();
                self.diagnostics.push(names::nothing_to_drop(&wanted, name.span, &has));
            }
        }
    }
}

/// The text of a rule set that a source names, or why there is none.
pub(super) fn found(
    name: &str,
    span: Span,
    from: SourceId,
    sources: &mut Sources,
    library: &dyn Library,
    is_sketch: bool,
) -> Result<SourceId, Box<Diagnostic>> {
    let from = sources.get(from).name.clone();
    let plain = !name.is_empty() && !name.contains(['/', '\\', '\0']) && name != "..";
    let found = match (plain, is_sketch) {
        (true, true) => library.sketch(name, &from),
        (true, false) => library.find(name, &from),
        (false, _) => None,
    };
    let Some((shown, text)) = found else {
        let mut known = library.names(&from);
        if plain && !is_sketch && known.iter().any(|known| known == name) {
            return Err(Box::new(names::unreadable_rule_set(name, span, &library.places(&from))));
        }
        known.extend(built_in::sketches().filter(|_| is_sketch).map(str::to_owned));
        let bare = name.strip_suffix(".rules").and_then(|bare| known.iter().find(|known| *known == bare));
        let near = bare.map(String::as_str).or_else(|| nearest(name, known.iter().map(String::as_str)));
        return Err(Box::new(names::no_rule_set(name, span, &library.places(&from), near)));
    };
    Ok(sources.add(shown, text))
}

/// What `drop` calls a statement: a law by its name, a definition by name and number of arguments.
fn target(statement: &Statement) -> Option<(&str, Option<usize>)> {
    match &statement.kind {
        StatementKind::Law { name, .. } => Some((&name.text, None)),
        StatementKind::Move { head, .. } => head.as_head().map(|(name, ..)| (name, None)),
        StatementKind::Goal { .. } => Some(("goal", None)),
        StatementKind::Bound { .. } => Some(("bound", None)),
        StatementKind::Sketch { .. } => Some(("sketch", None)),
        StatementKind::Offer { .. } => Some(("offer", None)),
        StatementKind::Grid { .. } => Some(("grid", None)),
        StatementKind::Objective { maximise, .. } => {
            Some((if *maximise { "maximise" } else { "minimise" }, None))
        }
        StatementKind::Clause { head, .. }
        | StatementKind::Grammar { head, .. }
        | StatementKind::Unknown { head, .. } => {
            head.as_head().map(|(name, _, args)| (name, Some(args.len())))
        }
        _ => None,
    }
}

/// What `drop` calls one offer among others: what it offers, by name and number of arguments.
fn offered(statement: &Statement) -> Option<(&str, Option<usize>)> {
    let StatementKind::Offer { head, .. } = &statement.kind else { return None };
    let (name, _, args) = head.as_complete().unwrap_or(head).as_head()?;
    Some((name, Some(args.len())))
}

/// What a statement that may be dropped defines, and where the name stands.
fn meant(statement: &Statement) -> Option<(Meaning, Span)> {
    let head = |head: &Term| head.as_head().map(|(name, span, args)| (name.to_owned(), span, args.len()));
    match &statement.kind {
        StatementKind::Law { name, .. } => Some((Meaning::Law(name.text.clone()), name.span)),
        StatementKind::Move { head: named, .. } => {
            head(named).map(|(name, span, _)| (Meaning::Move(name), span))
        }
        StatementKind::Clause { head: named, .. } => {
            head(named).map(|(name, span, arity)| (Meaning::Predicate(name, arity), span))
        }
        StatementKind::Grammar { head: named, .. } => {
            head(named).map(|(name, span, arity)| (Meaning::Grammar(name, arity), span))
        }
        StatementKind::Unknown { head: named, .. } => {
            head(named).map(|(name, span, arity)| (Meaning::Unknown(name, arity), span))
        }
        _ => None,
    }
}
