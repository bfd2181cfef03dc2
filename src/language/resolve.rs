//! Tree to program: brings in used files, gives names their meaning, takes the sugar away.
//!
//! After it: no unknown name, no sugar; what a name means no longer depends on the text around it.

mod blind;
pub mod built_in;
pub mod calls;
mod denied;
mod expressions;
mod grammar;
pub mod index;
mod lints;
pub mod load;
mod lower;
mod names;
mod prelude;
mod question;
mod scope;
pub mod shelf;
mod sketch;
mod statements;
mod values;

use std::sync::Arc;

use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::names as say;
use crate::language::program::Program;
use crate::language::source::{SourceId, Sources};
use crate::language::syntax::ast::{Name, Term};
use crate::language::syntax::parse::parse;

pub use built_in::BuiltIn;
pub use index::{Index, Meaning, Mention};
pub use load::Library;
pub use shelf::{Shelf, Texts};

use load::{Files, Setting};
use lower::Uses;
use names::Names;

/// What is to be resolved.
#[derive(Clone, Default, Debug)]
pub struct Request {
    /// The rule set.
    pub rules: Option<SourceId>,
    /// A puzzle in the language.
    pub puzzle: Option<SourceId>,
    /// Params that are set from outside, as by `--set` on the command line: name and value.
    pub settings: Vec<(String, String)>,
    /// Whether no boards are to be made: rule sets that sketch them are not read.
    pub unsketched: bool,
    /// A condition that is asked about the board, in a text of its own.
    pub question: Option<SourceId>,
}

/// Resolves a rule set, a puzzle, or both.
pub fn resolve(
    request: &Request,
    sources: &mut Sources,
    library: &dyn Library,
) -> (Arc<Program>, Vec<Diagnostic>) {
    let (mut program, mut diagnostics) = alone(request, sources, library);
    if !request.unsketched {
        sketch::attach(&mut program, sources, library, &mut diagnostics, None);
    }
    (Arc::new(program), diagnostics)
}

/// The same, and where every name stands.
pub fn resolve_indexed(
    request: &Request,
    sources: &mut Sources,
    library: &dyn Library,
) -> (Arc<Program>, Index, Vec<Diagnostic>) {
    let (mut program, mut index, mut diagnostics) =
        with(true, Some(Index::default()), request, sources, library);
    if !request.unsketched {
        sketch::attach(&mut program, sources, library, &mut diagnostics, Some(&mut index));
    }
    index.finish();
    (Arc::new(program), index, diagnostics)
}

/// Texts longer than this are read with all of the prelude: it is short beside them.
const LONG: usize = 1 << 14;

/// Resolves without the rule sets that sketch boards. Where nothing is to be said, no more of the prelude is read than is
/// needed; what is to be said may need all names, and what is asked may be about any.
fn alone(request: &Request, sources: &mut Sources, library: &dyn Library) -> (Program, Vec<Diagnostic>) {
    let texts = sources.len();
    let asked = request.rules.iter().chain(&request.puzzle);
    let long = asked.map(|&source| sources.get(source).text.len()).sum::<usize>() > LONG;
    if request.question.is_none() && !long {
        let (program, _, diagnostics) = with(false, None, request, sources, library);
        if diagnostics.is_empty() || sources.deadline.cause().is_some() {
            return (program, diagnostics);
        }
    }
    sources.truncate(texts);
    let (program, _, diagnostics) = with(true, None, request, sources, library);
    (program, diagnostics)
}

