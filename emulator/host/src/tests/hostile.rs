//! Tests of calls with random numbers and pointers.

use super::{AT_FDCWD, RAM_BASE, RAM_BYTES, RESULT, TestDir, World};
use rankine_bus::{Memory, Time};

/// A generator of random numbers that is the same every time (xorshift64, Marsaglia 2003).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[(self.next() % list.len() as u64) as usize]
    }
}

const CALLS: &[u64] = &[
    17,
    29,
    34,
    35,
    43,
    44,
    46,
    48,
    56,
    57,
    62,
    63,
    64,
    66,
    79,
    98,
    115,
    131,
    222,
    80,
    82,
    101,
    113,
    114,
    129,
    153,
    160,
    169,
    172,
    214,
    276,
    278,
    1024,
    1026,
    1033,
    1038,
    1062,
    0x5240_0001,
];
const VALUES: &[u64] = &[
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    64,
    0o101,
    0o1102,
    255,
    256,
    4096,
    AT_FDCWD,
    RAM_BASE,
    RAM_BASE + 0x100,
    RESULT,
    RAM_BASE + RAM_BYTES - 3,
    RAM_BASE + RAM_BYTES,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    1 << 40,
    1 << 63,
    u64::MAX - 7,
    u64::MAX,
];

/// The host answers every call, and nothing outside the program's directory changes.
#[test]
fn any_call_is_answered() {
    let dir = TestDir::new("hostile");
    std::fs::create_dir(dir.path("here")).unwrap();
    std::fs::write(dir.path("outside"), "untouched").unwrap();
    let mut numbers = Numbers(0x5eed);
    for rv32 in [false, true] {
        let mut world = World::new(&dir, |options| options.current_dir = dir.path("here"));
        world.rv32 = rv32;
        for round in 0..20_000 {
            world.now = Time(if round % 100 == 0 { u64::MAX } else { round << 30 });
            let path = numbers.of(&["a", "b/", "b/c", "../outside", "/etc/passwd", "a/../../outside", ".", "..", ""]);
            world.string(RAM_BASE, path);
            world.string(RAM_BASE + 0x100, "b");
            let args = [0; 6].map(|_: u64| numbers.of(VALUES));
            if round % 3 == 0 {
                let block: Vec<u8> = args.iter().flat_map(|word| word.to_le_bytes()).collect();
                assert!(world.ram.write(RESULT, &block));
                let operation = numbers.next() % 0x34;
                world.host.semihosting(
                    (0, 0),
                    world.now,
                    operation,
                    numbers.of(&[RESULT, args[0]]),
                    &mut world.ram,
                    rv32,
                );
            } else {
                let call = numbers.of(CALLS);
                world.call((round % 2) as u32, call, &args);
            }
        }
        world.host.finish();
    }
    assert_eq!(std::fs::read_to_string(dir.path("outside")).unwrap(), "untouched");
    let names: Vec<_> = std::fs::read_dir(&dir.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
}
