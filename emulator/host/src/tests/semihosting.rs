//! Tests of semihosting calls.

use super::{Outcome, RAM_BASE, RESULT, TestDir, World};
use rankine_bus::{Memory, Time};

const BLOCK: u64 = RAM_BASE + 0x4_0000;
const NAME: u64 = RAM_BASE + 0x5_0000;

impl World {
    fn semihosting(&mut self, operation: u64, parameter: u64) -> Outcome {
        self.host.semihosting((0, 0), self.now, operation, parameter, &mut self.ram, self.rv32)
    }

    /// A call with a block of words.
    fn block(&mut self, operation: u64, words: &[u64]) -> Outcome {
        let width = if self.rv32 { 4 } else { 8 };
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes().into_iter().take(width)).collect();
        assert!(self.ram.write(BLOCK, &bytes));
        self.semihosting(operation, BLOCK)
    }

    fn block_value(&mut self, operation: u64, words: &[u64]) -> i64 {
        match self.block(operation, words) {
            Outcome::Return(value) => value,
            other => panic!("{operation:x} {words:x?}: {other:?}"),
        }
    }

    fn open_mode(&mut self, name: &str, mode: u64) -> i64 {
        self.string(NAME, name);
        self.block_value(1, &[NAME, mode, name.len() as u64])
    }
}

#[test]
fn files() {
    for rv32 in [false, true] {
        let dir = TestDir::new("semihosting-files");
        let mut world = World::new(&dir, |_| ());
        world.rv32 = rv32;
        let handle = world.open_mode("new", 6) as u64;
        assert_eq!(handle, 4);
        world.string(RESULT, "hello");
        for (operation, words, expected) in [
            (0x05, [handle, RESULT, 5], 0),
            (0x0c, [handle, 0, 0], 5),
            (0x0a, [handle, 1, 0], 0),
            (0x06, [handle, RESULT, 10], 6),
            (0x09, [handle, 0, 0], 0),
            (0x08, [u64::MAX, 0, 0], 1),
            (0x08, [handle, 0, 0], 0),
            (0x02, [handle, 0, 0], 0),
            (0x02, [handle, 0, 0], -1),
            (0x13, [0, 0, 0], 9),
            (0x05, [handle, RESULT, 5], 5),
            (0x0e, [NAME, 3, 0], 0),
            (0x0e, [NAME, 3, 0], -1),
            (0x13, [0, 0, 0], 2),
            (0x12, [NAME, 3, 0], -1),
            (0x0d, [RESULT, 5, 100], 0),
        ] {
            assert_eq!(world.block_value(operation, &words), expected, "{operation:x} {words:x?}");
        }
        assert_eq!(world.bytes(RESULT, 16), b"rankine-tmp-0-5\0");
        assert!(!dir.path("new").exists());
        assert_eq!(world.open_mode("../x", 0), -1);
        assert_eq!(world.host.take_warnings().len(), 1);
    }
}

#[test]
fn open_modes() {
    // Expected: the file's text after writing "ab", for a file with "0123" and for a missing one.
    for (mode, existing, missing) in [
        (0, Err(2), Err(-1)),
        (2, Ok("ab23"), Err(-1)),
        (4, Ok("ab"), Ok("ab")),
        (7, Ok("ab"), Ok("ab")),
        (8, Ok("0123ab"), Ok("ab")),
        (11, Ok("0123ab"), Ok("ab")),
        (12, Err(-1), Err(-1)),
    ] {
        for (text, expected) in [(Some("0123"), existing), (None, missing)] {
            let dir = TestDir::new("semihosting-modes");
            if let Some(text) = text {
                std::fs::write(dir.path("file"), text).unwrap();
            }
            let mut world = World::new(&dir, |_| ());
            let handle = world.open_mode("file", mode);
            world.string(RESULT, "ab");
            let left = if handle < 0 { handle } else { world.block_value(5, &[handle as u64, RESULT, 2]) };
            let result = if left == 0 { Ok(std::fs::read_to_string(dir.path("file")).unwrap()) } else { Err(left) };
            assert_eq!(result.as_deref().map_err(|left| *left), expected, "mode {mode} of {text:?}");
        }
    }
}