/// Resolves with all of the prelude, or with as much of it as is needed, and notes where names stand if there is an index.
fn with(
    whole: bool,
    index: Option<Index>,
    request: &Request,
    sources: &mut Sources,
    library: &dyn Library,
) -> (Program, Index, Vec<Diagnostic>) {
    let mut uses = Uses { index, ..Uses::default() };
    let (mut files, mut diagnostics) =
        load::load(request.rules, request.puzzle, whole, &mut uses, sources, library);
    if sources.deadline.cause().is_some() {
        // Of half a text there is nothing to say but that it is half.
        return (Program::default(), Index::default(), diagnostics);
    }
    command_line_settings(request, &mut files, sources, &mut diagnostics);
    let mut program = Program { prelude: files.prelude, ..Program::default() };
    program.cell = Some(program.terms.symbol("cell"));
    let mut names = Names::collect(&files, &mut program, &mut diagnostics);
    statements::lower(&files, &mut names, &mut program, &mut uses, &mut diagnostics);
    let stated: Vec<SourceId> = files.list.iter().filter_map(|file| Some(file.language?.source)).collect();
    program.reaches.retain(|(_, span)| Some(span.source) != files.prelude && !stated.contains(&span.source));
    if let Some(source) = request.question {
        let text = &sources.get(source).text;
        question::lower(source, text, &names, &mut program, &mut uses, &mut diagnostics);
    }
    denied::check(&program, &mut diagnostics);
    calls::mark(&mut program);
    values::mark(&mut program);
    blind::mark(&mut program);
    lints::run(&files, &names, &program, &uses, &mut diagnostics);
    let mut index = uses.index.unwrap_or_default();
    if !index.all().is_empty() {
        index.finish();
        index.docs(&files, &names, sources);
        index.finish();
        index.mark_first();
    }
    (program, index, diagnostics)
}

/// `--set n=6` counts as said nearer than any file says it.
fn command_line_settings(
    request: &Request,
    files: &mut Files,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for setting in &mut files.settings {
        setting.depth += 1;
    }
    for (name, value) in &request.settings {
        let text = format!("param {name} = {value}.");
        let source = sources.add("--set", text.clone());
        let (file, wrong) = parse(source, &text);
        diagnostics.extend(wrong);
        for statement in file.statements {
            if let crate::language::syntax::ast::StatementKind::Param { name, mut values } = statement.kind
                && let Some(value) = values.pop()
            {
                files.settings.push(Setting { name, value, depth: 0, file: files.list.len() - 1 });
            }
        }
    }
}

/// The setting that counts for a param, if any; two different ones equally near are reported.
fn setting<'f>(
    name: &str,
    files: &'f Files,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(&'f Name, &'f Term, usize)> {
    let nearest = files
        .settings
        .iter()
        .filter(|setting| setting.name.text == name)
        .map(|setting| setting.depth)
        .min()?;
    let mut all =
        files.settings.iter().filter(|setting| setting.name.text == name && setting.depth == nearest);
    let first = all.next()?;
    let print = |term: &Term| crate::language::syntax::print::term(term);
    if let Some(other) = all.find(|other| print(&other.value) != print(&first.value)) {
        let whole = |setting: &Setting| setting.name.span.to(setting.value.span);
        diagnostics.push(say::two_values(
            name,
            (&print(&other.value), whole(other)),
            (&print(&first.value), whole(first)),
        ));
    }
    Some((&first.name, &first.value, first.file))
}

#[cfg(test)]
mod tests {
    use super::{BuiltIn, Request, resolve};
    use crate::language::program::GoalKind;
    use crate::language::source::Sources;

    #[test]
    fn names_left_of_the_arrow_are_the_places_of_a_law() {
        let mut sources = Sources::default();
        let text = "grid(2, 2) :: 1..2.\nnext: step(A, _, B), not same(A, B) => A \\= B.\n";
        let rules = Some(sources.add("test.rules", text));
        let (program, wrong) = resolve(&Request { rules, ..Request::default() }, &mut sources, &BuiltIn);
        assert!(wrong.is_empty(), "{wrong:?}");
        let law = &program.laws[0];
        let names: Vec<&str> =
            law.tuple.iter().map(|&slot| law.scope.names[usize::from(slot)].as_str()).collect();
        assert_eq!(names, ["A", "B"]);
        assert!(matches!(law.must.kind, GoalKind::Compare(..)), "{:?}", law.must.kind);
    }
}
