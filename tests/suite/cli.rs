//! The program as a user meets it: arguments in, streams and exit status out.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A rule set that is in the common style, and one that is not: a blank stands at the end of its line.
const GOOD: &str = "grid(2, 2) :: 0..1.\n";
const UGLY: &str = "grid(2, 2) :: 0..1. \n";
const BROKEN: &str = "grid(2, 2 :: 0..1.\n";

const PROGRAM: &str = env!("CARGO_BIN_EXE_gridlog");

/// For [`limited`]: what was told to stop within a second may compute this long; the program is built with little
/// optimisation here.
pub const SOON: &str = "ulimit -t 20";

/// A folder that goes away with the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("gridlog-cli-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a temporary file");
        path
    }

    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = fs::remove_dir_all(&self.0);
    }
}

pub fn gridlog(folder: &Folder) -> Command {
    started(Command::new(PROGRAM), &folder.0)
}

/// The program under limits of the shell, such as `ulimit -t 20`: what computes for longer is killed, and has no exit status.
/// Unlike time on the wall it is the same on a busy machine. Systems without such limits run it without.
pub fn limited(limits: &str, folder: &Path) -> Command {
    if cfg!(not(unix)) {
        return started(Command::new(PROGRAM), folder);
    }
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{limits}; exec \"$0\" \"$@\""), PROGRAM]);
    started(shell, folder)
}

fn started(mut command: Command, folder: &Path) -> Command {
    command.current_dir(folder).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("CLICOLOR");
    command.env_remove("CI");
    command
}

pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

pub fn ran(output: &Output) -> Ran {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8 output");
    Ran {
        status: output.status.code().expect("an exit status"),
        out: text(&output.stdout),
        err: text(&output.stderr),
    }
}

pub fn run(folder: &Folder, args: &[&str]) -> Ran {
    run_with(folder, args, "")
}

pub fn run_with(folder: &Folder, args: &[&str], stdin: impl AsRef<[u8]>) -> Ran {
    let mut child = gridlog(folder)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that does not read its stdin may be gone by now.
    let _read = child.stdin.take().expect("a pipe").write_all(stdin.as_ref());
    ran(&child.wait_with_output().expect("the program ends"))
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("the file")
}

#[test]
fn wrong_arguments_are_bad_input() {
    let folder = Folder::new();
    for args in
        [&[][..], &["frmt"], &["fmt", "--chek"], &["check"], &["check", "x", "--set", "n"], &["--color", "x"]]
    {
        let ran = run(&folder, args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.contains("Usage") || ran.err.contains("error:"), "{args:?}: {}", ran.err);
    }
    assert_eq!(run(&folder, &["--help"]).status, 0);
    assert!(run(&folder, &["--version"]).out.starts_with("gridlog "));
    let told: serde_json::Value =
        serde_json::from_str(&run(&folder, &["--version", "--json"]).out).expect("what this build is");
    let has =
        |field: &str, word: &str| told[field].as_array().is_some_and(|list| list.iter().any(|it| it == word));
    assert!(
        told["language"] == 2
            && has("features", "proof")
            && has("commands", "split")
            && has("formats", "sdm"),
        "{told}"
    );
}

#[test]
fn fmt_passes_stdin_to_stdout() {
    let folder = Folder::new();
    for args in [&["fmt"][..], &["fmt", "-"]] {
        let ran = run_with(&folder, args, UGLY);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, GOOD, ""), "{args:?}");
    }
    let ran = run_with(&folder, &["fmt"], BROKEN);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("E101") && ran.err.contains("<stdin>"), "{}", ran.err);
}

