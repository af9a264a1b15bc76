//! The part of `rankine anatomy` that belongs to a run: its options, and the anatomy of the run that is over.

use super::arguments::number;
use super::files::{self, Output};
use rankine_engines::logs::{Edge, LogFormat, LogRequest};
use rankine_machine::ProcessorId;
use rankine_observe::anatomy::{Anatomy, Choice, LineLog, Ranks, lines, svg, waterfall};
use rankine_observe::mpi_view::place_of_call;
use rankine_observe::recording::Recording;
use rankine_session::launch::Loaded;
use rankine_session::recording::watches;
use rankine_session::request::Launch;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Records of each kind that are kept of all ranks together.
const RECORDS_MAX: usize = 1 << 21;

/// What is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    pub choice: Choice,
    /// Source lines, too.
    pub lines: bool,
    pub svg: Option<PathBuf>,
    /// The second platform.
    pub beside: Option<String>,
    /// This is another run: the program reads nothing, and what it prints was printed already.
    pub is_second: bool,
    /// What these ranks execute from one cycle to another is wanted: the source lines are the text of this run.
    pub window: Option<Window>,
}

/// Two ranks, which may be one, from one cycle to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub ranks: [u32; 2],
    pub begin: u64,
    pub end: u64,
}

/// Logs of what is executed in a window, by rank.
#[derive(Default)]
pub struct Logs {
    window: Option<Window>,
    by_rank: BTreeMap<u32, LineLog>,
}

impl Logs {
    /// What writes them.
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

/// What comes of it, or why there is nothing.
pub type Result = std::result::Result<Taken, String>;

/// The anatomy of a run.
pub struct Taken {
    pub anatomy: Anatomy,
    /// The chosen message as text.
    pub text: String,
    /// What leads to the same message in a run elsewhere.
    pub same: Choice,
}

impl Request {
    /// The logs of its window.
    pub fn logs(&self) -> Logs {
        let ranks = self.window.iter().flat_map(|window| window.ranks);
        Logs { window: self.window, by_rank: ranks.map(|rank| (rank, LineLog::default())).collect() }
    }

    /// Takes an option, `word` as written, if it is one of ours.
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
            "size" => self.choice.bytes = Some(number(word, &value()?)?),
            "lines" => self.lines = true,
            "svg" => self.svg = Some(value()?.into()),
            "beside" => self.beside = Some(value()?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// How many records of each kind a rank keeps.
pub fn room(launches: &[Launch]) -> usize {
    let ranks = launches.iter().map(|launch| launch.ranks as usize).sum::<usize>();
    RECORDS_MAX / ranks.max(1)
}

/// Takes the messages of the run apart.
pub fn of(loaded: &mut Loaded, recording: &Recording, request: &Request, logs: &Logs) -> Result {
    let watches = watches(loaded);
    let loaded = &*loaded;
    let name = |rank, function| loaded.mpi_calls(rank).function(function).name.clone();
    let ranks = Ranks { watches: &watches, name: &name };
    let platform = &loaded.platform;
    let of = (platform.platform.name.as_str(), platform.clock());
    let anatomy = Anatomy::of(&recording.messages, &ranks, &request.choice, of)?;
    let site = |rank: u32, at| place_of_call(&loaded.debug[loaded.rank_programs[rank as usize]], at);
    let text = match logs.window {
        Some(_) => {
            let executed = logs.by_rank.iter().map(|(rank, log)| (*rank, log.take())).collect();
            // The address behind a call's first byte: the place of a call is asked for by where it returns to.
            lines(&anatomy.chosen, &executed, &|rank, pc| site(rank, pc + 1))
        }
        None => waterfall(&anatomy, &site),
    };
    let same = Choice::same(&anatomy.chosen, &recording.messages);
    Ok(Taken { anatomy, text, same })
}

/// Begins the file of `--svg`, so that a wrong path costs no run.
pub fn open_svg(path: &Path) -> std::result::Result<Output, String> {
    files::create("--svg", path)
}

/// Draws the anatomies into it.
pub fn save_svg(file: Output, anatomies: &[&Anatomy]) -> std::result::Result<(), String> {
    files::save("--svg", file, |out| svg(anatomies, out))
}
