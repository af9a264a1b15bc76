//! Tests of ranks that are set aside, and of published names.

use super::{Outcome, RAM_BASE, RESULT, TestDir, World};
use crate::numbers::{BEGIN, CLAIM, LOOKUP, PUBLISH, RELEASE, SET_ASIDE, UNPUBLISH};
use rankine_bus::Memory;

/// Addresses of names and values.
const NAME: u64 = RAM_BASE + 0x100;
const VALUE: u64 = RAM_BASE + 0x200;

#[test]
fn claims() {
    let mut world = World::new(&TestDir::new("claims"), |_| ());
    assert_eq!(world.value(0, SET_ASIDE, &[]), 0);
    world.string(NAME, "child");
    assert_eq!(world.value(0, CLAIM, &[NAME]), -2);
    for (rank, program) in [(4, "lab/child.c"), (5, "lab/child.c"), (6, "other/child"), (7, "more")] {
        world.host.set_aside(rank, program.to_owned());
    }
    assert_eq!(world.value(0, SET_ASIDE, &[]), 4);
    // The command, and the ranks that it gets one after the other; then an error.
    for (command, expected) in [
        ("other/child", vec![6, -11]),
        ("./more", vec![7, -11]),
        ("child", vec![4, 5, -11]),
        ("lab/child.c", vec![-11]),
        ("more.cc", vec![-2]),
        ("", vec![-2]),
    ] {
        world.string(NAME, command);
        let found: Vec<i64> = expected.iter().map(|_| world.value(0, CLAIM, &[NAME])).collect();
        assert_eq!(found, expected, "{command}");
    }
    assert_eq!(world.value(0, CLAIM, &[8]), -14);
}

#[test]
fn beginning() {
    let mut world = World::new(&TestDir::new("beginning"), |_| ());
    world.host.set_aside(1, "child".to_owned());
    world.string(NAME, "child");
    assert_eq!((world.host.is_idle(0), world.host.is_idle(1)), (false, true));
    assert_eq!(world.value(0, RELEASE, &[1]), -22);
    assert_eq!(world.value(0, CLAIM, &[NAME]), 1);
    assert_eq!([world.value(0, RELEASE, &[1]), world.value(0, RELEASE, &[1 << 32])], [0, -22]);
    assert_eq!(world.value(0, CLAIM, &[NAME]), 1);
    assert_eq!(world.value(0, BEGIN, &[]), -22);
    assert_eq!(world.call(1, BEGIN, &[]), Outcome::Begins);
    assert!(!world.host.is_idle(1));
    assert_eq!([world.value(1, BEGIN, &[]), world.value(0, RELEASE, &[1])], [-22, -22]);
}

#[test]
fn names() {
    let mut world = World::new(&TestDir::new("names"), |_| ());
    world.string(NAME, "service");
    world.string(VALUE, "port");
    assert_eq!(world.value(0, LOOKUP, &[NAME, RESULT, 16]), -2);
    assert_eq!(world.value(0, PUBLISH, &[NAME, VALUE]), 0);
    assert_eq!(world.value(1, PUBLISH, &[NAME, VALUE]), -17);
    assert_eq!(world.value(1, LOOKUP, &[NAME, RESULT, 4]), -34);
    assert_eq!(world.value(1, LOOKUP, &[NAME, RESULT, 5]), 0);
    assert_eq!(world.bytes(RESULT, 5), b"port\0");
    assert_eq!([world.value(1, UNPUBLISH, &[NAME]), world.value(0, UNPUBLISH, &[NAME])], [0, -2]);
    assert!(world.ram.write(VALUE, &[b'x'; 5000]));
    assert_eq!(world.value(0, PUBLISH, &[NAME, VALUE]), -36);
    let published: i64 = (0..5000)
        .map(|number| {
            world.string(NAME, &number.to_string());
            world.string(VALUE, "port");
            i64::from(world.value(0, PUBLISH, &[NAME, VALUE]) == 0)
        })
        .sum();
    assert_eq!((published, world.value(0, PUBLISH, &[NAME, VALUE])), (4096, -28));
}
