//! The files that a run writes, compressed if their names say so.

use crate::atomic::AtomicFile;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The compression level of zstd: its default.
const ZSTD_LEVEL: i32 = 3;

/// A file that is written from front to back. `flush` must be called once, at the end; it completes
/// the file. Until then, an older file of this name stays as it is.
pub enum Output {
    Plain(BufWriter<AtomicFile>),
    Gzip(flate2::write::GzEncoder<BufWriter<AtomicFile>>),
    Zstd(zstd::stream::write::Encoder<'static, BufWriter<AtomicFile>>),
}

/// The ending of the name, if it says that the file is compressed.
pub fn compression(path: &Path) -> Option<&str> {
    path.extension().and_then(|extension| extension.to_str()).filter(|extension| ["gz", "zst"].contains(extension))
}

/// Opens the file that `option` asks for.
pub fn create(option: &str, path: &Path) -> Result<Output, String> {
    let failed =
        |e: io::Error| format!("cannot write {}: {e}; give {option} a path that can be written", path.display());
    let file = BufWriter::new(AtomicFile::create(path).map_err(failed)?);
    Ok(match compression(path) {
        Some("gz") => Output::Gzip(flate2::write::GzEncoder::new(file, flate2::Compression::default())),
        Some("zst") => Output::Zstd(zstd::stream::write::Encoder::new(file, ZSTD_LEVEL).map_err(failed)?),
        _ => Output::Plain(file),
    })
}

/// Lets `write` write the whole file, and completes it.
pub fn save(option: &str, mut file: Output, write: impl FnOnce(&mut Output) -> io::Result<()>) -> Result<(), String> {
    let written = write(&mut file).and_then(|()| file.flush());
    written.map_err(|e| format!("the output of {option} could not be written: {e}"))
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Plain(file) => file.write(bytes),
            Output::Gzip(file) => file.write(bytes),
            Output::Zstd(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        let file = match self {
            Output::Plain(file) => file,
            Output::Gzip(file) => {
                file.try_finish()?;
                file.get_mut()
            }
            Output::Zstd(file) => {
                file.do_finish()?;
                file.get_mut()
            }
        };
        file.flush()?;
        file.get_mut().complete()
    }
}