#[test]
fn fmt_rewrites_what_is_not_in_style() {
    let folder = Folder::new();
    let ugly = folder.file("ugly.rules", UGLY);
    let good = folder.file("good.rules", GOOD);
    let before = fs::metadata(&good).expect("the file").modified().expect("a time");
    let ran = run(&folder, &["fmt", "ugly.rules", "good.rules"]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    assert_eq!((read(&ugly).as_str(), read(&good).as_str()), (GOOD, GOOD));
    assert_eq!(fs::metadata(&good).expect("the file").modified().expect("a time"), before, "left alone");
    assert_eq!(folder.names(), ["good.rules", "ugly.rules"], "no leftovers");
}

#[test]
fn fmt_goes_on_after_a_failure() {
    let folder = Folder::new();
    let broken = folder.file("broken.rules", BROKEN);
    let ugly = folder.file("ugly.rules", UGLY);
    let ran = run(&folder, &["fmt", "broken.rules", "ugly.rules"]);
    assert_eq!(ran.status, 2);
    assert_eq!((read(&broken).as_str(), read(&ugly).as_str()), (BROKEN, GOOD));
    let ran = run(&folder, &["fmt", "missing.rules", "broken.rules", "."]);
    assert_eq!(ran.status, 4);
    for part in ["missing.rules: no such file", "E101", "is a folder"] {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
}

#[test]
fn fmt_check_shows_the_difference() {
    let folder = Folder::new();
    let ugly = folder.file("ugly.rules", UGLY);
    folder.file("good.rules", GOOD);
    assert_eq!(run(&folder, &["fmt", "--check", "good.rules"]).status, 0);
    let ran = run(&folder, &["fmt", "--check", "good.rules", "ugly.rules"]);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("--- ugly.rules\n") && !ran.out.contains("good.rules"), "{}", ran.out);
    assert!(ran.out.contains("-grid(2, 2) :: 0..1. \n+grid(2, 2) :: 0..1.\n"), "{}", ran.out);
    assert_eq!(read(&ugly), UGLY, "nothing written");
    assert_eq!(run_with(&folder, &["fmt", "--check"], UGLY).status, 1);
}

#[test]
fn colours_are_for_those_who_want_them() {
    let folder = Folder::new();
    folder.file("ugly.rules", UGLY);
    let coloured = |args: &[&str], no_color: bool| {
        let mut command = gridlog(&folder);
        command.args(args).args(["fmt", "--check", "ugly.rules"]);
        if no_color {
            command.env("NO_COLOR", "1");
        }
        ran(&command.output().expect("output")).out.contains('\x1b')
    };
    assert!(!coloured(&[], false), "not in a pipe");
    assert!(coloured(&["--color", "always"], false));
    assert!(coloured(&["--color", "always"], true), "the flag is nearer than the variable");
    assert!(!coloured(&["--color", "never"], false));
}

#[cfg(unix)]
#[test]
fn fmt_keeps_permissions_and_links() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = Folder::new();
    let target = folder.file("target.rules", UGLY);
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).expect("permissions");
    let link = folder.0.join("link.rules");
    symlink("target.rules", &link).expect("a link");
    assert_eq!(run(&folder, &["fmt", "link.rules"]).status, 0);
    assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
    assert_eq!(read(&target), GOOD);
    assert_eq!(fs::metadata(&target).expect("the file").permissions().mode() & 0o777, 0o640);

    let locked = folder.file("locked.rules", UGLY);
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o444)).expect("permissions");
    let ran = run(&folder, &["fmt", "locked.rules"]);
    assert_eq!((ran.status, read(&locked).as_str()), (4, UGLY));
    assert!(ran.err.contains("read-only"), "{}", ran.err);
}

