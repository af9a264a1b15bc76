//! Text files that a user names.

use crate::regular;
use std::path::Path;

/// The most bytes of a text that is read here.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// The text of a regular file. The error, if it is no text, too long or no such file, names the
/// file.
pub fn read(file: &Path) -> Result<String, String> {
    regular::read_text(file, FILE_BYTES_MAX).map_err(|error| format!("{} {error}", file.display()))
}
