//! Drives the run from the first cycle to the end: progress line, signals, debuggers.

use super::arguments::{Arguments, Gdb};
use super::heartbeat::Heartbeat;
use super::progress::Progress;
use crate::cc;
use crate::signals;
use crate::tell::tell;
use rankine_debug::{Hooks, Server};
use rankine_machine::{End, Look, Machine, Options, Stop};
use rankine_platform::Platform;
use rankine_session::launch::Loaded;
use rankine_session::report;
use std::process::{Child, Command};

/// Debian's name of GDB for RISC-V; the environment variable names another program.
const GDB: &str = "gdb-multiarch";
const GDB_VARIABLE: &str = "RANKINE_GDB";

/// Without this command GDB takes programs for Linux programs, and it steps by setting a breakpoint
/// behind each instruction.
pub const OSABI: &str = "set osabi none";

/// Opens the port for debuggers, before the run.
pub fn server(arguments: &Arguments) -> Result<Option<Server>, String> {
    let port = match arguments.gdb {
        None => return Ok(None),
        Some(Gdb::Port { port, .. }) => port,
        Some(Gdb::Start) => 0,
    };
    let server = Server::bind(port)
        .map_err(|e| format!("--gdb {port}: cannot listen there: {e}; give another port, or 0 for any that is free"))?;
    Ok(Some(server))
}

/// Runs to the end.
pub fn drive(
    loaded: &mut Loaded,
    options: &Options,
    arguments: &Arguments,
    server: Option<&Server>,
) -> Result<End, String> {
    let mut progress = Progress::new(arguments.quiet || arguments.gdb.is_some());
    signals::catch();
    let end = match (server, &arguments.gdb) {
        (Some(server), Some(gdb)) => {
            debugged(loaded, options, server, gdb, &mut |machine| look(machine, &mut progress))?
        }
        _ => alone(loaded, options, &mut progress, Heartbeat::new(arguments.heartbeat)),
    };
    progress.clear();
    Ok(end)
}

/// Tests whether a signal asks something of the run.
fn look(machine: &Machine, progress: &mut Progress) -> Look {
    if signals::is_interrupted() {
        return Look::End(End::Interrupted);
    }
    progress.tick(machine.cycle());
    if signals::is_asked() { Look::Pause } else { Look::GoOn }
}

fn alone(loaded: &mut Loaded, options: &Options, progress: &mut Progress, mut heartbeat: Heartbeat) -> End {
    loaded.machine.start(options);
    loop {
        let mut silent = None;
        let stop = loaded.machine.advance(options, &mut |machine| match look(machine, progress) {
            Look::GoOn => {
                silent = heartbeat.tick(machine);
                if silent.is_some() { Look::Pause } else { Look::GoOn }
            }
            other => other,
        });
        match stop {
            Stop::Ended(end) => return end,
            Stop::Paused | Stop::Halted(..) => progress.clear(),
        }
        answer(loaded);
        if let Some(silent) = silent {
            tell!("rankine: {}", report::heartbeat(loaded, silent));
        }
    }
}

/// If SIGUSR1 has asked, prints where all ranks are.
fn answer(loaded: &Loaded) {
    if signals::take_question() {
        tell!("rankine: {}", report::places(loaded, "SIGUSR1: state of the ranks"));
    }
}

fn debugged(
    loaded: &mut Loaded,
    options: &Options,
    server: &Server,
    gdb: &Gdb,
    look: &mut dyn FnMut(&Machine) -> Look,
) -> Result<End, String> {
    let program = loaded.programs[0].path.display().to_string();
    let firmware: Vec<String> = firmware(loaded).iter().map(|file| format!("add-symbol-file {file}")).collect();
    let (wait, mut child) = match gdb {
        Gdb::Start => (true, Some(start_gdb(server, &loaded.platform, &firmware, &program)?)),
        Gdb::Port { wait, .. } => {
            let (verb, port) = (if *wait { "waiting" } else { "listening" }, server.port());
            let firmware: String = firmware.iter().map(|add| format!(" -ex '{add}'")).collect();
            tell!("rankine: {verb} for gdb: {GDB} -ex '{OSABI}' -ex 'target remote :{port}'{firmware} {program}");
            (*wait, None)
        }
    };
    let mut look = |machine: &Machine| match child.as_mut().map(Child::try_wait) {
        // The debugger has ended, so nobody can continue the run.
        Some(Ok(Some(_))) => Look::End(End::Interrupted),
        _ => look(machine),
    };
    let mut hooks = Hooks { look: &mut look, paused: &mut answer, tell: &mut |news| tell!("rankine: {news}") };
    let end = rankine_debug::run(loaded, options, server, wait, &mut hooks);
    if let Some(mut child) = child {
        // GDB still prints its own end.
        let _ = child.wait();
    }
    Ok(end)
}

/// The files of the programs that further processors run, each once.
fn firmware(loaded: &Loaded) -> Vec<String> {
    let further = loaded.machine.processors().filter(|processor| processor.id.index > 0);
    let mut files: Vec<String> =
        further.map(|processor| loaded.programs[processor.program()].path.display().to_string()).collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// The GDB to start.
pub fn gdb() -> String {
    std::env::var(GDB_VARIABLE).unwrap_or_else(|_| GDB.into())
}

/// Starts GDB in this terminal. `firmware` holds GDB commands that load the symbols of firmware.
fn start_gdb(server: &Server, platform: &Platform, firmware: &[String], program: &str) -> Result<Child, String> {
    let gdb = gdb();
    let mut command = Command::new(&gdb);
    command.args(["-q", "-ex", OSABI]);
    if let Some(sources) = cc::library_sources(platform) {
        command.args(["-ex", &format!("set substitute-path rankine {}", sources.display())]);
    }
    command.args(["-ex", &format!("target remote :{}", server.port())]);
    if !firmware.is_empty() {
        // Without this, GDB asks for each file whether to add it.
        let all =
            std::iter::once("set confirm off").chain(firmware.iter().map(String::as_str)).chain(["set confirm on"]);
        command.args(all.flat_map(|add| ["-ex", add]));
    }
    command.arg(program);
    let child = command.spawn().map_err(|e| {
        format!("cannot start {gdb}: {e}; install Debian's gdb-multiarch, or set {GDB_VARIABLE} to a GDB for RISC-V")
    })?;
    signals::ignore_ctrl_c();
    Ok(child)
}
