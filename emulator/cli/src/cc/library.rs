//! The library of a platform. Its sources are carried inside the program, compiled on first use and
//! kept in the cache.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rankine_platform::{Platform, presets};
use rankine_program::LIBRARY_PREFIX;
use sha2::{Digest, Sha256};

use super::building::Building;
use super::cache;
use super::entries::Entries;
use super::error::CcError;
use super::flags;
use super::language::{CLibrary, Language};
use super::modules;
use super::objects::Objects;
use super::picolibc;
use super::prune::LIBRARIES;
use super::sources;
use super::target::Target;
use super::toolchain::{Gcc, finished, output_of};

/// The sources of the library with `MPI_SUBSET=1`, for platforms that have one.
const SUBSET: &[&str] = &["subset", "api/time.c"];

/// The sources of the part of the MPI library for processes that begin during a run. A program that
/// uses none of its functions is linked without it, because its functions replace others.
const DYNAMIC: &[&str] = &["dynamic"];

/// The sources of the functions for Fortran.
const FORTRAN: &str = "fortran";

/// The beginnings of the names that stay as they are: functions and common blocks that programs use, and functions that libgfortran
/// uses (`traps.c`).
const PUBLIC: &[&str] = &[
    "MPI_",
    "PMPI_",
    "gasnet_",
    "__wrap_",
    "mpi_",
    "pmpi_",
    "__mpi_MOD_",
    "__mpi_f08_MOD_",
    "rankine_mpi_",
    "feenableexcept",
    "fedisableexcept",
    "fegetexcept",
];

/// The sources of GASNet's library besides its conduit: with MPI, and without MPI, where it needs
/// some files of MPI's library.
const GASNET: &[&str] = &["gasnet", "gasnet/tools"];
const GASNET_ALONE: &[&str] = &["gasnet", "gasnet/tools", "api/format.c"];

/// The header that `gasnet.h` includes if it exists.
const GASNET_ABSENT: &str = "gasnet_absent.h";
/// The same for MPI.
const MPI_ABSENT: &str = "mpi_absent.h";

/// Objects of up to this many bytes lie where the global pointer reaches them, which saves an
/// instruction at each access. Among them are the states of the channel and of point-to-point
/// communication, which every message reads.
const SMALL_DATA: &str = "-msmall-data-limit=128";

const FLAGS: &[&str] = &["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-ffunction-sections", "-fdata-sections"];

/// The sources of the code that builds the library: if that code changes, the library counts as
/// another one.
const STEPS: [&[u8]; 4] = [
    include_bytes!("library.rs"),
    include_bytes!("modules.rs"),
    include_bytes!("picolibc.rs"),
    include_bytes!("sources.rs"),
];

/// Libraries that programs name out of habit. Their functions are in picolibc and the glue here, so
/// these archives are empty.
const EMPTY: &[&str] = &["pthread", "rt", "dl", "util", "mpich", "gomp"];

const EMPTY_WITH_GNU: &[&str] = &["mpich", "mpichcxx", "mpichfort", "mpi_cxx", "mpi_mpifh", "gomp"];

/// A built library.
#[derive(Clone, Debug)]
pub struct Library {
    directory: PathBuf,
    language: Language,
}

impl Library {
    pub fn include_directories(&self) -> Vec<PathBuf> {
        let parts: &[&str] = match self.language {
            Language::C => &["libmpi-c/include", "toolchain/include", "toolchain/serial"],
            Language::Cxx => &["libmpi-c/include", "toolchain/serial"],
            Language::Fortran => &["libmpi-c/fortran", "libmpi-c/include", "toolchain/serial"],
        };
        parts.iter().map(|part| self.sources().join(part)).collect()
    }

    pub fn library_directory(&self) -> PathBuf {
        self.directory.join("lib")
    }

    pub fn start_file(&self) -> PathBuf {
        self.library_directory().join(start(self.language.c_library()).1)
    }

    pub fn script(&self) -> PathBuf {
        self.sources().join(match self.language.c_library() {
            CLibrary::Picolibc => "toolchain/link/rankine.ld",
            CLibrary::Gnu => "toolchain/link/gnu.ld",
        })
    }

    /// The directory of the sources; debug information calls it `rankine/...`.
    pub fn sources(&self) -> PathBuf {
        self.directory.join("src")
    }
}

/// The source of the object that every program begins with, and the object's name.
fn start(library: CLibrary) -> (&'static str, &'static str) {
    match library {
        CLibrary::Picolibc => ("toolchain/crt0.S", "crt0.o"),
        CLibrary::Gnu => ("toolchain/note.S", "note.o"),
    }
}

