//! Numbers near to where 32, 64 and 128 bits end: the answer is right, or E309 before anything is solved.
//!
//! The random rule sets are trees of their own, evaluated here by checked arithmetic without a word of the program. A number
//! that leaves 128 bits for some values must be refused, one whose parts are small must not, and whatever is not refused has
//! exactly the solutions found here.

use std::collections::BTreeSet;

use super::random::engine::{Row, try_text};
use super::random::expand;
use super::rng::Random;

/// Rules with the number of their solutions; nothing for E309.
const CASES: &[(&str, Option<usize>)] = &[
    ("grid(1, 5) :: {1, 10000}.  a: product([A : cell(A)]) >= 1.", Some(32)),
    ("grid(1, 5) :: 10000..10001.  a: product([A : cell(A)]) > 0.", Some(32)),
    ("grid(1, 4) :: 60000..60002.  a: product([A : cell(A)]) > 60000 * 60000 * 60001 * 60001.", Some(66)),
    (
        "grid(1, 3) :: {2147483647, 2147483646}.  a: r1c1 * r1c2 * r1c3 > 2147483647 * 2147483647 * 2147483646.",
        Some(1),
    ),
    ("grid(1, 2) :: -2..2.  a: abs(r1c1 - 9223372036854775807) > 9223372036854775806.", Some(15)),
    ("grid(1, 2) :: -2..2.  a: r1c1 * 9223372036854775807 > 0.", Some(10)),
    ("grid(1, 1) :: 1..3.  a: r1c1 * 4611686018427387904 \\= 5.", Some(3)),
    ("grid(1, 2) :: 0..3.  a: sum([A * 4611686018427387904 : cell(A)]) > 0.", Some(15)),
    ("grid(3, 3) :: {2147483647, -2147483648}.  a: product([A : cell(A)]) > 0.", None),
    // The least number of 64 bits, and what has no negative there.
    ("grid(1, 1) :: -1..1.  a: abs(r1c1 * (-9223372036854775807 - 1)) = 9223372036854775807 + 1.", Some(2)),
    ("grid(1, 1) :: -1..1.  a: (-9223372036854775807 - 1) / r1c1 = 9223372036854775807 + 1.", Some(1)),
    ("grid(1, 1) :: -1..1.  a: (-9223372036854775807 - 1) mod r1c1 = 0.", Some(2)),
    ("grid(1, 1) :: 0..3.  a: -(r1c1 - 9223372036854775807) - 1 = 9223372036854775807 - r1c1 - 1.", Some(4)),
    ("grid(1, 2) :: -2147483648..-2147483645.  a: r1c1 / -1 + r1c2 / -1 > 4294967294.", Some(3)),
    // Far more values than could be tried one by one.
    ("grid(1, 1) :: 0..2147483647.  a: r1c1 * r1c1 * r1c1 = 1000000000 * 1000000000 * 1000000000.", Some(1)),
    ("grid(1, 1) :: 0..2147483647.  a: r1c1 * r1c1 * r1c1 < 27000.", Some(30)),
    ("grid(1, 2) :: 0..2147483647.  a: r1c1 * r1c2 * 7 * r1c1 * r1c2 = 7.", Some(1)),
    // Sums of products, numbers that are chosen, conditions inside.
    (
        "grid(1, 3) :: 1..3.  a: sum([A * A * 4611686018427387904 * 4 : cell(A)]) = 14 * 4611686018427387904 * 4.",
        Some(6),
    ),
    ("grid(1, 2) :: 0..4.  a: nth(r1c1, [4611686018427387904 * 8, 5, 6]) > 9223372036854775807.", Some(5)),
    ("grid(1, 2) :: 0..4.  a: nth(r1c1 * 9223372036854775807 * 9, [1, 2]) > 0.", Some(0)),
    ("grid(1, 2) :: 0..4.  a: nth(r1c1 + 9223372036854775807 * 9, [1, 2]) > 0.", Some(0)),
    ("grid(1, 3) :: 0..2.  a: max([A * 4611686018427387904 * 3 : cell(A), A < 2]) > 0.", Some(19)),
    ("grid(1, 3) :: 0..2.  a: not product([A * 100000000000 : cell(A), A > 1]) > 1.", Some(8)),
    ("grid(1, 2) :: 0..2.  a: r1c1 * 4611686018427387904 * 8 in 1..4611686018427387904 * 9.", Some(3)),
    (
        "grid(1, 2) :: 0..2.  a: distinct([r1c1 * 4611686018427387904 * 8, 4611686018427387904 * 8, r1c2]).",
        Some(5),
    ),
    (
        "grid(1, 2) :: 0..2.  a: distinct([[r1c1, 4611686018427387904 * 8], [r1c2, 4611686018427387904 * 16]]).",
        Some(9),
    ),
    ("grid(1, 2) :: 0..2.  a: [r1c1, 4611686018427387904 * 8] = [r1c2, 4611686018427387904 * 8].", Some(3)),
    // What a definition computes on its way.
    (
        "grid(1, 3) :: 1..3.  t([], N) :- N > 4611686018427387904 * 4.  t([A | L], N) :- t(L, A * N).\n\
      a: t(cells, 4611686018427387904).",
        Some(17),
    ),
    (
        "grid(1, 3) :: 1..3.  t([], N) :- N > 0.  t([A | L], N) :- t(L, A * N * N).  a: t(cells, 4611686018427387904).",
        None,
    ),
    // The ends of 128 bits.
    ("grid(1, 1) :: 0..1.  a: r1c1 * 4611686018427387904 * 4611686018427387904 * 7 >= 0.", Some(2)),
    ("grid(1, 1) :: 0..1.  a: r1c1 * 4611686018427387904 * 4611686018427387904 * 8 >= 0.", None),
    ("grid(1, 1) :: 0..1.  a: r1c1 * 4611686018427387904 * 4611686018427387904 * -8 =< 0.", None),
    ("grid(1, 1) :: 0..1.  a: 4611686018427387904 * 4611686018427387904 * 8 > 0.", None),
    ("grid(1, 2) :: 1..2.  a: sum([A * 4611686018427387904 * 4611686018427387904 * 2 : cell(A)]) > 0.", None),
    ("param n = 4611686018427387904 * 16.  grid(1, 2) :: 0..1.  a: r1c1 * n + r1c2 > n.", Some(1)),
];

