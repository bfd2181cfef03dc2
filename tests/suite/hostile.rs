//! Input that means harm: every file of `tests/hostile` and what is too large to keep there ends soon, within bounds
//! of memory, and with a diagnostic that names what is wrong.
//!
//! A file opens with a comment that says what it attacks, and with the codes one of which must come out:
//!
//! ```text
//! % Two params that depend on each other.
//! % expect: E401            exit status 2 and this code
//! % expect: W702            exit status 0 and this code
//! % expect: ok              exit status 0 and no error
//! % rules: latin            for a plain grid: the rule set it is given to
//! ```

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::cli::{Folder, limited};

/// A run may compute for thirty seconds, since the program is built with little optimisation here, and take 2 GiB of address
/// space.
const LIMITS: &str = "ulimit -v 2097152; ulimit -t 30";

/// Files whose budget alone takes longer than that without optimisation are checked with a smaller one.
const STEPS: &str = "1000000";

/// What must come out.
#[derive(Clone, Copy)]
enum Expect<'e> {
    /// Exit status 0 and no error.
    Fine,
    /// This code; an error means exit status 2, anything else 0.
    Code(&'e str),
    /// An error, whichever.
    Wrong,
}

/// Runs the program on files, and complains about everything that must not happen whatever the input is.
fn judge(name: &str, folder: &Path, args: &[&str], expect: Expect<'_>) -> Result<(), String> {
    let mut command = limited(LIMITS, folder);
    let output = command.args(args).env("RUST_BACKTRACE", "0").stdin(Stdio::null()).output();
    let output = output.expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).map_err(|_| format!("{name}: prints no UTF-8"));
    let (status, out, err) = (output.status, text(output.stdout)?, text(output.stderr)?);
    let told = |what: &str| Err(format!("{name}: {what}\n{}", err.chars().take(2000).collect::<String>()));
    let Some(status) = status.code() else {
        return told("killed by a signal, perhaps because it computed for too long");
    };
    if err.contains("panicked") || err.contains("internal error") || err.contains("overflowed its stack") {
        return told("crashed");
    }
    if let Some(found) = out.chars().chain(err.chars()).find(|found| found.is_control() && *found != '\n') {
        return told(&format!("prints {found:?}"));
    }
    let wanted = match expect {
        Expect::Code(code) if code.starts_with('E') => 2,
        Expect::Wrong => 2,
        Expect::Code(_) | Expect::Fine => 0,
    };
    if status != wanted {
        return told(&format!("exit status {status}, not {wanted}"));
    }
    match expect {
        Expect::Code(code) if !err.contains(&format!("[{code}]")) => told(&format!("{code} is missing")),
        Expect::Wrong if !err.contains("error[E") => told("no diagnostic"),
        _ => Ok(()),
    }
}

/// Judges many cases on two threads, and fails with all complaints at once.
fn judge_all<T: Sync>(cases: &[T], judge: impl Fn(&T) -> Result<(), String> + Sync) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let worker = || {
        let mut wrong = Vec::new();
        while let Some(case) = cases.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
            wrong.extend(judge(case).err());
        }
        wrong
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let other = scope.spawn(worker);
        let mut wrong = worker();
        wrong.extend(other.join().expect("a worker"));
        wrong
    });
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// What a file says about itself.
struct Case {
    name: String,
    expect: Option<String>,
    rules: Option<String>,
}

fn catalogue() -> (PathBuf, Vec<Case>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut cases = Vec::new();
    for entry in fs::read_dir(&folder).expect("the catalogue") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            continue;
        }
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a text");
        let said = |what: &str| {
            let line = text.lines().take(4).find_map(|line| line.strip_prefix(&format!("% {what}: ")));
            line.map(str::to_owned)
        };
        cases.push(Case { name, expect: said("expect"), rules: said("rules") });
    }
    cases.sort_by(|left, right| left.name.cmp(&right.name));
    (folder, cases)
}

#[test]
fn the_catalogue_does_no_harm() {
    let (folder, cases) = catalogue();
    assert!(cases.len() >= 60, "only {} files", cases.len());
    judge_all(&cases, |case| {
        let expect = match case.expect.as_deref() {
            None => return Err(format!("{}: say what to expect", case.name)),
            Some("ok") => Expect::Fine,
            Some(code) => Expect::Code(code),
        };
        let mut args = vec!["check", "--instances", "--ground-limit", STEPS];
        args.extend(case.rules.as_deref());
        args.push(&case.name);
        judge(&case.name, &folder, &args, expect)
    });
}

