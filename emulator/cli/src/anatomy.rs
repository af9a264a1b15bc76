//! `rankine anatomy`: a run, and where the time of one of its messages went.

use crate::run;
use crate::run::anatomy::{Request, Taken, open_svg, save_svg};
use crate::run::arguments::{Arguments, parse_into};
use crate::tell::{failed, say};
use rankine_observe::anatomy::{Choice, averages, beside};
use rankine_session::report::EXIT_TOOL;

const HELP: &str = "\
Take the time of a message apart, from the entry of the call that sends it to the return of the call that receives it.

Usage: rankine anatomy [CHOICE] [OPTIONS] PROGRAM [ARGUMENTS…]

OPTIONS, PROGRAM and ARGUMENTS are those of `rankine run`. The anatomy is printed on standard output; what the program prints there goes
to standard error. docs/anatomy.md says what the parts are.

  --message K        the K-th message of point-to-point calls, in order of sending, from 1 on
  --from R, --to R   only messages from this rank, or to it
  --size N           only messages of N bytes
                     (default: the message of median latency among those of the most frequent size and protocol)
  --lines            source lines and functions of each part that is software, with their cycles (slower)
  --svg FILE         draw the parts into a file
  --beside PLATFORM  run the program again on this platform, and put the same message beside; --set holds for the first run only";

pub fn main(words: &[String]) -> i32 {
    let asked = Arguments { anatomy: Some(Request::default()), ..Arguments::default() };
    match parse_into(asked, words) {
        Ok(arguments) if arguments.help => {
            say!("{HELP}");
            0
        }
        Ok(arguments) if arguments.version => {
            say!("rankine {}", env!("CARGO_PKG_VERSION"));
            0
        }
        Ok(arguments) if arguments.gdb.is_some() => {
            failed("--gdb: a debugger and an anatomy do not go together; give it to `rankine run`")
        }
        Ok(arguments) => perform(arguments, words)
            .unwrap_or_else(|message| if message.is_empty() { EXIT_TOOL } else { failed(message) }),
        Err(message) => failed(message),
    }
}

/// Runs, and prints; the exit code. An empty message means that the cause has been told already.
fn perform(arguments: Arguments, words: &[String]) -> Result<i32, String> {
    let request = arguments.anatomy.clone().unwrap_or_default();
    let svg = request.svg.as_deref().map(open_svg).transpose()?;
    let second = request.beside.map(|platform| second(&arguments, platform));
    let (mut code, first) = taken(arguments, words)?;
    let Some(first) = first else { return Ok(code) };
    say!("{}\n{}", first.text, averages(&first.anatomy).trim_end());
    let mut anatomies = vec![&first.anatomy];
    let other = match second {
        Some(second) => {
            let (own, other) = taken(second(first.same), words)?;
            code = if code == 0 { own } else { code };
            other
        }
        None => None,
    };
    if let Some(other) = &other {
        say!("\n{}\n{}", other.text, beside(&first.anatomy, &other.anatomy).trim_end());
        anatomies.push(&other.anatomy);
    }
    svg.map(|file| save_svg(file, &anatomies)).transpose()?;
    Ok(code)
}

/// Runs; the exit code, and the anatomy: none if the run failed so that there is none.
fn taken(arguments: Arguments, words: &[String]) -> Result<(i32, Option<Taken>), String> {
    let platform = arguments.platform.clone().filter(|_| arguments.anatomy.as_ref().is_some_and(|of| of.is_second));
    let (code, anatomy) = run::run(arguments, words)?;
    match anatomy {
        Some(Ok(taken)) => Ok((code, Some(taken))),
        Some(Err(message)) if code == 0 => {
            let place = platform.map(|name| format!("on platform {name}: ")).unwrap_or_default();
            Err(format!("{place}{message}"))
        }
        _ => Ok((code, None)),
    }
}

/// What to run on the second platform, once it is known which message is wanted. Files were written by the first run.
fn second(arguments: &Arguments, platform: String) -> impl FnOnce(Choice) -> Arguments + use<> {
    let Arguments { launches, library, firmware, max_cycles, timeout, heartbeat, threads, .. } = arguments.clone();
    let lines = arguments.anatomy.as_ref().is_some_and(|request| request.lines);
    let Arguments { no_elision, dirs, directory, .. } = arguments.clone();
    move |choice| Arguments {
        launches,
        platform: Some(platform),
        library,
        firmware,
        max_cycles,
        timeout,
        heartbeat,
        threads,
        no_elision,
        dirs,
        directory,
        quiet: true,
        anatomy: Some(Request { choice, lines, is_second: true, ..Request::default() }),
        ..Arguments::default()
    }
}
