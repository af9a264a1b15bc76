//! `rankine debug`: runs programs and GDB together in this terminal, or writes a configuration with
//! which an editor starts both.

use crate::atomic;
use crate::regular;
use crate::run;
use crate::run::arguments::{self, Arguments, Gdb};
use crate::tell::{failed, say};
use rankine_session::report::EXIT_TOOL;
use serde_json::{Value, json};
use std::path::Path;

const HELP: &str = "\
Run programs with GDB attached; each processor is a thread. If one thread stops, all stop, and simulated time stands still.

Usage: rankine debug [--vscode] [OPTIONS] PROGRAM [ARGUMENTS…]

OPTIONS, PROGRAM and ARGUMENTS are those of `rankine run`. Rankine starts gdb-multiarch, or the
program that the variable RANKINE_GDB names. Programs read no input. Code that was compiled with `rankine cc -Og -g` follows the source
more closely.

  --vscode     do not start; add a configuration to .vscode/launch.json, with which the extension \"C/C++\" of VS Code starts both";

/// The file in which VS Code looks for the configuration.
const LAUNCH: &str = ".vscode/launch.json";
const LAUNCH_BYTES_MAX: u64 = 1 << 20;

pub fn main(words: &[String]) -> i32 {
    let (vscode, words): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| *word == "--vscode");
    let words: Vec<String> = words.into_iter().cloned().collect();
    let arguments = match arguments::parse(&words) {
        Ok(arguments) if arguments.help => {
            say!("{HELP}");
            return 0;
        }
        Ok(arguments) if arguments.version => {
            say!("rankine {}", env!("CARGO_PKG_VERSION"));
            return 0;
        }
        Ok(arguments) => arguments,
        Err(message) => return failed(message),
    };
    if arguments.gdb.is_some() {
        return failed("rankine debug chooses the port itself; use --gdb PORT with `rankine run`");
    }
    if vscode.is_empty() {
        return run::finish(Arguments { gdb: Some(Gdb::Start), ..arguments }, &words);
    }
    match configure(arguments, &words) {
        Ok(()) => 0,
        Err(message) if message.is_empty() => EXIT_TOOL,
        Err(message) => failed(message),
    }
}

/// Replaces the configuration of the same name by that for this run; if there is none, adds it
/// behind the others.
fn configure(mut arguments: Arguments, words: &[String]) -> Result<(), String> {
    let source = arguments.launches[0].name.clone();
    run::prepare(&mut arguments)?;
    let program = std::path::absolute(&arguments.launches[0].path).map_err(|e| e.to_string())?;
    let path = Path::new(LAUNCH);
    let existing = match path.exists() {
        false => json!({"version": "0.2.0"}).to_string(),
        true => regular::read_text(path, LAUNCH_BYTES_MAX).map_err(|e| format!("{LAUNCH} {e}; move it away"))?,
    };
    let mut launch: Value = serde_json::from_str(&existing)
        .map_err(|e| format!("{LAUNCH} is not plain JSON ({e}); remove its comments, or move the file away"))?;
    let configuration = configuration(&source, &program, words);
    let list = launch
        .as_object_mut()
        .map(|object| object.entry("configurations").or_insert_with(|| json!([])))
        .and_then(Value::as_array_mut)
        .ok_or_else(|| format!("{LAUNCH} has no list of configurations; move it away"))?;
    list.retain(|other| other["name"] != configuration["name"]);
    list.push(configuration);
    let text = serde_json::to_string_pretty(&launch).map_err(|e| e.to_string())? + "\n";
    std::fs::create_dir_all(".vscode")
        .and_then(|()| atomic::write(path, &text))
        .map_err(|e| format!("cannot write {LAUNCH}: {e}"))?;
    say!("{LAUNCH}: added \"Rankine: {source}\"; start it with F5");
    Ok(())
}

fn configuration(source: &str, program: &Path, words: &[String]) -> Value {
    let rankine = std::env::current_exe().map_or_else(|_| "rankine".into(), |path| path.display().to_string());
    // The port must be known before the run. It depends only on the program, so several programs
    // can be debugged at once.
    let port = 20_000
        + program
            .as_os_str()
            .as_encoded_bytes()
            .iter()
            .fold(0_u16, |sum, byte| (sum.wrapping_mul(31).wrapping_add(u16::from(*byte))) % 10_000);
    let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    json!({
        "name": format!("Rankine: {source}"),
        "type": "cppdbg",
        "request": "launch",
        "program": program.display().to_string(),
        "cwd": "${workspaceFolder}",
        "MIMode": "gdb",
        "miDebuggerPath": run::gdb(),
        "setupCommands": [{"text": run::OSABI}],
        "miDebuggerServerAddress": format!("localhost:{port}"),
        "debugServerPath": rankine,
        "debugServerArgs": format!("run --gdb {port} --gdb-wait {}", quoted.join(" ")),
        "serverStarted": "waiting for gdb",
        "filterStderr": true,
        "stopAtEntry": true
    })
}

/// A word quoted for a command line that is split at spaces.
fn quoted(word: &str) -> String {
    if word.contains([' ', '"']) { format!("\"{}\"", word.replace('"', "\\\"")) } else { word.to_string() }
}
