//! Puzzles that differ in what they draw and in nothing else: their rules are resolved once. Where only values differ, they are
//! expanded and compiled once, too; else what reads none of the drawings is.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::beside::Beside;
use super::kit::{Kit, Shared};
use super::run::{Resolved, Run};
use super::{Origin, Subject};
use crate::board::ground::Kept;
use crate::language::program::Program;
use crate::language::puzzle::Picture;
use crate::language::puzzle::formats::{apart, undrawn};
use crate::language::puzzle::written::Puzzle;
use crate::language::source::SourceId;
use crate::services::solve::Lines;

/// What puzzles share that say the same but for the values they draw.
pub(super) struct Kin {
    /// Rules that count besides their own.
    rules: Option<SourceId>,
    settings: Vec<(String, i64)>,
    /// Where they stand: rule sets are looked for beside them.
    folder: PathBuf,
    says: Says,
    /// What that amounts to; nothing if each of them has to be looked at by itself.
    resolved: Option<Resolved>,
    shared: Shared,
    kept: Kept,
}

/// What puzzles say beside the values they draw.
enum Says {
    Text(String),
    Puzzle(Puzzle),
    /// Beside all drawings, not only those of values.
    Undrawn(String),
}

/// So many kinds of puzzles are kept in mind.
const MOST: usize = 8;

impl Run<'_> {
    /// The puzzle of a text on a board like those of others; nothing if it has to be looked at by itself.
    pub(super) fn akin(
        &mut self,
        rules: Option<SourceId>,
        file: &str,
        source: SourceId,
        text: &str,
    ) -> Option<Subject> {
        if let Some((says, picture)) = apart(source, text) {
            return self.akin_text(rules, file, &says, &picture);
        }
        let (says, pictures) = undrawn(source, text)?;
        let is_same = |known: &Says| matches!(known, Says::Undrawn(known) if *known == says);
        let at = self.kind_of(rules, file, is_same);
        let at = at.unwrap_or_else(|| self.new_kind(rules, file, text, Says::Undrawn(says)));
        self.drawn_anew(at, pictures)
    }

    /// A puzzle of a kind with other drawings. What is said about it is said when it is looked at by itself.
    fn drawn_anew(&self, kind: usize, pictures: Vec<Picture>) -> Option<Subject> {
        let kin = &self.kin[kind];
        let (program, _) = kin.resolved.as_ref()?;
        let mut tokens = pictures.iter().flat_map(|picture| picture.rows.iter().flatten());
        let is_param = |name: &str| program.params.iter().any(|param| param.name == name);
        if program.pictures.len() != pictures.len() || tokens.any(|token| is_param(&token.text)) {
            return None;
        }
        let mut program = Program::clone(program);
        for (layer, picture) in program.pictures.iter_mut().zip(pictures) {
            layer.picture = picture;
        }
        let mut subject = Subject::new(
            String::new(),
            (Arc::new(program), Vec::new()),
            Origin::Language(0, Beside::default()),
        );
        self.expand_with(&mut subject, None, true, Some(&kin.kept));
        subject.diagnostics.is_empty().then_some(subject)
    }

    /// A puzzle of a file that states this and draws these values, on the board of others like it; nothing if it has to be
    /// looked at by itself, for one because something is to be said about it.
    fn akin_text(
        &mut self,
        rules: Option<SourceId>,
        file: &str,
        says: &str,
        picture: &Picture,
    ) -> Option<Subject> {
        let is_same = |known: &Says| matches!(known, Says::Text(known) if known == says);
        let at = self.kind_of(rules, file, is_same);
        let at = at.unwrap_or_else(|| self.new_kind(rules, file, says, Says::Text(says.to_owned())));
        let tokens = picture.rows.iter().flatten().map(|token| token.text.as_str());
        self.on_board(at, picture.width(), tokens, || picture.clone())
    }

    /// The same for a puzzle in the format of another program.
    pub(super) fn akin_puzzle(
        &mut self,
        rules: Option<SourceId>,
        name: &str,
        puzzle: &Puzzle,
    ) -> Option<Subject> {
        let drawn = puzzle.drawn()?;
        let is_same = |known: &Says| matches!(known, Says::Puzzle(known) if known.is_akin(puzzle));
        let at = self.kind_of(rules, name, is_same).unwrap_or_else(|| {
            let rest = puzzle.clone().without_drawn();
            self.new_kind(rules, &format!("{name} (as a .puzzle)"), &rest.to_string(), Says::Puzzle(rest))
        });
        let tokens = drawn.rows.iter().flatten().map(String::as_str);
        self.on_board(at, drawn.rows.first().map_or(0, Vec::len), tokens, || drawn.picture())
    }

    fn kind_of(&self, rules: Option<SourceId>, file: &str, is_same: impl Fn(&Says) -> bool) -> Option<usize> {
        let folder = folder(file);
        let is_alike =
            |kin: &Kin| kin.rules == rules && kin.folder == folder && kin.settings == self.settings;
        self.kin.iter().position(|kin| is_alike(kin) && is_same(&kin.says))
    }

    fn new_kind(&mut self, rules: Option<SourceId>, file: &str, text: &str, says: Says) -> usize {
        // The text stays: whatever is said about its rules points at it.
        let source = self.sources.add(file, text);
        let resolved = self.resolved(rules.unwrap_or(source), rules.map(|_| source));
        let resolved = Some(resolved).filter(|(_, diagnostics)| diagnostics.is_empty());
        if self.kin.len() == MOST {
            self.kin.clear();
        }
        let (folder, shared, kept) = (folder(file).to_owned(), Shared::default(), Kept::default());
        let settings = self.settings.clone();
        self.kin.push(Kin { rules, settings, folder, says, resolved, shared, kept });
        self.kin.len() - 1
    }

    /// A puzzle of a kind with these tokens on its board.
    fn on_board<'t>(
        &mut self,
        kind: usize,
        cols: usize,
        tokens: impl Iterator<Item = &'t str> + Clone,
        picture: impl FnOnce() -> Picture,
    ) -> Option<Subject> {
        let kin = &self.kin[kind];
        // Whoever asked says where it is written.
        let mut subject =
            Subject::new(String::new(), kin.resolved.clone()?, Origin::Language(0, Beside::default()));
        subject.shared = kin.shared.clone();
        if subject.shared.borrow_mut().give_tokens(cols, tokens.clone()) {
            return Some(subject);
        }
        if !matches!(*subject.shared.borrow(), Kit::Nothing) {
            return None;
        }
        self.expand(&mut subject, Some(picture()), true);
        let world = &mut subject.ground.as_mut()?.world;
        let fits = subject.diagnostics.is_empty() && Lines::of(world).give_tokens(cols, tokens, world);
        if !fits {
            self.kin[kind].resolved = None;
        }
        fits.then_some(subject)
    }

    /// Whether puzzles may be akin: there are several, and they are asked for their values.
    pub(super) fn may_be_akin(&self, single: bool) -> bool {
        self.shares && (!single || !self.what.puzzles.is_empty())
    }
}

fn folder(file: &str) -> &Path {
    Path::new(file).parent().unwrap_or(Path::new(""))
}
