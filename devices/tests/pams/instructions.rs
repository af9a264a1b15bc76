//! Each instruction: its effect, and the cycle in which the next one begins.

use crate::world::World;

/// A program, changed parameters, and the cycles in which its instructions begin, with their
/// addresses.
type Timed<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a [(u64, u32)]);

/// Cycles count from the first instruction on.
#[test]
fn times() {
    let rows: &[Timed<'_>] = &[
        ("WAIT none\nWAIT none\nWAIT code", &[], &[(0, 0), (1, 1), (2, 2)]),
        ("CORRECT_TIMER 5\nWAIT code", &[], &[(0, 0), (2, 2)]),
        ("TIMER_THR t0, 500\nWAIT code", &[], &[(0, 0), (2, 2)]),
        ("TRANSFER_THR x0, 1, 5\nWAIT code", &[], &[(0, 0), (2, 2)]),
        ("MSG_THR m0, 1, 5\nWAIT code", &[], &[(0, 0), (2, 2)]),
        ("CTRL_OUT o0\nWAIT code", &[], &[(0, 0), (1, 1)]),
        ("AM short 130 -> 16\nWAIT code", &[], &[(0, 0), (3, 3)]),
        ("AM short 130 -> 16 (7)\nWAIT code", &[], &[(0, 0), (4, 4)]),
        // Each source is an instruction of its own.
        ("AM short 130 -> 16 (timer)\nWAIT code", &[], &[(0, 0), (3, 3), (5, 4)]),
        ("AM short 130 -> 16 (timer, timer, 7)\nWAIT code", &[], &[(0, 0), (3, 3), (6, 4), (8, 6)]),
        ("AM long 130 -> 16, bytes 4, from 0, to 0\nWAIT code", &[], &[(0, 0), (6, 6)]),
        // The program begins in cycle 100, and the timer counts from cycle 0 on.
        ("TIMER_THR t1, 110\nWAIT t1\nWAIT code", &[], &[(0, 0), (2, 2), (11, 3)]),
        ("TIMER_THR t0, 0\nWAIT t0\nWAIT code", &[], &[(0, 0), (2, 2), (3, 3)]),
        ("WAIT none\nWAIT code", &[("plain_cycles", "3")], &[(0, 0), (3, 1)]),
        ("CORRECT_TIMER 5\nWAIT code", &[("parameter_cycles", "4")], &[(0, 0), (4, 2)]),
        ("AM short 130 -> 16\nWAIT code", &[("request_cycles", "3")], &[(0, 0), (5, 3)]),
        ("BRANCH 2\n.word 0xffffffff\nWAIT code", &[("later", "true")], &[(0, 0), (2, 2)]),
        // The last value is 0, which counts as positive.
        ("BRANCH 4, zero, positive\nWAIT code", &[("later", "true"), ("code_words", "4")], &[(0, 0)]),
        ("BRANCH 9, nonzero\nWAIT code", &[("later", "true")], &[(0, 0), (1, 1)]),
        ("BRANCH 9, zero, negative\nWAIT code", &[("later", "true")], &[(0, 0), (1, 1)]),
        ("BRANCH 2\nWAIT none\nWAIT code", &[("later", "true"), ("branch_cycles", "5")], &[(0, 0), (6, 2)]),
        ("NODE_ID 7\nWAIT code", &[("later", "true")], &[(0, 0), (1, 1)]),
        ("ACC add a, (1, 2)\nWAIT code", &[("later", "true")], &[(0, 0), (3, 3)]),
        ("RESET_FLAGS m0\nWAIT code", &[("later", "true")], &[(0, 0), (1, 1)]),
    ];
    for (text, changes, expected) in rows {
        let mut world = World::alone(text, changes);
        world.run(100);
        world.trace(0);
        world.run(400);
        let trace = world.trace(0);
        let trace: Vec<(u64, u32)> = trace.iter().map(|(cycle, address)| (cycle - trace[0].0, *address)).collect();
        assert_eq!(trace, *expected, "{text} {changes:?}: {:?}", world.pams(0).waiting());
    }
}

/// Programs of the later design, and the words that they send.
#[test]
fn values() {
    for (text, expected) in [
        ("AM short 130 -> 16 (1, -1, 0xffffffff)", &[1, 0xffff_ffff, 0xffff_ffff][..]),
        ("AM short 130 -> 16 (timer, timer)", &[104, 105]),
        ("CORRECT_TIMER 1000\nAM short 130 -> 16 (timer)", &[1106]),
        ("NODE_ID 7\nAM short 130 -> 16 (node)", &[7]),
        ("ACC load a, (5)\nACC add a, (1, 2)\nACC sub a, (10)\nAM short 130 -> 16 (a, b)", &[-2_i32 as u32, 0]),
        ("ACC load d, (12)\nACC and d, (10)\nACC load c, timer\nAM short 130 -> 16 (d, c)", &[8, 105]),
        ("TIMER_THR t0, 3\nMSG_THR m3, 1, 0\nAM short 130 -> 16 (flags)", &[1 << 2 | 1 << 11]),
        ("ACC load a, (3)\nACC sub a, (1)\nBRANCH 2, nonzero\nAM short 130 -> 16 (a)", &[0]),
        ("MSG_THR m0, 1, 0\nRESET_FLAGS m0\nAM short 130 -> 16 (flags)", &[0]),
        // The arguments and the payload of the calls below.
        ("AM short 130 -> 16 (argument, argument, payload)", &[70, 71, 72]),
    ] {
        let mut world = World::alone(&format!("{text}\nWAIT code"), &[("later", "true")]);
        world.call(0, 200, &[0x0202_0032, 0, 4, 70, 71, 72]);
        world.run(400);
        assert_eq!(world.sent.len(), 1, "{text}: {:?} {:?}", world.pams(0).waiting(), world.pams(0).complaint());
        assert_eq!(&world.sent[0].words[2..], expected, "{text}");
    }
}

/// Outputs come back as inputs, and are cleared when a WAIT has taken these inputs.
#[test]
fn control_lines() {
    let text = "CTRL_OUT o0, o2\nWAIT i0, i2\nCTRL_OUT o1\nWAIT i0\nWAIT code";
    let mut world = World::alone(text, &[("control_loop_cycles", "20")]);
    world.run(110);
    assert_eq!((world.register(0, "control outputs"), world.register(0, "control inputs")), (0b101, 0));
    world.run(160);
    let trace = world.trace(0);
    assert_eq!(&trace[trace.len() - 3..], [(101, 1), (121, 2), (122, 3)]);
    assert_eq!((world.register(0, "control outputs"), world.register(0, "control inputs")), (0b010, 0b010));
    assert_eq!(world.pams(0).waiting(), ["PAMS of node 0 waits since cycle 122 for control input 0"]);
    let mut unconnected = World::alone(text, &[]);
    unconnected.settle();
    assert!(unconnected.pams(0).waiting()[0].ends_with("input 0, which nothing drives (pams.control_loop_cycles)"));
    assert_eq!(unconnected.register(0, "control outputs"), 0b101);
}
