//! Tests that the manual's page on platforms agrees with the declarations.

use rankine_platform::page::{COMMAND, PATH, page};
use std::path::Path;

#[test]
fn the_page_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(PATH);
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == page(), "{PATH} is stale; run: {COMMAND}");
}
