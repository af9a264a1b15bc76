//! Process and system: process number, memory, end, names of the machine.

use super::Outcome;
use super::errno::{Errno, Result};
use super::files::FileTable;
use super::guest::{CHUNK_BYTES, Caller};

/// Process number of rank 0. Rank n has this plus n.
const FIRST_PID: i64 = 1000;
/// Highest signal number.
const SIGNAL_MAX: i32 = 64;
/// Bytes of each of the six names of `struct utsname`.
const NAME_BYTES: usize = 65;

/// The part of a processor's memory in which `brk` moves the break.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Heap {
    start: u64,
    end: u64,
    current: u64,
    /// The last break that was refused; 0: none.
    refused: u64,
}

impl Heap {
    pub(super) fn new(start: u64, end: u64) -> Heap {
        Heap { start, end: end.max(start), current: start, refused: 0 }
    }

    pub(super) fn start(&self) -> u64 {
        self.start
    }

    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Forgets a refused request if the program then takes at least a quarter of it: the program
    /// was only probing how much memory there is.
    fn forget_probe(&mut self, grown: u64) {
        if grown >= self.refused.saturating_sub(self.start) / 4 {
            self.refused = 0;
        }
    }

    /// Bytes it has, and bytes it asked for when that was last refused. None if nothing was
    /// refused, or if the request was a probe.
    pub(super) fn refused(&self) -> Option<[u64; 2]> {
        (self.refused > 0).then(|| [self.current, self.refused].map(|end| end - self.start))
    }
}

impl Caller<'_> {
    pub(super) fn pid(&self) -> i64 {
        FIRST_PID + i64::from(self.rank)
    }

    /// Returns the new break, or the old one if there is no room, as Linux does.
    pub(super) fn brk(&mut self, wanted: u64) -> i64 {
        let wanted = self.unsigned(wanted);
        let Heap { start, end, current, .. } = *self.heap;
        if (start..=end).contains(&wanted) {
            self.clear(wanted, current);
            self.heap.current = wanted;
            self.heap.forget_probe(wanted.saturating_sub(current));
        } else if wanted > end {
            self.heap.refused = wanted;
        }
        self.heap.current as i64
    }

    /// Clears memory that is given back: `calloc` may rely on it being zero when it is allocated
    /// again.
    fn clear(&mut self, from: u64, to: u64) {
        let zeros = [0; CHUNK_BYTES];
        let mut at = from;
        while at < to {
            let count = (to - at).min(CHUNK_BYTES as u64);
            if self.store(at, &zeros[..count as usize]).is_err() {
                return;
            }
            at += count;
        }
    }

    pub(super) fn exit(&mut self, status: i32) -> Outcome {
        self.console.flush(self.rank);
        self.state.files = FileTable::default();
        Outcome::Exit(status)
    }

    /// A program can signal only itself.
    pub(super) fn kill(&mut self, pid: i32, signal: i32) -> Outcome {
        let failed = |Errno(number)| Outcome::Return(-i64::from(number));
        if !(0..=SIGNAL_MAX).contains(&signal) {
            return failed(Errno::INVAL);
        }
        if pid != 0 && i64::from(pid) != self.pid() {
            return failed(Errno::SRCH);
        }
        if signal == 0 {
            return Outcome::Return(0);
        }
        self.console.flush(self.rank);
        Outcome::Signal(signal)
    }

    pub(super) fn uname(&mut self, to: u64) -> Result<i64> {
        let node = format!("node{}", self.rank);
        let machine = if self.rv32 { "riscv32" } else { "riscv64" };
        let names = ["Rankine", &node, env!("CARGO_PKG_VERSION"), "deterministic", machine, "(none)"];
        let mut bytes = [0; 6 * NAME_BYTES];
        for (field, name) in bytes.chunks_exact_mut(NAME_BYTES).zip(names) {
            let length = name.len().min(NAME_BYTES - 1);
            field[..length].copy_from_slice(&name.as_bytes()[..length]);
        }
        self.store(self.unsigned(to), &bytes)?;
        Ok(0)
    }
}
