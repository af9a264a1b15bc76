//! Parses the command line of `rankine run`, which is like that of `mpiexec`: options, program,
//! arguments, and `:` between programs. Options take one dash or two.

use super::anatomy;
use super::collectives::{self, Setting};
use super::configfile;
use super::habits;
use super::traces::{self, Trace};
use rankine_host::AllowedDir;
use rankine_observe::KeepMax;
use rankine_observe::phases::Shown;
use rankine_session::request::Launch;
use std::path::PathBuf;
use std::time::Duration;

/// Text of `rankine run --help`.
pub const HELP: &str = "\
Run MPI and bare-metal RISC-V programs on an emulated machine.

Usage: rankine run [OPTIONS] PROGRAM [ARGUMENTS…] [: [OPTIONS] PROGRAM [ARGUMENTS…]]…

PROGRAM is a RISC-V ELF file or a C source file. Rankine first compiles a source file with -O2, once for each kind of node.

Ranks and programs:
  -n, -np N                number of ranks that run PROGRAM (default 1)
  --spawnable N            reserve N more ranks for PROGRAM, which a program starts with MPI_Comm_spawn; with -n 0, PROGRAM
                           runs only there
  -env NAME VALUE          set an environment variable of this program's ranks; also NAME=VALUE
  -genv NAME VALUE         set an environment variable of all ranks; also NAME=VALUE
  -envlist A,B; -envall    pass variables of your environment, by name or all, to this program's ranks; -genvlist and -genvall: to
                           all ranks; -x NAME[=VALUE]: as -genv
  -wdir DIRECTORY          directory in which the programs start (default: the current one)
  -configfile FILE         read programs and their options from FILE, one program per line; quotes, backslashes and # as in a shell

Machine:
  --platform NAME|FILE     a preset, a configuration of a preset (NAME:CONFIGURATION), or a TOML file: docs/platforms.md
                           (default: the platform that the program was linked for)
  --set SECTION.KEY=VALUE  change a key of the platform; may be repeated (`rankine describe` lists the keys)
  --set mpi.coll.OPERATION=ALGORITHM
                           choose the algorithm of a collective operation, for all ranks; may be repeated (docs/collectives.md)
  --library NAME=VALUE     set a build parameter of the MPI library, for a C source file; may be repeated (libmpi-c/README.md)
  --firmware [NAME=]FILE   program of the second processor of each node, if the platform has one: an ELF file or a C source
                           file; NAME= chooses the processor, if a node has more than two
  --untimed                each instruction takes one cycle, and there are no caches (faster); the same as
                           --set hart.profile=untimed
  --max-cycles N           stop after N simulated cycles: 300000000, 3e8 or 300M (exit code 124)
  --timeout TIME           stop after this much host time, in seconds or as 500ms, 90s, 2m, 1h (exit code 124)
  --max-written SIZE       stop before the programs together have written more than this to files: 300M, 2GB or 4GiB; each new
                           file or directory counts 4 KiB (exit code 89)
  --heartbeat TIME         print where each rank is, if there is no console output and no message for this much host time;
                           print again after twice the time (default 30 s; 0: never)
  --threads N              number of host threads that run harts (default: one for each core); results do not depend on it
  --no-elision             simulate every round of polling loops and every packet of long messages (slower, same results)

