//! The library of a platform: sources carried inside the program, compiled on first use and kept in a cache.

use crate::tell::tell;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use include_dir::{Dir, include_dir};
use rankine_program::LIBRARY_PREFIX;
use sha2::{Digest, Sha256};

use super::command;
use super::objects::Objects;
use super::picolibc;
use super::target::Target;
use super::toolchain::{Gcc, output_of};
use super::{CcError, TOOL_ERROR};

static MPI: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../libmpi-c");
static TOOLCHAIN: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../toolchain");

/// The layers of the MPI library that every channel shares.
const LAYERS: &[&str] = &["api", "coll", "type", "p2p", "match", "hal"];

/// What there is of the library with `MPI_SUBSET=1`, TMD-MPI, on the channels of this directory.
const SUBSET: &[&str] = &["subset", "api/time.c"];
const SUBSET_CHANNEL: &str = "fsl";

const FLAGS: &[&str] = &["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-ffunction-sections", "-fdata-sections"];

/// What makes the library of its sources: another way of making it is another library.
const STEPS: [&[u8]; 2] = [include_bytes!("library.rs"), include_bytes!("picolibc.rs")];

/// Libraries that programs name out of habit; what is in them elsewhere is in picolibc and the glue here.
const EMPTY: &[&str] = &["pthread", "rt", "dl", "util", "mpich", "gomp"];

/// A built library.
#[derive(Clone, Debug)]
pub struct Library {
    directory: PathBuf,
}

impl Library {
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    pub fn include_directories(&self) -> Vec<PathBuf> {
        vec![self.sources().join("libmpi-c/include"), self.sources().join("toolchain/include")]
    }

    pub fn library_directory(&self) -> PathBuf {
        self.directory.join("lib")
    }

    pub fn start_file(&self) -> PathBuf {
        self.library_directory().join("crt0.o")
    }

    pub fn script(&self) -> PathBuf {
        self.sources().join("toolchain/link/rankine.ld")
    }

    /// The sources: what the debug information calls `rankine/...` is under here.
    pub fn sources(&self) -> PathBuf {
        self.directory.join("src")
    }
}

/// The platform's library, built now if it is not in the cache yet.
pub fn prepare(target: &Target) -> Result<Library, CcError> {
    let gcc = Gcc::find()?;
    let root = cache_root()?;
    // gcc takes a list of directories apart at colons, and platforms' names may have one.
    let directory = root.join(format!("{}-{}", target.platform.replace(':', "-"), key(target, &gcc)?));
    if !directory.is_dir() {
        if !gcc.has_picolibc() {
            return Err(CcError::PicolibcMissing);
        }
        if io::stderr().is_terminal() {
            tell!("rankine: compiling the MPI library for {} (once)", target.platform);
        }
        build_beside(&root, &directory, target, &gcc)?;
    }
    Ok(Library { directory })
}

/// Where built libraries are kept: the first of these that can be written.
pub(super) fn cache_root() -> Result<PathBuf, CcError> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(root) = variable("RANKINE_CACHE") {
        return absolute(make_writable(&root).map_err(|error| CcError::file("use the cache directory", &root, error))?);
    }
    let homes = [variable("XDG_CACHE_HOME"), variable("HOME").map(|home| home.join(".cache"))];
    for home in homes.into_iter().flatten() {
        if let Ok(root) = make_writable(&home.join("rankine")) {
            return absolute(root);
        }
    }
    // SAFETY: geteuid has no preconditions and cannot fail.
    let user = unsafe { libc::geteuid() };
    let root = std::env::temp_dir().join(format!("rankine-{user}"));
    let found = make_writable(&root).map_err(|error| CcError::file("use the cache directory", &root, error))?;
    match fs::metadata(&found) {
        Ok(metadata) if metadata.uid() == user => absolute(found),
        // somebody else has made it, who could put other code there
        _ => Err(CcError::file("use the cache directory", &root, io::ErrorKind::PermissionDenied.into())),
    }
}

fn absolute(path: PathBuf) -> Result<PathBuf, CcError> {
    std::path::absolute(&path).map_err(|error| CcError::file("use the cache directory", &path, error))
}

fn make_writable(root: &Path) -> io::Result<PathBuf> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(root)?;
    let probe = unique_in(root);
    fs::create_dir(&probe)?;
    fs::remove_dir(&probe)?;
    Ok(root.to_owned())
}

