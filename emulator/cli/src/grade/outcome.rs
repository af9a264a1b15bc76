//! Results of a submission: the names that its object needs, and the measurements of a run.

use super::child::{Ended, Stopped};
use super::lab::Measure;
use crate::check::symbols;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::process::ExitStatusExt;

/// The result of compiling a source.
pub enum Compiled {
    /// It compiles: the names that its object needs from libraries.
    Needs(BTreeSet<String>),
    /// It does not compile: a sentence, and the compiler's messages.
    Not(String, String),
}

impl Compiled {
    /// Makes the result from the compiler's end, the object, and the compiler's messages.
    pub fn new(ended: &Ended, object: &[u8], said: &str) -> Compiled {
        if ended.stopped.is_some() || is_exhausted(said) {
            return Compiled::Not(EXHAUSTED.into(), String::new());
        }
        match symbols::read(object) {
            Ok(names) if ended.status.success() => Compiled::Needs(names.needed),
            _ => Compiled::Not("the program does not compile".into(), from_first_error(said)),
        }
    }
}

/// The sentence for a source that the compiler cannot compile within its limits. There is one for all
/// limits, because it depends on the computer which of them is reached first.
const EXHAUSTED: &str =
    "the compiler was stopped: this source takes more time, memory, disk space or messages than the limits allow";

/// Does a part of the compiler say that it has reached a limit? Lines that show the source have a bar.
fn is_exhausted(said: &str) -> bool {
    let signs = ["out of memory", "virtual memory exhausted", "signal terminated program", "File too large"];
    said.lines().any(|line| !line.contains(" | ") && signs.iter().any(|sign| line.contains(sign)))
}

/// The compiler's messages from the line before the first error on. The part before can be long:
/// warnings and lists of headers.
fn from_first_error(said: &str) -> String {
    let lines: Vec<&str> = said.lines().collect();
    let first = lines.iter().position(|line| line.contains("error")).unwrap_or(0).saturating_sub(1);
    lines[first..].join("\n")
}

/// A run that has ended.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
    pub stopped: Option<Stopped>,
    /// The measurements. None if the run did not begin or was ended at a limit.
    pub figures: Option<Figures>,
}

/// The counters of the networks that count packets. Each network has one of them.
const COUNTERS_OF_PACKETS: [&str; 2] = ["packets", "packets through NetIfs"];

/// Measurements of a run, taken from its statistics.
#[derive(Default)]
pub struct Figures {
    measures: BTreeMap<Measure, u64>,
    /// MPI functions that at least one rank called.
    pub called: BTreeSet<String>,
    pub has_mistakes: bool,
}

impl Run {
    /// Makes the result from the program's end, its statistics, and its text on standard error.
    pub fn new(ended: &Ended, statistics: &[u8], said: &str) -> Run {
        let figures = serde_json::from_slice(statistics).ok().map(|statistics: Value| Figures::of(&statistics));
        Run {
            code: ended.status.code().unwrap_or_else(|| 128 + ended.status.signal().unwrap_or(0)),
            stdout: String::from_utf8_lossy(&ended.stdout).into_owned(),
            stderr: said.to_owned(),
            stopped: ended.stopped,
            figures: figures.filter(|_| ended.stopped.is_none()),
        }
    }
}

impl Run {
    /// Was the program not started, because it does not link, for example?
    pub fn has_not_begun(&self) -> bool {
        self.figures.is_none() && self.stopped.is_none()
    }
}

impl Figures {
    fn of(statistics: &Value) -> Figures {
        let number = |value: &Value| value.as_u64().unwrap_or(0);
        let (totals, messages) = (&statistics["totals"], &statistics["mpi"]["messages"]);
        let packets = &statistics["network"]["counters"];
        let measure = |(name, measure)| {
            let value = match measure {
                Measure::Cycles | Measure::Instructions => number(&totals[name]),
                Measure::Messages | Measure::Bytes => number(&messages[name]),
                Measure::Packets => COUNTERS_OF_PACKETS.iter().map(|counter| number(&packets[counter])).sum(),
            };
            (measure, value)
        };
        let functions = statistics["mpi"]["functions"].as_object();
        Figures {
            measures: Measure::ALL.into_iter().map(measure).collect(),
            called: functions.into_iter().flat_map(|functions| functions.keys().cloned()).collect(),
            has_mistakes: statistics["check"].as_array().is_some_and(|mistakes| !mistakes.is_empty()),
        }
    }

    pub fn of_measure(&self, measure: Measure) -> u64 {
        self.measures.get(&measure).copied().unwrap_or(0)
    }
}

/// The sentence that says at which limit a run was ended.
pub fn cause(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Output => "it printed more than the limit of output",
        Stopped::Disk => "the compiler's files are larger than the limit of disk space",
        Stopped::Memory => "it used more memory than the limit",
        Stopped::Seconds => "it took longer than the limit of time on this computer",
    }
}
