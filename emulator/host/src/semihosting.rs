//! Semihosting calls (Arm's "Semihosting for AArch32 and AArch64" 2.0, which RISC-V Semihosting 0.4
//! adopts).

use super::Outcome;
use super::console::Channel;
use super::errno::{Errno, Result, no_descriptors};
use super::files::{FEATURES, Open};
use super::guest::{Caller, PATH_BYTES_MAX};
use super::paths::open_flags as flag;

/// Operation numbers.
const OPEN: u64 = 0x01;
const CLOSE: u64 = 0x02;
const WRITEC: u64 = 0x03;
const WRITE0: u64 = 0x04;
const WRITE: u64 = 0x05;
const READ: u64 = 0x06;
const READC: u64 = 0x07;
const ISERROR: u64 = 0x08;
const ISTTY: u64 = 0x09;
const SEEK: u64 = 0x0a;
const FLEN: u64 = 0x0c;
const TMPNAM: u64 = 0x0d;
const REMOVE: u64 = 0x0e;
const RENAME: u64 = 0x0f;
const CLOCK: u64 = 0x10;
const TIME: u64 = 0x11;
const SYSTEM: u64 = 0x12;
const ERRNO: u64 = 0x13;
const GET_CMDLINE: u64 = 0x15;
const HEAPINFO: u64 = 0x16;
const EXIT: u64 = 0x18;
const EXIT_EXTENDED: u64 = 0x20;
const ELAPSED: u64 = 0x30;
const TICKFREQ: u64 = 0x31;

/// ADP_Stopped_ApplicationExit: the program has exited normally.
const APPLICATION_EXIT: u64 = 0x20026;
/// Longest text of one WRITE0.
const TEXT_BYTES_MAX: usize = 1 << 20;
const PS_PER_CENTISECOND: u64 = 10_000_000_000;
/// A tick of ELAPSED is a nanosecond.
const PS_PER_TICK: u64 = 1000;
const TICKS_PER_SECOND: i64 = 1_000_000_000;

/// `fopen` modes r, rb, r+, r+b, w, …, a+b in the order of the specification.
const OPEN_MODES: [u32; 6] = [
    flag::READ_ONLY,
    flag::READ_WRITE,
    flag::WRITE_ONLY | flag::CREATE | flag::TRUNCATE,
    flag::READ_WRITE | flag::CREATE | flag::TRUNCATE,
    flag::WRITE_ONLY | flag::CREATE | flag::APPEND,
    flag::READ_WRITE | flag::CREATE | flag::APPEND,
];

