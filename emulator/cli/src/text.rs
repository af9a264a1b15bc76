//! Text files that a user names.

use std::io::Read as _;
use std::path::Path;

/// The most bytes of a text that is read here.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// The text of a file. An error if it is no text or too long.
pub fn read(file: &Path) -> Result<String, String> {
    let shown = file.display();
    if file.is_dir() {
        return Err(format!("{shown} is a directory"));
    }
    let mut bytes = Vec::new();
    let opened = std::fs::File::open(file);
    opened
        .and_then(|file| file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes))
        .map_err(|e| format!("{shown} cannot be read: {e}"))?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return Err(format!("{shown} is longer than {FILE_BYTES_MAX} bytes"));
    }
    String::from_utf8(bytes).map_err(|_| format!("{shown} is not text"))
}