/// Is the message left out when a library is built?
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// From now on no message is printed when a library is built.
pub fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

/// The platform's library: installed with the program, else kept in the cache, else built now.
pub fn prepare(target: &Target) -> Result<Library, CcError> {
    let language = target.language;
    let gcc = Gcc::of(language)?;
    let fingerprint = gcc.fingerprint(&flags::machine(target))?;
    // gcc splits a list of directories at colons, and platforms' names may contain one.
    let name = format!("{}-{}", target.platform.replace(':', "-"), key(target, &fingerprint)?);
    if let Some(entry) = Entries::installed(LIBRARIES, &name) {
        return Ok(Library { directory: entry.directory, language });
    }
    let root = cache::root()?;
    let entry = Entries::of(LIBRARIES)?.get(&name, |work| {
        if language.c_library() == CLibrary::Picolibc && !gcc.has_picolibc() {
            return Err(CcError::PicolibcMissing);
        }
        build(&root, work, target, &gcc, &fingerprint)
    })?;
    Ok(Library { directory: entry.directory, language })
}

/// A digest of everything that the built files depend on; `fingerprint` is the compiler's.
fn key(target: &Target, fingerprint: &str) -> Result<String, CcError> {
    let mut hash = Sha256::new();
    let mut add = |part: &[u8]| {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    };
    add(fingerprint.as_bytes());
    add(format!("{target:?} {FLAGS:?} {:?}", flags::base(target)).as_bytes());
    STEPS.iter().for_each(|step| add(step));
    for (path, contents) in sources::all()? {
        add(path.as_bytes());
        add(contents);
    }
    Ok(hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect())
}

/// Is the library to be the smaller one?
fn is_subset(target: &Target) -> bool {
    target.build.has_subset && target.parameter("MPI_SUBSET").is_some_and(|value| value != 0)
}

fn build(root: &Path, work: &Path, target: &Target, gcc: &Gcc, fingerprint: &str) -> Result<(), CcError> {
    let sources = work.join("src");
    unpack(&sources)?;
    for directory in ["obj", "lib"] {
        make_directory(&work.join(directory))?;
    }
    let chosen = chosen_directories(target)?;
    let mpi = match is_subset(target) {
        _ if !has_mpi(&chosen) => Vec::new(),
        true => object_names(SUBSET, "libmpi-c")?,
        false => {
            let chosen = chosen.iter().map(String::as_str).filter(|directory| !is_of_gasnet(directory));
            object_names(&sources::LAYERS.iter().copied().chain(chosen).collect::<Vec<_>>(), "libmpi-c")?
        }
    };
    let dynamic = if mpi.is_empty() || is_subset(target) { Vec::new() } else { object_names(DYNAMIC, "libmpi-c")? };
    let gasnet = object_names(&gasnet_directories(target, &chosen), "libmpi-c")?;
    if gasnet.is_empty() {
        let has_gasnet = |layers: &[String]| layers.iter().any(|directory| is_of_gasnet(directory));
        refuse(&sources, target, ("GASNet", GASNET_ABSENT), has_gasnet)?;
    }
    if mpi.is_empty() && !target.channel.is_empty() {
        refuse(&sources, target, ("MPI", MPI_ABSENT), has_mpi)?;
    }
    let (has_glue, (start, start_object)) = (target.c_library() == CLibrary::Picolibc, start(target.c_library()));
    let glue = if has_glue { object_names(&["glue"], "toolchain")? } else { Vec::new() };
    let start = vec![(start.to_owned(), format!("lib/{start_object}"))];
    let has_fortran = target.language == Language::Fortran && !mpi.is_empty();
    let fortran = if has_fortran { object_names(&[FORTRAN], "libmpi-c")? } else { Vec::new() };
    let jobs = [mpi.clone(), dynamic.clone(), gasnet.clone(), fortran.clone(), glue.clone(), start].concat();
    let flags = compile_flags(target, &chosen);
    let objects = Objects::new(root, sources::all()?, fingerprint, &flags)
        .map_err(|error| CcError::file("keep object files in", root, error))?;
    let kind = match (target.channel.is_empty(), target.language) {
        (true, _) => "C library".to_owned(),
        (false, Language::C) => "MPI library".to_owned(),
        (false, other) => format!("MPI library for {}", other.name()),
    };
    let what = format!("the {kind} for {}", target.platform);
    let building = Building::begin(what, jobs.len(), IS_QUIET.load(Ordering::Relaxed));
    run_jobs(&jobs, |(source, object)| {
        compile_one(gcc, work, &objects, &flags, source, object)?;
        building.step();
        Ok(())
    })?;
    let ar = gcc.tool("ar");
    archive(&ar, work, "mpi", &mpi)?;
    archive(&ar, work, "mpi_dynamic", &dynamic)?;
    archive(&ar, work, "gasnet", &gasnet)?;
    let mut archives = vec!["lib/libmpi.a", "lib/libmpi_dynamic.a", "lib/libgasnet.a"];
    if has_fortran {
        modules::compile(gcc, work, target, &flags, &fortran)?;
        archive(&ar, work, "mpifort", &[fortran, modules::objects()].concat())?;
        archives.push("lib/libmpifort.a");
    }
    if !mpi.is_empty() || !gasnet.is_empty() {
        hide_names(gcc, work, &archives)?;
    }
    if has_glue {
        let borrowed = picolibc::BORROWED.map(|name| (format!("{name}.o"), format!("obj/{name}.o"))).to_vec();
        for (name, (_, object)) in picolibc::BORROWED.iter().zip(&borrowed) {
            picolibc::borrow(gcc, work, target, name, object)?;
        }
        archive(&ar, work, "ranksys", &[glue, borrowed].concat())?;
    }
    let empty = if has_glue { EMPTY } else { EMPTY_WITH_GNU };
    empty.iter().try_for_each(|name| archive(&ar, work, name, &[]))?;
    building.end();
    fs::remove_dir_all(work.join("obj")).map_err(|error| CcError::file("remove", &work.join("obj"), error))
}

