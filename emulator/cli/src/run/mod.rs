//! `rankine run`: compile what is source, load, run, report.

pub mod arguments;
mod drive;
mod files;
mod outputs;
pub mod profiles;
mod progress;
mod signals;
mod stdin;
mod summary;
mod traces;

use crate::tell::{say, tell};
use crate::{TOOL_ERROR, cc};
use arguments::Arguments;
use outputs::Outputs;
use rankine_machine::host::HostOptions;
use rankine_machine::launch::{self, Launch, Loaded, Watching};
use rankine_machine::report::{self, EXIT_SIGNAL, EXIT_TOOL};
use rankine_machine::{End, Limits, Options, Platform, Program, recording, statistics};
use rankine_observe::mpi_view::{self, MpiView, place_of_call};
use std::path::Path;
use std::time::Instant;

/// Call sites in the table of `--mpi`.
const SITES_SHOWN: usize = 20;

pub fn main(words: &[String]) -> i32 {
    let arguments = match arguments::parse(words) {
        Ok(arguments) if arguments.help => {
            say!("{}", arguments::HELP);
            return 0;
        }
        Ok(arguments) => arguments,
        Err(message) => return failed(&message),
    };
    finish(arguments, words)
}

/// Runs; the exit code.
pub fn finish(arguments: Arguments, words: &[String]) -> i32 {
    run(arguments, words)
        .unwrap_or_else(|message| if message.is_empty() { i32::from(TOOL_ERROR) } else { failed(&message) })
}

pub fn failed(message: &str) -> i32 {
    tell!("rankine: {message}");
    i32::from(TOOL_ERROR)
}

/// An empty message means that the cause has been told already.
fn run(mut arguments: Arguments, words: &[String]) -> Result<i32, String> {
    let platform = prepare(&mut arguments)?;
    let (outputs, logs) = Outputs::open(&arguments)?;
    let (messages, profile) = (arguments.mpi || outputs.want_messages(), outputs.want_profile());
    let watching = Watching { messages, profile, logs };
    let records_messages = watching.messages;
    let here = std::env::current_dir().map_err(|e| format!("the current directory cannot be read: {e}"))?;
    let server = drive::server(&arguments)?;
    let host = HostOptions {
        dirs: arguments.dirs.clone(),
        prefix_ranks: arguments.prepend_rank,
        out_file_pattern: arguments.outfile_pattern.clone(),
        err_file_pattern: arguments.errfile_pattern.clone(),
        stdin: stdin::of(&arguments),
        ..HostOptions::new(here)
    };
    let mut loaded = launch::load(platform, &arguments.launches, host, watching).map_err(|e| e.to_string())?;
    let started = Instant::now();
    let options = Options {
        limits: Limits { max_cycles: arguments.max_cycles, timeout: arguments.timeout },
        threads: arguments.threads.unwrap_or_else(host_threads),
        elide: !arguments.no_elision,
    };
    let end = drive::drive(&mut loaded, &options, &arguments, server.as_ref())?;
    loaded.machine.host.finish();
    let mut report = report::report(&loaded, &end);
    if let Some(signal) = signals::ending().filter(|_| end == End::Interrupted) {
        report.exit_code = EXIT_SIGNAL + signal;
    }
    let mut known = warnings(&mut loaded);
    let (mut lost, never) = loaded.machine.finish_logs();
    known.extend(never);
    let mut statistics = statistics::collect(&loaded, &arguments.launches, words, options.threads as u32, started);
    let told = known.iter().chain((!report.message.is_empty()).then_some(&report.message)).cloned().collect();
    let recording = recording::collect(&mut loaded, &arguments.launches, words, told);
    if records_messages {
        statistics.mpi = Some(MpiView::of(&recording, &|program, at| place_of_call(&loaded.debug[program], at)));
    }
    let (unwritten, news) = outputs.write(&loaded, &statistics, &recording);
    lost.extend(unwritten);
    for warning in known.iter().chain(&news) {
        tell!("rankine: warning: {warning}");
    }
    if !report.message.is_empty() {
        tell!("rankine: {}", report.message);
    }
    for lost in &lost {
        tell!("rankine: {lost}");
        report.exit_code = EXIT_TOOL;
    }
    if let Some(view) = statistics.mpi.as_ref().filter(|_| arguments.mpi) {
        tell!("{}", mpi_view::table(view, SITES_SHOWN));
    }
    if !arguments.quiet {
        tell!("{}", summary::text(&statistics, loaded.platform.hart.clock_hz));
    }
    Ok(report.exit_code)
}

/// Finds the platform, and compiles what is source.
pub fn prepare(arguments: &mut Arguments) -> Result<Platform, String> {
    let platform = platform(arguments)?;
    compile(&mut arguments.launches, &platform)?;
    Ok(platform)
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

/// What the user should know although the run went on.
fn warnings(loaded: &mut Loaded) -> Vec<String> {
    let refused = loaded.machine.host.take_warnings();
    let mut warnings: Vec<String> = refused.into_iter().map(|warning| warning.message).collect();
    for (program, debug) in loaded.programs.iter().zip(&loaded.debug) {
        if debug.symbols.is_empty() {
            warnings.push(format!(
                "{}: has no symbols: MPI calls are not seen, places are addresses",
                program.path.display()
            ));
        }
    }
    for node in &loaded.machine.nodes {
        warnings.extend(node.devices.iter().filter_map(|device| {
            device.complaint().map(|complaint| format!("rank {}: {}: {complaint}", node.id, device.name()))
        }));
    }
    warnings
}
