//! Tests of the size and kind of the file system.

use super::{RAM_BASE, RESULT, TestDir, World};
use crate::AllowedDir;
use rankine_bus::Memory;

const STATFS: u64 = 43;
const FSTATFS: u64 = 44;
const STATFS_BYTES: u64 = 120;

/// Words of Linux's generic `struct statfs`: type, block size, blocks and flags.
fn fields(world: &World) -> [u64; 4] {
    [0, 1, 2, 10].map(|index| world.word(RESULT + 8 * index))
}

fn fields_with(flags: u64) -> [u64; 4] {
    [0xef53, 4096, 1 << 28, flags]
}

#[test]
fn by_path() {
    let dir = TestDir::new("system");
    std::fs::write(dir.path("file"), "").unwrap();
    std::os::unix::fs::symlink("file", dir.path("link")).unwrap();
    let other = TestDir::new("system-read-only");
    let allowed = AllowedDir { path: other.0.clone(), read_only: true };
    let mut world = World::new(&dir, |options| options.dirs.push(allowed));
    let read_only = other.0.to_str().unwrap();
    for (path, expected) in [
        ("file", Ok(0x20)),
        ("link", Ok(0x20)),
        (".", Ok(0x20)),
        (read_only, Ok(0x21)),
        ("absent", Err(-2)),
        ("", Err(-2)),
        ("file/x", Err(-20)),
        ("/", Err(-13)),
    ] {
        let at = world.string(RAM_BASE, path);
        assert!(world.ram.write(RESULT, &[0; STATFS_BYTES as usize]));
        let value = world.value(0, STATFS, &[at, RESULT]);
        match expected {
            Ok(flags) => assert_eq!((value, fields(&world)), (0, fields_with(flags)), "{path}"),
            Err(number) => assert_eq!((value, world.word(RESULT)), (number, 0), "{path}"),
        }
    }
}

#[test]
fn by_descriptor() {
    let dir = TestDir::new("system-descriptor");
    std::fs::write(dir.path("file"), "").unwrap();
    let mut world = World::new(&dir, |_| ());
    let fd = world.open(0, "file", 0) as u64;
    for fd in [1, fd] {
        assert!(world.ram.write(RESULT, &[0xff; STATFS_BYTES as usize + 1]));
        assert_eq!(world.value(0, FSTATFS, &[fd, RESULT]), 0);
        assert_eq!(fields(&world), fields_with(0x20));
        assert_eq!(world.bytes(RESULT + STATFS_BYTES, 1), [0xff]);
    }
    assert_eq!(world.value(0, FSTATFS, &[77, RESULT]), -9);
    assert_eq!(world.value(0, FSTATFS, &[fd, RAM_BASE - 8]), -14);
    world.rv32 = true;
    assert!(world.ram.write(RESULT, &[0xff; 65]));
    assert_eq!(world.value(0, FSTATFS, &[fd, RESULT]), 0);
    assert_eq!(world.word(RESULT + 4), 1 << 60 | 4096, "words of 32 bits");
    assert_eq!(world.bytes(RESULT + 64, 1), [0xff]);
}