fn unpack(to: &Path) -> Result<(), CcError> {
    for (path, contents) in sources::all()? {
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

/// The C files among `tops`, or in these directories, with the object file of each.
fn object_names(tops: &[&str], prefix: &str) -> Result<Vec<(String, String)>, CcError> {
    let of_top = |path: &str, top: &str| match path.strip_prefix(top) {
        Some(rest) => rest.is_empty() || rest.strip_prefix('/').is_some_and(|name| !name.contains('/')),
        None => false,
    };
    let is_of = |path: &str| {
        let below = path.strip_prefix(prefix).and_then(|path| path.strip_prefix('/'));
        below.is_some_and(|path| tops.iter().any(|top| of_top(path, top)))
    };
    let sources = sources::all()?.iter().map(|(path, _)| path).filter(|path| path.ends_with(".c") && is_of(path));
    let object = |path: &String| format!("obj/{}.o", path.replace('/', "-").trim_end_matches(".c"));
    Ok(sources.map(|path| (path.clone(), object(path))).collect())
}

/// The directories of the library that were chosen among several: the channel with what belongs to
/// it, and the implementation of `match.h`.
fn chosen_directories(target: &Target) -> Result<Vec<String>, CcError> {
    if target.channel.is_empty() {
        return Ok(Vec::new());
    }
    let mut all = sources::channel_layers(&target.build)?;
    all.push(format!("match/{}", target.matching));
    Ok(all)
}

fn compile_flags(target: &Target, chosen: &[String]) -> Vec<OsString> {
    let mut flags = flags::base(target);
    let is_set = |name| target.parameter(name).is_some_and(|value| value != 0);
    let optimising: &[&str] = match is_subset(target) {
        true if is_set("SUBSET_SMALL") => &["-Os"],
        true => &["-O2"],
        // gcc's warnings about uninitialized variables are wrong at this level.
        false if target.is_fast() => &["-O3", "-Wno-maybe-uninitialized", SMALL_DATA],
        false => &["-O2", SMALL_DATA],
    };
    flags.extend(optimising.iter().map(OsString::from));
    flags.extend(FLAGS.iter().map(OsString::from));
    for directory in ["include", ""].into_iter().chain(chosen.iter().map(String::as_str)) {
        flags.extend(["-I".into(), Path::new("libmpi-c").join(directory).into()]);
    }
    if target.c_library() == CLibrary::Picolibc {
        flags.extend(["-I".into(), "toolchain/include".into()]);
    }
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
    args.push(flags::debug_prefix_map(&work.join("src")));
    // The compiler of C++ takes `.c` for C++, too.
    args.extend(["-x".into(), if source.ends_with(".S") { "assembler-with-cpp" } else { "c" }.into()]);
    args.extend(["-c".into(), source.into(), "-o".into(), object.clone().into()]);
    finished(source, gcc.capture_alone(&work.join("src"), &args)?)?;
    objects.keep(&place, &object).map_err(|error| CcError::file("keep the object file as", &place, error))
}

/// Does the library contain MPI? MPI needs a transport.
fn has_mpi(chosen: &[String]) -> bool {
    chosen.iter().any(|directory| directory.starts_with("transport/"))
}

/// Does a directory of the library belong to GASNet, which has a library of its own?
fn is_of_gasnet(directory: &str) -> bool {
    directory.starts_with("gasnet/")
}

/// The directories of GASNet's library; none if the channel has no conduit for it.
fn gasnet_directories<'a>(target: &Target, chosen: &'a [String]) -> Vec<&'a str> {
    let conduit: Vec<&str> = chosen.iter().map(String::as_str).filter(|directory| is_of_gasnet(directory)).collect();
    match conduit.is_empty() || is_subset(target) {
        true => Vec::new(),
        false => [if has_mpi(chosen) { GASNET } else { GASNET_ALONE }, &conduit].concat(),
    }
}

