//! The blanks between the tokens of a statement: one rule for the formatter and for printed nodes.

use crate::language::syntax::token::Token;

/// What a sign that has several uses is used for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Between two operands, or no sign at all.
    Plain,
    /// Before an operand: `-X`, `..Front`; also `..` alone.
    Prefix,
    /// After an operand: `0*`, `1+`.
    Postfix,
    /// A product of simple operands: `r*c`.
    Tight,
    /// The colon after the name of a law or the head of a move.
    Label,
}

/// For each token of a statement how many blanks, none or one, stand before it.
pub fn gaps(tokens: &[Token<'_>]) -> Vec<usize> {
    let roles = roles(tokens);
    (0..tokens.len())
        .map(|at| match at.checked_sub(1) {
            None => 0,
            Some(before) => usize::from(apart((tokens[before], roles[before]), (tokens[at], roles[at]))),
        })
        .collect()
}

fn apart((before, before_role): (Token<'_>, Role), (token, role): (Token<'_>, Role)) -> bool {
    match (before, token) {
        (Token::Open | Token::OpenList | Token::OpenSet | Token::Caret, _) => false,
        (
            _,
            Token::Comma | Token::Close | Token::CloseList | Token::CloseSet | Token::Prime | Token::Caret,
        ) => false,
        // `0* .`: the dot must not look like a part of the sign.
        (_, Token::Dot) => before_role == Role::Postfix,
        (Token::Name(_) | Token::Grid, Token::Open) => false,
        (Token::Dots, Token::Bar) => true,
        (Token::Dots, _) => false,
        (_, Token::Dots) => role == Role::Prefix,
        _ if matches!(role, Role::Tight | Role::Label | Role::Postfix) => false,
        _ => !matches!(before_role, Role::Tight | Role::Prefix),
    }
}

fn roles(tokens: &[Token<'_>]) -> Vec<Role> {
    let mut roles = vec![Role::Plain; tokens.len()];
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        let after_operand = at.checked_sub(1).is_some_and(|before| tokens[before].ends_operand());
        let next = tokens.get(at + 1);
        match token {
            Token::Open | Token::OpenList | Token::OpenSet => depth += 1,
            Token::Close | Token::CloseList | Token::CloseSet => depth = depth.saturating_sub(1),
            Token::Minus | Token::Dots if !after_operand => roles[at] = Role::Prefix,
            Token::Colon if depth == 0 => roles[at] = Role::Label,
            Token::Star | Token::Plus
                if matches!(
                    next,
                    None | Some(Token::Comma | Token::Close | Token::CloseList | Token::Bar | Token::Dot)
                ) =>
            {
                roles[at] = Role::Postfix;
            }
            _ => {}
        }
    }
    tighten(tokens, &mut roles);
    roles
}

/// Marks the `*` and `/` of products whose operands are all simple: names, numbers, placeholders. `n * (n*n + 1) / 2`
/// has two products, and only the inner one is simple.
fn tighten(tokens: &[Token<'_>], roles: &mut [Role]) {
    // Per open bracket: the signs of the product being read, and whether its operands are simple so far.
    let mut open: Vec<(Vec<usize>, bool)> = vec![(Vec::new(), true)];
    let flush = |product: &mut (Vec<usize>, bool), roles: &mut [Role]| {
        let (signs, simple) = std::mem::replace(product, (Vec::new(), true));
        if simple {
            signs.into_iter().for_each(|at| roles[at] = Role::Tight);
        }
    };
    for (at, token) in tokens.iter().enumerate() {
        let Some(product) = open.last_mut() else { return };
        match token {
            Token::Open | Token::OpenList | Token::OpenSet => open.push((Vec::new(), true)),
            Token::Close | Token::CloseList | Token::CloseSet => {
                flush(product, roles);
                if open.len() > 1 {
                    open.pop();
                }
            }
            Token::Star | Token::Slash if roles[at] == Role::Plain => {
                let bracket_before = at.checked_sub(1).is_some_and(|at| {
                    matches!(tokens[at], Token::Close | Token::CloseList | Token::CloseSet)
                });
                let next = (tokens.get(at + 1), tokens.get(at + 2));
                let simple_after = !matches!(
                    next,
                    (Some(Token::Open | Token::OpenList | Token::OpenSet | Token::Minus), _)
                        | (Some(Token::Name(_)), Some(Token::Open))
                );
                product.0.push(at);
                product.1 &= !bracket_before && simple_after;
            }
            Token::Mod => {}
            Token::Minus if roles[at] == Role::Prefix => {}
            other if other.ends_operand() => {}
            _ => flush(product, roles),
        }
    }
    while let Some(mut product) = open.pop() {
        flush(&mut product, roles);
    }
}
