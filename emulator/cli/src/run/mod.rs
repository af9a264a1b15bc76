//! `rankine run`: compile what is source, load, run, report.

pub mod arguments;
mod ending;
mod files;
mod outputs;
pub mod profiles;
mod progress;
mod stdin;
mod summary;
mod traces;

use crate::tell::{say, tell};
use crate::{TOOL_ERROR, cc};
use arguments::Arguments;
use ending::Ended;
use outputs::Outputs;
use rankine_machine::host::HostOptions;
use rankine_machine::launch::{self, Launch, Watching};
use rankine_machine::{Limits, Options, Platform, Program};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::Instant;

/// Set by Ctrl-C and the signals of batch systems: the run ends and writes what it has.
pub static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Which signal it was.
static SIGNAL: AtomicI32 = AtomicI32::new(libc::SIGINT);
/// Those signals.
const SIGNALS: [libc::c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

pub fn main(words: &[String]) -> i32 {
    let arguments = match arguments::parse(words) {
        Ok(arguments) if arguments.help => {
            say!("{}", arguments::HELP);
            return 0;
        }
        Ok(arguments) => arguments,
        Err(message) => return failed(&message),
    };
    run(arguments, words)
        .unwrap_or_else(|message| if message.is_empty() { i32::from(TOOL_ERROR) } else { failed(&message) })
}

fn failed(message: &str) -> i32 {
    tell!("rankine: {message}");
    i32::from(TOOL_ERROR)
}

/// An empty message means that the cause has been told already.
fn run(mut arguments: Arguments, words: &[String]) -> Result<i32, String> {
    let platform = platform(&mut arguments)?;
    compile(&mut arguments.launches, &platform)?;
    let (outputs, logs) = Outputs::open(&arguments)?;
    let (messages, profile) = (arguments.mpi || outputs.want_messages(), outputs.want_profile());
    let watching = Watching { messages, profile, logs };
    let here = std::env::current_dir().map_err(|e| format!("the current directory cannot be read: {e}"))?;
    let host = HostOptions {
        dirs: arguments.dirs.clone(),
        prefix_ranks: arguments.prepend_rank,
        out_file_pattern: arguments.outfile_pattern.clone(),
        err_file_pattern: arguments.errfile_pattern.clone(),
        stdin: Box::new(stdin::PatientStdin::new(arguments.timeout)),
        ..HostOptions::new(here)
    };
    let mut loaded = launch::load(platform, &arguments.launches, host, watching).map_err(|e| e.to_string())?;
    catch_interrupt();
    let started = Instant::now();
    let options = Options {
        limits: Limits { max_cycles: arguments.max_cycles, timeout: arguments.timeout },
        threads: arguments.threads.unwrap_or_else(host_threads),
        elide: !arguments.no_elision,
    };
    let mut progress = progress::Progress::new(arguments.quiet);
    let end = loaded.machine.run(&options, &INTERRUPTED, &mut |cycle| progress.tick(cycle));
    progress.clear();
    loaded.machine.host.finish();
    let ended = Ended { arguments: &arguments, words, threads: options.threads, started, end };
    Ok(ending::finish(&mut loaded, &ended, outputs))
}

/// As many as the host has cores for.
fn host_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The platform named, else the one that the first program was linked for; sources are compiled for it.
fn platform(arguments: &mut Arguments) -> Result<Platform, String> {
    let name = match (&arguments.platform, arguments.launches.first()) {
        (Some(name), _) => name.clone(),
        (None, Some(first)) if !is_source(&first.path) => {
            let program = Program::read(&first.path).map_err(|e| e.to_string())?;
            launch::platform_of(&program).map_err(|e| e.to_string())?
        }
        _ => rankine_machine::DEFAULT_PLATFORM.to_string(),
    };
    Platform::resolve(&name, &arguments.settings).map_err(|e| e.to_string())
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c")
}

/// Compiles every launch that names a C file; its program takes the place of the file.
fn compile(launches: &mut [Launch], platform: &Platform) -> Result<(), String> {
    for launch in launches.iter_mut().filter(|launch| is_source(&launch.path)) {
        launch.path = cc::build_for_run(&launch.path, platform)?;
    }
    Ok(())
}

extern "C" fn on_interrupt(signal: libc::c_int) {
    SIGNAL.store(signal, Ordering::Relaxed);
    INTERRUPTED.store(true, Ordering::Relaxed);
    // A second one ends the program at once.
    // SAFETY: `signal` is async-signal-safe (POSIX.1-2017, §2.4.3).
    unsafe { libc::signal(signal, libc::SIG_DFL) };
}

fn catch_interrupt() {
    let handler: extern "C" fn(libc::c_int) = on_interrupt;
    for signal in SIGNALS {
        // SAFETY: the handler does only what is async-signal-safe.
        unsafe { libc::signal(signal, handler as libc::sighandler_t) };
    }
}