Input and output:
  -l, -prepend-rank        print the rank in front of each line of output
  -outfile-pattern FILE    write standard output of each rank to a file; %r in FILE stands for the rank
  -errfile-pattern FILE    the same for standard error
  --output-filename DIR    write both to the files DIR/1/rank.N/stdout and stderr
  --dir PATH[:ro]          let programs use the files below PATH (ro: only read them), not only those of the current directory;
                           may be repeated
  --stats FILE             write statistics as JSON
  --state FILE             write the registers and counters of all devices at the end of the run
  --mpi                    print tables of MPI calls and messages at the end
  --gasnet                 print tables of GASNet calls, active messages and handlers at the end
  --phases[=FUNCTION,…]    print the cost of each phase of MPI calls, summed over ranks; FUNCTION: only of these functions;
                           the word `ranks`: also a line for each rank (--phases=ranks,MPI_Send)
  --check                  find mistakes in the use of MPI, and print them at the end (exit code 87 if there are any)
  --trace FORMAT=FILE[,rank=A-B][,from=WHERE][,to=WHERE]
                           write a trace; may be repeated. WHERE is a cycle; in traces of instructions also a symbol.
                           Formats for instructions, with a file for each rank (%r in FILE): commit, spike, kanata.
                           Formats for MPI calls and messages: perfetto, chrome, paraver, simgrid.
                           If FILE ends in .gz or .zst, it is compressed
  --profile[=DIR]          write a profile of instructions and cycles: callgrind files, folded stacks, a flame graph, and the data
                           of `rankine annotate` (default DIR: rankine-profile)
  --report FILE            write one HTML page for a browser: summary, tables, timeline, profile, network
  --keep-max SIZE          limit of memory for records of calls and messages: 300M, 2GB or 4GiB (default 4GiB). Beyond the limit
                           nothing more is recorded, and a warning names the cycle
  --gdb PORT               listen for GDB on this local port (0: any free one); GDB may connect at any time
  --gdb-wait               wait for GDB before the first instruction
  --signature FILE         write the memory of rank 0 between the symbols begin_signature and end_signature, as RISC-V
                           conformance tests need it
  -q, --quiet              print no summary at the end
  -v                       print more: library functions in stack traces, and the options of other launchers that Rankine accepts
                           but ignores (hosts, binding, start-up: -host, -hostfile, -ppn, -bind-to, --map-by, --mca, …;
                           docs/porting.md)
  --version                print the version
  --                       end of the options

Programs see only the environment variables given here. SIGUSR1 prints where every rank is.

Exit code: the lowest rank's non-zero status, or 0; 86 deadlock; 87 mistakes (--check); 88 end of simulated time; 89 --max-written;
124 --max-cycles or --timeout; 125 error of Rankine or in its use; 128 + signal number: a program's fault, or a signal ended the run.";

/// The directory for a profile if none is given.
pub const PROFILE: &str = "rankine-profile";

/// Units of times, in seconds.
const TIMES: &[(&str, f64)] =
    &[("", 1.0), ("s", 1.0), ("ms", 1e-3), ("us", 1e-6), ("m", 60.0), ("min", 60.0), ("h", 3600.0)];

/// The word that asks for phases by rank.
const BY_RANK: &str = "ranks";

const NO_PROGRAM: &str = "no program given; see `rankine run --help`";

/// The most host threads.
const THREADS_MAX: usize = 256;

/// A parsed command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    pub launches: Vec<Launch>,
    pub platform: Option<String>,
    pub settings: Vec<String>,
    /// Build parameters of the library, for programs given as C source.
    pub library: Vec<String>,
    /// Programs of further processors, as written.
    pub firmware: Vec<String>,
    pub max_cycles: Option<u64>,
    pub timeout: Option<Duration>,
    /// The most bytes that programs may write to files.
    pub written_max: Option<u64>,
    /// The time without progress; zero means never.
    pub heartbeat: Option<Duration>,
    pub threads: Option<usize>,
    pub no_elision: bool,
    pub prepend_rank: bool,
    pub outfile_pattern: Option<String>,
    pub errfile_pattern: Option<String>,
    /// Directories of these patterns that are made for each rank; `%r` stands for the rank.
    pub made_for_ranks: Option<String>,
    pub dirs: Vec<AllowedDir>,
    pub stats: Option<PathBuf>,
    pub state: Option<PathBuf>,
    pub mpi: bool,
    pub gasnet: bool,
    pub phases: Option<Shown>,
    pub check: bool,
    pub report: Option<PathBuf>,
    pub profile: Option<PathBuf>,
    pub traces: Vec<Trace>,
    /// The most memory for records of observers.
    pub keep_max: Option<KeepMax>,
    pub signature: Option<PathBuf>,
    pub gdb: Option<Gdb>,
    /// The request of `rankine anatomy`. Its options are known only if this is set.
    pub anatomy: Option<anatomy::Request>,
    pub quiet: bool,
    pub help: bool,
    pub version: bool,
    /// The directory in which programs begin, if it is not the current one.
    pub directory: Option<PathBuf>,
    /// Report options that have no effect.
    pub verbose: bool,
    /// Options of other launchers that were given and have no effect here.
    pub without_effect: Vec<String>,
}

impl Arguments {
    /// Each rank's outputs go to files in a directory of its own, which is made; `directory` is a
    /// pattern.
    fn write_below(&mut self, directory: &str) {
        self.made_for_ranks = Some(directory.to_owned());
        self.outfile_pattern = Some(format!("{directory}/stdout"));
        self.errfile_pattern = Some(format!("{directory}/stderr"));
    }
}

