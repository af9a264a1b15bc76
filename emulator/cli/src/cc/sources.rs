//! The sources of the library, which this program carries, and the build parameters with their
//! defaults.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use include_dir::{Dir, include_dir};
use rankine_platform::LibraryBuild;

use super::error::CcError;

static MPI: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../libmpi-c");
static TOOLCHAIN: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../toolchain");

/// For work on the library: names a checkout whose `libmpi-c` and `toolchain` are used in place of
/// the files in this program.
const SOURCES: &str = "RANKINE_SOURCES";

/// The layers of the MPI library that all libraries share: directories below `libmpi-c`.
pub(super) const LAYERS: &[&str] = &["api", "coll", "type", "rma", "io", "p2p", "hal"];

/// Other directories whose headers all libraries share.
const HEADERS: &[&str] = &["include", "mark", "match", "transport", "channel", "dynamic", "gasnet"];

pub(super) type Source = (String, Cow<'static, [u8]>);

/// Every source file by its path below `src`, in a fixed order.
pub(super) fn all() -> Result<&'static [Source], CcError> {
    static ALL: OnceLock<Vec<Source>> = OnceLock::new();
    if let Some(all) = ALL.get() {
        return Ok(all);
    }
    let mut all = Vec::new();
    match std::env::var_os(SOURCES).filter(|value| !value.is_empty()) {
        Some(root) => ["libmpi-c", "toolchain"]
            .iter()
            .try_for_each(|part| read_files(part, &Path::new(&root).join(part), &mut all))?,
        None => {
            embedded_files("libmpi-c", &MPI, &mut all);
            embedded_files("toolchain", &TOOLCHAIN, &mut all);
        }
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(ALL.get_or_init(|| all))
}

fn embedded_files(prefix: &str, directory: &'static Dir, to: &mut Vec<Source>) {
    for file in directory.files() {
        to.push((format!("{prefix}/{}", file.path().display()), Cow::Borrowed(file.contents())));
    }
    for inner in directory.dirs() {
        embedded_files(prefix, inner, to);
    }
}

fn read_files(name: &str, directory: &Path, to: &mut Vec<Source>) -> Result<(), CcError> {
    let error = |error| CcError::file("read the library's sources that RANKINE_SOURCES names in", directory, error);
    for entry in fs::read_dir(directory).map_err(error)? {
        let path = entry.map_err(error)?.path();
        let name = format!("{name}/{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            read_files(&name, &path, to)?;
        } else {
            to.push((name, Cow::Owned(fs::read(&path).map_err(error)?)));
        }
    }
    Ok(())
}

/// The implementations of `match.h`: the directories beside it.
pub(super) fn matchings() -> Result<BTreeSet<String>, CcError> {
    let below = all()?.iter().filter_map(|(path, _)| path.strip_prefix("libmpi-c/match/"));
    Ok(below.filter_map(|path| Some(path.split_once('/')?.0.to_owned())).collect())
}

/// The directories below `libmpi-c` that a channel's library is made of besides [`LAYERS`]: the
/// channel, and the directories that its file `layers` lists.
pub(super) fn channel_layers(build: &LibraryBuild) -> Result<Vec<String>, CcError> {
    let channel = format!("channel/{}", build.directory);
    let list = format!("libmpi-c/{channel}/layers");
    let Some((_, contents)) = all()?.iter().find(|(path, _)| *path == list) else {
        return Err(CcError::Platform(format!(
            "the library has no channel '{}'; there are {} (platform.channel)",
            build.directory,
            channels()?.join(", ")
        )));
    };
    let text = String::from_utf8_lossy(contents);
    let named = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok([channel].into_iter().chain(named.map(str::to_owned)).collect())
}

/// The channels: the directories with a file `layers`.
fn channels() -> Result<Vec<&'static str>, CcError> {
    let below = all()?.iter().filter_map(|(path, _)| path.strip_prefix("libmpi-c/channel/"));
    Ok(below.filter_map(|path| path.strip_suffix("/layers")).collect())
}

/// The build parameters of a library with their defaults: names that its sources define unless they
/// are defined already.
pub(super) fn parameters(build: &LibraryBuild, matching: &str) -> Result<BTreeMap<String, String>, CcError> {
    let mut directories = channel_layers(build)?;
    directories.push(format!("match/{matching}"));
    directories.extend([LAYERS, HEADERS].concat().into_iter().map(str::to_owned));
    if build.has_subset {
        directories.push("subset".to_owned());
    }
    let belongs = |path: &str| {
        let directory =
            path.strip_prefix("libmpi-c/").and_then(|path| path.rsplit_once('/')).map(|(directory, _)| directory);
        directory.is_some_and(|directory| directories.iter().any(|known| known == directory))
    };
    let mut known = BTreeMap::new();
    for (path, contents) in all()?.iter().filter(|(path, _)| path.starts_with("libmpi-c/") && belongs(path)) {
        let text = String::from_utf8_lossy(contents);
        let lines: Vec<&str> = text.lines().collect();
        // A header's own guard has no value, so it is no parameter.
        let defaults = lines.windows(2).filter_map(|pair| {
            let name = pair[0].strip_prefix("#ifndef ")?;
            let value = pair[1].strip_prefix("#define ")?.strip_prefix(name)?.strip_prefix(' ')?;
            Some((name.to_owned(), value.split_whitespace().next().unwrap_or_default().to_owned()))
        });
        known.extend(defaults.filter(|_| path.ends_with(".h")));
    }
    Ok(known)
}
