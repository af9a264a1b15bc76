//! `rankine cc`: calls the RISC-V GCC with a platform's MPI library, C library glue and linker
//! script.

mod arguments;
mod building;
mod cache;
mod cache_command;
mod command;
mod contents;
pub mod doctor;
mod dropped;
mod entries;
mod error;
mod flags;
mod kept;
mod language;
mod library;
mod modules;
mod objects;
mod picolibc;
mod prune;
mod runnable;
mod sources;
mod target;
mod toolchain;

pub use cache_command::{CacheArguments, main as cache_main};
pub use runnable::RUNNABLE;

use crate::regular;
use crate::tell::{say, tell};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use arguments::{Arguments, Show};
use error::CcError;
pub use kept::Built;
use kept::Recipe;
pub use language::Language;
pub use library::be_quiet;
use library::{Library, prepare};
use rankine_platform::{DEFAULT_PLATFORM, FurtherProcessor, Platform};
use target::Target;
use toolchain::Gcc;

/// `rankine cc ARGS...`, or the command of another language; returns the exit code.
pub fn main(language: Language, words: &[String]) -> i32 {
    let args: Vec<OsString> = words.iter().map(OsString::from).collect();
    match compile(language, &args) {
        Ok(()) => 0,
        Err(CcError::Gcc(code)) => code, // gcc has said why
        Err(error) => {
            tell!("rankine: {error}");
            error.exit_code()
        }
    }
}

fn compile(language: Language, args: &[OsString]) -> Result<(), CcError> {
    let arguments = Arguments::parse_for(language, args)?;
    let name = arguments.platform.as_deref().unwrap_or(DEFAULT_PLATFORM);
    let platform = Platform::resolve(name, &[]).map_err(|error| CcError::Platform(error.to_string()))?;
    let mut target = match &arguments.node {
        Some(rank) => Target::of_node(&platform, rank)?,
        None => Target::of(&platform)?,
    };
    target = target.for_language(language)?;
    target.set(&arguments.library)?;
    let gcc = Gcc::of(language)?;
    if arguments.show.is_none() && arguments.is_question() {
        return gcc.run(&command::question(&target, &arguments));
    }
    let library = prepare(&target)?;
    match arguments.show {
        Some(show) => {
            print_shown(show, &gcc, &target, &library, &arguments);
            if matches!(show, Show::Command) {
                platform.further().iter().try_for_each(|processor| print_firmware(&gcc, processor))?;
            }
            Ok(())
        }
        None => {
            gcc.run(&command::full(&target, &library, &arguments))?;
            if arguments.links() {
                arguments.notes.iter().for_each(|note| tell!("rankine: note: {note}"));
            }
            if arguments.links() && std::env::var_os(RUNNABLE).is_some() {
                runnable::make_runnable(&arguments)?;
            }
            Ok(())
        }
    }
}

fn print_shown(show: Show, gcc: &Gcc, target: &Target, library: &Library, arguments: &Arguments) {
    if show == Show::Version {
        say!("Rankine {} (MPI library for {})", env!("CARGO_PKG_VERSION"), target.platform);
    } else {
        say!("{}", command::shell_line(&command::shown(show, gcc, target, library, arguments)));
    }
}

/// Prints the command that compiles the firmware which a further processor runs if no program is
/// given.
fn print_firmware(gcc: &Gcc, processor: &FurtherProcessor) -> Result<(), CcError> {
    if processor.program.is_none() {
        return Ok(());
    }
    let target = Target::of_firmware(&processor.view)?;
    let (library, source, flags) = firmware(None, processor, &target)?;
    let words: Vec<OsString> = ["-O2".into(), source.into()].into_iter().chain(flags).collect();
    let command = command::shown(Show::Command, gcc, &target, &library, &Arguments::parse(&words)?);
    say!("{}", command::shell_line(&command));
    Ok(())
}

/// Compiles one C file for `rankine run FILE.c` against the library with these build parameters,
/// and keeps the program in the cache. With `is_dynamic`, it is linked with the functions for
/// processes that begin during a run, even if it uses none. An empty error message means that gcc
/// has reported the cause.
pub fn build_for_run(
    source: &Path,
    platform: &Platform,
    parameters: &[String],
    is_dynamic: bool,
) -> Result<Built, String> {
    let flags: &[OsString] = if is_dynamic { &["-Wl,-u,MPI_Comm_spawn".into()] } else { &[] };
    let build = || {
        let mut target = Target::of(platform)?;
        target.set(parameters)?;
        build_in_cache(source, &target, &prepare(&target)?, flags, Path::new("."))
    };
    build().map_err(said)
}

/// Compiles a C file for a further processor, without the MPI library, and keeps the program in the
/// cache. If `source` is None, compiles the firmware that the processor runs by default, which is
/// part of the library's sources. An empty error message means that gcc has reported the cause.
pub fn build_firmware(source: Option<&Path>, processor: &FurtherProcessor) -> Result<Built, String> {
    let build = || {
        let target = Target::of_firmware(&processor.view)?;
        let (library, file, flags) = firmware(source, processor, &target)?;
        // Firmware of the library is the same program, whatever the current directory is.
        let place = source.map_or_else(|| library.sources(), |_| ".".into());
        build_in_cache(&file, &target, &library, &flags, &place)
    };
    build().map_err(said)
}

