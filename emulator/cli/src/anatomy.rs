//! `rankine anatomy`: runs programs and shows where the time of one message went.

use crate::run;
use crate::run::anatomy::{Request, Taken, Window, open_svg, save_svg};
use crate::run::arguments::{Arguments, parse_into};
use crate::tell::{failed, say};
use rankine_observe::anatomy::{Choice, Waterfall, averages, beside};
use rankine_session::report::EXIT_TOOL;

/// Text of `rankine anatomy --help`.
pub const HELP: &str = "\
Show the parts of the time of one message, from the entry of the call that sends it to the return of the call that receives it.

Usage: rankine anatomy [CHOICE] [OPTIONS] PROGRAM [ARGUMENTS…]

OPTIONS, PROGRAM and ARGUMENTS are those of `rankine run`. Rankine prints the parts on standard output, and the program's standard
output on standard error. docs/anatomy.md explains the parts.

  --message K        show the K-th message of point-to-point calls, in order of sending; the first is 1
                     (default: the message of median latency among those of the most frequent size and protocol)
  --from R, --to R   only messages from this rank, or to this rank
  --size N           only messages of N bytes
  --lines            also print the source lines and functions of each part that is software, with their cycles; the program
                     runs twice
  --svg FILE         draw the parts into an SVG file
  --beside PLATFORM  run again on this platform, and print the same message in a second column; --set applies only to the
                     first run";

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
            failed("--gdb does not work with rankine anatomy; use it with `rankine run`")
        }
        Ok(arguments) => perform(arguments, words)
            .unwrap_or_else(|message| if message.is_empty() { EXIT_TOOL } else { failed(message) }),
        Err(message) => failed(message),
    }
}

/// Runs the programs and prints the anatomy; returns the exit code. An empty error message means
/// that the cause has been reported already.
fn perform(arguments: Arguments, words: &[String]) -> Result<i32, String> {
    let request = arguments.anatomy.clone().unwrap_or_default();
    let others = [&arguments.stats, &arguments.state, &arguments.report, &arguments.signature];
    if let Some(path) = request.svg.as_deref().filter(|path| others.iter().any(|other| other.as_deref() == Some(path)))
    {
        return Err(format!("two outputs would write {}; give each a file of its own", path.display()));
    }
    let svg = request.svg.as_deref().map(open_svg).transpose()?;
    let (code, first) = taken(arguments.clone(), words)?;
    let Some(first) = first else { return Ok(code) };
    say!("{}", first.text);
    if request.lines {
        say!("{}", lines(&arguments, arguments.platform.clone(), &first, words)?);
    }
    say!("{}", averages(&first.anatomy).trim_end());
    let mut anatomies = vec![&first.anatomy];
    let other = match request.beside {
        Some(platform) => {
            let again = again(&arguments, Some(platform), Request { choice: first.same, ..Request::default() });
            taken(again.clone(), words)?.1.map(|other| (again, other))
        }
        None => None,
    };
    if let Some((again, other)) = &other {
        say!("\n{}", other.text);
        if request.lines {
            say!("{}", lines(again, again.platform.clone(), other, words)?);
        }
        say!("{}", beside(&first.anatomy, &other.anatomy).trim_end());
        anatomies.push(&other.anatomy);
    }
    svg.map(|file| save_svg(file, &anatomies)).transpose()?;
    Ok(code)
}

/// The source lines of a message. Runs the programs again and logs the instructions executed during
/// the message.
fn lines(arguments: &Arguments, platform: Option<String>, of: &Taken, words: &[String]) -> Result<String, String> {
    let chosen = &of.anatomy.chosen;
    let Waterfall { begin, end, .. } = *chosen;
    let window = Some(Window { ranks: [chosen.message.source, chosen.message.destination], begin, end });
    let choice = Choice { message: Some(chosen.number), ..Choice::default() };
    let again = again(arguments, platform, Request { choice, window, ..Request::default() });
    let again = Arguments { settings: arguments.settings.clone(), ..again };
    match taken(again, words)? {
        (_, Some(second)) if second.anatomy.chosen == *chosen => Ok(second.text),
        _ => Err(DIFFERS.into()),
    }
}

/// The second run did not send the same message.
const DIFFERS: &str = "--lines: the program has not sent the same message when it ran again to have its instructions looked at; \
                       it may not depend on its input, or on files that it writes";

/// Runs the programs; returns the exit code and the anatomy. There is no anatomy if the run failed.
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

/// The arguments of another run of the same programs. It writes no files, because the first run has
/// written them.
fn again(arguments: &Arguments, platform: Option<String>, request: Request) -> Arguments {
    let Arguments { launches, library, firmware, max_cycles, timeout, heartbeat, threads, .. } = arguments.clone();
    let Arguments { no_elision, dirs, directory, written_max, .. } = arguments.clone();
    Arguments {
        launches,
        platform,
        library,
        firmware,
        max_cycles,
        timeout,
        heartbeat,
        threads,
        no_elision,
        dirs,
        directory,
        written_max,
        quiet: true,
        anatomy: Some(Request { is_second: true, ..request }),
        ..Arguments::default()
    }
}
