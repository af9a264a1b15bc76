//! The generated register files are up to date with `regs/*.toml`.

use rankine_devices::generate::{COMMAND, generate};
use std::path::Path;

#[test]
fn generated_files_are_fresh() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for file in generate(&root).unwrap() {
        let found = std::fs::read_to_string(&file.path).unwrap_or_default();
        assert!(found == file.text, "{} is stale; run: {COMMAND}", file.path.display());
    }
}
