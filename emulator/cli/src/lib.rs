//! The program `rankine`: it compiles programs, runs them and explains the runs.

mod anatomy;
mod annotate;
mod atomic;
mod cc;
mod check;
mod closed;
mod configure;
mod debug;
mod describe;
mod diff;
mod grade;
mod opening;
mod pams;
mod patience;
mod process;
mod regular;
mod repro;
mod run;
mod shells;
mod signals;
mod tell;
mod text;

// For the fuzz targets.
pub use grade::Lab;

use clap::{CommandFactory, Parser, Subcommand};
use patience::Output;
use rankine_session::report::EXIT_TOOL;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Duration;
use tell::failed;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

/// Runs unmodified MPI programs in C, C++ and Fortran on an emulated multi-hart RISC-V machine, and shows the cost of each part of a message.
#[derive(Parser)]
#[command(name = "rankine", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run programs (ELF or C source) on an emulated machine; `rankine run --help` lists the options
    #[command(disable_help_flag = true)]
    Run(Words),
    /// Run programs with GDB attached; each processor is a thread
    #[command(disable_help_flag = true)]
    Debug(Words),
    /// Show the parts of the time of one message, from the call that sends it to the return of the call that receives it
    #[command(disable_help_flag = true)]
    Anatomy(Words),
    /// Compile C programs against the bundled MPI library with the RISC-V GCC; takes gcc's options
    #[command(disable_help_flag = true)]
    Cc(Words),
    /// Compile C++ programs against the bundled MPI library with the GNU C++ library; takes g++'s options
    #[command(disable_help_flag = true)]
    Cxx(Words),
    /// Compile Fortran programs against the bundled MPI library with GNU Fortran; takes gfortran's options
    #[command(disable_help_flag = true)]
    Fortran(Words),
    /// Run a configure script with our compiler; test programs of the script run on the emulator
    #[command(disable_help_flag = true)]
    Configure(Words),
    /// List the MPI functions that programs use, and mark those that Rankine does not have
    Check(check::Arguments),
    /// Describe a platform, or print its parameters with units, values and sources
    Describe(describe::Arguments),
    /// List the platforms, one per line
    Platforms,
    /// Show where a profiled run spent its cycles: source lines and assembly, hottest first
    Annotate(annotate::Arguments),
    /// Show the differences between two runs: calls, phases, counters, source lines
    Diff(diff::Arguments),
    /// Repeat a publication's measurements, and compare them with the printed values
    Repro(repro::Arguments),
    /// Assemble a program of an active-message sequencer, or disassemble one
    Pams(pams::Arguments),
    /// Grade students' programs with the checks of a lab
    Grade(grade::Arguments),
    /// Check this computer: list missing parts, and the commands that install them
    Doctor,
    /// Show the size and place of the cache of compiled libraries and programs; remove old entries or all
    Cache(cc::CacheArguments),
    /// Print the script with which a shell completes command lines: `source <(rankine completions bash)`
    Completions(shells::Completions),
    /// Write manual pages into a directory: rankine.1, rankine-run.1, …
    Man(shells::Man),
}

/// All words behind the subcommand; the subcommand reads them itself.
#[derive(clap::Args)]
struct Words {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Rust's exit code of a panic.
const EXIT_PANIC: i32 = 101;

/// The stack of the thread that does the work. `ulimit -s` limits only the main thread's.
const STACK_BYTES: usize = 8 << 20;

/// Does what the command line says; returns the exit code.
pub fn main() -> ExitCode {
    process::prepare();
    let thread = std::thread::Builder::new().name("main".into()).stack_size(STACK_BYTES).spawn(work);
    // If this computer gives no such thread, the main thread does the work.
    let code = thread.map_or_else(|_| work(), |thread| thread.join().unwrap_or(EXIT_PANIC));
    ExitCode::from(code as u8)
}

fn work() -> i32 {
    let code = match Cli::try_parse() {
        Err(e) => {
            tell::printed(e.print());
            if e.use_stderr() { EXIT_TOOL } else { 0 }
        }
        Ok(cli) => match start_diagnostics() {
            Ok(()) => perform(cli.command),
            Err(message) => failed(message),
        },
    };
    tell::ended(code)
}

fn perform(command: Command) -> i32 {
    match command {
        Command::Run(words) => run::main(&words.words),
        Command::Debug(words) => debug::main(&words.words),
        Command::Anatomy(words) => anatomy::main(&words.words),
        Command::Cc(words) => cc::main(cc::Language::C, &words.words),
        Command::Cxx(words) => cc::main(cc::Language::Cxx, &words.words),
        Command::Fortran(words) => cc::main(cc::Language::Fortran, &words.words),
        Command::Configure(words) => configure::main(&words.words),
        Command::Check(arguments) => check::main(&arguments),
        Command::Describe(arguments) => describe::main(&arguments),
        Command::Platforms => describe::list(),
        Command::Annotate(arguments) => annotate::main(&arguments),
        Command::Diff(arguments) => diff::main(&arguments),
        Command::Repro(arguments) => repro::main(&arguments),
        Command::Pams(arguments) => pams::main(&arguments),
        Command::Grade(arguments) => grade::main(&arguments),
        Command::Doctor => cc::doctor::main(),
        Command::Cache(arguments) => cc::cache_main(&arguments),
        Command::Completions(arguments) => shells::completions(&arguments, Cli::command()),
        Command::Man(arguments) => shells::man(&arguments, Cli::command()),
    }
}

/// The names of diagnostics: targets of `tracing`. A test compares them with the sources.
const LOGS: &[&str] = &["fsl", "gascore", "host", "ni", "noc", "pams", "sched"];

/// Starts diagnostics of devices and the scheduler on standard error, as RANKINE_LOG asks
/// (`ni=debug,noc=trace`). If RANKINE_LOG_FORMAT is `json`, each line is a JSON object. An error
/// says which word is wrong.
fn start_diagnostics() -> Result<(), String> {
    let Ok(filter) = std::env::var("RANKINE_LOG") else { return Ok(()) };
    let targets: Targets =
        filter.parse().map_err(|e| format!("RANKINE_LOG={filter}: {e}; write for example RANKINE_LOG=ni=debug"))?;
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(|| Output::new(libc::STDERR_FILENO, Duration::ZERO))
        .with_ansi(std::io::stderr().is_terminal())
        .without_time();
    let unknown = targets.iter().map(|(target, _)| target).find(|target| !LOGS.contains(target));
    if let Some(unknown) = unknown {
        let near = rankine_platform::suggestion(unknown, LOGS.iter().copied());
        return Err(format!("RANKINE_LOG={filter}: nothing is called {unknown}{near}; there are {}", LOGS.join(", ")));
    }
    let registry = tracing_subscriber::registry().with(targets);
    if std::env::var("RANKINE_LOG_FORMAT").is_ok_and(|format| format == "json") {
        registry.with(lines.json().flatten_event(true)).init();
    } else {
        registry.with(lines).init();
    }
    Ok(())
}
