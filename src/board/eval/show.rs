//! Terms, conditions and domains as people write them.

use std::cell::Cell;
use std::fmt::Write as _;

use super::{Domain, World};
use crate::base::number::Sign;
use crate::board::formula::{Closure, Formula};
use crate::language::program::PredicateId;
use crate::language::syntax::quote;
use crate::language::term::{FormulaId, Guarded, Node, Open, TermId};

/// How many parts of a condition are shown, and how deep they may nest.
const MOST_PARTS: u32 = 20_000;
const MOST_DEPTH: u32 = 200;

/// Shows conditions of one world.
pub struct Show<'w> {
    world: &'w World,
    /// How many more parts of the condition at hand are shown, and how deep it is nested.
    left: Cell<u32>,
    depth: Cell<u32>,
}

impl World {
    /// A term as it is written in rules: `r1c2`, `[r1c1, r1c2]`, `{a, b}`.
    pub fn show(&self, term: TermId) -> String {
        self.terms.show(term)
    }

    /// A term as a fact states it: what bare would be a param or an unknown stands in quotes.
    pub fn state(&self, term: TermId) -> String {
        self.terms.state(term)
    }

    /// A term as a person would name it: a list of cells that is a row, a column or a box is called so.
    pub fn name(&self, term: TermId) -> String {
        self.region(term).unwrap_or_else(|| self.show(term))
    }

    /// A term in a sentence: `row 3`, `box r1c1-r3c3`, `the diagonal r1c1 to r9c9`, `r1c1, r1c2 and r2c1`.
    pub fn spoken(&self, term: TermId) -> String {
        let Some(cells) = self.cell_list(term) else { return self.show(term) };
        let named = self.rectangle(&cells).map(|(name, (height, width))| match self.size {
            Some((rows, cols)) if name.contains(" to ") && height > 1 && width > 1 => {
                let (top, left) = cells.iter().copied().min().unwrap_or_default();
                let tiles = rows % height == 0 && cols % width == 0;
                let is_box = tiles && (top - 1) % height == 0 && (left - 1) % width == 0;
                let kind = if is_box { "box" } else { "block" };
                format!("{kind} {}", name.replace(" to ", "-"))
            }
            _ => name,
        });
        named.or_else(|| diagonal(&cells)).unwrap_or_else(|| listed(&cells))
    }

    /// The cells of a list that holds at least two, and nothing else.
    fn cell_list(&self, term: TermId) -> Option<Vec<(i64, i64)>> {
        let mut cells = Vec::new();
        let mut rest = term;
        while let &Node::Cons(head, tail) = self.terms.node(rest) {
            cells.push(self.coordinates(head)?);
            rest = tail;
        }
        (cells.len() > 1 && matches!(self.terms.node(rest), Node::Nil)).then_some(cells)
    }

    /// A place as a person would name it: `link(r1c1-r1c2)` where the index is a pair of cells, `drawn(top of r1c1)` where
    /// it is a side of a square, `piece(r1c1, r1c1 to r2c3)` where it is a block of cells.
    pub fn place_name(&self, place: TermId) -> String {
        let Node::Place(family, index) = self.terms.node(place) else { return self.show(place) };
        if index.is_empty() || self.coordinates(place).is_some() {
            return self.show(place);
        }
        let parts: Vec<String> =
            index.iter().map(|&part| self.pair(part).unwrap_or_else(|| self.name(part))).collect();
        format!("{}({})", self.terms.name(*family), parts.join(", "))
    }

    /// Two cells, or the ends of a side.
    fn pair(&self, term: TermId) -> Option<String> {
        let Node::Set(ends) = self.terms.node(term) else { return None };
        let &[one, other] = &ends[..] else { return None };
        self.side(one, other).or_else(|| {
            let cells = [self.coordinates(one)?, self.coordinates(other)?];
            Some(cells.map(|(row, column)| format!("r{row}c{column}")).join("-"))
        })
    }

    /// `top of r1c1` for the two ends of a side; at the edges of the board also `bottom` and `right`.
    fn side(&self, one: TermId, other: TermId) -> Option<String> {
        let (rows, cols) = self.size?;
        let ((top, left), (bottom, right)) = {
            let (one, other) = (self.dot(one)?, self.dot(other)?);
            (one.min(other), one.max(other))
        };
        match (bottom - top, right - left) {
            (0, 1) if top < rows => Some(format!("top of r{}c{right}", top + 1)),
            (0, 1) => Some(format!("bottom of r{top}c{right}")),
            (1, 0) if left < cols => Some(format!("left of r{bottom}c{}", left + 1)),
            (1, 0) => Some(format!("right of r{bottom}c{left}")),
            _ => None,
        }
    }

