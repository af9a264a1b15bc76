//! Recordings of what the devices of a rank's node did.

use crate::coding::Coder;
use crate::packed::{Packed, Record};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::hash::Hash;

/// The recording of one device of a rank's node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeviceRecording {
    pub name: String,
    /// The parts that were active, and the names of their jobs.
    parts: Numbers<(&'static str, u32)>,
    names: Numbers<Cow<'static, str>>,
    jobs: Packed<KeptJob>,
    queues: Numbers<(&'static str, u32)>,
    levels: Packed<KeptLevel>,
}

/// A job of a part of a device. The part has a name and a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceJob {
    pub part: (&'static str, u32),
    pub what: Cow<'static, str>,
    pub subject: JobSubject,
    pub begin: u64,
    /// None if the job was not complete when the run ended.
    pub end: Option<u64>,
}

/// The subject of a device's job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobSubject {
    /// Bytes that go to this rank's node, or come from there.
    Transfer { bytes: u64, node: u32 },
    /// The instruction at an address of the device's own program.
    Instruction { address: u64 },
}

/// The number of items in a queue of a device from a cycle on. The queue has a name and a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeviceLevel {
    pub queue: (&'static str, u32),
    pub cycle: u64,
    pub items: u64,
}

/// A job with numbers in place of its part and name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct KeptJob {
    part: u32,
    name: u32,
    is_instruction: bool,
    /// Bytes, or the address of an instruction.
    amount: u64,
    node: u32,
    begin: u64,
    end: Option<u64>,
}

impl Record for KeptJob {
    fn code(&mut self, before: &KeptJob, coder: &mut impl Coder) {
        let begin = coder.near(self.begin, before.begin);
        *self = KeptJob {
            part: coder.small(self.part),
            name: coder.small(self.name),
            is_instruction: coder.flag(self.is_instruction),
            amount: coder.near(self.amount, before.amount),
            node: coder.small(self.node),
            begin,
            end: coder.some_near(self.end, begin),
        };
    }
}

/// A level with a number in place of its queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct KeptLevel {
    queue: u32,
    cycle: u64,
    items: u64,
}

impl Record for KeptLevel {
    fn code(&mut self, before: &KeptLevel, coder: &mut impl Coder) {
        *self = KeptLevel {
            queue: coder.small(self.queue),
            cycle: coder.near(self.cycle, before.cycle),
            items: coder.unsigned(self.items),
        };
    }
}

/// Numbers for values; each value is kept once.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Numbers<T: Eq + Hash> {
    values: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T: Eq + Hash> Default for Numbers<T> {
    fn default() -> Numbers<T> {
        Numbers { values: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<T: Eq + Hash + Clone> Numbers<T> {
    fn number(&mut self, value: &T) -> u32 {
        if let Some(&number) = self.numbers.get(value) {
            return number;
        }
        let number = self.values.len() as u32;
        self.values.push(value.clone());
        self.numbers.insert(value.clone(), number);
        number
    }
}

impl DeviceRecording {
    pub fn new(name: String) -> DeviceRecording {
        DeviceRecording { name, ..DeviceRecording::default() }
    }

    /// The memory of the packed jobs and levels.
    pub fn bytes(&self) -> usize {
        self.jobs.bytes() + self.levels.bytes()
    }

    /// Adds a job and returns its index. The job must not begin before the one added last.
    pub fn add_job(&mut self, job: &DeviceJob) -> usize {
        let (is_instruction, amount, node) = match job.subject {
            JobSubject::Transfer { bytes, node } => (false, bytes, node),
            JobSubject::Instruction { address } => (true, address, 0),
        };
        let (part, name) = (self.parts.number(&job.part), self.names.number(&job.what));
        let &DeviceJob { begin, end, .. } = job;
        self.jobs.push(KeptJob { part, name, is_instruction, amount, node, begin, end });
        self.jobs.len() - 1
    }

    /// The job with this index ends.
    pub fn end_job(&mut self, index: usize, cycle: u64) {
        self.jobs.update(index, |job| job.end = Some(cycle));
    }

    pub fn add_level(&mut self, level: &DeviceLevel) {
        let &DeviceLevel { queue, cycle, items } = level;
        let queue = self.queues.number(&queue);
        self.levels.push(KeptLevel { queue, cycle, items });
    }

    /// The jobs in order of their begin. Jobs of one part do not overlap.
    pub fn jobs(&self) -> impl Iterator<Item = DeviceJob> {
        self.jobs.iter().map(|job| DeviceJob {
            part: self.parts.values[job.part as usize],
            what: self.names.values[job.name as usize].clone(),
            subject: match job.is_instruction {
                true => JobSubject::Instruction { address: job.amount },
                false => JobSubject::Transfer { bytes: job.amount, node: job.node },
            },
            begin: job.begin,
            end: job.end,
        })
    }

    /// The levels in order of time.
    pub fn levels(&self) -> impl Iterator<Item = DeviceLevel> {
        self.levels.iter().map(|KeptLevel { queue, cycle, items }| DeviceLevel {
            queue: self.queues.values[queue as usize],
            cycle,
            items,
        })
    }

    /// The parts that were active.
    pub fn parts(&self) -> &[(&'static str, u32)] {
        &self.parts.values
    }

    /// The queues that held items.
    pub fn queues(&self) -> &[(&'static str, u32)] {
        &self.queues.values
    }

    /// A copy that ends at this cycle. Jobs that go on then have no end.
    pub fn ended_at(&self, end: u64) -> DeviceRecording {
        let mut kept = DeviceRecording::new(self.name.clone());
        for job in self.jobs().filter(|job| job.begin < end) {
            kept.add_job(&DeviceJob { end: job.end.filter(|cycle| *cycle < end), ..job });
        }
        self.levels().filter(|level| level.cycle < end).for_each(|level| kept.add_level(&level));
        kept
    }

    /// A copy with only those jobs and levels for which the functions return true.
    pub fn filtered(
        &self,
        is_meant: impl Fn(&DeviceJob) -> bool,
        is_level_meant: impl Fn(&DeviceLevel) -> bool,
    ) -> DeviceRecording {
        let mut kept = DeviceRecording::new(self.name.clone());
        self.jobs().filter(is_meant).for_each(|job| _ = kept.add_job(&job));
        self.levels().filter(is_level_meant).for_each(|level| kept.add_level(&level));
        kept
    }
}