#[test]
fn console() {
    let dir = TestDir::new("semihosting-console");
    let mut world = World::new(&dir, |options| options.stdin = Box::new(&b"in"[..]));
    let (input, output, error) = (world.open_mode(":tt", 0), world.open_mode(":tt", 4), world.open_mode(":tt", 8));
    world.string(RESULT, "text\n");
    assert_eq!(world.semihosting(4, RESULT), Outcome::Return(0));
    assert_eq!(world.semihosting(3, RESULT), Outcome::Return(0));
    for (operation, words, expected) in [
        (5, [output as u64, RESULT + 1, 4], 0),
        (5, [error as u64, RESULT, 5], 0),
        (9, [output as u64, 0, 0], 1),
        (6, [input as u64, RESULT, 1], 0),
        (0x0c, [input as u64, 0, 0], 0),
    ] {
        assert_eq!(world.block_value(operation, &words), expected, "{operation:x}");
    }
    assert_eq!((world.semihosting(7, 0), world.semihosting(7, 0)), (Outcome::Return(110), Outcome::Return(-1)));
    assert_eq!((world.output.text(), world.error.text()), ("text\ntext\n".into(), "text\n".into()));
    let features = world.open_mode(":semihosting-features", 0);
    assert_eq!(world.block_value(6, &[features as u64, RESULT, 8]), 3);
    assert_eq!(world.bytes(RESULT, 5), b"SHFB\x03");
}

#[test]
fn endings() {
    for (rv32, operation, words, expected) in [
        (false, 0x18, [0x20026, 3], Outcome::Exit(3)),
        (false, 0x20, [0x20026, 4], Outcome::Exit(4)),
        (true, 0x20, [0x20026, 5], Outcome::Exit(5)),
        (false, 0x18, [0x20023, 0], Outcome::Exit(1)),
        (false, 0x99, [0, 0], Outcome::Unknown(0x99)),
    ] {
        let dir = TestDir::new("semihosting-endings");
        let mut world = World::new(&dir, |_| ());
        world.rv32 = rv32;
        assert_eq!(world.block(operation, &words), expected);
    }
    let dir = TestDir::new("semihosting-endings");
    let mut world = World::new(&dir, |_| ());
    world.rv32 = true;
    for (reason, status) in [(0x20026, 0), (0x20023, 1)] {
        assert_eq!(world.semihosting(0x18, reason), Outcome::Exit(status));
    }
    assert_eq!(world.semihosting(0x20, 8), Outcome::Exit(1), "a block that is no memory");
}

#[test]
fn time_and_surroundings() {
    let dir = TestDir::new("semihosting-time");
    let mut world = World::new(&dir, |_| ());
    world.now = Time(1_230_000_004_000);
    world.host.set_heap((0, 0), 0x2000, 0x9000);
    world.host.set_command_line(0, "prog arg".into());
    assert_eq!(world.semihosting(0x10, 0), Outcome::Return(123));
    assert_eq!(world.semihosting(0x11, 0), Outcome::Return(946_684_801));
    assert_eq!(world.semihosting(0x31, 0), Outcome::Return(1_000_000_000));
    assert_eq!(world.semihosting(0x30, RESULT), Outcome::Return(0));
    assert_eq!(world.word(RESULT), 1_230_000_004);
    assert_eq!(world.block_value(0x15, &[RESULT, 9]), 0);
    assert_eq!((world.bytes(RESULT, 9), world.word(BLOCK + 8)), (b"prog arg\0".to_vec(), 8));
    assert_eq!(world.block_value(0x15, &[RESULT, 8]), -1);
    assert_eq!(world.block_value(0x16, &[RESULT]), 0);
    assert_eq!((world.word(RESULT), world.word(RESULT + 8)), (0x2000, 0x9000));
    assert_eq!(world.semihosting(0x16, 8), Outcome::Return(-1));
}
