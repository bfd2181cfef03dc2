//! Draws small rule sets: few unknowns, every construct.

use super::goal::{Goal, Piece, Text};
use crate::join;

/// Random numbers, the same for the same seed.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `most`.
    pub fn below(&mut self, most: u64) -> u64 {
        self.next() % most
    }

    pub fn upto(&mut self, most: usize) -> usize {
        self.below(most as u64) as usize
    }

    fn pick<'t, T: ?Sized>(&mut self, from: &[&'t T]) -> &'t T {
        from[self.upto(from.len())]
    }
}

/// The names in scope, by what they stand for.
#[derive(Clone, Default)]
struct Names {
    places: Vec<String>,
    numbers: Vec<String>,
    lists: Vec<String>,
    symbols: Vec<String>,
    symbol_lists: Vec<String>,
}

/// A rule set: everything but the laws, and the laws.
pub struct Rules {
    pub head: String,
    pub laws: Vec<(String, Goal, Goal)>,
}

/// A definition with a body that can be written out.
struct Definition {
    name: String,
    /// Its arguments are lists; else they are values.
    list: bool,
    /// For each clause: the names of the arguments, and the body.
    clauses: Vec<(Vec<String>, Goal)>,
}

struct Draw {
    random: Random,
    cols: u64,
    symbols: bool,
    xs: u64,
    links: bool,
    fresh: u32,
    definitions: Vec<Definition>,
    base: Names,
    wall: bool,
}

/// The largest number of assignments.
const MOST: u64 = 100;

/// Draws a rule set.
pub fn draw(seed: u64) -> Rules {
    let mut random = Random::new(seed);
    let (rows, cols) = [(1, 2), (1, 2), (1, 3), (2, 2), (2, 2), (1, 4), (3, 1), (2, 3)][random.upto(8)];
    let symbols = random.below(6) == 0;
    let domains: &[(&str, u64)] = if symbols {
        &[("{red, blue}", 2), ("{red, blue, none}", 3)]
    } else {
        &[("0..1", 2), ("0..2", 3), ("1..3", 3), ("-1..1", 3), ("{0, 2}", 2), ("{-2, 1, 3}", 3), ("0..3", 4)]
    };
    let (domain, values) = domains[random.upto(domains.len())];
    let mut size = values.pow((rows * cols) as u32);
    let (domain, values) =
        if size > MOST { (if symbols { "{red, blue}" } else { "0..1" }, 2) } else { (domain, values) };
    size = values.pow((rows * cols) as u32);
    let mut head = format!("param n = 2.\ngrid({rows}, {cols}) :: {domain}.\n");
    let mut base = Names::default();
    for row in 1..=rows {
        for column in 1..=cols {
            let name = format!("r{row}c{column}");
            if symbols { base.symbols.push(name) } else { base.places.push(name) }
        }
    }
    let (mut xs, mut links) = (0, false);
    if symbols || random.below(3) == 0 {
        let (domain, values): (&str, u64) =
            [("0..1", 2), ("-1..2", 4), ("{1, 3}", 2), ("1..2", 2)][random.upto(4)];
        let count = 1 + random.below(3);
        if size * values.pow(count as u32) <= MOST {
            head += &format!("x(I) :: {domain} :- I in 1..{count}.\n");
            size *= values.pow(count as u32);
            xs = count;
            (1..=count).for_each(|index| base.places.push(format!("x({index})")));
        }
    }
    if random.below(4) == 0 && size * 3 <= MOST {
        head += "z :: -1..1.\n";
        size *= 3;
        base.places.push("z".to_owned());
    }
    let pairs = rows * (cols - 1) + cols * (rows - 1);
    if random.below(4) == 0 && size << pairs <= MOST {
        head += "link({A, B}) :: 0..1 :- adjacent(A, B).\n";
        links = true;
        let other = if cols > 1 { "r1c2" } else { "r2c1" };
        base.places.push(format!("link({{r1c1, {other}}})"));
        base.places.push(format!("link({{{other}, r1c1}})"));
    }
    if base.places.is_empty() {
        head += "x(I) :: 0..2 :- I in 1..1.\n";
        xs = 1;
        base.places.push("x(1)".to_owned());
    }
    let wall = random.below(25) == 0;
    if wall {
        head += "wall(r1c1).\n";
        base.places.retain(|name| name != "r1c1");
        base.symbols.retain(|name| name != "r1c1");
    }
    let mut draw = Draw { random, cols, symbols, xs, links, fresh: 0, definitions: Vec::new(), base, wall };
    head += FIXED;
    head += &draw.library();
    head += &draw.definitions();
    let count = 1 + draw.random.below(3);
    let laws = (0..count)
        .map(|number| {
            let (when, must) = draw.law();
            (format!("law{number}"), when, must)
        })
        .collect();
    Rules { head, laws }
}

