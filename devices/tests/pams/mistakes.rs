//! Programs that stop the sequencer.

use crate::world::{World, params, words};
use proptest::prelude::*;
use rankine_devices::gas::links::Links;
use rankine_devices::gas::pams::{Executed, Pams};

#[test]
fn undefined_instructions_and_addresses() {
    for (text, changes, told) in [
        (".word 0xffffffff", &[][..], "undefined instruction 0xffffffff at address 0"),
        ("WAIT none\nREQUEST (0x01000001)\n.word 0x0a000000", &[], "undefined instruction 0x0a000000 at address 3"),
        ("BRANCH 0", &[], "undefined instruction 0x10000000 at address 0 (the later design has it: pams.later)"),
        ("REQUEST node", &[], "undefined instruction 0x0a500001 at address 0 (the later design has it: pams.later)"),
        (
            "WAIT none\nWAIT none",
            &[("code_words", "2")],
            "execution has come to address 2, behind the last instruction",
        ),
        ("BRANCH 1000", &[("later", "true"), ("code_words", "100")], "execution has come to address 1000, behind"),
        (".word 0x0b000002\n.word 1", &[("code_words", "2")], "the words of REQUEST at address 0 are beyond the end"),
        (".word 0x24000000", &[("code_words", "1")], "the words of CORRECT_TIMER at address 0 are beyond the end"),
    ] {
        let mut world = World::alone(text, changes);
        world.settle();
        let waiting = world.pams(0).waiting();
        assert!(waiting[0].starts_with("PAMS of node 0 has stopped: PAMS of node 0, cycle "), "{text}: {waiting:?}");
        assert!(waiting[0].contains(told), "{waiting:?}");
        let complaint = world.pams(0).complaint().unwrap_or_default();
        assert!(complaint.starts_with("1 ") && complaint.contains(told), "{complaint}");
        assert_eq!(world.pams(0).mistakes(), 1);
        // It still takes handler calls and returns their tokens.
        world.call(0, world.cycle, &[0x0100_0082, 0]);
        world.settle();
        assert_eq!(world.count(0, "handler calls"), 2);
    }
}

#[test]
fn code_beyond_the_memory() {
    let params = params(&[("code_words", "8")]);
    let code = words("WAIT none\nWAIT none\nWAIT code", &[]);
    for call in [
        [&[0x0200_0042, 0, 16, 6], &code[..]].concat(),
        [&[0x0200_0042, 0, 16, u32::MAX], &code[..]].concat(),
        [&[0x0203_0042, 0, 0, 7], &code[..2]].concat(),
    ] {
        let mut world = World::new(1, &params, 10);
        world.call(0, 50, &call);
        world.settle();
        let complaint = world.pams(0).complaint().unwrap_or_default();
        assert!(
            complaint.contains("addresses beyond the instruction memory; first: PAMS of node 0, cycle 5"),
            "{complaint}"
        );
        assert!(complaint.contains("; there are 8 words"), "{complaint}");
    }
}

/// Words without meaning on FSL 1 do no harm.
#[test]
fn random_calls() {
    let mut world = World::alone("MSG_THR m0, 130, 3\nWAIT m0\nWAIT code", &[]);
    let mut seed = 1_u64;
    for at in 0..2000 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let kind = [1, 1, 4][(seed >> 40) as usize % 3];
        let arguments = (seed >> 50) as u32 % 17;
        let parameters = if kind == 4 { 4 } else { 2 };
        let mut call = vec![kind << 24 | arguments << 16 | (seed >> 33) as u32 & 0xffff];
        call.resize(parameters + arguments as usize, (seed >> 20) as u32);
        world.call(0, 150 + at, &call);
    }
    world.settle();
    assert_eq!(world.count(0, "handler calls"), 2001);
}

/// The log, the state, the report of waiting, and the words put on FSL 3.
type Outcome = (Vec<Executed>, Vec<(String, u64)>, Vec<String>, Vec<u32>);

/// The outcome after 3000 cycles of a sequencer with this code and then these words on FSL 1. It is
/// called in each cycle or only when it must be.
fn outcome(code: &[u32], calls: &[u32], is_eager: bool) -> Outcome {
    let mut pams = Pams::new(&params(&[("later", "true"), ("control_loop_cycles", "7")]), 0);
    pams.start_log();
    let mut links = Links::new(4);
    let load = [&[0x0200_0040, 0, 4 * code.len() as u32], code].concat();
    let mut words = load.iter().chain(calls);
    let (mut wake, mut sent) = (Some(0), Vec::new());
    for cycle in 0..3000 {
        if is_eager || wake.is_some_and(|wake| wake <= cycle) {
            wake = pams.step(cycle, &mut links);
        }
        let is_given = (cycle < 200 || cycle % 7 == 0) && links.calls.has_room(cycle);
        let given = if is_given { words.next() } else { None };
        given.inspect(|word| links.calls.push(cycle, **word));
        let request = links.requests.front(cycle).and_then(|_| links.requests.pop(cycle));
        sent.extend(request);
        let token = links.tokens.front(cycle).and_then(|_| links.tokens.pop(cycle));
        if (given, request, token) != (None, None, None) {
            wake = Some(cycle + 1);
        }
    }
    (pams.take_log(), pams.state(3000), pams.waiting(), sent)
}

/// Words that are often instructions.
fn instruction() -> impl Strategy<Value = u32> {
    let plain = (0_u32..13, 0_u32..0x1000).prop_map(|(opcode, bits)| opcode << 27 | bits);
    let parameter = (4_u32..8, 0_u32..0x1000).prop_map(|(opcode, bits)| opcode << 27 | 1 << 26 | bits);
    let moving = (prop_oneof![Just(1_u32), Just(10)], 0_u32..12, 1_u32..6)
        .prop_map(|(opcode, source, count)| opcode << 27 | 1 << 25 | source << 20 | count);
    prop_oneof![4 => plain, 4 => parameter, 4 => moving, 4 => 0_u32..300, 1 => any::<u32>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// For any code and calls, there is no panic, and calls of the sequencer in every cycle change
    /// nothing.
    #[test]
    fn random_programs(
        code in prop::collection::vec(instruction(), 1..40),
        calls in prop::collection::vec(prop_oneof![0x0100_0000_u32..0x0103_0010, 0_u32..300, any::<u32>()], 0..100),
    ) {
        prop_assert_eq!(outcome(&code, &calls, true), outcome(&code, &calls, false));
    }
}