/// Writes the header which tells programs that the platform's library lacks this part. The header
/// names the platforms that have the part. `has` tells it from the directories of a channel's library.
fn refuse(
    sources: &Path,
    target: &Target,
    (part, header): (&str, &str),
    has: impl Fn(&[String]) -> bool,
) -> Result<(), CcError> {
    let has_part = |name: &&str| {
        let platform = Platform::resolve(name, &[]).ok().filter(|platform| !platform.platform.channel.is_empty());
        platform
            .and_then(|platform| sources::channel_layers(&platform.library()).ok())
            .is_some_and(|layers| has(&layers))
    };
    let names: Vec<&str> = presets().filter(has_part).collect();
    let library = if is_subset(target) { " with MPI_SUBSET=1" } else { "" };
    let text = format!(
        "#pragma once\n#error platform {}{library} has no {part}: give one of these with --platform: {}\n",
        target.platform,
        names.join(", ")
    );
    let header = sources.join("libmpi-c/include").join(header);
    fs::write(&header, text).map_err(|error| CcError::file("write", &header, error))
}

/// Renames every global name in these archives, except those of MPI and GASNet, because the
/// archives use each other's names. So a program may use any other name itself, such as `p2p_send`
/// or `match_insert`. (One object in which only the standard's names are global would do as well.
/// But the linker goes through all symbols of an object for each instruction that it shortens
/// there.)
fn hide_names(gcc: &Gcc, work: &Path, archives: &[&str]) -> Result<(), CcError> {
    let all = archives.join(", ");
    let options = ["--defined-only", "--extern-only", "--format=just-symbols"];
    let names = output_of(&gcc.tool("nm"), work, &[&options, archives].concat())?;
    let text = String::from_utf8_lossy(&names.stdout).into_owned();
    finished(&all, names)?;
    let of_standard = |name: &str| PUBLIC.iter().any(|prefix| name.starts_with(prefix));
    let hidden = text.lines().filter(|name| !name.is_empty() && !name.ends_with(':') && !of_standard(name));
    let hidden: BTreeSet<&str> = hidden.collect(); // a name may occur twice: weak, and its replacement
    let pairs: String = hidden.into_iter().map(|name| format!("{name} {LIBRARY_PREFIX}{name}\n")).collect();
    let list = work.join("obj/hidden-names");
    fs::write(&list, pairs).map_err(|error| CcError::file("write", &list, error))?;
    archives.iter().try_for_each(|archive| {
        let args = ["--enable-deterministic-archives", "--redefine-syms=obj/hidden-names", archive];
        finished(archive, output_of(&gcc.tool("objcopy"), work, &args)?)
    })
}

fn archive(ar: &Path, work: &Path, name: &str, members: &[(String, String)]) -> Result<(), CcError> {
    let mut args = vec!["rcsD".to_owned(), format!("lib/lib{name}.a")]; // D: no times and no users in the archive
    args.extend(members.iter().map(|(_, object)| object.clone()));
    finished(&format!("lib{name}.a"), output_of(ar, work, &args)?)
}

/// Runs the jobs, two at a time. A failure stops the rest; of two failures the first in the list's
/// order is reported.
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
        // If this computer allows no second thread, this thread does all jobs.
        let _ = std::thread::Builder::new().spawn_scoped(scope, worker);
        worker();
    });
    let first = failed().take();
    first.map_or(Ok(()), |(_, error)| Err(error))
}