#[test]
fn the_formatter_survives_the_catalogue() {
    let (folder, cases) = catalogue();
    let cases: Vec<Case> = cases.into_iter().filter(|case| case.rules.is_none()).collect();
    judge_all(&cases, |case| {
        let path = folder.join(&case.name);
        let text = fs::read_to_string(&path).expect("a text");
        match gridlog::stages::syntax::print::format(0, &text) {
            Err(wrong) if wrong.is_empty() => Err(format!("{}: refused without a reason", case.name)),
            Err(_) => Ok(()),
            Ok(once) => match gridlog::stages::syntax::print::format(0, &once) {
                Ok(twice) if twice == once => Ok(()),
                _ => Err(format!("{}: the format is not stable", case.name)),
            },
        }
    });
}

const GRID: &str = "grid(2, 2) :: 0..1.\n";
const MANY: usize = 100_000;
const LARGE: usize = 10 << 20;

/// Bytes that look random and are the same in every run.
fn noise(count: usize, alphabet: impl Fn(u64) -> u8) -> Vec<u8> {
    let mut random = super::rng::Random::new(1);
    (0..count).map(|_| alphabet(random.next())).collect()
}

/// Numbered lines.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(GRID.to_owned(), |mut text, number| {
        writeln!(text, "{}", line(number)).expect("a string grows");
        text
    })
}

