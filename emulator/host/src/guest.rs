//! The calling program: its registers, its memory, and its part of the host's state.

use super::Rank;
use super::console::Console;
use super::errno::{Errno, Result};
use super::processes::Processes;
use super::sandbox::Sandbox;
use super::system::Heap;
use super::written::Written;
use rankine_bus::{Memory, NodeId, Time};

/// Longest path (Linux's PATH_MAX, with its final zero).
pub(super) const PATH_BYTES_MAX: usize = 4096;
/// Most bytes moved between guest and host at a time.
pub(super) const CHUNK_BYTES: usize = 64 * 1024;

/// The parts of the host that one call uses.
pub(super) struct Caller<'a> {
    pub console: &'a mut Console,
    pub sandbox: &'a mut Sandbox,
    pub written: &'a mut Written,
    pub state: &'a mut Rank,
    pub heap: &'a mut Heap,
    pub memory: &'a mut dyn Memory,
    pub rank: NodeId,
    pub now: Time,
    pub rv32: bool,
    /// See [`super::Host::take_moved`].
    pub moved: &'a mut Option<u64>,
    pub processes: &'a mut Processes,
}

impl Caller<'_> {
    /// A register as an address or an unsigned size.
    pub(super) fn unsigned(&self, register: u64) -> u64 {
        if self.rv32 { register & 0xffff_ffff } else { register }
    }

    /// A register as a C `long`.
    pub(super) fn signed(&self, register: u64) -> i64 {
        if self.rv32 { i64::from(register as i32) } else { register as i64 }
    }

    pub(super) fn word_bytes(&self) -> usize {
        if self.rv32 { 4 } else { 8 }
    }

    pub(super) fn load(&self, addr: u64, into: &mut [u8]) -> Result<()> {
        if self.memory.read(addr, into) { Ok(()) } else { Err(Errno::FAULT) }
    }

    pub(super) fn store(&mut self, addr: u64, bytes: &[u8]) -> Result<()> {
        if self.memory.write(addr, bytes) { Ok(()) } else { Err(Errno::FAULT) }
    }

    pub(super) fn load_u64(&self, addr: u64) -> Result<u64> {
        let mut word = [0; 8];
        self.load(addr, &mut word)?;
        Ok(u64::from_le_bytes(word))
    }

    /// Consecutive words of the width of a register.
    pub(super) fn load_words<const N: usize>(&self, addr: u64) -> Result<[u64; N]> {
        let mut words = [0; N];
        for (index, word) in words.iter_mut().enumerate() {
            let mut bytes = [0; 8];
            let at = addr.wrapping_add((index * self.word_bytes()) as u64);
            self.load(at, &mut bytes[..self.word_bytes()])?;
            *word = u64::from_le_bytes(bytes);
        }
        Ok(words)
    }

    pub(super) fn store_words(&mut self, addr: u64, words: &[u64]) -> Result<()> {
        let width = self.word_bytes();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes().into_iter().take(width)).collect();
        self.store(addr, &bytes)
    }

    /// A path: the bytes up to a zero.
    pub(super) fn path(&self, addr: u64) -> Result<Vec<u8>> {
        self.string(addr, PATH_BYTES_MAX)?.ok_or(Errno::NAMETOOLONG)
    }

    /// The bytes up to a zero; none if there is no zero among the first `max` bytes.
    pub(super) fn string(&self, addr: u64, max: usize) -> Result<Option<Vec<u8>>> {
        let addr = self.unsigned(addr);
        let mut text = Vec::new();
        while text.len() < max {
            let mut byte = [0];
            self.load(addr.wrapping_add(text.len() as u64), &mut byte)?;
            if byte[0] == 0 {
                return Ok(Some(text));
            }
            text.push(byte[0]);
        }
        Ok(None)
    }
}
