//! The run's part of `rankine anatomy`: its options, and the anatomy of the finished run.

use super::arguments::{Arguments, number, size};
use super::files::{self, Output};
use rankine_engines::logs::{Edge, LogFormat, LogRequest};
use rankine_machine::ProcessorId;
use rankine_observe::anatomy::{Anatomy, Choice, LineLog, Ranks, Room, Taker, lines, svg, waterfall};
use rankine_observe::mpi_view::place_of_call;
use rankine_session::launch::Loaded;
use rankine_session::recording::Recorded;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The most records of each kind, of all ranks together.
const RECORDS_MAX: usize = 1 << 21;
/// The same for a report, which must not take much memory; and the least for a rank.
const REPORT_RECORDS_MAX: usize = 1 << 14;
const REPORT_RECORDS_MIN: usize = 1 << 11;
/// For a report, the records of packets for each record of a call.
const REPORT_PACKETS: usize = 16;
/// About the memory of a record of each kind.
const REPORT_RECORD_BYTES: usize = 256;

/// What the command line asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    pub choice: Choice,
    /// Are source lines wanted, too?
    pub lines: bool,
    pub svg: Option<PathBuf>,
    /// The second platform, on which the run is repeated.
    pub beside: Option<String>,
    /// Is this a repeated run? Then the program gets no input, and its output is dropped, because
    /// the first run has printed it.
    pub is_second: bool,
    /// If given, the instructions that these ranks execute in this time are logged, and the text of
    /// this run is the source lines.
    pub window: Option<Window>,
}

/// Two ranks, which may be the same, and a time from one cycle to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub ranks: [u32; 2],
    pub begin: u64,
    pub end: u64,
}

/// Logs of the instructions executed in a window, by rank.
#[derive(Default)]
pub struct Logs {
    window: Option<Window>,
    by_rank: BTreeMap<u32, LineLog>,
}

impl Logs {
    /// The requests that fill the logs.
    pub fn requests(&self) -> impl Iterator<Item = LogRequest> {
        let request = |(&rank, log): (&u32, &LineLog)| {
            Some(LogRequest {
                name: "--lines".into(),
                processor: ProcessorId::of_rank(rank),
                from: Edge::Cycle(self.window?.begin),
                to: Edge::Cycle(self.window?.end),
                format: LogFormat::Commit,
                out: Box::new(log.clone()),
            })
        };
        self.by_rank.iter().filter_map(request)
    }
}

/// The anatomy, or the reason why there is none.
pub type Result = std::result::Result<Taken, String>;

/// The anatomy of a run.
pub struct Taken {
    pub anatomy: Anatomy,
    /// The chosen message, or its source lines, as text.
    pub text: String,
    /// The choice that finds the same message in another run.
    pub same: Choice,
}

impl Request {
    /// Empty logs for its window.
    pub fn logs(&self) -> Logs {
        let ranks = self.window.iter().flat_map(|window| window.ranks);
        Logs { window: self.window, by_rank: ranks.map(|rank| (rank, LineLog::default())).collect() }
    }

    /// Takes an option if it is one of ours. `word` is the option as written.
    pub fn option(
        &mut self,
        word: &str,
        name: &str,
        value: &mut dyn FnMut() -> std::result::Result<String, String>,
    ) -> std::result::Result<bool, String> {
        match name {
            "message" => self.choice.message = Some(number(word, &value()?)?),
            "from" => self.choice.from = Some(number(word, &value()?)?),
            "to" => self.choice.to = Some(number(word, &value()?)?),
            "size" => self.choice.bytes = Some(size(word, &value()?, 0)?),
            "lines" => self.lines = true,
            "svg" => self.svg = Some(value()?.into()),
            "beside" => self.beside = Some(value()?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The room for the records of a rank: for an anatomy if one is wanted, else for a report.
pub fn room(arguments: &Arguments) -> Room {
    let ranks = arguments.launches.iter().map(|launch| launch.ranks as usize).sum::<usize>().max(1);
    if arguments.anatomy.is_some() {
        return Room { calls: RECORDS_MAX / ranks, packets: RECORDS_MAX / ranks };
    }
    let kept = arguments.keep_max.unwrap_or_default().bytes as usize / REPORT_RECORD_BYTES;
    let calls = (kept.min(REPORT_RECORDS_MAX) / ranks).max(REPORT_RECORDS_MIN);
    Room { calls, packets: REPORT_PACKETS * calls }
}

/// Makes the anatomy of the run's messages.
pub fn of(loaded: &Loaded, recorded: &Recorded, request: &Request, logs: &Logs) -> Result {
    let recording = &recorded.recording;
    let name = |rank, function| recording.function(rank, function).to_owned();
    let ranks = Ranks { watches: &recorded.watches, name: &name };
    let platform = &loaded.platform;
    let of = (platform.platform.name.as_str(), platform.clock());
    let anatomy = Anatomy::of(&Taker::of(&recording.messages, &ranks), &request.choice, of)?;
    let site = |rank: u32, at| place_of_call(&loaded.debug[loaded.rank_programs[rank as usize]], at);
    let text = match logs.window {
        Some(_) => {
            let executed = logs.by_rank.iter().map(|(rank, log)| (*rank, log.take())).collect();
            // A call's place is looked up by its return address, so an address behind the
            // instruction's first byte is given.
            lines(&anatomy.chosen, &executed, &|rank, pc| site(rank, pc + 1))
        }
        None => waterfall(&anatomy, &site),
    };
    let same = Choice::same(&anatomy.chosen, &recording.messages);
    Ok(Taken { anatomy, text, same })
}

/// Opens the file of `--svg` before the run, so that a wrong path costs no run.
pub fn open_svg(path: &Path) -> std::result::Result<Output, String> {
    files::create("--svg", path)
}

/// Draws the anatomies into the file.
pub fn save_svg(file: Output, anatomies: &[&Anatomy]) -> std::result::Result<(), String> {
    files::save("--svg", file, |out| svg(anatomies, out))
}