/// How a debugger is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gdb {
    /// It connects to a port. With `wait`, nothing is executed before it has connected.
    Port { port: u16, wait: bool },
    /// It is started in this terminal: `rankine debug`.
    Start,
}

/// Reads the words behind `rankine run`.
pub fn parse(words: &[String]) -> Result<Arguments, String> {
    parse_into(Arguments::default(), words)
}

/// As [`parse`], but adds to the given `arguments`.
pub fn parse_into(mut arguments: Arguments, words: &[String]) -> Result<Arguments, String> {
    let mut everywhere = Vec::new();
    parse_sections(words, &mut arguments, &mut everywhere)?;
    arguments.launches.sort_by_key(|launch| launch.is_aside);
    for launch in &mut arguments.launches {
        let own = std::mem::take(&mut launch.environment);
        launch.environment = everywhere.iter().cloned().chain(own).collect();
    }
    Ok(arguments)
}

fn parse_sections(words: &[String], all: &mut Arguments, everywhere: &mut Vec<String>) -> Result<(), String> {
    for section in words.split(|word| word == ":") {
        if let Some((launch, aside)) = parse_section(section, all, everywhere)? {
            let appnum = all.launches.last().map_or(0, |last| last.appnum + 1);
            let more = Launch { ranks: aside, is_aside: true, appnum, ..launch.clone() };
            // A launch with no ranks at all is refused later.
            all.launches.extend((launch.ranks > 0 || aside == 0).then_some(Launch { appnum, ..launch }));
            all.launches.extend((aside > 0).then_some(more));
        }
        if all.help || all.version {
            break;
        }
    }
    Ok(())
}

/// Reads the rest of a section from a file, in which each line is one or more sections.
fn parse_file(path: &str, all: &mut Arguments, everywhere: &mut Vec<String>) -> Result<(), String> {
    let text = crate::text::read(path.as_ref()).map_err(|message| format!("-configfile: {message}"))?;
    let lines = configfile::lines(&text).map_err(|message| format!("-configfile {path}: {message}"))?;
    if lines.is_empty() {
        return Err(format!("-configfile {path}: there is no program in it"));
    }
    for words in lines {
        let name = |word: &String| word.trim_start_matches('-').split('=').next() == Some("configfile");
        if words.iter().any(|word| word.starts_with('-') && name(word)) {
            return Err(format!("-configfile {path}: a file of programs cannot name another"));
        }
        parse_sections(&words, all, everywhere).map_err(|message| format!("{path}: {message}"))?;
    }
    Ok(())
}