/// Facts and definitions that every rule set has.
const FIXED: &str = "\
fact(1, 2).  fact(2, 0).  fact(2, 1).  fact(-1, 1).
tab(0, 1).  tab(1, 1).  tab(2, 0).  tab(-1, 3).
iota(0, []).
iota(N, [N | T]) :- N > 0, iota(N - 1, T).
last([X], X).
last([_ | T], X) :- last(T, X).
joins(A, A, A + A).
joins(1, 2, 3).
joins(A, B, A - B) :- A < B.
mend(A, 0) :- A =< 0.
mend(A, A + 1) :- A > 0.
";

/// Numbers near to where 32, 64 and 128 bits end, and far beyond the first two.
pub const HUGE: [&str; 6] = [
    "2147483648",
    "-9223372036854775807",
    "9223372036854775807",
    "(-4611686018427387904 * 2)",
    "(9223372036854775807 * 1125899906842624)",
    "(4611686018427387904 * 4611686018427387904 * -4)",
];

/// Relations between places; `pair` and `down` hold one way only, and `near` may.
const RELATIONS: &[&str] = &["near", "adjacent", "alike", "near", "pair", "down", "down"];

const SIGNS: [&str; 6] = ["=", "\\=", "<", "=<", ">", ">="];

impl Draw {
    fn below(&mut self, most: u64) -> u64 {
        self.random.below(most)
    }

    fn name(&mut self, letter: &str) -> String {
        self.fresh += 1;
        format!("{letter}{}", self.fresh)
    }

    fn one_of(&mut self, names: &[String]) -> Option<String> {
        if names.is_empty() { None } else { Some(names[self.random.upto(names.len())].clone()) }
    }

