//! Opens files that a user names for writing. Programs of a run may put links and pipes where the
//! tool writes; such links are not followed, and a pipe that nobody reads holds up no limit.

use crate::patience::{self, Output};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Error, ErrorKind, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// The time that a piece of a file waits for a reader once the run is over.
pub const GRACE: Duration = Duration::from_secs(1);

/// Directories, without links, in which programs of this run may make files and links.
static OF_PROGRAMS: OnceLock<Vec<PathBuf>> = OnceLock::new();

/// Says in which directories programs of this run may make files. Links in them are not followed
/// from now on.
pub fn programs_may_write(directories: impl IntoIterator<Item = PathBuf>) {
    let directories = directories.into_iter().filter_map(|directory| directory.canonicalize().ok());
    // Programs that may write everywhere gain nothing by a link, and /dev/stdout is one.
    let _ = OF_PROGRAMS.set(directories.filter(|directory| directory.parent().is_some()).collect());
}

/// Fails if a part of `path` is a link that a program may have made.
pub fn refuse_links(path: &Path) -> io::Result<()> {
    let directories = OF_PROGRAMS.get().map_or(&[][..], Vec::as_slice);
    if directories.is_empty() {
        return Ok(());
    }
    let whole = std::env::current_dir()?.join(path);
    for part in whole.ancestors().filter(|part| part.is_symlink()) {
        let parent = part.parent().and_then(|parent| parent.canonicalize().ok());
        if parent.is_some_and(|parent| directories.iter().any(|directory| parent.starts_with(directory))) {
            let reason =
                format!("{} is a link, which a program may have made; give the path behind it", part.display());
            return Err(Error::new(ErrorKind::InvalidInput, reason));
        }
    }
    Ok(())
}

/// A file, device or pipe that is written from now on, and not replaced.
pub struct Direct {
    file: File,
    /// None if a write never waits.
    waits: Option<Output>,
}

/// Opens `path`, empty if it is a regular file. If it is where standard output or standard error
/// already goes, both write one after the other. The opening of a pipe waits for a reader until the
/// run is over; writes wait for the time `grace` after that.
pub fn directly(path: &Path, grace: Duration) -> io::Result<Direct> {
    refuse_links(path)?;
    if let Some(file) = standard_stream(path)? {
        let waits = Some(Output::new(file.as_raw_fd(), grace));
        return Ok(Direct { file, waits });
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).custom_flags(libc::O_NONBLOCK);
    let file = loop {
        match options.open(path) {
            Err(error) if error.raw_os_error() == Some(libc::ENXIO) => {
                if patience::is_over() {
                    return Err(Error::new(ErrorKind::TimedOut, "nobody reads this pipe"));
                }
                std::thread::sleep(patience::WAIT);
            }
            opened => break opened?,
        }
    };
    let waits = (!file.metadata()?.is_file()).then(|| Output::nonblocking(file.as_raw_fd(), grace));
    Ok(Direct { file, waits })
}

/// A copy of this process's standard output or error, if `path` is the same file.
fn standard_stream(path: &Path) -> io::Result<Option<File>> {
    let Ok(wanted) = fs::metadata(path) else { return Ok(None) };
    let (output, error) = (io::stdout(), io::stderr());
    for stream in [output.as_fd(), error.as_fd()] {
        let stream = File::from(stream.try_clone_to_owned()?);
        let about = stream.metadata()?;
        if (about.dev(), about.ino()) == (wanted.dev(), wanted.ino()) {
            return Ok(Some(stream));
        }
    }
    Ok(None)
}

impl Write for Direct {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.waits {
            Some(output) => output.write(bytes),
            None => self.file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
