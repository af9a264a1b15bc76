//! Writes the manual's page on platforms.

use rankine_platform::page::{PATH, page};
use std::path::Path;

fn main() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(PATH);
    if let Err(error) = std::fs::write(&path, page()) {
        eprintln!("{}: {error}", path.display());
        std::process::exit(1);
    }
}