    /// What a graph joins as a person would name it: a cell, another place, or the corner of a square.
    pub fn spot(&self, term: TermId) -> String {
        match self.dot(term) {
            Some((0, 0)) => "the top left corner of r1c1".to_owned(),
            Some((0, column)) => format!("the top right corner of r1c{column}"),
            Some((row, 0)) => format!("the bottom left corner of r{row}c1"),
            Some((row, column)) => format!("the bottom right corner of r{row}c{column}"),
            None => self.place_name(term),
        }
    }

    /// The row and the column of `dot(0, 0)` to `dot(rows, cols)`.
    fn dot(&self, term: TermId) -> Option<(i64, i64)> {
        let Node::Compound(name, args) = self.terms.node(term) else { return None };
        let numbers: Vec<&Node> = args.iter().map(|&arg| self.terms.node(arg)).collect();
        match (self.terms.name(*name), &numbers[..]) {
            ("dot", &[Node::Int(row), Node::Int(column)]) => {
                Some((i32::try_from(*row).ok()?.into(), i32::try_from(*column).ok()?.into()))
            }
            _ => None,
        }
    }

    fn region(&self, term: TermId) -> Option<String> {
        self.rectangle(&self.cell_list(term)?).map(|(name, _)| name)
    }

    /// `row 3`, `column 2`, `r1c1 to r3c3` for cells that are one; nothing for others.
    pub fn region_of(&self, cells: &[TermId]) -> Option<String> {
        let cells: Option<Vec<(i64, i64)>> = cells.iter().map(|&cell| self.coordinates(cell)).collect();
        let cells = cells.filter(|cells| cells.len() >= 2)?;
        self.rectangle(&cells).map(|(name, _)| name)
    }

    /// The name of cells that fill a rectangle, and its height and width.
    fn rectangle(&self, cells: &[(i64, i64)]) -> Option<(String, (i64, i64))> {
        let (mut cells, (rows, cols)) = (cells.to_vec(), self.size?);
        let top = cells.iter().map(|cell| cell.0).min()?;
        let bottom = cells.iter().map(|cell| cell.0).max()?;
        let left = cells.iter().map(|cell| cell.1).min()?;
        let right = cells.iter().map(|cell| cell.1).max()?;
        let (height, width) = (bottom - top + 1, right - left + 1);
        let area = usize::try_from(height * width).ok()?;
        let count = cells.len();
        cells.sort_unstable();
        cells.dedup();
        if area != count || cells.len() != count {
            return None;
        }
        let whole = |low: i64, high: i64, most: i64| low == 1 && high == most;
        let name = match (top == bottom, left == right) {
            (false, false) if whole(top, bottom, rows) && whole(left, right, cols) => "the board".to_owned(),
            (true, _) if whole(left, right, cols) => format!("row {top}"),
            (_, true) if whole(top, bottom, rows) => format!("column {left}"),
            _ => format!("r{top}c{left} to r{bottom}c{right}"),
        };
        Some((name, (height, width)))
    }

    /// A domain as it is written: `0..9`, `{land, sea}`.
    pub fn show_domain(&self, domain: &Domain) -> String {
        match domain {
            Domain::Range(low, high) => format!("{low}..{high}"),
            Domain::Integers(values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                format!("{{{}}}", values.join(", "))
            }
            Domain::Symbols(values) => {
                let values: Vec<String> =
                    values.iter().map(|&symbol| quote::symbol(self.terms.name(symbol))).collect();
                format!("{{{}}}", values.join(", "))
            }
        }
    }

    /// A call as it is written.
    pub fn show_call(&self, predicate: PredicateId, args: &[TermId]) -> String {
        let name = &self.program.predicates[predicate.0 as usize].name;
        if args.is_empty() {
            return name.clone();
        }
        let shown = |&arg: &TermId| match self.terms.node(arg) {
            Node::Var(_) => "_".to_owned(),
            _ => self.show(arg),
        };
        let args: Vec<String> = args.iter().map(shown).collect();
        shorten(format!("{name}({})", args.join(", ")))
    }

    /// Shows conditions.
    pub fn shower(&self) -> Show<'_> {
        Show { world: self, left: Cell::new(0), depth: Cell::new(0) }
    }
}

/// How what [`World::spoken`] says may begin, if not with the name of a cell.
pub const SPOKEN: [&str; 6] = ["row ", "column ", "box ", "block ", "the board", "the diagonal "];

/// More cells than this are not all named.
const MOST_CELLS: usize = 6;