/// Parses one section: its program, and the number of ranks set aside for it. None if it has no program of its own: a file names the programs, or no
/// program is needed.
fn parse_section(
    words: &[String],
    all: &mut Arguments,
    everywhere: &mut Vec<String>,
) -> Result<Option<(Launch, u32)>, String> {
    let mut aside = 0;
    let mut launch = Launch { ranks: 1, ..Launch::default() };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if !word.starts_with('-') || word == "-" || word == "--" {
            let program = if word == "--" { words.next().ok_or(NO_PROGRAM)? } else { word };
            launch.path = program.into();
            launch.name = program.clone();
            launch.arguments = words.cloned().collect();
            return Ok(Some((launch, aside)));
        }
        let bare = word.trim_start_matches('-');
        let (name, value) = match bare.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            _ => attached_number(bare).map_or((bare, None), |(name, value)| (name, Some(value))),
        };
        let mut inline = value.map(str::to_owned);
        let mut value = || {
            inline
                .take()
                .or_else(|| words.next().cloned())
                .ok_or_else(|| format!("{word} needs a value; see `rankine run --help`"))
        };
        match name {
            "n" | "np" | "c" | "ntasks" => launch.ranks = number(word, &value()?)?,
            "env" => launch.environment.push(assignment(&mut value)?),
            "genv" => everywhere.push(assignment(&mut value)?),
            "spawnable" => aside = number(word, &value()?)?,
            "envlist" => launch.environment.extend(habits::listed(&value()?)),
            "genvlist" => everywhere.extend(habits::listed(&value()?)),
            "envall" => launch.environment.extend(habits::whole_environment()),
            "genvall" => everywhere.extend(habits::whole_environment()),
            "x" => everywhere.extend(habits::exported(&value()?)),
            "wdir" | "wd" if all.launches.is_empty() => all.directory = Some(value()?.into()),
            "wdir" | "wd" => {
                return Err(format!(
                    "{word}: all programs start in the same directory; give the option with the first program"
                ));
            }
            "configfile" => {
                parse_file(&value()?, all, everywhere)?;
                return match words.next() {
                    None => Ok(None),
                    Some(word) => Err(format!("{word} comes after -configfile FILE, which must be last")),
                };
            }
            "platform" => all.platform = Some(value()?),
            "set" => match collectives::variable(&value()?)? {
                Setting::Variable(name, value) => set_variable(everywhere, &name, &value),
                Setting::Key(setting) => all.settings.push(setting),
            },
            "library" => all.library.push(value()?),
            "firmware" => all.firmware.push(value()?),
            "max-cycles" => all.max_cycles = Some(cycles(word, &value()?)?),
            "timeout" => all.timeout = Some(seconds(word, &value()?)?),
            "max-written" => all.written_max = Some(size(word, &value()?, 0)?),
            "heartbeat" => all.heartbeat = Some(seconds(word, &value()?)?),
            "threads" => all.threads = Some(threads(word, &value()?)?),
            "untimed" => all.settings.push("hart.profile=untimed".into()),
            "no-elision" => all.no_elision = true,
            "l" | "prepend-rank" | "tag-output" => all.prepend_rank = true,
            "outfile-pattern" | "outfile" => all.outfile_pattern = Some(value()?),
            "errfile-pattern" | "errfile" => all.errfile_pattern = Some(value()?),
            "output-filename" => all.write_below(&habits::below(&value()?)),
            "dir" => all.dirs.push(AllowedDir::parse(&value()?)),
            "stats" => all.stats = Some(value()?.into()),
            "state" => all.state = Some(value()?.into()),
            "mpi" => all.mpi = true,
            "gasnet" => all.gasnet = true,
            "phases" => all.phases = Some(phases(&inline.take().unwrap_or_default())),
            "check" => all.check = true,
            "profile" => all.profile = Some(inline.take().unwrap_or_else(|| PROFILE.into()).into()),
            "report" => all.report = Some(value()?.into()),
            "trace" => all.traces.push(traces::parse(&value()?)?),
            "keep-max" => all.keep_max = Some(KeepMax { bytes: size(word, &value()?, 1)? }),
            "signature" => all.signature = Some(value()?.into()),
            "gdb" => {
                let wait = matches!(all.gdb, Some(Gdb::Port { wait: true, .. }));
                all.gdb = Some(Gdb::Port { port: number(word, &value()?)?, wait });
            }
            "gdb-wait" => {
                let port = if let Some(Gdb::Port { port, .. }) = all.gdb { port } else { 0 };
                all.gdb = Some(Gdb::Port { port, wait: true });
            }
            "q" | "quiet" => all.quiet = true,
            "v" | "verbose" => all.verbose = true,
            "h" | "help" => all.help = true,
            "version" | "V" => all.version = true,
            _ if let Some(values) = habits::without_effect(name) => {
                (0..values).try_for_each(|_| value().map(drop))?;
                all.without_effect.push(word.clone());
            }
            _ if let Some(request) = all.anatomy.as_mut()
                && request.option(word, name, &mut value)? => {}
            _ => return Err(format!("unknown option {word}{}", nearest(name))),
        }
        if inline.is_some() {
            let option = word.split('=').next().unwrap_or(word);
            return Err(format!("{word}: {option} takes no value; write {option}, or leave it out"));
        }
        if all.help || all.version {
            return Ok(None);
        }
    }
    Err(NO_PROGRAM.into())
}

/// `n` and `4` of `n4`, a form that other launchers accept.
fn attached_number(bare: &str) -> Option<(&str, &str)> {
    let (name, value) = bare.split_at(bare.find(|letter: char| letter.is_ascii_digit())?);
    ["n", "np"].contains(&name).then_some((name, value))
}

/// Sets a variable; a later setting replaces an earlier one.
fn set_variable(environment: &mut Vec<String>, name: &str, value: &str) {
    environment.retain(|other| other.split_once('=').is_none_or(|(other, _)| other != name));
    environment.push(format!("{name}={value}"));
}