#[test]
fn huge_numbers_are_right_or_refused() {
    for &(text, count) in CASES {
        let refused = match expand(text) {
            Err(codes) => Some(codes),
            Ok(_) if text.contains(":-") && count.is_none() => try_text(text).expect("an answer").map_or(
                // What a definition computes is found out when its diagram is made.
                Some(BTreeSet::from(["E309".to_owned()])),
                |_| None,
            ),
            Ok(_) => None,
        };
        match count {
            None => assert_eq!(refused, Some(BTreeSet::from(["E309".to_owned()])), "{text}"),
            Some(_) if text.contains("2147483647.") => assert_eq!(refused, None, "{text}"),
            Some(count) => {
                assert_eq!(refused, None, "{text}");
                let found = try_text(text).unwrap_or_else(|why| panic!("{why}\n{text}"));
                assert_eq!(found.map(|found| found.len()), Some(count), "{text}");
            }
        }
    }
}

/// A number beyond 64 bits is narrowed by its bounds: nobody tries two thousand million values.
#[test]
fn wide_domains_are_not_tried_value_by_value() {
    for &(text, count) in CASES.iter().filter(|(text, _)| text.contains("2147483647.")) {
        let (_, ground) = expand(text).expect("rules that can be solved");
        let wish = gridlog::stages::solve::Wish {
            most: None,
            limits: gridlog::stages::search::Limits { steps: Some(1000), ..Default::default() },
            seed: 1,
            checked: None,
            judged: false,
        };
        let outcome = gridlog::stages::solve::solve(ground, &wish, &|| false, |_, _| {}).expect("an outcome");
        assert_eq!(outcome.ending, gridlog::stages::search::Ending::Complete, "{text}");
        assert_eq!(Some(outcome.count as usize), count, "{text}");
    }
}

