//! Type signatures: the sequence of basic types in a message (MPI 4.1 §5.1, §3.3).

use rankine_program::mpi::datatype_name;
use std::sync::Arc;

/// The handle of a predefined type.
pub(super) type Basic = u16;

/// `MPI_PACKED` matches every type.
const PACKED: Basic = 0x207;

/// The name of a basic type.
pub(super) fn name(basic: Basic) -> &'static str {
    datatype_name(u64::from(basic)).unwrap_or("a datatype")
}

/// Consecutive elements of one basic type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub basic: Basic,
    pub count: u64,
}

/// The most steps of a comparison. Signatures that agree so far are taken to match.
const STEPS_MAX: u32 = 1 << 20;

/// A sequence of runs that is repeated.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    runs: Arc<[Run]>,
    repeat: u64,
}

/// The first difference between two signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// The number of basic elements before it.
    pub element: u64,
    pub first: Basic,
    pub second: Basic,
}

impl Signature {
    pub fn new(runs: &Arc<[Run]>, repeat: u64) -> Signature {
        Signature { runs: runs.clone(), repeat }
    }

    /// The first difference, up to the end of the shorter signature.
    pub fn difference(&self, other: &Signature) -> Option<Difference> {
        if self.is_packed() || other.is_packed() {
            return None;
        }
        let (mut first, mut second) = (Cursor::new(self), Cursor::new(other));
        let mut element = 0;
        for _ in 0..STEPS_MAX {
            let (one, two) = (first.run()?, second.run()?);
            if one.basic != two.basic {
                return Some(Difference { element, first: one.basic, second: two.basic });
            }
            let common = one.count.min(two.count);
            element += common;
            first.advance(common);
            second.advance(common);
        }
        None
    }

    fn is_packed(&self) -> bool {
        self.runs.iter().any(|run| run.basic == PACKED)
    }

    /// The signature as text: the basic types of one repetition, shortened.
    pub fn text(&self) -> String {
        const SHOWN: usize = 4;
        if let [run] = *self.runs {
            return format!("{} {}", run.count.saturating_mul(self.repeat), name(run.basic));
        }
        let shown: Vec<String> =
            self.runs.iter().take(SHOWN).map(|run| format!("{} {}", run.count, name(run.basic))).collect();
        let more = if self.runs.len() > SHOWN { ", …" } else { "" };
        format!("{} times ({}{more})", self.repeat, shown.join(", "))
    }
}

/// A position in a signature.
struct Cursor<'a> {
    runs: &'a [Run],
    rounds: u64,
    index: usize,
    /// Elements of the current run that are in front of the position.
    used: u64,
}

impl<'a> Cursor<'a> {
    fn new(signature: &'a Signature) -> Cursor<'a> {
        let is_empty = signature.runs.iter().all(|run| run.count == 0);
        Cursor { runs: &signature.runs, rounds: if is_empty { 0 } else { signature.repeat }, index: 0, used: 0 }
    }

    /// The rest of the current run. If there is only one run, its repetitions count as one run.
    fn run(&mut self) -> Option<Run> {
        while self.rounds > 0 {
            if let [run] = *self.runs {
                return Some(Run { count: run.count.saturating_mul(self.rounds) - self.used, ..run });
            }
            match self.runs.get(self.index) {
                Some(run) if run.count > self.used => return Some(Run { count: run.count - self.used, ..*run }),
                Some(_) => (self.index, self.used) = (self.index + 1, 0),
                None => (self.rounds, self.index) = (self.rounds - 1, 0),
            }
        }
        None
    }

    fn advance(&mut self, elements: u64) {
        self.used += elements;
        if let [run] = *self.runs
            && self.used >= run.count.saturating_mul(self.rounds)
        {
            self.rounds = 0;
        }
    }
}

/// Appends runs. Adjacent runs of the same type become one.
pub(super) fn append(runs: &mut Vec<Run>, more: &[Run]) {
    for run in more {
        match runs.last_mut() {
            Some(last) if last.basic == run.basic => last.count = last.count.saturating_add(run.count),
            _ => runs.push(*run),
        }
    }
}