/// A name in `root` that no other process and no other thread of this one uses.
pub(super) fn unique_in(root: &Path) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    root.join(format!(".new-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)))
}

/// Names everything that the built files depend on.
fn key(target: &Target, gcc: &Gcc) -> Result<String, CcError> {
    let mut hash = Sha256::new();
    let mut add = |part: &[u8]| {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    };
    add(gcc.identity.as_bytes());
    add(format!("{target:?} {FLAGS:?} {:?}", command::base(target)).as_bytes());
    STEPS.iter().for_each(|step| add(step));
    for (path, contents) in sources()? {
        add(path.as_bytes());
        add(contents);
    }
    Ok(hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect())
}

/// For work on the library: a checkout whose `libmpi-c` and `toolchain` are used instead of those in this program.
const SOURCES: &str = "RANKINE_SOURCES";

pub(super) type Source = (String, Cow<'static, [u8]>);

/// Every source file by its path below `src`, in a fixed order.
pub(super) fn sources() -> Result<&'static [Source], CcError> {
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

/// The directory of a channel's sources. A TMD-MPE, once it is opened, passes the packets of channel `fsl`.
fn channel_directory(channel: &str) -> &str {
    if channel == "mpe" { "fsl" } else { channel }
}

/// Is the library to be TMD-MPI?
fn is_subset(target: &Target) -> bool {
    let value = |define: &String| define.strip_prefix("-DMPI_SUBSET=")?.parse::<u64>().ok();
    channel_directory(&target.channel) == SUBSET_CHANNEL
        && target.defines.iter().find_map(value).is_some_and(|value| value != 0)
}

/// Build parameters of the library with this channel: what its sources give a default for unless it is defined, and that.
pub(super) fn parameters(channel: &str) -> Result<BTreeMap<String, String>, CcError> {
    let directory = channel_directory(channel);
    let of_channel = format!("libmpi-c/channel/{directory}/");
    let belongs = |path: &str| {
        (!path.starts_with("libmpi-c/channel/") || path.starts_with(&of_channel))
            && (!path.starts_with("libmpi-c/subset/") || directory == SUBSET_CHANNEL)
    };
    let mut known = BTreeMap::new();
    for (path, contents) in sources()?.iter().filter(|(path, _)| path.starts_with("libmpi-c/") && belongs(path)) {
        let text = String::from_utf8_lossy(contents);
        let lines: Vec<&str> = text.lines().collect();
        // A header's own guard has no value.
        let defaults = lines.windows(2).filter_map(|pair| {
            let name = pair[0].strip_prefix("#ifndef ")?;
            let value = pair[1].strip_prefix("#define ")?.strip_prefix(name)?.strip_prefix(' ')?;
            Some((name.to_owned(), value.split_whitespace().next().unwrap_or_default().to_owned()))
        });
        known.extend(defaults.filter(|_| path.ends_with(".h")));
    }
    Ok(known)
}

/// Builds in a directory of its own and renames it into place: whoever comes second finds it whole or not at all.
fn build_beside(root: &Path, directory: &Path, target: &Target, gcc: &Gcc) -> Result<(), CcError> {
    let work = unique_in(root);
    let result = build(root, &work, target, gcc).and_then(|()| match fs::rename(&work, directory) {
        Err(_) if directory.is_dir() => Ok(()), // another process was first
        other => other.map_err(|error| CcError::file("rename the built library to", directory, error)),
    });
    if work.exists() {
        fs::remove_dir_all(&work).map_err(|error| CcError::file("remove", &work, error))?;
    }
    result
}

fn build(root: &Path, work: &Path, target: &Target, gcc: &Gcc) -> Result<(), CcError> {
    unpack(&work.join("src"))?;
    for directory in ["obj", "lib"] {
        make_directory(&work.join(directory))?;
    }
    let channel = format!("channel/{}", channel_directory(&target.channel));
    let mpi = match is_subset(target) {
        true => object_names(SUBSET, "libmpi-c")?,
        false => object_names(&[LAYERS, &[&channel]].concat(), "libmpi-c")?,
    };
    let glue = object_names(&["glue"], "toolchain")?;
    let start = vec![("toolchain/crt0.S".to_owned(), "lib/crt0.o".to_owned())];
    let jobs = [mpi.clone(), glue.clone(), start].concat();
    let flags = compile_flags(target);
    let objects = Objects::new(root, sources()?, &gcc.identity, &flags)
        .map_err(|error| CcError::file("keep object files in", root, error))?;
    run_jobs(&jobs, |(source, object)| compile_one(gcc, work, &objects, &flags, source, object))?;
    objects.prune();
    let borrowed = "obj/vfprintf.o".to_owned();
    picolibc::borrow(gcc, work, target, &borrowed)?;
    let ar = gcc.tool("ar");
    archive(&ar, work, "mpi", &mpi)?;
    hide_names(gcc, work, "lib/libmpi.a")?;
    archive(&ar, work, "ranksys", &[glue, vec![("vfprintf.o".to_owned(), borrowed)]].concat())?;
    EMPTY.iter().try_for_each(|name| archive(&ar, work, name, &[]))?;
    fs::remove_dir_all(work.join("obj")).map_err(|error| CcError::file("remove", &work.join("obj"), error))
}

fn unpack(to: &Path) -> Result<(), CcError> {
    for (path, contents) in sources()? {
        let path = to.join(path);
        if let Some(parent) = path.parent() {
            make_directory(parent)?;
        }
        fs::write(&path, contents).map_err(|error| CcError::file("write", &path, error))?;
    }
    Ok(())
}

fn make_directory(path: &Path) -> Result<(), CcError> {
    fs::create_dir_all(path).map_err(|error| CcError::file("create", path, error))
}

/// The C files among `tops`, or below them, with the object file of each.
fn object_names(tops: &[&str], prefix: &str) -> Result<Vec<(String, String)>, CcError> {
    let is_of = |rest: &str| rest.is_empty() || rest.starts_with('/');
    let below = |path: &str| tops.iter().any(|top| path.strip_prefix(&format!("{prefix}/{top}")).is_some_and(is_of));
    let sources = sources()?.iter().map(|(path, _)| path).filter(|path| path.ends_with(".c") && below(path));
    let object = |path: &String| format!("obj/{}.o", path.replace('/', "-").trim_end_matches(".c"));
    Ok(sources.map(|path| (path.clone(), object(path))).collect())
}

fn compile_flags(target: &Target) -> Vec<OsString> {
    let mut flags = command::base(target);
    flags.push(if is_subset(target) { "-Os" } else { "-O2" }.into());
    flags.extend(FLAGS.iter().map(OsString::from));
    for directory in ["include", "", &format!("channel/{}", channel_directory(&target.channel))] {
        flags.extend(["-I".into(), Path::new("libmpi-c").join(directory).into()]);
    }
    flags.extend(["-I".into(), "toolchain/include".into()]);
    flags.push(format!("-DRANKINE_CHANNEL_{}", target.channel.to_uppercase()).into());
    for (name, value) in [("PLATFORM", &target.platform), ("CHANNEL", &target.channel), ("ISA", &target.isa)] {
        flags.push(format!("-DRANKINE_{name}=\"{value}\"").into());
    }
    flags.extend(target.defines.iter().map(OsString::from));
    flags
}

fn compile_one(
    gcc: &Gcc,
    work: &Path,
    objects: &Objects,
    flags: &[OsString],
    source: &str,
    object: &str,
) -> Result<(), CcError> {
    let place = objects.place(source);
    let object = work.join(object);
    if objects.fetch(&place, &object) {
        return Ok(());
    }
    let mut args = flags.to_vec();
    args.push(command::debug_prefix_map(&work.join("src")));
    args.extend(["-c".into(), source.into(), "-o".into(), object.clone().into()]);
    finished(source, gcc.capture(&work.join("src"), &args)?)?;
    objects.keep(&place, &object).map_err(|error| CcError::file("keep the object file as", &place, error))
}

/// Renames every global name but those of the MPI standard: a program may use any name itself, `p2p_send` or `match_insert`,
/// without getting in the library's way. (One object with only the standard's names global would do as well, but the linker
/// goes through all symbols of an object for each instruction that it shortens there.)
fn hide_names(gcc: &Gcc, work: &Path, archive: &str) -> Result<(), CcError> {
    let names =
        output_of(&gcc.tool("nm"), work, &["--defined-only", "--extern-only", "--format=just-symbols", archive])?;
    let text = String::from_utf8_lossy(&names.stdout).into_owned();
    finished(archive, names)?;
    let of_standard = |name: &str| ["MPI_", "PMPI_", "__wrap_"].iter().any(|prefix| name.starts_with(prefix));
    let hidden = text.lines().filter(|name| !name.is_empty() && !name.ends_with(':') && !of_standard(name));
    let pairs: String = hidden.map(|name| format!("{name} {LIBRARY_PREFIX}{name}\n")).collect();
    let list = work.join("obj/hidden-names");
    fs::write(&list, pairs).map_err(|error| CcError::file("write", &list, error))?;
    let args = ["--enable-deterministic-archives", "--redefine-syms=obj/hidden-names", archive];
    finished(archive, output_of(&gcc.tool("objcopy"), work, &args)?)
}

fn archive(ar: &Path, work: &Path, name: &str, members: &[(String, String)]) -> Result<(), CcError> {
    let mut args = vec!["rcsD".to_owned(), format!("lib/lib{name}.a")]; // D: no times, no users
    args.extend(members.iter().map(|(_, object)| object.clone()));
    finished(&format!("lib{name}.a"), output_of(ar, work, &args)?)
}

pub(super) fn finished(file: &str, output: std::process::Output) -> Result<(), CcError> {
    match output.status.success() {
        true => Ok(()),
        false => Err(CcError::Library {
            file: format!("{file} (exit code {})", output.status.code().unwrap_or(TOOL_ERROR)),
            output: String::from_utf8_lossy(&output.stderr).into_owned(),
        }),
    }
}

/// Two at a time; the first failure in the list's order is the one reported, and stops the rest.
fn run_jobs<T: Sync>(jobs: &[T], run: impl Fn(&T) -> Result<(), CcError> + Sync) -> Result<(), CcError> {
    let next = AtomicUsize::new(0);
    let failure: Mutex<Option<(usize, CcError)>> = Mutex::new(None);
    let failed = || failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let worker = || {
        while failed().is_none() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(index) else { break };
            if let Err(error) = run(job) {
                let mut first = failed();
                if first.as_ref().is_none_or(|(earlier, _)| index < *earlier) {
                    *first = Some((index, error));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(worker);
        worker();
    });
    let first = failed().take();
    first.map_or(Ok(()), |(_, error)| Err(error))
}