/// Plans with huge numbers in laws, goals, bounds and effects.
#[test]
fn moves_with_huge_numbers() {
    let head = "grid(1, 2) :: 0..3.  given(r1c1, 0).  given(r1c2, 0).\nmove up(A): cell(A) => A' = A + 1.\n";
    let cases = [
        ("goal: sum([A * 4611686018427387904 : cell(A)]) = 4611686018427387904 * 5.", Some(5)),
        (
            "goal: product([(A + 1) * 1000000000000000000 : cell(A)]) > 5 * 1000000000000000000 * 1000000000000000000.",
            Some(3),
        ),
        ("goal: r1c1 * 9223372036854775807 - r1c2 * 9223372036854775807 > 9223372036854775807.", Some(2)),
        ("goal: r1c1 = 3.\nl: r1c1 * 9223372036854775807 * 3 =< r1c2 * 9223372036854775807 * 6.", Some(5)),
        ("goal: r1c1 = 3.\nbound: (3 - r1c1) * 4611686018427387904 * 8 / 4611686018427387904 / 8.", Some(3)),
        ("goal: r1c1 = 3.\nmove far: true => r1c1' = (r1c1 * 9223372036854775807 * 9 + 3) mod 4.", Some(1)),
        ("goal: product([A * A * 4611686018427387904 * 4611686018427387904 : cell(A)]) > 0.", None),
    ];
    for (rules, length) in cases {
        let text = format!("{head}{rules}");
        match (expand(&text), length) {
            (Err(codes), None) => assert_eq!(codes, BTreeSet::from(["E309".to_owned()]), "{text}"),
            (Ok(_), Some(length)) => assert_eq!(super::moves::solved(&text).steps.len(), length, "{text}"),
            (found, _) => panic!("{:?}\n{text}", found.err()),
        }
    }
}

// ---- random rule sets

/// How many rule sets one test run draws.
const SEEDS: u64 = 600;

/// No number of the rules is larger.
const LARGEST: i128 = i128::MAX;

/// Numbers as they are written, and what they are.
const NUMBERS: &[(&str, i128)] = &[
    ("0", 0),
    ("1", 1),
    ("-1", -1),
    ("2", 2),
    ("3", 3),
    ("-7", -7),
    ("2147483647", (1 << 31) - 1),
    ("-2147483648", -(1 << 31)),
    ("4611686018427387904", 1 << 62),
    ("9223372036854775807", (1 << 63) - 1),
    ("(-9223372036854775807 - 1)", -(1 << 63)),
    ("(1125899906842624 * 1125899906842624)", 1 << 100),
    ("(4611686018427387904 * 4611686018427387904 * -2)", -(1 << 125)),
];

const DOMAINS: &[&[i128]] = &[
    &[0, 1, 2],
    &[-2, -1, 0, 1],
    &[1, 100_000],
    &[-2_147_483_648, 0, 2_147_483_647],
    &[-70, 3, 65_536],
    &[2_147_483_646, 2_147_483_647],
];