/// The library, the source and the flags that a firmware is compiled with. Its headers are those of
/// the library's sources.
fn firmware(
    source: Option<&Path>,
    processor: &FurtherProcessor,
    target: &Target,
) -> Result<(Library, PathBuf, Vec<OsString>), CcError> {
    let library = prepare(target)?;
    let sources = library.sources().join("libmpi-c");
    let source = source.map_or_else(|| sources.join(processor.program.unwrap_or_default()), Path::to_owned);
    let mut flags = vec!["-I".into(), sources.into(), format!("-DSIM_BASE={:#x}", processor.view.sim.base).into()];
    flags.extend(processor.defines.iter().map(|(name, value)| format!("-D{name}={value:#x}u").into()));
    Ok((library, source, flags))
}

/// The error's message; empty if gcc has reported the cause.
fn said(error: CcError) -> String {
    match error {
        CcError::Gcc(_) => String::new(),
        other => other.to_string(),
    }
}

/// Compiles a program and keeps it in the cache. gcc runs in the directory `place`, which debug
/// information names.
fn build_in_cache(
    source: &Path,
    target: &Target,
    library: &Library,
    flags: &[OsString],
    place: &Path,
) -> Result<Built, CcError> {
    let args = |more: &[OsString]| {
        let words: Vec<OsString> = ["-O2".into(), source.into()].iter().chain(flags).chain(more).cloned().collect();
        Ok(command::full(target, library, &Arguments::parse(&words)?))
    };
    // gcc would read a pipe or a device for ever.
    regular::check(source).map_err(|error| CcError::Usage(format!("{}: {error}", source.display())))?;
    let (preprocess, compile) = (args(&["-E".into()])?, args(&[])?);
    Recipe { gcc: &Gcc::find()?, source, preprocess, compile, place }.program()
}

/// Compiles one C file with these additional flags against the library with these build parameters.
/// An empty error message means that gcc has reported the cause.
pub fn build_with(
    source: &Path,
    platform: &Platform,
    parameters: &[&str],
    flags: &[String],
    program: &Path,
) -> Result<(), String> {
    let build = || {
        let mut target = Target::of(platform)?;
        target.set(&parameters.iter().map(|parameter| (*parameter).to_owned()).collect::<Vec<_>>())?;
        let library = prepare(&target)?;
        // The options of the thesis (Katsamani 2010 §4.1.2).
        let mut args: Vec<OsString> = vec!["-O3".into(), source.into(), "-o".into(), program.into()];
        args.extend(flags.iter().map(OsString::from));
        Gcc::find()?.run(&command::full(&target, &library, &Arguments::parse(&args)?))
    };
    build().map_err(said)
}

/// Compiles one C file without linking it, and returns the object. An error is the first error
/// message of gcc.
pub fn compile_object(source: &Path, platform: &Platform, flags: &[String]) -> Result<Vec<u8>, String> {
    let compile = || {
        let target = Target::of(platform)?;
        let library = prepare(&target)?;
        let object = cache::unique_in(&cache::root()?);
        let mut args: Vec<OsString> = ["-O2", "-w", "-c", "-o"].map(OsString::from).to_vec();
        args.extend([object.clone().into(), source.into()]);
        args.extend(flags.iter().map(OsString::from));
        let output =
            Gcc::find()?.capture(Path::new("."), &command::full(&target, &library, &Arguments::parse(&args)?))?;
        let bytes = fs::read(&object);
        let _ = fs::remove_file(&object); // gcc removes it itself when it fails
        Ok((output, bytes.map_err(|error| CcError::file("read", &object, error))))
    };
    let (output, bytes) = compile().map_err(|error: CcError| error.to_string())?;
    if output.status.success() {
        return bytes.map_err(|error| error.to_string());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(said.lines().find(|line| line.contains("error")).unwrap_or("gcc failed").trim().to_owned())
}

/// The text of every file that the library is built from, by its path in the repository.
pub fn library_texts() -> Result<Vec<(String, String)>, CcError> {
    let text = |(path, bytes): &sources::Source| (path.clone(), String::from_utf8_lossy(bytes).into_owned());
    Ok(sources::all()?.iter().map(text).collect())
}

/// The text of a file of the library, by its name in debug information (`rankine/...`). None if
/// this program's library has no such file.
pub fn library_text(file: &str) -> Option<String> {
    let path = file.strip_prefix(flags::SOURCES_IN_DEBUG)?.strip_prefix('/')?;
    let (_, bytes) = sources::all().ok()?.iter().find(|(known, _)| known == path)?;
    Some(String::from_utf8_lossy(bytes).into_owned())
}

/// The directory of built libraries and programs; none if no place for it is found.
pub fn cache_directory() -> Option<PathBuf> {
    cache::root().ok()
}

/// The directory that the compiler is installed in.
pub fn directory_of_gcc() -> Option<PathBuf> {
    toolchain::directory()
}

/// The directory of the sources of a platform's library, for debuggers; debug information calls it
/// `rankine/...`.
pub fn library_sources(platform: &Platform) -> Option<PathBuf> {
    Some(prepare(&Target::of(platform).ok()?).ok()?.sources())
}

#[cfg(test)]
mod tests;