/// `NAME=VALUE`, given as one word or as two.
fn assignment(value: &mut dyn FnMut() -> Result<String, String>) -> Result<String, String> {
    let name = value()?;
    Ok(if name.contains('=') { name } else { format!("{name}={}", value()?) })
}

fn nearest(name: &str) -> String {
    let known = HELP
        .split(|c: char| c.is_whitespace() || [',', '['].contains(&c))
        .filter(|word| word.starts_with('-'))
        .map(|word| word.trim_start_matches('-').trim_end_matches(';'));
    rankine_platform::suggestion(name, known.chain(habits::names()))
}

pub(super) fn number<T: TryFrom<u64>>(option: &str, text: &str) -> Result<T, String> {
    let message = || format!("{option} {text}: not a number that fits; give a whole number");
    rankine_platform::quantity(text, "").and_then(|number| number.try_into().ok()).ok_or_else(message)
}

/// What `--phases=WORD,…` shows.
fn phases(words: &str) -> Shown {
    let (ranks, functions): (Vec<&str>, Vec<&str>) =
        words.split(',').filter(|word| !word.is_empty()).partition(|word| *word == BY_RANK);
    Shown { by_rank: !ranks.is_empty(), functions: functions.into_iter().map(str::to_owned).collect() }
}

fn cycles(option: &str, text: &str) -> Result<u64, String> {
    let message = || format!("{option} {text}: not a number of cycles; write for example 300000000, 3e8 or 300M");
    rankine_platform::quantity(text, "").ok_or_else(message)
}

/// Reads a number of bytes that is `least` or greater.
pub(super) fn size(option: &str, text: &str, least: u64) -> Result<u64, String> {
    let message = || format!("{option} {text}: not a size that fits; write for example 300M, 2GB or 4GiB");
    rankine_platform::quantity(text, "B").filter(|bytes| *bytes >= least).ok_or_else(message)
}

fn threads(option: &str, text: &str) -> Result<usize, String> {
    match number(option, text)? {
        threads @ 1..=THREADS_MAX => Ok(threads),
        _ => Err(format!("{option} {text}: give 1 to {THREADS_MAX}")),
    }
}

