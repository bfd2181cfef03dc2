//! What each word is, for an editor that colours it: from the lexer, and by what names mean.

use std::ops::Range;

use crate::base::hash::{Map, Set};
use crate::editor::analysis::{Analysis, Unit};
use crate::language::resolve::{Meaning, Mention};
use crate::language::syntax::token::{Token, lex};

/// What a stretch of text is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A comment.
    Comment,
    /// A doc line.
    Doc,
    /// A word of the language.
    Keyword,
    /// A sign.
    Operator,
    /// A number.
    Number,
    /// A text in quotes.
    Text,
    /// A drawing.
    Drawing,
    /// A symbol: a name that stands for itself.
    Symbol,
    /// A placeholder.
    Placeholder,
    /// A definition.
    Predicate,
    /// What a puzzle may supply.
    Input,
    /// An unknown.
    Unknown,
    /// A line grammar.
    Grammar,
    /// A param.
    Param,
    /// A law or a move.
    Law,
    /// A rule set.
    RuleSet,
    /// A built-in function or goal, a figure, an expectation.
    BuiltIn,
}

/// A coloured stretch of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coloured {
    /// Its bytes; a drawing and a long comment go over several lines.
    pub range: Range<usize>,
    /// What it is.
    pub kind: Kind,
    /// Whether it is defined here.
    pub defines: bool,
    /// Whether it is from the prelude, or inside the binary.
    pub built_in: bool,
}

/// All stretches of a file that have a colour, in order, none inside another.
pub fn colours(analysis: &Analysis) -> Vec<Coloured> {
    let mut found = Vec::new();
    for unit in &analysis.units {
        of_unit(unit, &mut found);
    }
    found.sort_by_key(|stretch| stretch.range.start);
    found
}

fn of_unit(unit: &Unit, found: &mut Vec<Coloured>) {
    let lexed = lex(unit.main, unit.text());
    // Names in the braces of a doc line are mentions, too; they do not count here.
    let mentions: Map<u32, &Mention> =
        unit.index.inside(unit.main).iter().rev().map(|mention| (mention.span.start, mention)).collect();
    let defined = unit.index.all().iter().filter(|mention| mention.defines);
    let inside: Set<&Meaning> = defined
        .filter(|mention| !unit.is_own(mention.span) && unit.place(mention.span).is_built_in())
        .map(|mention| &mention.meaning)
        .collect();
    let inputs = unit.inputs();
    let mut add = |span: crate::language::source::Span, kind, defines, built_in| {
        let range = unit.start + span.start as usize..unit.start + span.end as usize;
        found.push(Coloured { range, kind, defines, built_in });
    };
    for comment in &lexed.comments {
        add(comment.span, Kind::Comment, false, false);
    }
    for (token, span) in lexed.tokens {
        let quoted = u32::from(matches!(token, Token::Text(_)));
        let mention = mentions.get(&(span.start + quoted)).filter(|_| !matches!(token, Token::Doc(_)));
        let kind = match (token, mention) {
            (Token::Name(_) | Token::Text(_), Some(mention)) => Some(of_meaning(&mention.meaning, &inputs)),
            (Token::Name(_), None) => Some(Kind::Symbol),
            (Token::Placeholder(_), _) => Some(Kind::Placeholder),
            (Token::Doc(_), _) => Some(Kind::Doc),
            (Token::Number(_), _) => Some(Kind::Number),
            (Token::Text(_), None) => Some(Kind::Text),
            (Token::Block(_), _) => Some(Kind::Drawing),
            (token, _) if token.is_keyword() => Some(Kind::Keyword),
            (Token::Open | Token::Close | Token::OpenList | Token::CloseList, _) => None,
            (Token::OpenSet | Token::CloseSet | Token::Comma | Token::Dot, _) => None,
            _ => Some(Kind::Operator),
        };
        let Some(kind) = kind else { continue };
        let is_built_in = |mention: &&Mention| {
            matches!(mention.meaning, Meaning::BuiltIn(_) | Meaning::Figure(_) | Meaning::Expectation(_))
                || inside.contains(&mention.meaning)
        };
        let defines = mention.is_some_and(|mention| mention.defines && kind != Kind::Placeholder);
        add(span, kind, defines, mention.is_some_and(is_built_in));
    }
}

fn of_meaning(meaning: &Meaning, inputs: &Set<(&str, usize)>) -> Kind {
    match meaning {
        Meaning::Predicate(name, arity) if inputs.contains(&(name.as_str(), *arity)) => Kind::Input,
        Meaning::Predicate(..) => Kind::Predicate,
        Meaning::Unknown(..) => Kind::Unknown,
        Meaning::Grammar(..) => Kind::Grammar,
        Meaning::Param(_) | Meaning::Sketched(_) => Kind::Param,
        Meaning::Law(_) | Meaning::Move(_) => Kind::Law,
        Meaning::Placeholder(..) => Kind::Placeholder,
        Meaning::RuleSet(_) => Kind::RuleSet,
        Meaning::BuiltIn(_) | Meaning::Figure(_) | Meaning::Expectation(_) => Kind::BuiltIn,
    }
}
