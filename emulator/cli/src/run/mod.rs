//! `rankine run`: compiles C sources, loads the programs, runs them and reports the results.

pub mod anatomy;
pub mod arguments;
mod collectives;
mod compiling;
mod configfile;
mod drive;
mod ending;
mod files;
mod firmware;
mod habits;
mod hardware;
mod heartbeat;
mod outputs;
mod paths;
pub mod profiles;
mod progress;

mod summary;
mod traces;

use crate::cc;
use crate::opening;
use crate::patience::{self, Input, Output};
use crate::tell::{failed, say, tell};
use arguments::{Arguments, Gdb};
pub use drive::{OSABI, gdb};
use ending::Ended;
use outputs::Outputs;
use rankine_host::HostOptions;
use rankine_machine::{Limits, Options};
use rankine_platform::Platform;
use rankine_program::Program;
use rankine_session::report::EXIT_TOOL;
use rankine_session::{WatchRequest, launch};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

pub fn main(words: &[String]) -> i32 {
    let arguments = match arguments::parse(words) {
        Ok(arguments) if arguments.help => {
            say!("{}", arguments::HELP);
            return 0;
        }
        Ok(arguments) if arguments.version => {
            say!("rankine {}", env!("CARGO_PKG_VERSION"));
            return 0;
        }
        Ok(arguments) => arguments,
        Err(message) => return failed(message),
    };
    finish(arguments, words)
}

/// Runs the programs; returns the exit code.
pub fn finish(arguments: Arguments, words: &[String]) -> i32 {
    let code = run(arguments, words).map(|(code, _)| code);
    code.unwrap_or_else(|message| if message.is_empty() { EXIT_TOOL } else { failed(message) })
}

/// Runs the programs; returns the exit code and, if one is asked for, the anatomy. An empty error
/// message means that the cause has been reported already.
pub fn run(mut arguments: Arguments, words: &[String]) -> Result<(i32, Option<anatomy::Result>), String> {
    if let Some(remark) = habits::remark(&arguments.without_effect).filter(|_| arguments.verbose) {
        tell!("rankine: {remark}");
    }
    if arguments.quiet {
        cc::be_quiet();
    }
    let platform = prepare(&mut arguments)?;
    launch::check_ranks(&platform, &arguments.launches).map_err(|e| e.to_string())?;
    let here = begins_in(&arguments)?;
    let writable = arguments.dirs.iter().filter(|dir| !dir.read_only).map(|dir| dir.path.clone());
    opening::programs_may_write(writable.chain([here.clone()]));
    habits::make_directories(&arguments)?;
    patience::limit(arguments.timeout);
    let (outputs, mut logs) = Outputs::open(&arguments, &platform)?;
    let lines = arguments.anatomy.as_ref().map(anatomy::Request::logs).unwrap_or_default();
    logs.extend(lines.requests());
    let (messages, profile) = (arguments.mpi || arguments.gasnet || outputs.want_messages(), outputs.want_profile());
    let watching = WatchRequest {
        messages: messages || arguments.anatomy.is_some(),
        anatomy: (arguments.anatomy.is_some() || outputs.want_anatomy()).then(|| anatomy::room(&arguments)),
        checks: arguments.check,
        phases: arguments.phases.is_some(),
        profile,
        logs,
        devices: outputs.want_devices(),
        lanes: outputs.want_lanes(),
        keep_max: arguments.keep_max.unwrap_or_default(),
    };
    let server = drive::server(&arguments)?;
    let host = HostOptions {
        dirs: arguments.dirs.clone(),
        prefix_ranks: arguments.prepend_rank,
        out_file_pattern: arguments.outfile_pattern.clone(),
        err_file_pattern: arguments.errfile_pattern.clone(),
        written_bytes_max: arguments.written_max,
        create: |path| Ok(Box::new(opening::directly(path, Duration::ZERO)?)),
        stdin: input(&arguments),
        stdout: output(&arguments),
        stderr: Box::new(Output::new(libc::STDERR_FILENO, Duration::ZERO)),
        ..HostOptions::new(here)
    };
    let mut loaded = launch::load(platform, &arguments.launches, host, watching).map_err(|e| e.to_string())?;
    loaded.shows_library = arguments.verbose;
    loaded.platform.warnings().iter().for_each(|warning| tell!("rankine: warning: {warning}"));
    let started = Instant::now();
    let options = Options {
        limits: Limits { max_cycles: arguments.max_cycles, timeout: arguments.timeout },
        threads: arguments.threads.unwrap_or_else(host_threads),
        elide: !arguments.no_elision,
    };
    let end = drive::drive(&mut loaded, &options, &arguments, server.as_ref())?;
    loaded.machine.host.finish();
    let ended = Ended { arguments: &arguments, words, threads: options.threads, started, end };
    let (code, recorded) = ending::finish(&mut loaded, &ended, outputs);
    let anatomy = arguments.anatomy.as_ref().map(|request| anatomy::of(&loaded, &recorded, request, &lines));
    Ok((code, anatomy))
}

/// The directory in which programs begin.
fn begins_in(arguments: &Arguments) -> Result<PathBuf, String> {
    match &arguments.directory {
        Some(given) => given
            .canonicalize()
            .ok()
            .filter(|found| found.is_dir())
            .ok_or_else(|| format!("-wdir {}: there is no such directory", given.display())),
        None => std::env::current_dir().map_err(|e| format!("the current directory cannot be read: {e}")),
    }
}

/// Standard input of programs: empty if GDB uses the terminal, and empty in a repeated run.
fn input(arguments: &Arguments) -> Box<dyn Read + Send> {
    match (&arguments.gdb, &arguments.anatomy) {
        (Some(Gdb::Start), _) => Box::new(std::io::empty()),
        (_, Some(request)) if request.is_second => Box::new(std::io::empty()),
        _ => Box::new(Input),
    }
}

/// Standard output of programs: standard error if the command prints an anatomy, and dropped in a
/// repeated run.
fn output(arguments: &Arguments) -> Box<dyn Write + Send> {
    match &arguments.anatomy {
        Some(request) if request.is_second => Box::new(std::io::sink()),
        Some(_) => Box::new(Output::new(libc::STDERR_FILENO, Duration::ZERO)),
        None => Box::new(Output::new(libc::STDOUT_FILENO, Duration::ZERO)),
    }
}

/// Finds the platform, and compiles C sources.
pub fn prepare(arguments: &mut Arguments) -> Result<Platform, String> {
    let platform = platform(arguments)?;
    hardware::place(arguments, &platform)?;
    firmware::prepare(arguments, &platform)?;
    compiling::compile(arguments, &platform)?;
    Ok(platform)
}

/// The number of host threads: that of the host's cores.
fn host_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The platform that the user names, else the one that the first program for harts was linked for.
/// If that program is a C source, it is the default platform.
fn platform(arguments: &mut Arguments) -> Result<Platform, String> {
    let program = arguments.launches.iter_mut().find(|launch| !hardware::is_program(&launch.path));
    let name = match (&arguments.platform, program) {
        (Some(name), _) => name.clone(),
        (None, Some(first)) if !compiling::is_source(&first.path) => {
            let program = Program::read(&first.path).map_err(|e| e.to_string())?;
            first.image = Some(program.bytes.clone());
            launch::platform_of(&program).map_err(|e| e.to_string())?
        }
        _ => rankine_platform::DEFAULT_PLATFORM.to_string(),
    };
    Platform::resolve(&name, &arguments.settings).map_err(|e| e.to_string())
}
