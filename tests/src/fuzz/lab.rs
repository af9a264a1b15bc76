//! Fuzz target: any text as `lab.toml`, in the directory of an existing lab.

use crate::root;
use rankine_cli::Lab;

pub fn check(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    match Lab::of_text(&root().join("apps/labs/01-ranks"), text.to_owned()) {
        Ok(lab) => assert!(!lab.checks.is_empty()),
        Err(message) => assert!(message.contains("lab.toml:"), "no place: {message}"),
    }
}