impl Caller<'_> {
    pub(super) fn semihosting(&mut self, operation: u64, parameter: u64) -> Outcome {
        let (operation, parameter) = (self.unsigned(operation), self.unsigned(parameter));
        match operation {
            EXIT | EXIT_EXTENDED => return self.semihosting_exit(operation, parameter),
            ERRNO => return Outcome::Return(i64::from(self.state.semihosting_errno)),
            _ => {}
        }
        match self.console_call(operation, parameter).or_else(|| self.block_call(operation, parameter)) {
            Some(Ok(value)) => Outcome::Return(value),
            Some(Err(Errno::PIPE)) => Outcome::NobodyReads,
            Some(Err(Errno::INTR)) => Outcome::Waits,
            Some(Err(Errno::NFILE)) => no_descriptors(),
            Some(Err(Errno::WRITTEN)) => Outcome::WritesTooMuch,
            Some(Err(Errno(number))) => {
                self.state.semihosting_errno = number;
                Outcome::Return(-1)
            }
            None => Outcome::Unknown(operation),
        }
    }

    /// Calls whose parameter is not a block of words.
    fn console_call(&mut self, operation: u64, parameter: u64) -> Option<Result<i64>> {
        Some(match operation {
            WRITEC => self.write_bytes(parameter, 1),
            WRITE0 => self.write_text(parameter),
            READC => self.read_byte(),
            CLOCK => Ok((self.now.0 / PS_PER_CENTISECOND) as i64),
            TIME => Ok(self.seconds_of_day() as i64),
            TICKFREQ => Ok(TICKS_PER_SECOND),
            ELAPSED => self.store(parameter, &(self.now.0 / PS_PER_TICK).to_le_bytes()).map(|()| 0),
            HEAPINFO => self.heap_info(parameter),
            SYSTEM => Err(Errno::NOSYS),
            _ => return None,
        })
    }

    /// Calls whose parameter is the address of a block of words.
    fn block_call(&mut self, operation: u64, block: u64) -> Option<Result<i64>> {
        let known = [OPEN, CLOSE, WRITE, READ, ISERROR, ISTTY, SEEK, FLEN, TMPNAM, REMOVE, RENAME, GET_CMDLINE];
        if !known.contains(&operation) {
            return None;
        }
        Some(self.block(operation, block).and_then(|words| self.file_operation(operation, block, words)))
    }

    /// The words of a block. Words that the operation does not use are 0.
    fn block(&self, operation: u64, addr: u64) -> Result<[u64; 4]> {
        let mut words = [0; 4];
        match operation {
            CLOSE | ISERROR | ISTTY | FLEN => words[..1].copy_from_slice(&self.load_words::<1>(addr)?),
            SEEK | REMOVE | GET_CMDLINE => words[..2].copy_from_slice(&self.load_words::<2>(addr)?),
            RENAME => words = self.load_words::<4>(addr)?,
            _ => words[..3].copy_from_slice(&self.load_words::<3>(addr)?),
        }
        Ok(words)
    }

    fn file_operation(&mut self, operation: u64, block: u64, words: [u64; 4]) -> Result<i64> {
        let [first, second, third, fourth] = words;
        let fd = descriptor(first);
        let current = self.sandbox.current.clone();
        match operation {
            OPEN => {
                let name = self.name(first, third)?;
                self.open_name(&name, second)
            }
            CLOSE => self.close(fd),
            WRITE => {
                let done = self.write(fd, second, third);
                self.left_undone(third, done)
            }
            READ => {
                let done = self.read(fd, second, third);
                self.left_undone(third, done)
            }
            ISERROR => Ok(i64::from(self.signed(first) < 0)),
            ISTTY => Ok(i64::from(matches!(self.state.files.get(fd)?, Open::Input | Open::Output(_)))),
            SEEK => self.lseek(fd, self.unsigned(second) as i64, libc::SEEK_SET).map(|_| 0),
            FLEN => self.length(fd),
            TMPNAM => self.temporary_name(first, second, third),
            REMOVE => {
                let name = self.name(first, second)?;
                self.remove(&current, &name, false)
            }
            RENAME => {
                let (from, to) = (self.name(first, second)?, self.name(third, fourth)?);
                self.rename(&current, &from, &current, &to, false)
            }
            _ => self.command_line(block, first, second),
        }
    }

    /// The answer of READ and WRITE: the bytes of `length` that were not moved; all of them after
    /// an error.
    fn left_undone(&mut self, length: u64, done: Result<i64>) -> Result<i64> {
        match done {
            Err(Errno(number)) if ![Errno::PIPE, Errno::WRITTEN].contains(&Errno(number)) => {
                self.state.semihosting_errno = number;
                Ok(length as i64)
            }
            done => done.map(|done| (length as i64).wrapping_sub(done)),
        }
    }

    fn semihosting_exit(&mut self, operation: u64, parameter: u64) -> Outcome {
        // On 32-bit machines the parameter of EXIT is the reason itself, not a block.
        let block = if self.rv32 && operation == EXIT { Ok([parameter, 0]) } else { self.load_words::<2>(parameter) };
        match block {
            Ok([APPLICATION_EXIT, status]) => self.exit(status as i32),
            _ => self.exit(1),
        }
    }

    fn write_bytes(&mut self, from: u64, length: usize) -> Result<i64> {
        let mut bytes = vec![0; length];
        self.load(from, &mut bytes)?;
        self.console.write(self.rank, Channel::Output, &bytes)?;
        Ok(0)
    }

    fn write_text(&mut self, from: u64) -> Result<i64> {
        let text = self.string(from, TEXT_BYTES_MAX)?.ok_or(Errno::INVAL)?;
        self.console.write(self.rank, Channel::Output, &text)?;
        Ok(0)
    }

    fn read_byte(&mut self) -> Result<i64> {
        let mut byte = [0];
        let count = self.console.read(self.rank, &mut byte)?;
        Ok(if count == 0 { -1 } else { i64::from(byte[0]) })
    }

    fn name(&self, addr: u64, length: u64) -> Result<Vec<u8>> {
        let length =
            usize::try_from(length).ok().filter(|&length| length < PATH_BYTES_MAX).ok_or(Errno::NAMETOOLONG)?;
        let mut name = vec![0; length];
        self.load(addr, &mut name)?;
        if name.contains(&0) { Err(Errno::INVAL) } else { Ok(name) }
    }

    fn open_name(&mut self, name: &[u8], mode: u64) -> Result<i64> {
        let flags = *OPEN_MODES.get((mode / 2) as usize).ok_or(Errno::INVAL)?;
        let special = match name {
            // The mode selects the stream of the console.
            b":tt" if mode < 4 => Some(Open::Input),
            b":tt" if mode < 8 => Some(Open::Output(Channel::Output)),
            b":tt" => Some(Open::Output(Channel::Error)),
            b":semihosting-features" if flags == flag::READ_ONLY => Some(Open::Features(0)),
            _ => None,
        };
        let current = self.sandbox.current.clone();
        let fd = match special {
            Some(open) => {
                let fd = self.state.files.reserve()?;
                self.state.files.put(fd, open);
                fd as i64
            }
            None => self.open(&current, name, flags, 0o666)?,
        };
        Ok(handle(fd))
    }

    fn length(&mut self, fd: i32) -> Result<i64> {
        match self.state.files.get(fd)? {
            Open::File(file) => Ok(file.len()? as i64),
            Open::Features(_) => Ok(FEATURES.len() as i64),
            _ => Ok(0),
        }
    }

    /// A name in the current directory that no other rank gets. Only the low 8 bits of the
    /// identifier are used.
    fn temporary_name(&mut self, to: u64, identifier: u64, length: u64) -> Result<i64> {
        let name = format!("rankine-tmp-{}-{}\0", self.rank, identifier & 0xff);
        if length < name.len() as u64 {
            return Err(Errno::RANGE);
        }
        self.store(to, name.as_bytes())?;
        Ok(0)
    }

    fn command_line(&mut self, block: u64, to: u64, size: u64) -> Result<i64> {
        let mut text = self.state.command_line.clone().into_bytes();
        text.push(0);
        if text.len() as u64 > size {
            return Err(Errno::RANGE);
        }
        self.store(to, &text)?;
        self.store_words(block, &[to, text.len() as u64 - 1])?;
        Ok(0)
    }

    /// The parameter points to a word that points to the block to fill. The stack limits are zero,
    /// because the program knows them.
    fn heap_info(&mut self, parameter: u64) -> Result<i64> {
        let [block] = self.load_words::<1>(parameter)?;
        let heap = *self.heap;
        self.store_words(block, &[heap.start(), heap.end(), 0, 0])?;
        Ok(0)
    }
}

/// Handles must not be 0 (SYS_OPEN), so a handle is the descriptor plus one.
fn handle(fd: i64) -> i64 {
    fd + 1
}

fn descriptor(handle: u64) -> i32 {
    i32::try_from(handle).map_or(-1, |handle| handle - 1)
}
