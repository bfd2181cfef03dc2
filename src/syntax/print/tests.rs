//! The formatter's promises, on samples and at random.
use super::*;

#[test]
fn drafts() {
    let Ok(folder) = std::env::var("DRAFTS") else { return };
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        if path.extension().is_some_and(|e| e == "md") { continue; }
        let once = format(0, &text).unwrap();
        assert_eq!(once, format(0, &once).unwrap(), "{}", path.display());
        std::fs::write(std::path::Path::new("/tmp/fmtout").join(path.file_name().unwrap()), once).unwrap();
    }
}