fn seconds(option: &str, text: &str) -> Result<Duration, String> {
    let plain = text.replace('_', "");
    let number = plain.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = TIMES.iter().find(|(name, _)| *name == &plain[number.len()..]);
    unit.and_then(|(_, seconds)| Duration::try_from_secs_f64(number.parse::<f64>().ok()? * seconds).ok())
        .ok_or_else(|| format!("{option} {text}: not a number of seconds; write for example 90, 90s, 500ms, 2m or 1h"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_string).collect()
    }

    #[test]
    fn programs_and_options() {
        let parsed =
            parse(&words("-genv A 1 -np 3 --set ni.x=1 -l a.elf -n 9 : -n2 -env B 2 --timeout=2.5 b.elf")).unwrap();
        assert_eq!(
            parsed.launches,
            [
                Launch {
                    path: "a.elf".into(),
                    name: "a.elf".into(),
                    arguments: words("-n 9"),
                    environment: words("A=1"),
                    ranks: 3,
                    ..Launch::default()
                },
                Launch {
                    path: "b.elf".into(),
                    name: "b.elf".into(),
                    arguments: vec![],
                    environment: words("A=1 B=2"),
                    ranks: 2,
                    appnum: 1,
                    ..Launch::default()
                },
            ]
        );
        assert_eq!(parsed.settings, ["ni.x=1"]);
        assert_eq!((parsed.prepend_rank, parsed.timeout), (true, Some(Duration::from_millis(2500))));
    }

    #[test]
    fn algorithms_of_collectives() {
        let line =
            "--set mpi.coll.allreduce=ring --set mpi.coll.bcast=linear --set=mpi.coll.allreduce=halving --set ni.x=1 a";
        let parsed = parse(&words(line)).unwrap();
        assert_eq!(parsed.launches[0].environment, ["RANKINE_COLL_BCAST=linear", "RANKINE_COLL_ALLREDUCE=halving"]);
        assert_eq!(parsed.settings, ["ni.x=1"]);
    }

    #[test]
    fn habits_of_other_launchers() {
        let line = "--allow-run-as-root --mca btl self,vader -host a,b -x A=1 --map-by=node -ppn 2 --oversubscribe -n 2 \
                    -wdir /tmp -v -- -odd 1";
        let parsed = parse(&words(line)).unwrap();
        let launch = &parsed.launches[0];
        assert_eq!((launch.name.as_str(), launch.ranks), ("-odd", 2));
        assert_eq!((&launch.environment, &launch.arguments), (&words("A=1"), &words("1")));
        assert_eq!((parsed.directory, parsed.verbose), (Some("/tmp".into()), true));
        let given = words("--allow-run-as-root --mca -host --map-by=node -ppn --oversubscribe");
        assert_eq!(parsed.without_effect, given);
        let line = "--display-map --report-bindings --timestamp-output --rank-by slot --display-allocation --tag-output --quiet \
                    -print-rank-map -prepend-pattern %r -ntasks 3 --output-filename out%:nocopy -env A=1 a";
        let parsed = parse(&words(line)).unwrap();
        let given = words(
            "--display-map --report-bindings --timestamp-output --rank-by --display-allocation -print-rank-map -prepend-pattern",
        );
        assert_eq!((parsed.without_effect, parsed.prepend_rank, parsed.quiet), (given, true, true));
        assert_eq!((parsed.launches[0].ranks, &parsed.launches[0].environment), (3, &words("A=1")));
        assert_eq!(parsed.outfile_pattern.as_deref(), Some("out%%/1/rank.%r/stdout"));
        assert!(parse(&words("-n 2 --version")).unwrap().version);
    }

    #[test]
    fn numbers_and_times() {
        for (text, expected) in [
            ("300000000", 300_000_000),
            ("3e8", 300_000_000),
            ("300M", 300_000_000),
            ("2.5k", 2500),
            ("1_000", 1000),
            ("1m", 1_000_000),
            ("4k", 4000),
            ("1Mi", 1 << 20),
            ("0", 0),
        ] {
            let parsed = parse(&words(&format!("--max-cycles {text} a"))).unwrap();
            assert_eq!(parsed.max_cycles, Some(expected), "{text}");
        }
        for (text, expected) in [
            ("90", 90_000),
            ("1.5", 1500),
            ("500ms", 500),
            ("2m", 120_000),
            ("1h", 3_600_000),
            ("3s", 3000),
            ("1e1", 10_000),
            ("1_000ms", 1000),
        ] {
            let parsed = parse(&words(&format!("--timeout {text} a"))).unwrap();
            assert_eq!(parsed.timeout, Some(Duration::from_millis(expected)), "{text}");
        }
    }

    #[test]
    fn mistakes() {
        for (line, expected) in [
            ("", "no program given"),
            ("-n 4", "no program given"),
            ("-n four a", "not a number"),
            ("-n4x a", "not a number"),
            ("-m4 a", "unknown option -m4"),
            ("-n -1 a", "not a number"),
            ("-n", "needs a value"),
            ("--timout 3 a", "did you mean `timeout`"),
            ("--timeout soon a", "not a number of seconds"),
            ("--timeout 1y a", "write for example 90"),
            ("--timeout -1 a", "not a number of seconds"),
            ("--max-cycles 3.5 a", "write for example 300000000"),
            ("--max-cycles 3MB a", "not a number of cycles"),
            ("--max-cycles 1e30 a", "not a number of cycles"),
            ("a :", "no program given"),
            ("--", "no program given"),
            ("-host", "needs a value"),
            ("--mca one", "needs a value"),
            ("--hotsfile f a", "did you mean `hostfile`"),
            ("--zzz a", "unknown option --zzz"),
            ("-configfile /no/such/file", "/no/such/file cannot be read"),
            ("-configfile /dev/null", "/dev/null is not a regular file"),
            ("--quiet=false a", "--quiet takes no value; write --quiet, or leave it out"),
            ("-l=1 a", "-l takes no value"),
            ("--oversubscribe=yes a", "--oversubscribe takes no value"),
            ("--phase=x a", "did you mean `phases`"),
            ("--prfile a", "did you mean `profile`"),
            ("-env A", "needs a value"),
            ("--max-cycles 1mb a", "write for example 300000000, 3e8 or 300M"),
            ("--set mpi.coll.allredue=ring a", "did you mean `allreduce`"),
            ("--set mpi.coll.bcast a", "needs a value"),
            ("--set mpi.col.bcast=ring a", "did you mean `mpi.coll`"),
        ] {
            let message = parse(&words(line)).unwrap_err();
            assert!(message.contains(expected), "{line}: {message}");
        }
    }
}