    fn sign(&mut self) -> &'static str {
        SIGNS[self.random.upto(6)]
    }

    /// Recursive definitions, grammars and relations, with random parts.
    fn library(&mut self) -> String {
        let (first, second, third) = (self.sign(), self.sign(), self.sign());
        let number = self.below(4) as i64 - 1;
        let mut text = format!(
            "rising([]).\nrising([_]).\nrising([A, B | T]) :- A {first} B, rising([B | T]).\n\
             visible([], _, 0).\nvisible([H | T], Top, K) :- H > Top, visible(T, H, K - 1).\n\
             visible([H | T], Top, K) :- H =< Top, visible(T, Top, K).\n\
             total([], 0).\ntotal([H | T], S) :- total(T, R), S = R + H.\n\
             biggest([H], H).\nbiggest([H, G | T], M) :- biggest([G | T], N), M = max([H, N]).\n\
             evens([], 0).\nevens([H | T], K) :- H mod 2 = 0, evens(T, J), K = J + 1.\n\
             evens([H | T], K) :- H mod 2 \\= 0, evens(T, K).\n\
             has([H | _], V) :- H {second} V.\nhas([_ | T], V) :- has(T, V).\n\
             more(L, R) :- evens(L, K), R = K + {number}.\n\
             steps(A, A, _).\nsteps(A, B, K) :- K > 0, A {third} B, steps(A + 1, B, K - 1).\n\
             keep([], []).\nkeep([H | T], [H | M]) :- H > 0, keep(T, M).\nkeep([H | T], M) :- H =< 0, keep(T, M).\n"
        );
        // One between neighbours, and one that has a direction whatever the values.
        for (name, picks) in [("near", "adjacent"), ("down", "pair")] {
            let relation = match self.below(4) {
                0 => "A = B".to_owned(),
                1 => format!("A {first} B"),
                2 if !self.symbols => format!("A + B > {number}"),
                3 if self.links => "link({A, B}) = 1".to_owned(),
                _ => "A \\= B".to_owned(),
            };
            let relation =
                if self.symbols && !relation.starts_with("link") { "A = B".to_owned() } else { relation };
            text += &format!("{name}(A, B) :- {picks}(A, B), {relation}.\n");
        }
        text += &self.grammars();
        text
    }

    fn grammars(&mut self) -> String {
        let mut text = String::new();
        for head in ["word", "text"] {
            for _ in 0..=self.below(2) {
                let count = 1 + self.below(3);
                let items: Vec<String> = (0..count).map(|_| self.item(head == "text", 2)).collect();
                text += &format!("{head} --> {} .\n", items.join(", "));
            }
        }
        text += "run(K) --> 0*, 1^K, 0* .\nnest --> [] .\nnest --> 1, nest, 2, nest .\n";
        text += "fold --> [] .\nfold --> _ .\nfold --> X, fold, X .\n";
        text
    }

    fn item(&mut self, heads: bool, depth: u32) -> String {
        let base = match self.below(if depth == 0 { 5 } else { 8 }) {
            0 | 1 => (self.below(4) as i64 - 1).to_string(),
            2 => "_".to_owned(),
            3 => "{0, 1}".to_owned(),
            4 => "1..3".to_owned(),
            5 => format!("({} | {})", self.item(heads, depth - 1), self.item(heads, depth - 1)),
            6 => "X".to_owned(),
            _ if heads => "word".to_owned(),
            _ => "2".to_owned(),
        };
        match self.below(8) {
            0 => format!("{base}*"),
            1 => format!("{base}+"),
            2 => format!("{base}^2"),
            _ => base,
        }
    }

    fn definitions(&mut self) -> String {
        let mut text = String::new();
        for number in 0..self.below(3) {
            let name = format!("def{number}");
            let list = self.below(3) == 0;
            let mut clauses = Vec::new();
            for _ in 0..=self.below(3) {
                let args: Vec<String> = (0..2).map(|_| self.name("D")).collect();
                let mut names = Names::default();
                if list {
                    names.lists = args.clone()
                } else {
                    names.places = args.clone()
                }
                let body = self.formula(&names, 2);
                let mut style = super::goal::Style { change: None };
                text += &format!("{name}({}) :- {}.\n", args.join(", "), style.goal(&body, false));
                clauses.push((args, body));
            }
            self.definitions.push(Definition { name, list, clauses });
        }
        text
    }

    fn law(&mut self) -> (Goal, Goal) {
        let mut names = self.base.clone();
        let mut when = Vec::new();
        for _ in 0..self.below(3) {
            when.push(self.binder(&mut names));
        }
        if self.below(4) == 0 {
            when.push(self.formula(&names, 1));
        }
        if when.is_empty() {
            when.push(Goal::Test("true".into()));
        }
        let must = self.formula(&names, 3);
        // A loop may be asked for, but its negation may not.
        let form = self.random.pick(&["loop", "loops", "path", "tree"]);
        let whole = Goal::Test(format!("{form}({})", self.random.pick(RELATIONS)).into());
        let must = match self.below(12) {
            0 => Goal::All(vec![whole, must]),
            1 => Goal::Any(vec![whole, must]),
            _ => must,
        };
        (Goal::All(when), must)
    }

    /// A goal that gives new names a value.
    fn binder(&mut self, names: &mut Names) -> Goal {
        let (a, b, l, k) = (self.name("A"), self.name("B"), self.name("L"), self.name("K"));
        let text: Text = match self.below(26) {
            0 | 1 => {
                self.cells(names, &[&a]);
                format!("cell({a})").into()
            }
            2 | 3 => {
                self.cells(names, &[&a, &b]);
                let relation = self.random.pick(&["adjacent", "pair", "touching"]);
                format!("{relation}({a}, {b})").into()
            }
            4 | 5 => {
                self.lines(names, &l);
                self.random
                    .pick(&["row(_, {})", "line({})", "col(_, {})", "cells({})", "block(1, 2, {})"])
                    .replace("{}", &l)
                    .into()
            }
            6 => {
                self.lines(names, &l);
                names.numbers.push(k.clone());
                format!("row({k}, {l})").into()
            }
            7 | 8 if self.cols > 1 && !self.wall => {
                self.cells(names, &[&a, &b]);
                let shape = self.random.pick(&[
                    "[.., A, B, ..]",
                    "[A, B | _]",
                    "[.., A, .., B, ..]",
                    "[A, .., B]",
                    "[_, A, B]",
                ]);
                format!("line({})", shape.replace('A', &a).replace('B', &b)).into()
            }
            9 if !self.wall => {
                self.cells(names, &[&a]);
                self.lines(names, &l);
                let shape = self.random.pick(&["[A | L]", "[..L, A]", "[..L, A, ..]", "[A, .., ..L]"]);
                format!("line({})", shape.replace('A', &a).replace('L', &l)).into()
            }
            10 | 11 => {
                names.numbers.push(k.clone());
                let range = self.random.pick(&["0..2", "-1..1", "{1, 3}", "[2, 0]", "1..n", "0..n - 1"]);
                format!("{k} in {range}").into()
            }
            12 => {
                names.numbers.push(k.clone());
                names.numbers.push(a.clone());
                format!("fact({k}, {a})").into()
            }
            13 | 14 => match self.one_of(&names.lists) {
                Some(list) => {
                    names.places.push(a.clone());
                    format!("{a} in {list}").into()
                }
                None => self.xs_binder(names, &k),
            },
            15 => match self.one_of(&names.lists) {
                Some(list) => {
                    names.places.push(a.clone());
                    names.numbers.push(k.clone());
                    format!("nth({k}, {list}, {a})").into()
                }
                None => self.xs_binder(names, &k),
            },
            16 => {
                let high = self.number(names, 1);
                names.numbers.push(k.clone());
                join!(format!("{k} in 0.."), high)
            }
            17 => {
                let value = self.number(names, 1);
                names.places.push(a.clone());
                join!(format!("{a} = "), value)
            }
            18 if self.links => {
                names.places.push(format!("link({{{a}, {b}}})"));
                names.places.push(format!("link({{{b}, {a}}})"));
                format!("link({{{a}, {b}}})").into()
            }
            19 => {
                let list = self.list(names, 1);
                names.lists.push(l.clone());
                join!(format!("{l} = "), list)
            }
            20 if !self.wall => {
                self.cells(names, &[&a]);
                self.lines(names, &l);
                format!("ray({a}, right, {l})").into()
            }
            24 => {
                let place = self.place(names);
                names.places.push(a.clone());
                format!("{a} = {place}").into()
            }
            25 => {
                let list = self.guarded(names, 1);
                names.places.push(a.clone());
                join!(format!("{a} in "), list)
            }
            21 => {
                names.lists.push(l.clone());
                format!("iota({}, {l})", self.random.pick(&["2", "n", "3"])).into()
            }
            22 if !names.lists.is_empty() => {
                let list = self.one_of(&names.lists).unwrap_or_default();
                names.places.push(a.clone());
                format!("last({list}, {a})").into()
            }
            _ => self.xs_binder(names, &k),
        };
        Goal::Bind(text)
    }

    fn xs_binder(&mut self, names: &mut Names, index: &str) -> Text {
        names.numbers.push(index.to_owned());
        if self.xs == 0 {
            return format!("{index} in 1..2").into();
        }
        names.places.push(format!("x({index})"));
        match self.below(2) {
            0 => format!("x({index})").into(),
            _ => format!("{index} in 1..{}", self.xs).into(),
        }
    }

    fn cells(&mut self, names: &mut Names, found: &[&str]) {
        let list = if self.symbols { &mut names.symbols } else { &mut names.places };
        list.extend(found.iter().map(|&name| name.to_owned()));
    }

    fn lines(&mut self, names: &mut Names, found: &str) {
        if self.symbols {
            names.symbol_lists.push(found.to_owned())
        } else {
            names.lists.push(found.to_owned())
        }
    }

    fn place(&mut self, names: &Names) -> String {
        let all = names.places.clone();
        self.one_of(&all).unwrap_or_else(|| "1".to_owned())
    }

    fn small(&mut self) -> String {
        (self.below(6) as i64 - 2).to_string()
    }

    /// A number.
    fn number(&mut self, names: &Names, depth: u32) -> Text {
        if depth == 0 || self.below(3) == 0 {
            let numbers = names.numbers.clone();
            return match self.below(6) {
                0 if self.below(15) == 0 => self.random.pick(&HUGE).into(),
                0 => self.small().into(),
                1 => self.one_of(&numbers).unwrap_or_else(|| "n".to_owned()).into(),
                _ => self.place(names).into(),
            };
        }
        let depth = depth - 1;
        match self.below(16) {
            0..=4 => {
                let sign = self.random.pick(&["+", "-", "*", "/", "mod", "+", "-"]);
                join!("(", self.number(names, depth), format!(" {sign} "), self.number(names, depth), ")")
            }
            5 => join!("abs(", self.number(names, depth), ")"),
            6 => join!("-(", self.number(names, depth), ")"),
            7..=9 => {
                let function = self.random.pick(&["sum", "len", "min", "max", "product", "sum", "len"]);
                let list =
                    if self.below(2) == 0 { self.guarded(names, depth) } else { self.list(names, depth) };
                join!(format!("{function}("), list, ")")
            }
            10 => join!("nth(", self.number(names, depth), ", ", self.list(names, depth), ")"),
            11 => {
                let list =
                    if self.below(2) == 0 { self.guarded(names, depth) } else { self.list(names, depth) };
                join!("count(", self.number(names, depth), ", ", list, ")")
            }
            12 => {
                let function = self.random.pick(&["tab", "mend", "fact"]);
                join!(format!("{function}("), self.number(names, depth), ")")
            }
            13 => {
                let function = self.random.pick(&["total", "evens", "biggest", "more", "last"]);
                join!(format!("{function}("), self.list(names, depth), ")")
            }
            14 => {
                let from = if self.symbols { &names.symbols } else { &names.places };
                let from = from
                    .iter()
                    .filter(|name| !name.contains('(') && name.as_str() != "z")
                    .cloned()
                    .collect::<Vec<_>>();
                match self.one_of(&from) {
                    Some(from) => format!("len(reach({from}, {}))", self.random.pick(RELATIONS)).into(),
                    None => "n".into(),
                }
            }
            _ => join!("joins(", self.number(names, depth), ", ", self.number(names, depth), ")"),
        }
    }

    /// A list of fixed length.
    fn list(&mut self, names: &Names, depth: u32) -> Text {
        let known = self.one_of(&names.lists);
        match self.below(10) {
            0..=3 => match known {
                Some(list) => list.into(),
                None if self.symbols || self.wall => {
                    join!("[", self.number(names, 0), ", ", self.number(names, 0), "]")
                }
                None => "cells".into(),
            },
            4 | 5 => join!("[", self.number(names, depth), ", ", self.number(names, depth.min(1)), "]"),
            6 => {
                let (a, list) = (self.name("A"), self.list(names, 0));
                let mut inner = names.clone();
                inner.places = vec![a.clone()];
                let element = self.number(&inner, depth.min(1));
                let goal = Goal::Bind(join!(format!("{a} in "), list));
                join!("[", element, " : ", Text(vec![Piece::Counted(goal)]), "]")
            }
            7 => join!("reverse(", self.list(names, 0), ")"),
            8 => self.random.pick(&["1..3", "{1, 2}", "[0..1, 3]", "[]"]).into(),
            _ => match self.below(2) {
                0 => join!("{", self.number(names, 0), ", ", self.number(names, 0), "}"),
                _ => join!("[", self.number(names, 0), " | ", self.list(names, 0), "]"),
            },
        }
    }

    /// A list whose length may depend on values.
    fn guarded(&mut self, names: &Names, depth: u32) -> Text {
        match self.below(6) {
            0 => join!("(", self.number(names, 1), "..", self.number(names, 1), ")"),
            1 => join!("[", self.number(names, 0), " | ", self.guarded(names, 0), "]"),
            _ => {
                let mut inner = names.clone();
                let mut goals = vec![self.binder(&mut inner)];
                if self.below(4) == 0 {
                    goals.push(self.binder(&mut inner));
                }
                goals.push(self.formula(&inner, depth.min(1)));
                let element = self.number(&inner, depth.min(1));
                join!("[", element, " : ", Text(vec![Piece::Counted(Goal::All(goals))]), "]")
            }
        }
    }

    fn symbol_formula(&mut self, names: &Names) -> Option<Goal> {
        let (one, other) = (self.one_of(&names.symbols)?, self.one_of(&names.symbols)?);
        let colour = self.random.pick(&["red", "blue"]);
        Some(Goal::Call(match self.below(8) {
            0 => format!("{one} = {colour}").into(),
            1 => format!("{one} \\= {other}").into(),
            2 => format!("{one} = {other}").into(),
            3 => format!("{one} in {{red, green}}").into(),
            4 => format!("{{{one}, {other}}} = {{red, {colour}}}").into(),
            5 => {
                let list = self.one_of(&names.symbol_lists)?;
                let number = self.number(names, 1);
                join!(format!("count({colour}, {list}) {} ", self.sign()), number)
            }
            6 => format!("distinct({})", self.one_of(&names.symbol_lists)?).into(),
            _ => format!("[{one}, {other}] \\= [{colour}, red]").into(),
        }))
    }

    /// What must hold.
    fn formula(&mut self, names: &Names, depth: u32) -> Goal {
        if self.symbols
            && self.below(3) == 0
            && let Some(goal) = self.symbol_formula(names)
        {
            return goal;
        }
        if depth == 0 || self.below(4) == 0 {
            return self.comparison(names, depth.min(2));
        }
        let depth = depth - 1;
        match self.below(31) {
            29 | 30 => {
                let (left, right) = (self.formula(names, depth), self.formula(names, depth));
                Goal::Exactly(Box::new(left), Box::new(right))
            }
            0..=4 => self.comparison(names, depth.min(2)),
            5 | 6 => Goal::All(vec![self.formula(names, depth), self.formula(names, depth)]),
            7 | 8 => Goal::Any(vec![self.formula(names, depth), self.formula(names, depth)]),
            9 | 10 => Goal::Not(Box::new(self.formula(names, depth))),
            11 | 12 => {
                let mut inner = names.clone();
                let mut left = vec![self.binder(&mut inner)];
                if self.below(2) == 0 {
                    left.push(self.formula(&inner, depth.min(1)));
                }
                let right = self.formula(&inner, depth);
                Goal::Implies(Box::new(Goal::All(left)), Box::new(right))
            }
            13..=15 => {
                let mut inner = names.clone();
                let mut goals = vec![self.binder(&mut inner)];
                goals.push(self.formula(&inner, depth));
                Goal::All(goals)
            }
            16 => {
                let list =
                    if self.below(3) == 0 { self.guarded(names, depth) } else { self.list(names, depth) };
                Goal::Test(join!("distinct(", list, ")"))
            }
            17 => {
                let (one, other) = (self.list(names, 1), self.list(names, 1));
                Goal::Test(join!("distinct([", one, ", ", other, "])"))
            }
            18 => self.membership(names, depth),
            19 => self.pattern(names, depth),
            20 => {
                let list = self.list(names, 0);
                let grammar =
                    self.random.pick(&["word", "text", "run(1)", "run(2)", "nest", "fold", "run(n)"]);
                Goal::Test(join!(list, format!(" matches {grammar}")))
            }
            21 | 22 => self.defined(names),
            23 => self.graph(names, depth),
            24 => {
                let sign = self.random.pick(&["=", "\\="]);
                let (one, other) = (self.list(names, depth.min(1)), self.list(names, depth.min(1)));
                Goal::Call(join!(one, format!(" {sign} "), other))
            }
            25 => self.identity(names),
            26 => {
                let list = self.list(names, 0);
                let place = self.place(names);
                Goal::Test(join!(list, format!(" matches run({place})")))
            }
            27 => {
                let parts: Vec<Text> = (0..4).map(|_| self.number(names, depth.min(1))).collect();
                let (open, close) = if self.below(2) == 0 { ("[", "]") } else { ("{", "}") };
                let mut text = Text::default();
                for (index, part) in parts.into_iter().enumerate() {
                    let before = ["distinct([", ", ", ", ", ", "][index].to_owned();
                    let (before, after) = if index % 2 == 0 { (before + open, "") } else { (before, close) };
                    text = join!(text, before, part, after);
                }
                Goal::Test(join!(text, "])"))
            }
            _ => {
                let (a, b, c) = (self.number(names, 0), self.number(names, 0), self.number(names, 0));
                let sign = self.random.pick(&["=", "\\="]);
                Goal::Call(join!("{", a, ", ", b, format!("}} {sign} {{1, "), c, "}"))
            }
        }
    }

    /// A test that looks at places, or does not look at all.
    fn identity(&mut self, names: &Names) -> Goal {
        let (one, other) = (self.place(names), self.place(names));
        Goal::Call(match self.below(6) {
            0 => format!("same({one}, {other})").into(),
            1 => format!("other({one}, {other})").into(),
            2 => format!("adjacent({one}, _)").into(),
            3 => join!("_ in ", self.list(names, 0)),
            4 => format!("tab({one}, _)").into(),
            _ => join!(format!("{one} in "), self.list(names, 0)),
        })
    }

    fn comparison(&mut self, names: &Names, depth: u32) -> Goal {
        let sign = self.sign();
        let text = join!(self.number(names, depth), format!(" {sign} "), self.number(names, depth.min(1)));
        let next = match sign {
            "<" | "=<" => self.random.pick(&["<", "=<", "="]),
            ">" | ">=" => self.random.pick(&[">", ">=", "="]),
            _ => "=",
        };
        if sign != "\\=" && self.below(8) == 0 {
            return Goal::Call(join!(text, format!(" {next} "), self.number(names, depth.min(1))));
        }
        let waits = sign != "=" && !calls(&text);
        if waits { Goal::Test(text) } else { Goal::Call(text) }
    }

    fn membership(&mut self, names: &Names, depth: u32) -> Goal {
        let list = match self.below(5) {
            0 => self.guarded(names, depth),
            1 => self.list(names, depth),
            2 => join!("(", self.number(names, 1), "..", self.number(names, 0), ")"),
            3 => "{0, 2, 3}".into(),
            _ => "[1, -1]".into(),
        };
        let item = if self.below(2) == 0 { self.place(names).into() } else { self.number(names, 1) };
        Goal::Call(join!(item, " in ", list))
    }

    fn pattern(&mut self, names: &Names, depth: u32) -> Goal {
        let list = self.list(names, 0);
        let (a, b, l) = (self.name("A"), self.name("B"), self.name("L"));
        let mut inner = names.clone();
        let one = self.place(names);
        let shape = match self.below(9) {
            0 => "[.., 1, ..]".to_owned(),
            1 => format!("[.., 1, {one}, ..]"),
            2 => "[0*, 1*]".to_owned(),
            3 => "[.., 1, .., 1, ..]".to_owned(),
            4 => {
                inner.places.extend([a.clone(), b.clone()]);
                format!("[.., {a}, {b}, ..]")
            }
            5 => {
                inner.places.push(a.clone());
                format!("[.., {a}, .., {a}, ..]")
            }
            6 => {
                inner.places.push(a.clone());
                inner.lists.push(l.clone());
                format!("[..{l}, {a}, ..]")
            }
            7 => {
                inner.lists.push(l.clone());
                format!("[..{l}, 0*]")
            }
            _ => {
                inner.places.push(a.clone());
                inner.lists.push(l.clone());
                format!("[{a} | {l}]")
            }
        };
        let closed = inner.places.len() == names.places.len() && inner.lists.len() == names.lists.len();
        let text = join!(list, " = ", shape);
        if closed {
            return Goal::Call(text);
        }
        Goal::All(vec![Goal::Bind(text), self.formula(&inner, depth)])
    }

    fn defined(&mut self, names: &Names) -> Goal {
        if !self.definitions.is_empty() && self.below(3) > 0 {
            let number = self.random.upto(self.definitions.len());
            let list = self.definitions[number].list;
            let args: Vec<Text> =
                (0..2).map(|_| if list { self.list(names, 0) } else { self.place(names).into() }).collect();
            let definition = &self.definitions[number];
            let call = join!(format!("{}(", definition.name), args[0].clone(), ", ", args[1].clone(), ")");
            let clauses: Vec<(Vec<String>, Goal)> = definition.clauses.clone();
            let bodies = clauses.into_iter().map(|(formal, body)| {
                let mut goals: Vec<Goal> = formal
                    .iter()
                    .zip(&args)
                    .map(|(name, arg)| Goal::Bind(join!(format!("{name} = "), arg.clone())))
                    .collect();
                goals.push(body);
                // A scope of its own: the names may be used elsewhere in the law.
                Goal::Not(Box::new(Goal::Not(Box::new(Goal::All(goals)))))
            });
            return Goal::Defined(call, Box::new(Goal::Any(bodies.collect())));
        }
        Goal::Call(match self.below(7) {
            0 => join!("rising(", self.list(names, 1), ")"),
            1 => join!(
                "visible(",
                self.list(names, 0),
                ", ",
                self.number(names, 0),
                ", ",
                self.number(names, 1),
                ")"
            ),
            2 => join!("has(", self.list(names, 0), ", ", self.number(names, 1), ")"),
            3 => join!("tab(", self.number(names, 1), ", ", self.number(names, 1), ")"),
            4 => join!("steps(", self.number(names, 0), ", ", self.number(names, 1), ", 3)"),
            5 => {
                let sign = self.sign();
                let name = self.name("L");
                let list = self.list(names, 0);
                return Goal::All(vec![
                    Goal::Bind(join!("keep(", list, format!(", {name})"))),
                    Goal::Call(join!(format!("len({name}) {sign} "), self.number(names, 0))),
                ]);
            }
            _ => join!(
                "joins(",
                self.number(names, 0),
                ", ",
                self.number(names, 0),
                ", ",
                self.number(names, 1),
                ")"
            ),
        })
    }

    fn graph(&mut self, names: &Names, depth: u32) -> Goal {
        let relation = self.random.pick(RELATIONS);
        let a = self.name("A");
        let mut inner = names.clone();
        self.cells(&mut inner, &[&a]);
        let members =
            Goal::All(vec![Goal::Bind(format!("cell({a})").into()), self.formula(&inner, depth.min(1))]);
        let members = join!(format!("[{a} : "), Text(vec![Piece::Counted(members)]), "]");
        match self.below(6) {
            4 => Goal::Test(format!("acyclic({relation})").into()),
            5 => match self.one_of(&self.base.places.clone()) {
                Some(place) => Goal::Call(format!("end({place}, {relation})").into()),
                None => Goal::Test("true".into()),
            },
            0 => Goal::Test(join!("connected(", members, ")")),
            1 => Goal::Test(join!("connected(", members, format!(", {relation})"))),
            _ => {
                let cells = if self.symbols { &self.base.symbols } else { &self.base.places };
                let cells: Vec<String> = cells.iter().filter(|name| name.starts_with('r')).cloned().collect();
                let (Some(from), Some(to)) = (self.one_of(&cells), self.one_of(&cells)) else {
                    return Goal::Test("true".into());
                };
                Goal::Call(format!("{from} in reach({to}, {relation})").into())
            }
        }
    }
}

/// Whether a definition is called as a function: that does not wait.
fn calls(text: &Text) -> bool {
    let names = [
        "tab(", "mend(", "fact(", "total(", "evens(", "biggest(", "more(", "last(", "joins(", "count(",
        "cells",
    ];
    text.0.iter().any(|piece| match piece {
        Piece::Plain(plain) => names.iter().any(|name| plain.contains(name)),
        Piece::Counted(_) => false,
    })
}