/// Names, texts and what to expect of everything that is too large to keep.
fn generated() -> Vec<(&'static str, Vec<u8>, Expect<'static>)> {
    use Expect::{Code, Fine, Wrong};
    let deep = |before: &str, open: &str, close: &str| {
        format!("{GRID}all: true => {before}{}r1c1 = 1{}.\n", open.repeat(MANY), close.repeat(MANY))
    };
    let term = |open: &str, close: &str| {
        format!("{GRID}all: true => r1c1 = {}1{}.\n", open.repeat(MANY), close.repeat(MANY))
    };
    let chain = |sign: &str, part: &str| vec![part; MANY].join(sign);
    let items = |items: String| format!("{GRID}a --> {items}.\nall: line(L) => L matches a.\n");
    let bytes: [(&str, Vec<u8>, Expect<'_>); 9] = [
        ("empty.rules", Vec::new(), Code("E003")),
        ("empty.puzzle", Vec::new(), Code("E003")),
        ("random.rules", noise(LARGE, |random| random as u8), Code("E001")),
        ("zeros.rules", vec![0; LARGE], Code("E109")),
        ("signs.rules", noise(LARGE, |random| b' ' + (random % 95) as u8), Wrong),
        ("letters.rules", noise(LARGE, |random| b"pX1., ()[]{}:-=>\n"[random as usize % 17]), Wrong),
        ("not_utf8.rules", [GRID.as_bytes(), b"all: \xff\xfe.\n"].concat(), Code("E001")),
        ("nul.rules", [GRID.as_bytes(), b"all: \0 => true.\n"].concat(), Code("E109")),
        ("too_large.rules", vec![b' '; (64 << 20) + 1], Code("E002")),
    ];
    let texts: Vec<(&str, String, Expect<'_>)> = vec![
        ("one_line.rules", "x".repeat(LARGE), Code("E104")),
        ("dots.rules", ".".repeat(LARGE), Code("E101")),
        ("newlines.rules", "\n".repeat(LARGE), Code("E003")),
        ("percents.rules", "%".repeat(LARGE), Code("E003")),
        ("accents.rules", "é".repeat(LARGE / 2), Code("E104")),
        ("quotes.rules", "\"\n".repeat(1_000_000), Code("E106")),
        ("blocks.rules", "\"\"\"".repeat(1_000_001), Code("E105")),
        ("comments.rules", "/*".repeat(1_000_000), Code("E107")),
        ("parentheses.rules", deep("", "(", ")"), Code("E108")),
        ("nots.rules", deep("", "not ", ""), Code("E108")),
        ("implications.rules", deep("", "true => ", ""), Code("E108")),
        ("lists.rules", term("[", "]"), Code("E108")),
        ("sets.rules", term("{", "}"), Code("E108")),
        ("calls.rules", term("f(", ")"), Code("E108")),
        ("minuses.rules", term("- ", ""), Code("E108")),
        ("unclosed.rules", format!("{GRID}all: r1c1 = {}", "[(".repeat(MANY)), Code("E108")),
        ("primes.rules", format!("{GRID}all: r1c1{} = 1.\n", "'".repeat(MANY)), Code("E108")),
        ("sum.rules", format!("{GRID}all: r1c1 = {}.\n", chain(" + ", "1")), Code("E108")),
        ("mods.rules", format!("{GRID}all: r1c1 = {}.\n", chain(" mod ", "1")), Code("E108")),
        ("powers.rules", items(format!("1{}", "^1".repeat(MANY))), Wrong),
        ("stars.rules", items(format!("1{} ", "*".repeat(MANY))), Wrong),
        ("choices.rules", items(format!("{}1{}", "(".repeat(MANY), ")".repeat(MANY))), Code("E108")),
        ("conjunction.rules", format!("{GRID}all: {}.\n", chain(", ", "r1c1 = 1")), Fine),
        ("disjunction.rules", format!("{GRID}all: {}.\n", chain(" ; ", "r1c1 = 1")), Fine),
        ("items.rules", items(chain(", ", "1")), Fine),
        ("alternatives.rules", items(format!("({})", chain(" | ", "1"))), Fine),
        ("long_list.rules", format!("{GRID}p([{}]).\nall: p(L) => r1c1 < len(L).\n", chain(", ", "1")), Fine),
        (
            "names.rules",
            format!("{GRID}p({}).\n", lines(MANY, |n| format!("X{n},")).replacen(GRID, "", 1) + "Y"),
            Code("E110"),
        ),
        ("long_name.rules", format!("{GRID}{}: line(L) => distinct(L).\n", "a".repeat(1 << 20)), Fine),
        (
            "facts.rules",
            lines(MANY, |n| format!("p({n}, {}).", n * 7 % 1000)) + "all: p(A, A) => r1c1 < A + 2.\n",
            Fine,
        ),
        ("statements.rules", GRID.to_owned() + &"p(1).\n".repeat(500_000), Fine),
        ("broken.rules", "p(1.\n".repeat(500_000), Code("E101")),
        ("no_dots.rules", "p(1)\n".repeat(200_000), Code("E104")),
        ("definitions.rules", lines(MANY, |n| format!("p{n}(1).")), Fine),
        (
            "calling.rules",
            lines(MANY, |n| format!("p{n}(A) :- p{}(A).", n + 1)) + "p100000(1).\nall: p0(A) => r1c1 < A.\n",
            Code("E402"),
        ),
        ("laws.rules", lines(20_000, |n| format!("a{n}: line(L) => distinct(L).")), Fine),
        ("same_law.rules", lines(MANY, |_| "a: line(L) => distinct(L).".to_owned()), Code("E205")),
        (
            "params.rules",
            lines(MANY, |n| format!("param p{n} = p{} + 1.", n + 1))
                + "param p100000 = 1.\nall: r1c1 < p0.\n",
            Fine,
        ),
        (
            "grammars.rules",
            lines(MANY, |n| format!("g{n} --> g{}.", n + 1))
                + "g100000 --> 1* .\nall: line(L) => L matches g0.\n",
            Fine,
        ),
        ("uses.rules", "use latin.\n".repeat(MANY), Fine),
        ("drops.rules", "use latin.\n".to_owned() + &"drop lines.\n".repeat(MANY), Code("E209")),
        ("docs.rules", format!("{GRID}{}all: line(L) => distinct(L).\n", "%! {L} {M}\n".repeat(MANY)), Fine),
        ("inputs.rules", lines(MANY, |n| format!("input q{n}(A).")), Fine),
        (
            "nested_conditions.rules",
            lines(9000, |n| format!("p{n}(A) :- A = 1 ; not (A = 0, r1c2 = 1, p{}(A)).", n + 1))
                + "p9000(A) :- A = 0.\nall: cell(A) => p0(A).\n",
            Code("E402"),
        ),
        (
            "givens.puzzle",
            format!(
                "grid(200, 200) :: 0..9.\ngiven \"\"\"\n{}\"\"\".\n",
                ("1 ".repeat(200) + "\n").repeat(200)
            ),
            Fine,
        ),
        (
            "drawing.puzzle",
            format!("use latin.\ngiven \"\"\"\n{}\"\"\".\n", ("1 ".repeat(3000) + "\n").repeat(300)),
            Wrong,
        ),
        ("line.txt", "1".repeat(LARGE), Wrong),
        ("words.txt", "1 ".repeat(LARGE / 2), Wrong),
    ];
    let texts = texts.into_iter().map(|(name, text, expect)| (name, text.into_bytes(), expect));
    bytes.into_iter().chain(texts).collect()
}

#[test]
fn large_and_deep_input_does_no_harm() {
    let folder = Folder::new();
    judge_all(&generated(), |(name, text, expect)| {
        let path = folder.file(name, text);
        let rules = if path.extension().is_some_and(|kind| kind == "txt") { &["latin"][..] } else { &[] };
        let args = [&["check", "--instances", "--ground-limit", STEPS], rules, &[*name]].concat();
        let result = judge(name, &folder.0, &args, *expect);
        fs::remove_file(path).expect("a temporary file");
        result
    });
}