/// `the diagonal r1c1 to r4c4` for three cells or more that touch at their corners one after the other.
fn diagonal(cells: &[(i64, i64)]) -> Option<String> {
    let step = |pair: &[(i64, i64)]| (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
    let first = step(cells.get(..2)?);
    let straight =
        first.0.abs() == 1 && first.1.abs() == 1 && cells.windows(2).all(|pair| step(pair) == first);
    let ((top, left), (bottom, right)) = (cells[0], *cells.last()?);
    (straight && cells.len() > 2).then(|| format!("the diagonal r{top}c{left} to r{bottom}c{right}"))
}

/// `r1c1, r1c2 and r2c1`; of many cells the first few and the last.
fn listed(cells: &[(i64, i64)]) -> String {
    let names: Vec<String> = cells.iter().map(|(row, column)| format!("r{row}c{column}")).collect();
    let (last, first) = names.split_last().map_or(("", &names[..]), |(last, first)| (last.as_str(), first));
    if names.len() > MOST_CELLS {
        return format!("{}, .. and {last} ({} cells)", first[..3].join(", "), names.len());
    }
    format!("{} and {last}", first.join(", "))
}

/// A long text is cut in the middle: messages are to be read.
pub(super) fn shorten(text: String) -> String {
    const MOST: usize = 120;
    if text.chars().count() <= MOST {
        return text;
    }
    let head: String = text.chars().take(MOST * 2 / 3).collect();
    let tail: String = text.chars().skip(text.chars().count() - MOST / 4).collect();
    format!("{head} .. {tail}")
}

impl Show<'_> {
    /// A condition, written like a goal; of one that is very long, the beginning.
    pub fn formula(&self, id: FormulaId) -> String {
        self.left.set(MOST_PARTS);
        self.condition(id)
    }

    /// A number that depends on values, written like an expression; a long one is cut.
    pub fn number(&self, term: TermId) -> String {
        self.left.set(MOST_PARTS);
        shorten(self.term(term))
    }

    /// One more part of the condition at hand, or `..` when enough has been shown.
    fn part(&self, show: impl FnOnce() -> String) -> String {
        let (left, depth) = (self.left.get(), self.depth.get());
        if left == 0 || depth == MOST_DEPTH {
            return "..".to_owned();
        }
        self.left.set(left - 1);
        self.depth.set(depth + 1);
        let text = show();
        self.depth.set(depth);
        text
    }

    fn condition(&self, id: FormulaId) -> String {
        self.part(|| self.whole_condition(id))
    }

    fn whole_condition(&self, id: FormulaId) -> String {
        match self.world.formulas.get(id) {
            Formula::True => "true".to_owned(),
            Formula::False => "false".to_owned(),
            Formula::Compare(sign, term) => self.comparison(*sign, *term),
            Formula::Same(left, right) => format!("{} = {}", self.term(*left), self.term(*right)),
            Formula::And(parts) => self.joined(parts, ", "),
            Formula::Or(parts) => self.joined(parts, " ; "),
            Formula::Not(inner) => match self.world.formulas.get(*inner) {
                Formula::Same(left, right) => format!("{} \\= {}", self.term(*left), self.term(*right)),
                Formula::Compare(..) | Formula::And(_) | Formula::Or(_) => {
                    format!("not ({})", self.condition(*inner))
                }
                _ => format!("not {}", self.condition(*inner)),
            },
            Formula::Distinct(list) => format!("distinct({})", self.guarded(list)),
            Formula::DistinctLists(lists) => {
                let lists: Vec<String> = lists.iter().map(|&list| self.world.name(list)).collect();
                format!("distinct([{}])", lists.join(", "))
            }
            Formula::Matches(list, grammar, args) => {
                let name = &self.world.program.grammars[grammar.0 as usize].name;
                format!("{} matches {}", self.term(*list), self.applied(name, args))
            }
            Formula::Walk(closures) => {
                let calls: Vec<String> = closures.iter().map(|closure| self.closure(closure)).collect();
                format!("walk({})", calls.join(", "))
            }
            Formula::Connected(list, relation) => {
                format!("connected({}, {})", self.guarded(list), self.relation(*relation))
            }
            Formula::Joined(left, right, relation) => {
                format!("{} in reach({}, {})", self.term(*right), self.term(*left), self.relation(*relation))
            }
            Formula::Forms(form, relation) => format!("{}({})", form.name(), self.relation(*relation)),
        }
    }

    fn closure(&self, closure: &Closure) -> String {
        match closure {
            Closure::Call(predicate, args) => {
                self.applied(&self.world.program.predicates[predicate.0 as usize].name, args)
            }
            Closure::Goal(_, env) => {
                let terms: Vec<String> = env.iter().map(|&(_, term)| self.term(term)).collect();
                format!("goal({})", terms.join(", "))
            }
        }
    }

    fn applied(&self, name: &str, args: &[TermId]) -> String {
        if args.is_empty() {
            return name.to_owned();
        }
        let args: Vec<String> = args.iter().map(|&arg| self.term(arg)).collect();
        format!("{name}({})", args.join(", "))
    }

    fn relation(&self, relation: crate::language::term::RelationId) -> &str {
        let predicate = self.world.relations[relation.0 as usize].predicate;
        &self.world.program.predicates[predicate.0 as usize].name
    }

    fn joined(&self, parts: &[FormulaId], between: &str) -> String {
        let parts: Vec<String> = parts
            .iter()
            .map(|&part| match self.world.formulas.get(part) {
                Formula::And(_) | Formula::Or(_) => format!("({})", self.condition(part)),
                _ => self.condition(part),
            })
            .collect();
        parts.join(between)
    }

    fn guarded(&self, list: &[Guarded]) -> String {
        let parts: Vec<String> = list
            .iter()
            .map(|&(guard, term)| match self.world.formulas.get(guard) {
                Formula::True => self.term(term),
                _ => format!("{} if {}", self.term(term), self.condition(guard)),
            })
            .collect();
        format!("[{}]", parts.join(", "))
    }

    /// `3*a + b - 2 =< 0` as `3*a + b =< 2`.
    fn comparison(&self, sign: Sign, term: TermId) -> String {
        let sign = match sign {
            Sign::Zero => "=",
            Sign::NotZero => "\\=",
            Sign::AtMostZero => "=<",
        };
        match self.world.terms.node(term) {
            Node::Open(Open::Linear(constant, terms)) => {
                let (left, right): (Vec<_>, Vec<_>) =
                    terms.iter().copied().partition(|&(factor, _)| factor > 0);
                let right: Vec<(i128, TermId)> =
                    right.into_iter().map(|(factor, term)| (-factor, term)).collect();
                let (here, there) = if *constant > 0 { (*constant, 0) } else { (0, -constant) };
                format!("{} {sign} {}", self.sum(&left, here), self.sum(&right, there))
            }
            _ => format!("{} {sign} 0", self.term(term)),
        }
    }

    fn sum(&self, terms: &[(i128, TermId)], constant: i128) -> String {
        let mut text = String::new();
        for (index, &(factor, term)) in terms.iter().enumerate() {
            let sign = match (index, factor < 0) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            };
            text.push_str(sign);
            if factor.unsigned_abs() != 1 {
                write!(text, "{}*", factor.unsigned_abs()).unwrap_or_default();
            }
            text.push_str(&self.term(term));
        }
        match (text.is_empty(), constant) {
            (true, _) => write!(text, "{constant}").unwrap_or_default(),
            (false, 0) => {}
            (false, _) if constant < 0 => write!(text, " - {}", constant.unsigned_abs()).unwrap_or_default(),
            (false, _) => write!(text, " + {constant}").unwrap_or_default(),
        }
        text
    }

    /// A term, open ones included.
    fn term(&self, term: TermId) -> String {
        self.part(|| self.whole_term(term))
    }

    fn whole_term(&self, term: TermId) -> String {
        let Node::Open(open) = self.world.terms.node(term) else { return self.world.show(term) };
        let two = |left, sign, right| format!("({} {sign} {})", self.term(left), self.term(right));
        match open {
            Open::Linear(constant, terms) => format!("({})", self.sum(terms, *constant)),
            Open::Mul(left, right) => two(*left, "*", *right),
            Open::Div(left, right) => two(*left, "/", *right),
            Open::Mod(left, right) => two(*left, "mod", *right),
            Open::Abs(inner) => format!("abs({})", self.term(*inner)),
            Open::Min(list) => format!("min({})", self.guarded(list)),
            Open::Max(list) => format!("max({})", self.guarded(list)),
            Open::Product(list) => format!("product({})", self.guarded(list)),
            Open::Nth(index, list) => {
                let list: Vec<String> = list.iter().map(|&term| self.term(term)).collect();
                format!("nth({}, [{}])", self.term(*index), list.join(", "))
            }
            Open::Truth(formula) => format!("[{}]", self.condition(*formula)),
            Open::List(list) => self.guarded(list),
            Open::Reach(from, relation) => {
                format!("reach({}, {})", self.term(*from), self.relation(*relation))
            }
            Open::ReachSize(from, relation) => {
                format!("len(reach({}, {}))", self.term(*from), self.relation(*relation))
            }
        }
    }
}