#[derive(Clone, Debug)]
enum Number {
    Fixed(usize),
    Place(usize),
    Two(&'static str, Box<Number>, Box<Number>),
    Abs(Box<Number>),
    Negative(Box<Number>),
    /// A function of a list.
    Fold(&'static str, Vec<Number>),
    /// A function of those places that compare so with a number.
    Some(&'static str, &'static str, usize),
    Nth(Box<Number>, Vec<Number>),
}

/// A number left 128 bits.
struct Beyond;

fn within(number: Option<i128>) -> Result<i128, Beyond> {
    number.filter(|&number| number != i128::MIN).ok_or(Beyond)
}

impl Number {
    fn draw(random: &mut Random, places: usize, depth: u32) -> Number {
        if depth == 0 || random.below(4) == 0 {
            return match random.below(5) {
                0 | 1 => Number::Fixed(random.below(NUMBERS.len())),
                _ => Number::Place(random.below(places)),
            };
        }
        let depth = depth - 1;
        let list = |random: &mut Random| {
            (0..=random.below(3)).map(|_| Number::draw(random, places, depth)).collect::<Vec<_>>()
        };
        let inner = |random: &mut Random| Box::new(Number::draw(random, places, depth));
        match random.below(12) {
            0..=5 => {
                let sign = *random.pick(&["+", "-", "*", "*", "/", "mod"]);
                Number::Two(sign, inner(random), inner(random))
            }
            6 => Number::Abs(inner(random)),
            7 => Number::Negative(inner(random)),
            8 | 9 => {
                let function = *random.pick(&["sum", "product", "min", "max"]);
                Number::Fold(function, list(random))
            }
            10 => {
                let function = *random.pick(&["sum", "product", "len"]);
                let sign = *random.pick(&["<", ">", "\\="]);
                Number::Some(function, sign, random.below(NUMBERS.len()))
            }
            _ => Number::Nth(inner(random), list(random)),
        }
    }

    fn text(&self) -> String {
        let texts = |list: &[Number]| list.iter().map(Number::text).collect::<Vec<_>>().join(", ");
        match self {
            Number::Fixed(number) => NUMBERS[*number].0.to_owned(),
            Number::Place(place) => format!("r1c{}", place + 1),
            Number::Two(sign, left, right) => format!("({} {sign} {})", left.text(), right.text()),
            Number::Abs(inner) => format!("abs({})", inner.text()),
            Number::Negative(inner) => format!("-({})", inner.text()),
            Number::Fold(function, list) => format!("{function}([{}])", texts(list)),
            Number::Some(function, sign, bound) => {
                format!("{function}([A : cell(A), A {sign} {}])", NUMBERS[*bound].0)
            }
            Number::Nth(index, list) => format!("nth({}, [{}])", index.text(), texts(list)),
        }
    }

    /// Its value, if it has one. What stands behind a part without a value is not computed.
    fn value(&self, row: &[i128]) -> Result<Option<i128>, Beyond> {
        let all = |list: &[Number]| -> Result<Option<Vec<i128>>, Beyond> {
            list.iter()
                .map(|number| number.value(row).transpose())
                .map_while(|value| value)
                .collect::<Result<Vec<_>, _>>()
                .map(|values| (values.len() == list.len()).then_some(values))
        };
        Ok(Some(match self {
            Number::Fixed(number) => NUMBERS[*number].1,
            Number::Place(place) => row[*place],
            Number::Two(sign, left, right) => {
                let Some((left, right)) = both(left, right, row)? else { return Ok(None) };
                match *sign {
                    "+" => within(left.checked_add(right))?,
                    "-" => within(left.checked_sub(right))?,
                    "*" => within(left.checked_mul(right))?,
                    _ if right == 0 => return Ok(None),
                    // The rest lies on the divisor's side; the quotient is what it leaves.
                    sign => {
                        let up = left.rem_euclid(right);
                        let turned = right < 0 && up > 0;
                        let rest = if turned { up + right } else { up };
                        let quotient = left.div_euclid(right) - i128::from(turned);
                        if sign == "mod" { rest } else { quotient }
                    }
                }
            }
            Number::Abs(inner) => return Ok(inner.value(row)?.map(i128::abs)),
            Number::Negative(inner) => return Ok(inner.value(row)?.map(|number| -number)),
            Number::Fold(function, list) => {
                let Some(values) = all(list)? else { return Ok(None) };
                return folded(function, &values);
            }
            Number::Some(function, sign, bound) => {
                let bound = NUMBERS[*bound].1;
                let keep = |value: &i128| match *sign {
                    "<" => *value < bound,
                    ">" => *value > bound,
                    _ => *value != bound,
                };
                return folded(function, &row.iter().copied().filter(keep).collect::<Vec<_>>());
            }
            Number::Nth(index, list) => {
                let (index, values) = (index.value(row)?, all(list)?);
                let place = index.and_then(|index| usize::try_from(index - 1).ok());
                return Ok(place.zip(values).and_then(|(place, values)| values.get(place).copied()));
            }
        }))
    }

    /// No value of it, or of what is computed on the way, is larger; nothing if that is a quarter of what a number can be.
    fn size(&self, place: i128) -> Option<i128> {
        let sizes =
            |list: &[Number]| list.iter().map(|number| number.size(place)).collect::<Option<Vec<_>>>();
        let size = match self {
            Number::Fixed(number) => NUMBERS[*number].1.abs(),
            Number::Place(_) => place,
            Number::Two(sign, left, right) => {
                let (left, right) = (left.size(place)?, right.size(place)?);
                match *sign {
                    "*" => left.checked_mul(right)?,
                    _ => left.checked_add(right)?,
                }
            }
            Number::Abs(inner) | Number::Negative(inner) => inner.size(place)?,
            Number::Fold("product", list) => sizes(list)?
                .into_iter()
                .try_fold(1, |product: i128, size| product.checked_mul(size.max(1)))?,
            Number::Fold(_, list) => sizes(list)?.into_iter().try_fold(0, i128::checked_add)?,
            // Of at most three places, compared with a number.
            Number::Some(_, _, bound) => place.checked_pow(3)?.checked_add(NUMBERS[*bound].1.abs())?,
            Number::Nth(index, list) => {
                sizes(list)?.into_iter().try_fold(index.size(place)?, i128::checked_add)?
            }
        };
        (size < LARGEST / 4).then_some(size)
    }
}

/// Two values, the left one first.
fn both(left: &Number, right: &Number, row: &[i128]) -> Result<Option<(i128, i128)>, Beyond> {
    let Some(left) = left.value(row)? else { return Ok(None) };
    Ok(right.value(row)?.map(|right| (left, right)))
}

/// What a function makes of known values, in whatever order.
fn folded(function: &str, values: &[i128]) -> Result<Option<i128>, Beyond> {
    let sum = |so_far: Option<i128>, value: &i128| so_far?.checked_add(value.abs());
    let product = |so_far: Option<i128>, value: &i128| so_far?.checked_mul(value.abs().max(1));
    Ok(match function {
        "min" => values.iter().copied().min(),
        "max" => values.iter().copied().max(),
        "len" => Some(values.len() as i128),
        "sum" => {
            within(values.iter().fold(Some(0), sum))?;
            Some(values.iter().sum())
        }
        _ => {
            within(values.iter().fold(Some(1), product))?;
            Some(values.iter().product())
        }
    })
}

enum Condition {
    Compare(&'static str, Number, Number),
    Not(Box<Condition>),
    Both(Box<Condition>, Box<Condition>),
    Either(Box<Condition>, Box<Condition>),
}

impl Condition {
    fn draw(random: &mut Random, places: usize, depth: u32) -> Condition {
        let inner = |random: &mut Random| Box::new(Condition::draw(random, places, depth - 1));
        match random.below(if depth == 0 { 5 } else { 8 }) {
            0..=4 => {
                let sign = *random.pick(&["=", "\\=", "<", "=<", ">", ">="]);
                let (left, right) = (Number::draw(random, places, 2), Number::draw(random, places, 1));
                Condition::Compare(sign, left, right)
            }
            5 => Condition::Not(inner(random)),
            6 => Condition::Both(inner(random), inner(random)),
            _ => Condition::Either(inner(random), inner(random)),
        }
    }

    fn text(&self) -> String {
        match self {
            Condition::Compare(sign, left, right) => format!("{} {sign} {}", left.text(), right.text()),
            Condition::Not(inner) => format!("not ({})", inner.text()),
            Condition::Both(left, right) => format!("({}, {})", left.text(), right.text()),
            Condition::Either(left, right) => format!("({} ; {})", left.text(), right.text()),
        }
    }

    fn holds(&self, row: &[i128]) -> Result<bool, Beyond> {
        Ok(match self {
            Condition::Compare(sign, left, right) => {
                let Some((left, right)) = both(left, right, row)? else { return Ok(false) };
                match *sign {
                    "=" => left == right,
                    "\\=" => left != right,
                    "<" => left < right,
                    "=<" => left <= right,
                    ">" => left > right,
                    _ => left >= right,
                }
            }
            Condition::Not(inner) => !inner.holds(row)?,
            Condition::Both(left, right) => left.holds(row)? && right.holds(row)?,
            Condition::Either(left, right) => left.holds(row)? || right.holds(row)?,
        })
    }

    /// Whether every number in it, and every difference of two sides, stays far inside of what a number can be.
    fn is_small(&self, place: i128) -> bool {
        match self {
            Condition::Compare(_, left, right) => left.size(place).is_some() && right.size(place).is_some(),
            Condition::Not(inner) => inner.is_small(place),
            Condition::Both(left, right) | Condition::Either(left, right) => {
                left.is_small(place) && right.is_small(place)
            }
        }
    }
}

/// The rows of values for which all conditions hold, as they are shown.
fn solutions(conditions: &[Condition], domain: &[i128], places: usize) -> Result<BTreeSet<Row>, Beyond> {
    let mut rows: Vec<Vec<i128>> = vec![Vec::new()];
    for _ in 0..places {
        let longer = |row: &Vec<i128>, &value: &i128| row.iter().copied().chain([value]).collect();
        rows = rows.iter().flat_map(|row| domain.iter().map(move |value| longer(row, value))).collect();
    }
    let mut found = BTreeSet::new();
    for row in rows {
        let truths: Vec<bool> =
            conditions.iter().map(|condition| condition.holds(&row)).collect::<Result<_, _>>()?;
        if truths.into_iter().all(|holds| holds) {
            found.insert(row.iter().map(i128::to_string).collect());
        }
    }
    Ok(found)
}

#[test]
fn random_huge_numbers_are_right_or_refused() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let from = number("GRIDLOG_SEED").unwrap_or(0);
    let count = number("GRIDLOG_SEEDS").unwrap_or(SEEDS);
    let (mut right, mut refused) = (0, 0);
    for seed in from..from + count {
        let mut random = Random::new(seed);
        let (domain, places) = (*random.pick(DOMAINS), 2 + random.below(2));
        let conditions: Vec<Condition> =
            (0..=random.below(2)).map(|_| Condition::draw(&mut random, places, 2)).collect();
        let values: Vec<String> = domain.iter().map(i128::to_string).collect();
        let mut text = format!("grid(1, {places}) :: {{{}}}.\n", values.join(", "));
        for (index, condition) in conditions.iter().enumerate() {
            text += &format!("law{index}: {}.\n", condition.text());
        }
        let largest = domain.iter().map(|value| value.abs()).max().unwrap_or(0);
        let small = conditions.iter().all(|condition| condition.is_small(largest));
        let expected = solutions(&conditions, domain, places);
        match expand(&text) {
            Err(codes) if codes.contains("E309") => {
                assert!(!small, "seed {seed}: refused, but small\n{text}");
                refused += 1;
            }
            // A division by 0 whatever the values.
            Err(codes) => assert!(codes.contains("E308"), "seed {seed}: {codes:?}\n{text}"),
            Ok(_) => {
                let found = try_text(&text).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
                let found =
                    found.unwrap_or_else(|| panic!("seed {seed}: judged otherwise when solved\n{text}"));
                let Ok(expected) = expected else { panic!("seed {seed}: not refused\n{text}") };
                assert_eq!(found, expected, "seed {seed}\n{text}");
                right += 1;
            }
        }
    }
    assert!(
        count < 100 || right * 2 > count && refused * 20 > count,
        "{right} right, {refused} refused of {count}"
    );
}
