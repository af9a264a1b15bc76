//! Tests of open files: modes, positions, limits, refusals, status, names.

use super::{AT_FDCWD, Outcome, RAM_BASE, RAM_BYTES, RESULT, TestDir, World};
use crate::stat::STAT_BYTES;
use rankine_bus::Memory;

const READ: u64 = 0;
const WRITE: u64 = 1;
const READ_WRITE: u64 = 2;
const CREATE: u64 = 0o100;
const EXCLUSIVE: u64 = 0o200;
const TRUNCATE: u64 = 0o1000;
const APPEND: u64 = 0o2000;
const DIRECTORY: u64 = 0o200_000;
const NO_FOLLOW: u64 = 0o400_000;

/// A directory with `old` ("0123456789"), directory `sub`, and symbolic link `link` to `old`.
fn furnished(name: &str) -> TestDir {
    let dir = TestDir::new(name);
    std::fs::write(dir.path("old"), "0123456789").unwrap();
    std::fs::create_dir(dir.path("sub")).unwrap();
    std::os::unix::fs::symlink("old", dir.path("link")).unwrap();
    dir
}

#[test]
fn open_modes() {
    // Expected: the contents of the file after writing "ab" to it.
    for (path, flags, expected) in [
        ("old", WRITE, Ok("ab23456789")),
        ("link", READ_WRITE, Ok("ab23456789")),
        ("./sub/../old", WRITE | TRUNCATE, Ok("ab")),
        ("old", WRITE | APPEND, Ok("0123456789ab")),
        ("old", WRITE | CREATE, Ok("ab23456789")),
        ("new", WRITE | CREATE | EXCLUSIVE, Ok("ab")),
        ("sub/new", WRITE | CREATE | TRUNCATE, Ok("ab")),
        ("old", READ, Err("write -9")),
        ("old", WRITE | CREATE | EXCLUSIVE, Err("open -17")),
        ("link", WRITE | CREATE | EXCLUSIVE, Err("open -17")),
        ("link", WRITE | NO_FOLLOW, Err("open -40")),
        ("new", WRITE, Err("open -2")),
        ("new/", WRITE | CREATE, Err("open -2")),
        ("old/", WRITE, Err("open -20")),
        ("old/more", WRITE, Err("open -20")),
        ("none/more", WRITE | CREATE, Err("open -2")),
        ("", READ, Err("open -2")),
        ("sub", WRITE, Err("open -21")),
        ("sub", READ | DIRECTORY, Err("write -9")),
        ("old", READ | DIRECTORY, Err("open -20")),
        ("old", 3, Err("open -22")),
        ("old", 0o10_000_000, Err("open -22")),
    ] {
        let dir = furnished("modes");
        let mut world = World::new(&dir, |_| ());
        let fd = world.open(0, path, flags);
        let result = if fd < 0 {
            Err(format!("open {fd}"))
        } else {
            match world.write(0, fd, "ab") {
                Outcome::Return(2) => Ok(std::fs::read_to_string(dir.path(path)).unwrap()),
                Outcome::Return(error) => Err(format!("write {error}")),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(result.as_deref().map_err(String::as_str), expected, "{path} {flags:o}");
        assert_eq!(world.host.take_warnings(), []);
    }
}

#[test]
fn positions() {
    let dir = furnished("positions");
    let mut world = World::new(&dir, |_| ());
    let fd = world.open(0, "old", READ_WRITE);
    assert_eq!(fd, 3);
    for (offset, whence, expected, text) in [
        (4_i64, 0, 4, "45"),
        (1, 1, 7, "78"),
        (-3, 2, 7, "78"),
        (100, 0, 100, ""),
        (-1, 0, -22, "78"),
        (0, 3, -22, ""),
        (1 << 41, 0, -22, ""),
    ] {
        if expected < 0 {
            assert_eq!(world.value(0, 62, &[3, offset as u64, whence]), expected);
        } else {
            assert_eq!(world.value(0, 62, &[3, offset as u64, whence]), expected);
            assert_eq!(world.read(0, 3, 2).as_deref(), Ok(text));
        }
    }
    assert_eq!(world.value(0, 62, &[1, 0, 1]), -29, "the console cannot be positioned");
    world.rv32 = true;
    assert_eq!(world.value(0, 62, &[3, 0xffff_fffe, 2]), 8, "a 32-bit offset is signed");
    assert_eq!(world.value(0, 62, &[3, 0x7fff_ffff, 2]), -75, "a position that does not fit");
    assert_eq!(world.read(0, 3, 5).as_deref(), Ok("89"), "and is not taken");
}

#[test]
fn truncation() {
    let dir = furnished("truncation");
    let mut world = World::new(&dir, |_| ());
    let writable = world.open(0, "old", READ_WRITE) as u64;
    let readable = world.open(0, "old", READ) as u64;
    for (fd, length, expected, left) in [
        (writable, 4, 0, "0123"),
        (writable, 5, 0, "0123\0"),
        (readable, 0, -22, "0123\0"),
        (1, 0, -22, "0123\0"),
        (writable, 1 << 41, -27, "0123\0"),
        (writable, u64::MAX, -22, "0123\0"),
    ] {
        assert_eq!(world.value(0, 46, &[fd, length]), expected);
        assert_eq!(std::fs::read_to_string(dir.path("old")).unwrap(), left);
    }
    assert_eq!((world.value(0, 82, &[writable]), world.value(0, 82, &[1])), (0, -22));
}

/// (call, arguments, result) with wrong descriptors and pointers.
#[test]
fn refusals() {
    let dir = furnished("refusals");
    let mut world = World::new(&dir, |_| ());
    let fd = world.open(0, "old", READ_WRITE) as u64;
    let bad = RAM_BASE + RAM_BYTES;
    let end = bad - 4;
    let directory = world.open(0, "sub", READ) as u64;
    for (call, args, expected) in [
        (63, [77, RESULT, 1, 0], -9),
        (63, [u64::MAX, RESULT, 1, 0], -9),
        (63, [1, RESULT, 1, 0], -9),
        (63, [directory, RESULT, 1, 0], -21),
        (63, [fd, bad, 1, 0], -14),
        (63, [fd, end, 8, 0], -14),
        (63, [fd, u64::MAX, 8, 0], -14),
        // Bytes that could not be stored in memory can be read again.
        (63, [fd, RESULT, 100, 0], 10),
        (63, [fd, bad, 0, 0], 0),
        (64, [fd, bad, 1, 0], -14),
        (64, [1, 0, 5, 0], -14),
        (64, [1, 0, 0, 0], 0),
        (64, [0, RESULT, 1, 0], -9),
        (64, [1, end, u64::MAX, 0], -14),
        (56, [AT_FDCWD, bad, 0, 0], -14),
        (56, [fd, RESULT, 0, 0], -20),
        (57, [99, 0, 0, 0], -9),
        (80, [fd, bad, 0, 0], -14),
        (80, [99, RESULT, 0, 0], -9),
        (29, [1, 0x5401, RESULT, 0], -25),
        (29, [99, 0x5401, RESULT, 0], -9),
        (17, [RESULT, 1, 0, 0], -34),
        (17, [bad, 4096, 0, 0], -14),
    ] {
        world.string(RESULT, "old");
        assert_eq!(world.value(0, call, &args), expected, "{call} {args:x?}");
    }
    assert!(world.ram.write(RAM_BASE, &[b'a'; 5000]));
    assert_eq!(world.value(0, 56, &[AT_FDCWD, RAM_BASE, 0]), -36, "a path without end");
    assert!(world.ram.write(RAM_BASE + 300, &[0]));
    assert_eq!(world.value(0, 56, &[AT_FDCWD, RAM_BASE, 0]), -36, "a name that is too long");
}

#[test]
fn numbers_are_reused_and_limited() {
    let dir = furnished("limits");
    let mut world = World::new(&dir, |_| ());
    for expected in 3..256 {
        assert_eq!(world.open(0, "old", READ), expected);
    }
    assert_eq!(world.open(0, "old", READ), -24);
    assert_eq!(world.open(1, "old", READ), 3, "the other rank has its own");
    for fd in [200, 1, 7] {
        assert_eq!(world.value(0, 57, &[fd]), 0);
    }
    for expected in [1, 7, 200, -24] {
        assert_eq!(world.open(0, "old", READ), expected);
    }
    assert_eq!(world.call(0, 94, &[0]), Outcome::Exit(0));
    assert_eq!(world.open(0, "old", READ), 3, "an ended rank has nothing open");
}

#[test]
fn large_transfers() {
    let dir = furnished("large");
    let mut world = World::new(&dir, |_| ());
    let text: Vec<u8> = (0..200_000_u32).map(|i| (i % 251) as u8).collect();
    assert!(world.ram.write(RAM_BASE, &text));
    let path = world.string(RESULT, "big");
    let fd = world.value(0, 56, &[AT_FDCWD, path, READ_WRITE | CREATE, 0o600]) as u64;
    assert_eq!(world.value(0, 64, &[fd, RAM_BASE, 200_000]), 200_000);
    assert_eq!(std::fs::read(dir.path("big")).unwrap(), text);
    assert_eq!(world.value(0, 62, &[fd, 1, 0]), 1);
    assert_eq!(world.value(0, 63, &[fd, RESULT, 300_000]), 199_999);
    assert_eq!(world.bytes(RESULT, 199_999), text[1..]);
    // Only as many bytes as memory has room for.
    let end = RAM_BASE + RAM_BYTES;
    assert_eq!(world.value(0, 62, &[fd, 0, 0]), 0);
    assert_eq!(world.value(0, 63, &[fd, end - 100_000, 200_000]), 65_536);
    assert_eq!(world.value(0, 62, &[fd, 0, 1]), 65_536);
    assert_eq!(world.value(0, 64, &[fd, end - 100_000, 200_000]), 65_536);
}

/// Offsets of Linux's generic `struct stat` (asm-generic/stat.h).
fn stat_fields(world: &World) -> (u32, u32, u64, u64) {
    let mode = u32::from_le_bytes(world.bytes(RESULT + 16, 4).try_into().unwrap());
    let links = u32::from_le_bytes(world.bytes(RESULT + 20, 4).try_into().unwrap());
    (mode, links, world.word(RESULT + 48), world.word(RESULT + 64))
}

#[test]
fn status() {
    let dir = furnished("status");
    let mut world = World::new(&dir, |_| ());
    let fd = world.open(0, "old", READ) as u64;
    for (what, call, path, flags, expected) in [
        ("a file", 79, "old", 0, (0o100_644, 1, 10, 1)),
        ("a link, followed", 79, "link", 0, (0o100_644, 1, 10, 1)),
        ("a link itself", 79, "link", 0x100, (0o120_777, 1, 3, 1)),
        ("a directory", 79, "sub", 0, (0o040_755, 1, 4096, 8)),
        ("the current directory", 79, ".", 0, (0o040_755, 1, 4096, 8)),
        ("by newlib's number", 1038, "old", 0, (0o100_644, 1, 10, 1)),
    ] {
        let path = world.string(RAM_BASE, path);
        assert!(world.ram.write(RESULT, &[0xff; STAT_BYTES + 1]));
        let args = if call == 79 { [AT_FDCWD, path, RESULT, flags] } else { [path, RESULT, 0, 0] };
        assert_eq!(world.value(0, call, &args), 0, "{what}");
        assert_eq!(stat_fields(&world), expected, "{what}");
        assert_eq!(world.bytes(RESULT + STAT_BYTES as u64, 1), [0xff], "{what}");
        assert_eq!(world.word(RESULT + 88), super::super::EPOCH_SECONDS, "{what}");
    }
    let path = world.string(RAM_BASE, "link");
    world.value(0, 79, &[AT_FDCWD, path, RESULT, 0]);
    let by_name = world.bytes(RESULT, STAT_BYTES);
    assert_eq!(world.value(0, 80, &[fd, RESULT]), 0);
    assert_eq!(world.bytes(RESULT, STAT_BYTES), by_name, "one file has one number");
    let empty = world.string(RAM_BASE, "");
    assert_eq!(world.value(0, 79, &[fd, empty, RESULT, 0x1000]), 0);
    assert_eq!(world.bytes(RESULT, STAT_BYTES), by_name);
    assert_eq!(world.value(0, 79, &[AT_FDCWD, empty, RESULT, 0]), -2);
    assert_eq!(world.value(0, 80, &[1, RESULT]), 0);
    assert_eq!(stat_fields(&world).0, 0o020_620, "the console is a terminal");
}

/// (call, path, third argument, result), performed one after the other in the same directory.
#[test]
fn names() {
    let dir = furnished("names");
    let mut world = World::new(&dir, |_| ());
    for (call, path, argument, expected) in [
        (48, "old", 0, 0),
        (48, "old", 4, 0),
        (48, "none", 0, -2),
        (48, "old", 8, -22),
        (34, "made", 0o755, 0),
        (34, "made", 0o755, -17),
        (34, "made/inner/", 0o755, 0),
        (34, "none/inner", 0o755, -2),
        (35, "made", 0x200, -39),
        (35, "made/inner", 0x200, 0),
        (35, "made", 0, -21),
        (35, "made", 0x200, 0),
        (35, "old", 0x200, -20),
        (35, "link", 0, 0),
        (48, "old", 0, 0),
        (35, "old", 0x400, -22),
        (35, "old", 0, 0),
        (35, "old", 0, -2),
        (35, ".", 0x200, -16),
    ] {
        let at = world.string(RAM_BASE, path);
        assert_eq!(world.value(0, call, &[AT_FDCWD, at, argument]), expected, "{call} {path} {argument:o}");
    }
    assert_eq!(world.host.take_warnings(), []);
}

#[test]
fn renaming() {
    let dir = furnished("renaming");
    let mut world = World::new(&dir, |_| ());
    for (from, to, flags, expected) in [
        ("old", "sub/new", 0, 0),
        ("old", "other", 0, -2),
        ("sub/new", "link", 1, -17),
        ("sub/new", "link", 0, 0),
        ("link", "a", 2, -22),
        ("sub", "moved", 0, 0),
        (".", "moved/x", 0, -16),
    ] {
        let (from, to) = (world.string(RAM_BASE, from), world.string(RAM_BASE + 0x1000, to));
        assert_eq!(world.value(0, 276, &[AT_FDCWD, from, AT_FDCWD, to, flags]), expected);
    }
    assert_eq!(std::fs::read_to_string(dir.path("link")).unwrap(), "0123456789");
    assert!(dir.path("moved").is_dir());
}

#[test]
fn relative_to_a_directory() {
    let dir = furnished("relative");
    std::fs::write(dir.path("sub/inner"), "x").unwrap();
    let mut world = World::new(&dir, |_| ());
    let fd = world.open(0, "sub", READ | DIRECTORY) as u64;
    for (path, expected) in [("inner", 4), ("../old", 5), ("../../x", -13)] {
        let path = world.string(RAM_BASE, path);
        assert_eq!(world.value(0, 56, &[fd, path, READ]), expected);
    }
    let length = world.value(0, 17, &[RESULT, 4096]);
    let expected = [dir.0.as_os_str().as_encoded_bytes(), &[0]].concat();
    assert_eq!(world.bytes(RESULT, length as usize), expected);
}

/// What counts as written: bytes of writes, also over older ones and of removed files; gaps; growth by
/// truncation; new files and directories. A call that would exceed the limit is not performed.
#[test]
fn writes_are_counted_up_to_the_limit() {
    const LIMIT: u64 = 10_000;
    /// Bytes that are left after the row has made its calls.
    type Row = (&'static str, fn(&mut World), u64);
    let rows: &[Row] = &[
        ("nothing", |_| (), 10_000),
        ("a file that is only read", |world| assert_eq!(world.open(0, "old", READ), 3), 10_000),
        ("a write", |world| write_to(world, 0, "old", WRITE), 9_998),
        (
            "the same bytes twice, by two ranks",
            |world| (0..2).for_each(|rank| write_to(world, rank, "old", WRITE)),
            9_996,
        ),
        ("a new file", |world| write_to(world, 0, "new", WRITE | CREATE), 5_902),
        (
            "a removed file",
            |world| {
                write_to(world, 0, "new", WRITE | CREATE);
                let path = world.string(RAM_BASE, "new");
                assert_eq!(world.value(0, 35, &[AT_FDCWD, path, 0]), 0);
            },
            5_902,
        ),
        (
            "a new directory",
            |world| {
                let path = world.string(RAM_BASE, "new");
                assert_eq!(world.value(0, 34, &[AT_FDCWD, path, 0o755]), 0);
            },
            5_904,
        ),
        (
            "a gap",
            |world| {
                let fd = world.open(0, "old", WRITE);
                assert_eq!(world.value(0, 62, &[fd as u64, 1_010, 0]), 1_010);
                assert_eq!(world.write(0, fd, "ab"), Outcome::Return(2));
            },
            8_998,
        ),
        (
            "no gap",
            |world| {
                let fd = world.open(0, "old", WRITE | APPEND);
                assert_eq!(world.value(0, 62, &[fd as u64, 1_010, 0]), 1_010);
                assert_eq!(world.write(0, fd, "ab"), Outcome::Return(2));
            },
            9_998,
        ),
        (
            "truncation",
            |world| {
                let fd = world.open(0, "old", WRITE);
                for length in [1_010, 5] {
                    assert_eq!(world.value(0, 46, &[fd as u64, length]), 0);
                }
            },
            9_000,
        ),
    ];
    for (name, make, left) in rows {
        for beyond in [0, 1] {
            let dir = furnished("written");
            let mut world = World::new(&dir, |options| options.written_bytes_max = Some(LIMIT));
            make(&mut world);
            let fd = world.open(1, "old", WRITE | TRUNCATE);
            let last = world.call(1, 64, &[fd as u64, RAM_BASE, left + beyond]);
            let bytes = std::fs::metadata(dir.path("old")).unwrap().len();
            let expected = [(Outcome::Return(*left as i64), *left), (Outcome::WritesTooMuch, 0)];
            assert_eq!((last, bytes), expected[beyond as usize], "{name}");
        }
    }
}

/// Writes two bytes to a file and closes it.
fn write_to(world: &mut World, rank: u32, path: &str, flags: u64) {
    let fd = world.open(rank, path, flags);
    assert_eq!(world.write(rank, fd, "ab"), Outcome::Return(2));
    assert_eq!(world.value(rank, 57, &[fd as u64]), 0);
}
