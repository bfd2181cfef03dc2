//! The samples of the rule sets through insta: the same text that `gridlog test` compares, with the same snapshots.

use std::path::Path;

use gridlog::stages::diagnostic::render;
use gridlog::stages::samples::{BOUND, Came, Sample};
use gridlog::stages::search::Limits;

use crate::checked::{Texts, name, project};

/// The suite runs many tests at once and with all checks on; the number of steps is bound enough.
const PATIENT: Limits = Limits { time: None, ..BOUND };

/// What comes out of a sample, once its expectations are met.
fn text(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("a sample");
    let sample = Sample { name: &name(path), text: &text, before: (0, 0), library: &Texts::default() };
    let mut loaded = sample.load(&gridlog::stages::clock::Deadline::default());
    match loaded.run(PATIENT, &|| false) {
        Came::Answer(answer) => {
            assert_eq!((answer.unmet, answer.undecided), (Vec::new(), false), "{}", path.display());
            answer.text
        }
        other => {
            let messages = render::text(&loaded.diagnostics, &loaded.sources, false);
            panic!("{}: {other:?}\n{messages}", path.display())
        }
    }
}

/// A new sample needs its file, and `gridlog test --accept` or `cargo insta review`.
#[test]
fn samples_come_out_as_their_snapshots_say() {
    insta::glob!("../../rules", "*/*.puzzle", |path| {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(path.parent().expect("a folder"));
        settings.set_prepend_module_to_snapshot(false);
        settings.remove_snapshot_suffix();
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name(path), text(path)));
    });
}

/// Laws that could change without any sample noticing are laws nobody tests.
#[test]
fn every_change_to_a_law_is_noticed_or_explained() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_gridlog"))
        .args(["--quiet", "test", "--check", "--mutate", "rules"])
        .current_dir(project("."))
        .output()
        .expect("the program runs");
    let printed =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{printed}");
    assert!(printed.contains("changed laws: "), "{printed}");
}
