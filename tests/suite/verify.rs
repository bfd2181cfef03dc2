//! Filled boards judged: the status that each file of `tests/verify` promises, and what is said.

use crate::cli::{Folder, run};

#[test]
fn boards() {
    let folder = Folder::new();
    let mut seen = 0;
    insta::glob!("../verify", "*.puzzle", |path| {
        let text = std::fs::read_to_string(path).expect("a fixture");
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        folder.file(&name, &text);
        let judged = run(&folder, &["verify", &name]);
        let first = text.lines().next().unwrap_or_default();
        let promised = first.strip_prefix("% status ").and_then(|rest| rest.split(':').next());
        assert_eq!(
            promised,
            Some(judged.status.to_string().as_str()),
            "{name}: {}{}",
            judged.out,
            judged.err
        );
        insta::assert_snapshot!(format!("{text}---- said\n{}{}", judged.out, judged.err));
        seen += 1;
    });
    assert!(seen >= 20);
}
