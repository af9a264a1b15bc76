//! Reads files that others may have chosen. Only regular files of bounded length are read, so that
//! no read is endless or waits.

use std::fs::{Metadata, OpenOptions};
use std::io::Read as _;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// The bytes of a regular file of up to `bytes_max` bytes. An error says what is wrong with the
/// file, without its name.
pub fn read(file: &Path, bytes_max: u64) -> Result<Vec<u8>, String> {
    // Without this flag, opening a pipe would wait for a writer.
    let opened = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(file);
    let opened = opened.map_err(|e| format!("cannot be read: {e}"))?;
    let about = opened.metadata().map_err(|e| format!("cannot be read: {e}"))?;
    expect_regular(&about)?;
    let mut bytes = Vec::new();
    if about.len() <= bytes_max {
        opened.take(bytes_max + 1).read_to_end(&mut bytes).map_err(|e| format!("cannot be read: {e}"))?;
    }
    if about.len().max(bytes.len() as u64) > bytes_max {
        return Err(format!("is larger than {bytes_max} bytes"));
    }
    Ok(bytes)
}

/// Fails if `file` is there and no regular file. The error is a sentence without the file's name.
pub fn check(file: &Path) -> Result<(), String> {
    std::fs::metadata(file).map_or(Ok(()), |about| expect_regular(&about))
}

fn expect_regular(about: &Metadata) -> Result<(), String> {
    match about.is_file() {
        true => Ok(()),
        false if about.is_dir() => Err("is a directory".into()),
        false => Err("is not a regular file".into()),
    }
}

/// The text of such a file; fails as [`read`] does.
pub fn read_text(file: &Path, bytes_max: u64) -> Result<String, String> {
    String::from_utf8(read(file, bytes_max)?).map_err(|_| "is not text".into())
}