#[test]
fn explain_shows_pages() {
    let folder = Folder::new();
    for code in ["E101", "e101", "E0101"] {
        let ran = run(&folder, &["explain", code]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{code}");
        assert!(ran.out.starts_with("# E101"), "{code}: {}", ran.out);
    }
    let all = run(&folder, &["explain"]);
    assert_eq!(all.status, 0);
    assert!(all.out.lines().any(|line| line.starts_with("E101: ")), "{}", all.out);
    let ran = run(&folder, &["explain", "F101"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("did you mean E101?"), "{}", ran.err);
    let ran = run(&folder, &["explain", "\x1b[31mnonsense"]);
    assert!(ran.status == 4 && !ran.err.contains('\x1b'), "{:?}", ran.err);
}

#[test]
fn check_reads_rules_and_puzzles() {
    let folder = Folder::new();
    folder.file("good.rules", GOOD);
    folder.file("broken.puzzle", BROKEN);
    folder.file("grid.txt", "01\n10\n");
    let cases: &[(&[&str], i32, &str)] = &[
        (&["check", "good.rules"], 0, ""),
        (&["check", "latin"], 0, ""),
        (&["check", "good.rules", "grid.txt"], 0, ""),
        (&["check", "good.rules", "--ground-limit", "2"], 2, "E402"),
        (&["check", "broken.puzzle"], 2, "E101"),
        (&["check", "good.rules", "broken.puzzle"], 2, "E101"),
        (&["check", "god.rules"], 4, "did you mean good.rules?"),
        (&["check", "lattin"], 4, "did you mean latin?"),
        (&["check", "latin.rules"], 4, "did you mean latin?"),
        (&["check", "nothing-like-it"], 4, "no such file"),
        (&["check", "good.rules", "missing.txt"], 4, "missing.txt"),
        (&["check", "."], 4, "folder"),
    ];
    for (args, status, part) in cases {
        let ran = run(&folder, args);
        assert_eq!(ran.status, *status, "{args:?}: {}", ran.err);
        assert!(ran.err.contains(part), "{args:?}: {}", ran.err);
    }
    assert!(run(&folder, &["check", "good.rules"]).out.contains("unknown cell  4 :: 0..1 on 2x2"));
    let ran = run(&folder, &["check", "broken.puzzle", "--format", "json"]);
    assert_eq!((ran.status, ran.err.as_str()), (2, ""));
    let value: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(value[0]["diagnostics"][0]["code"], "E101");
}

#[test]
fn the_manual_shows_what_check_prints() {
    let manual = crate::checked::read("docs/language.md");
    let puzzle = manual.split("% file: signs.puzzle\n").nth(1).and_then(|rest| rest.split("```").next());
    let folder = Folder::new();
    folder.file("signs.puzzle", puzzle.expect("the puzzle"));
    let ran = run(&folder, &["check", "signs.puzzle"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(manual.contains(&format!("```text\n{}```\n", ran.out)), "{}", ran.out);
}

#[test]
fn files_that_are_no_text() {
    let folder = Folder::new();
    let cases: &[(&str, &[u8], &str, &str)] = &[
        ("latin1.rules", b"% a\n% R\xe8gles\n", "E001", "0xE8 in line 2, 7 bytes"),
        ("wide.rules", b"\xff\xfeg\x00", "E001", "UTF-16"),
        ("cut.rules", b"% \xe2\x82", "E001", "0xE2"),
        ("empty.rules", b"", "E003", ""),
        ("blank.rules", b" \r\n\t\n", "E003", ""),
        ("comment.rules", b"% to be written\n", "E003", ""),
        ("zero.rules", b"\x00\x00", "E109", ""),
    ];
    for (name, bytes, code, part) in cases {
        folder.file(name, bytes);
        let ran = run(&folder, &["check", name]);
        assert_eq!(ran.status, 2, "{name}: {}", ran.err);
        assert!(ran.err.contains(code) && ran.err.contains(part), "{name}: {}", ran.err);
        assert!(run_with(&folder, &["check", "-"], bytes).err.contains(code), "{name}");
    }
    assert_eq!(run(&folder, &["fmt", "--check", "comment.rules"]).status, 0, "a comment may be formatted");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_if_it_is_named_and_never_if_it_is_found() {
    let folder = Folder::new();
    assert!(Command::new("mkfifo").arg(folder.0.join("pipe.rules")).status().expect("mkfifo").success());
    folder.file("it.puzzle", "use pipe.\n");
    fs::create_dir(folder.0.join("shelf.rules")).expect("a folder");
    folder.file("other.puzzle", "use shelf.\n");
    for file in ["it.puzzle", "other.puzzle"] {
        let mut child =
            gridlog(&folder).args(["check", file]).stderr(Stdio::piped()).spawn().expect("it starts");
        let patience = Instant::now() + Duration::from_secs(60);
        while child.try_wait().expect("a status").is_none() {
            if Instant::now() > patience {
                child.kill().expect("it ends");
                panic!("waits for a pipe");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let ran = ran(&child.wait_with_output().expect("it ends"));
        assert!(ran.status == 2 && ran.err.contains("cannot be read"), "{}", ran.err);
    }
    let mut writes = Command::new("sh");
    writes.args(["-c", "echo 'grid(1, 2) :: 1..2.' > pipe.rules"]).current_dir(&folder.0);
    let mut writes = writes.spawn().expect("a shell");
    assert_eq!(run(&folder, &["check", "pipe.rules"]).status, 0);
    assert!(writes.wait().expect("it ends").success());
}

#[test]
fn huge_files_are_refused() {
    let folder = Folder::new();
    let file = fs::File::create(folder.0.join("huge.rules")).expect("a file");
    file.set_len((64 << 20) + 1).expect("a hole of 64 MiB");
    let ran = run(&folder, &["check", "huge.rules"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("E002") && ran.err.contains("64 MiB"), "{}", ran.err);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = Folder::new();
    let mut child = gridlog(&folder)
        .arg("fmt")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program prints only after it has read everything, so its reader is gone by then.
    drop(child.stdout.take());
    child.stdin.take().expect("a pipe").write_all(GOOD.repeat(10_000).as_bytes()).expect("it reads");
    let ran = ran(&child.wait_with_output().expect("the program ends"));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_no_success() {
    let folder = Folder::new();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let output = gridlog(&folder).arg("explain").stdout(full).output().expect("output");
    let ran = ran(&output);
    assert_eq!(ran.status, 4);
    assert!(ran.err.contains("no space left"), "{}", ran.err);
}

#[test]
fn escapes_in_files_do_not_reach_the_terminal() {
    let folder = Folder::new();
    folder.file("escape.rules", "a :- \x1b[2J.\n% \x1b[31m \n");
    for args in
        [&["check", "escape.rules"][..], &["fmt", "escape.rules"], &["fmt", "--check", "escape.rules"]]
    {
        let ran = run(&folder, args);
        assert!(!ran.err.contains('\x1b') && !ran.out.contains('\x1b'), "{args:?}: {}{}", ran.out, ran.err);
    }
    let name = "\x1b[31mred.rules";
    let ran = run(&folder, &["check", name]);
    assert!(ran.status == 4 && !ran.err.contains('\x1b'), "{:?}", ran.err);
}

#[test]
fn a_closed_pipe_ends_a_long_check_quietly() {
    let folder = Folder::new();
    folder.file("many.txt", "1\n".repeat(1_000_000));
    let mut child = limited(SOON, &folder.0)
        .args(["check", "latin", "many.txt"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let status = child.wait().expect("a child of ours");
    assert_eq!(status.code(), Some(0), "no status: it went on");
}

#[test]
fn plans_are_solved_counted_and_replayed() {
    let folder = Folder::new();
    folder.file("board.txt", "2 2\n4 0\n");
    let solved = run(&folder, &["solve", "2048", "board.txt"]);
    assert_eq!((solved.status, solved.out.lines().count()), (0, 2), "{}", solved.out);
    assert!(solved.err.contains("2 moves, no plan is shorter"), "{}", solved.err);
    let replayed = run_with(&folder, &["verify", "2048", "board.txt", "--plan", "-"], &solved.out);
    assert_eq!(replayed.status, 0, "{}{}", replayed.out, replayed.err);
    let refused =
        run_with(&folder, &["verify", "2048", "board.txt", "--plan", "-"], "swipe(left), swipe(up)");
    assert_eq!(refused.status, 1);
    assert!(
        refused.out.contains("move 2, swipe(up): not possible there; possible: swipe("),
        "{}",
        refused.out
    );
    assert_eq!(run(&folder, &["verify", "2048", "board.txt"]).status, 2);
    let shown = run(&folder, &["solve", "-v", "2048", "board.txt"]);
    assert!(shown.out.starts_with("2 2\n4 0\n\n1. swipe("), "{}", shown.out);
    let short = run(&folder, &["solve", "2048", "board.txt", "--max-moves", "1"]);
    assert_eq!((short.status, short.out.as_str()), (1, ""));
    assert!(short.err.contains("no plan within 1 move"), "{}", short.err);
    let line = run(&folder, &["solve", "-f", "jsonl", "2048", "board.txt"]);
    assert!(
        line.out.contains("\"moves\":[\"swipe(") && line.out.contains("\"status\":\"solved\""),
        "{}",
        line.out
    );
    assert_eq!(run(&folder, &["count", "2048", "board.txt"]).out, "4\n");
    folder.file("cases.in", "9\n2 5\n2 2 \n4 0\n2 1\n2 2\n4 0\n1 3\n16\n");
    let judged = run(&folder, &["solve", "-f", "judge", "2048", "cases.in"]);
    assert_eq!((judged.status, judged.out.as_str()), (0, "2\nno solution\n0\n"), "{}", judged.err);
}

/// Which kernel a law becomes is recognised from its instances; a change here is a change of the engine.
#[test]
fn plans_of_the_engine_are_pinned() {
    let folder = Folder::new();
    let plan = |rules: &str| -> Vec<String> {
        let told = run(&folder, &["check", "--plan", rules]);
        let lines = told.out.lines().filter_map(|line| line.trim().strip_prefix("plan of "));
        lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    let takuzu = ["law balance 40 x sum", "law triples 160 x small table"];
    assert_eq!(plan("takuzu")[..2], takuzu);
    let sudoku = ["law lines 18 x distinct", "law lines 18 x distinct, fully"];
    assert_eq!(plan("sudoku")[..2], sudoku);
    let planes = "all laws 1 x planes".to_owned();
    for (rules, whole) in [("latin", true), ("sudoku", true), ("takuzu", true), ("queens", false)] {
        assert_eq!(plan(rules).contains(&planes), whole, "{rules}: {:?}", plan(rules));
    }
    assert!(plan("magic").contains(&"law sums 8 x sum of different".to_owned()), "{:?}", plan("magic"));
    // Shapes come before rows: a choice of literals is a clause, whether it is written as a choice or as a sum.
    assert!(plan("hitori").contains(&"law apart 60 x clause".to_owned()), "{:?}", plan("hitori"));
    folder.file("pools.puzzle", "use nurikabe with r = 3, c = 3. number(r1c1, 2).");
    assert!(plan("pools.puzzle").contains(&"law pools 3 x clause".to_owned()), "{:?}", plan("pools.puzzle"));
    folder.file("lines.puzzle", "use nonogram with r = 1, c = 5. left(1, [2, 1]).");
    assert_eq!(plan("lines.puzzle"), ["law lines 1 x line"]);
    folder.file("views.puzzle", "use skyscrapers with n = 4. left(1, 2).");
    assert!(plan("views.puzzle").contains(&"law views 1 x diagram".to_owned()), "{:?}", plan("views.puzzle"));
    // The cage has a sum, and so have the cell that it leaves of the row, and what it leaves of regions with it.
    let cage = "use killer with r = 2, c = 2.\ncage \"\"\"\na a a .\n. . . .\n. . . .\n. . . .\n\"\"\".\ntotal(a, 7).\n";
    folder.file("cage.puzzle", cage);
    let cages: Vec<String> =
        plan("cage.puzzle").into_iter().filter(|line| line.starts_with("law cages")).collect();
    assert_eq!(cages, ["law cages 1 x sum", "law cages 4 x sum of different"]);
}

/// The samples of a rule set stand in a folder of its name; the name alone means the rules all the same.
#[test]
fn a_folder_does_not_hide_the_rules_of_its_name() {
    let folder = Folder::new();
    fs::create_dir(folder.0.join("takuzu")).expect("a folder");
    assert_eq!(run(&folder, &["count", "takuzu", "--set", "n=2"]).out, "2\n");
    fs::create_dir(folder.0.join("mine")).expect("a folder");
    assert_eq!(run(&folder, &["count", "mine"]).status, 4);
    folder.file("mine.rules", "grid(1, 2) :: 0..1.\n");
    assert_eq!(run(&folder, &["count", "mine"]).out, "4\n");
}

/// A puzzle that contradicts a law says so, with the law and the givens; what takes longer names the command.
#[test]
fn no_solution_comes_with_its_reason() {
    let folder = Folder::new();
    let cases = [
        (
            "use latin. given \"\"\"\n1 . . 1\n. . . .\n. . . .\n. . . .\n\"\"\".",
            "  Row 1 holds every digit once, but r1c1 = 1, r1c4 = 1 are given.",
        ),
        (
            "use latin. given \"\"\"\n1 2 3 .\n. . . 4\n. . . .\n. . . .\n\"\"\".",
            "These contradict each other:",
        ),
        ("use queens with n = 6. never: queen(1) = 1.", "why: gridlog why it.puzzle none"),
    ];
    for (text, reason) in cases {
        folder.file("it.puzzle", text);
        let ran = run(&folder, &["solve", "it.puzzle"]);
        assert_eq!(ran.status, 1, "{text}: {}", ran.err);
        assert!(ran.err.contains("no solution") && ran.err.contains(reason), "{text}: {}", ran.err);
        assert!(!run(&folder, &["-q", "solve", "it.puzzle"]).err.contains(reason), "{text}");
    }
    // What a doc line does not tell apart is said once.
    folder
        .file("it.puzzle", "grid(1, 1) :: 0..1.\n%! {A} is no number.\nnone: cell(A), K in 0..1 => A \\= K.");
    let why = run(&folder, &["why", "it.puzzle", "none"]);
    assert_eq!(why.out.matches("r1c1 is no number.").count(), 1, "{}", why.out);
    // Several puzzles are a batch.
    let both = run(&folder, &["solve", "it.puzzle", "it.puzzle"]);
    assert!(!both.err.contains("gridlog why"), "{}", both.err);
}

/// Values in some solution, values that single laws leave, and values that one given and one law leave.
#[test]
fn pencil_marks_are_weaker_than_candidates() {
    let folder = Folder::new();
    folder.file("it.puzzle", "use latin. given \"\"\"\n1 2 . .\n. . . .\n. . 1 .\n. . . 3\n\"\"\".");
    let show = |args: &[&str]| {
        let ran = run(&folder, &[&["candidates", "it.puzzle"], args].concat());
        assert_eq!(ran.status, 0, "{args:?}: {}", ran.err);
        ran.out
    };
    insta::assert_snapshot!(format!("{}\n{}\n{}", show(&[]), show(&["--marks"]), show(&["--marks=givens"])));
    let json = show(&["--marks=givens", "-f", "jsonl"]);
    assert!(json.contains("\"marks\":\"givens\""), "{json}");
    let drawn = run(&folder, &["render", "it.puzzle", "--marks=givens", "-f", "text"]);
    assert_eq!(drawn.status, 0, "{}", drawn.err);
    let solved = run(&folder, &["render", "it.puzzle", "--candidates", "-f", "text"]);
    assert_ne!(drawn.out, solved.out);
}

/// Whatever is printed, by whomever: a disk that is full is said and told.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_printed_is_told() {
    let folder = Folder::new();
    folder.file("good.rules", GOOD);
    for args in [
        &["--help"][..],
        &["--version"],
        &["solve", "--help"],
        &["help", "solve"],
        &["explain", "E102"],
        &["explain"],
        &["check", "good.rules"],
        &["solve", "good.rules"],
        &["count", "good.rules"],
        &["render", "good.rules"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a full disk");
        let output = gridlog(&folder).args(args).stdin(Stdio::null()).stdout(full).output().expect("it runs");
        let ran = ran(&output);
        assert_eq!(ran.status, 4, "{args:?}");
        assert!(ran.err.contains("cannot write to stdout"), "{args:?}: {}", ran.err);
    }
}

#[cfg(unix)]
#[test]
fn rewritten_files_keep_all_their_names_and_permissions() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = Folder::new();
    let ugly = folder.file("ugly.rules", UGLY);
    fs::hard_link(&ugly, folder.0.join("same.rules")).expect("a second name");
    symlink("ugly.rules", folder.0.join("link.rules")).expect("a link");
    fs::set_permissions(&ugly, fs::Permissions::from_mode(0o640)).expect("permissions");
    let ran = run(&folder, &["fmt", "link.rules"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    for name in ["ugly.rules", "same.rules", "link.rules"] {
        assert_eq!(read(&folder.0.join(name)), GOOD, "{name}");
    }
    assert!(folder.0.join("link.rules").is_symlink());
    assert_eq!(fs::metadata(&ugly).expect("the file").permissions().mode() & 0o777, 0o640);
    assert_eq!(folder.names(), ["link.rules", "same.rules", "ugly.rules"]);
}

#[cfg(unix)]
#[test]
fn files_that_cannot_be_written_say_why() {
    let folder = Folder::new();
    folder.file("good.rules", GOOD);
    std::os::unix::fs::symlink("gone/x.txt", folder.0.join("dangling.txt")).expect("a link");
    fs::create_dir(folder.0.join("folder.txt")).expect("a folder");
    for (file, told) in [
        ("dangling.txt", "a link to gone/x.txt, which is not there"),
        ("gone/x.txt", "there is no folder gone"),
        ("folder.txt", "is a folder"),
    ] {
        let ran = run(&folder, &["solve", "good.rules", "-o", file]);
        assert_eq!(ran.status, 4, "{file}");
        assert!(ran.err.contains(told), "{file}: {}", ran.err);
    }
    assert_eq!(run(&folder, &["solve", "good.rules", "-o", "/dev/null"]).status, 0);
}

/// Names, symbols, doc lines and settings of somebody who wants to write on the screen of others.
#[test]
fn nothing_that_is_printed_commands_a_terminal() {
    const EVIL: &str = "\u{1b}]0;x\u{7}\u{9b}2J\u{7f}\u{202e}\u{2066}";
    let folder = Folder::new();
    let rules = format!(
        "%! {EVIL}\ngrid(1, 2) :: {{\"{EVIL}\", b}}.\n%! {{A}} {EVIL} is not b.\na: cell(A) => A \\= b.\n"
    );
    let wrong =
        format!("%! {EVIL}\ngrid(1, 2) :: {{\"{EVIL}\", b}}.\na: r1c1 = \"{EVIL}\", r1c1 = {EVIL}.\n");
    let name = "x\u{1b}[2J\u{202e}.rules";
    folder.file(name, &rules);
    folder.file("wrong.rules", &wrong);
    folder.file("b.txt", "b b\n");
    let commands = [
        "check",
        "check --instances",
        "check -f json",
        "solve",
        "solve -f line",
        "solve -f json",
        "solve -f facts",
        "solve -f puzzle",
        "count",
        "candidates",
        "candidates -f jsonl",
        "compare",
        "minimise",
        "generate",
        "render -f text",
        "render -f svg",
        "render -f html",
        "render -f text --solution",
        "explain",
        "explain -f json",
        "explain -f html",
        "hint --more",
        "rate",
        "why none",
        "test",
        "fmt --check",
    ];
    for command in commands {
        for file in [name, "wrong.rules"] {
            let mut args: Vec<&str> = command.split(' ').collect();
            let at = if args[0] == "why" { 1 } else { args.len() };
            args.insert(at, file);
            assert_harmless(&run(&folder, &args), &format!("{command} {file:?}"));
        }
    }
    for args in [&["verify", name, "b.txt"][..], &["solve", EVIL], &["solve", name, "--set", EVIL], &[EVIL]] {
        assert_harmless(&run(&folder, args), &format!("{args:?}"));
    }
}

fn assert_harmless(ran: &Ran, what: &str) {
    let wrong = |found: char| {
        found.is_control() && !matches!(found, '\n' | '\t')
            || matches!(found, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    for text in [&ran.out, &ran.err] {
        assert!(!text.contains(wrong), "{what}: {text:?}");
    }
}

/// A search that gives up says so, and below the table stands why; all searches share a time limit.
#[test]
fn compare_says_its_limits() {
    let folder = Folder::new();
    let ran = run(&folder, &["compare", "queens", "--step-limit", "50"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    // How wide the columns are is the table's affair.
    let rows: Vec<String> =
        ran.out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for row in ["backtracking gave up 50 ", "forward checking gave up 50 ", "full fixpoint solved 41 "] {
        assert!(rows.iter().any(|line| line.starts_with(row)), "{row}: {}", ran.out);
    }
    assert!(ran.err.contains("limits for one search: 10 s, 50 tried, 1 GiB"), "{}", ran.err);
    // Eight searches of ten seconds each are out of the question.
    let mut command = limited(SOON, &folder.0);
    command.args(["compare", "queens", "--set", "n=40", "--time-limit", "400ms"]).stdin(Stdio::null());
    let ran = self::ran(&command.output().expect("the program ends"));
    assert!(ran.out.contains("gave up"), "{}", ran.out);
    assert!(ran.err.contains("an even share of 0.4 s"), "{}", ran.err);
    let ran = run(&folder, &["compare", "queens", "-f", "jsonl"]);
    assert!(
        ran.out.contains("\"search\":\"backtracking\",\"result\":\"solved\",\"generated\":876"),
        "{}",
        ran.out
    );
}

/// A booklet holds puzzles of files and puzzles that are made, with what their files say of themselves, and all answers.
#[test]
fn booklets_hold_puzzles_and_their_answers() {
    let folder = Folder::new();
    let grid = "given \"\"\"\n. . 1 .\n1 . . .\n1 1 . .\n. 0 . .\n\"\"\".\n";
    folder.file(
        "own.puzzle",
        format!("title \"First light\".\nauthor \"A. Setter\".\nuse takuzu with n = 4.\n{grid}"),
    );
    let args =
        ["booklet", "own.puzzle", "fifteen/wide", "--generate", "latin", "--count", "2", "--title", "Sunday"];
    let output =
        gridlog(&folder).args(args).args(["--link", "https://example.org/"]).output().expect("it runs");
    let book = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!((book.matches("<section").count(), book.matches("<article>").count()), (2, 8));
    for text in
        ["<h1>Sunday</h1>", "First light", "A. Setter", "Fill the board with 0 and 1", "#1", "Answers"]
    {
        assert!(book.contains(text), "{text}");
    }
    let nowhere = gridlog(&folder).args(["booklet", "own.puzzle", "-f", "pdf"]).output().expect("it runs");
    assert_eq!(nowhere.status.code(), Some(2));
    let missing = gridlog(&folder)
        .args(["booklet", "own.puzzle", "-o", "book.pdf", "--browser", "no-such-browser"])
        .output()
        .expect("it runs");
    assert_eq!(missing.status.code(), Some(4), "{}", String::from_utf8_lossy(&missing.stderr));
}
