//! The host for these tests: a console in memory, its own directory, and a little guest memory.

mod console;
mod files;
mod filesystem;
mod hostile;
mod linux;
mod processes;
mod sandbox;
mod semihosting;
mod system;

use super::{Host, HostOptions, Outcome};
use rankine_bus::{Memory, Ram, Time};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

const RAM_BASE: u64 = 0x1_0000;
const RAM_BYTES: u64 = 1 << 20;
/// Address at which calls store their answers.
const RESULT: u64 = RAM_BASE + 0x8_0000;
const AT_FDCWD: u64 = -100_i64 as u64;

/// A directory that is removed with the test.
pub(super) struct TestDir(PathBuf);

impl TestDir {
    pub(super) fn new(name: &str) -> TestDir {
        let path = std::env::temp_dir().join(format!("rankine-host-{}-{name}", std::process::id()));
        // Files of an earlier process with the same number.
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("temporary directory");
        TestDir(path.canonicalize().expect("temporary directory"))
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for TestDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// An output whose text can be read afterwards. When closed, it refuses writes like a pipe without
/// a reader.
#[derive(Clone, Default)]
pub(super) struct Paper {
    text: Arc<Mutex<Vec<u8>>>,
    closed: bool,
}

impl Paper {
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.text.lock().unwrap()).into_owned()
    }
}

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.closed {
            return Err(std::io::ErrorKind::BrokenPipe.into());
        }
        self.text.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// An input that arrives in pieces.
pub(super) struct Pieces(pub Vec<&'static [u8]>);

impl Read for Pieces {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.0.is_empty() {
            return Ok(0);
        }
        let piece = self.0.remove(0);
        into[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

pub(super) struct World {
    pub host: Host,
    pub ram: Ram,
    pub output: Paper,
    pub error: Paper,
    pub now: Time,
    pub rv32: bool,
}

impl World {
    /// A host for two ranks; `adjust` completes the options.
    pub(super) fn new(dir: &TestDir, adjust: impl FnOnce(&mut HostOptions)) -> World {
        let (output, error) = (Paper::default(), Paper::default());
        let mut options = HostOptions::new(dir.0.clone());
        options.stdin = Box::new(std::io::empty());
        options.stdout = Box::new(output.clone());
        options.stderr = Box::new(error.clone());
        adjust(&mut options);
        let mut host = Host::new(options, 2).expect("host");
        host.set_heap((1, 0), RAM_BASE + 0x1000, RAM_BASE + 0x3000);
        let ram = Ram::new(RAM_BASE, RAM_BYTES).expect("host memory");
        World { host, ram, output, error, now: Time::ZERO, rv32: false }
    }

    pub(super) fn call(&mut self, rank: u32, number: u64, args: &[u64]) -> Outcome {
        let mut all = [0; 7];
        all[..args.len()].copy_from_slice(args);
        self.host.ecall((rank, 0), self.now, self.rv32, number, all, &mut self.ram)
    }

    /// The result of a call that returns.
    pub(super) fn value(&mut self, rank: u32, number: u64, args: &[u64]) -> i64 {
        match self.call(rank, number, args) {
            Outcome::Return(value) => value,
            other => panic!("call {number} {args:x?}: {other:?}"),
        }
    }

    /// Stores text with a final zero in guest memory.
    pub(super) fn string(&mut self, addr: u64, text: &str) -> u64 {
        assert!(self.ram.write(addr, &[text.as_bytes(), &[0]].concat()));
        addr
    }

    pub(super) fn bytes(&self, addr: u64, length: usize) -> Vec<u8> {
        self.ram.slice(addr, length).expect("guest memory").to_vec()
    }

    pub(super) fn word(&self, addr: u64) -> u64 {
        u64::from_le_bytes(self.bytes(addr, 8).try_into().expect("eight bytes"))
    }

    pub(super) fn open(&mut self, rank: u32, path: &str, flags: u64) -> i64 {
        let path = self.string(RAM_BASE, path);
        self.value(rank, 56, &[AT_FDCWD, path, flags, 0o644])
    }

    pub(super) fn write(&mut self, rank: u32, fd: i64, text: &str) -> Outcome {
        let from = self.string(RAM_BASE + 0x2_0000, text);
        self.call(rank, 64, &[fd as u64, from, text.len() as u64])
    }

    /// Reads up to `length` bytes as text.
    pub(super) fn read(&mut self, rank: u32, fd: i64, length: u64) -> Result<String, i64> {
        let count = self.value(rank, 63, &[fd as u64, RESULT, length]);
        let count = usize::try_from(count).map_err(|_| count)?;
        Ok(String::from_utf8(self.bytes(RESULT, count)).expect("text"))
    }
}
