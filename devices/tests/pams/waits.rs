//! Waits, counters, ArrivalTime, and code that is loaded meanwhile.

use crate::world::{World, params, words};

/// A short call of a handler.
fn short(handler: u32) -> [u32; 2] {
    [0x0100_0000 | handler, 0]
}

/// A long call of a handler, whose payload of so many bytes is in memory.
fn long(handler: u32, bytes: u32) -> [u32; 4] {
    [0x0400_0000 | handler, 0, bytes, 0x200]
}

/// The cycles in which instructions began, by address.
fn began(world: &mut World) -> Vec<(u64, u32)> {
    world.trace(0).into_iter().filter(|(cycle, _)| *cycle >= 100).collect()
}

#[test]
fn a_wait_ends_when_the_last_of_its_flags_is_set() {
    let text = "MSG_THR m1, 130, 2\nTRANSFER_THR x3, 131, 8\nTIMER_THR t0, 300\nWAIT m1, x3, t0, sent\nWAIT code";
    let text = format!("AM long 9 -> 16, bytes 4, from 0, to 0\n{text}");
    // Calls, and the cycle in which the instruction behind the WAIT begins. Each row has another
    // event as the last one.
    for (calls, end) in [
        // The timer.
        (&[(150, &short(130)[..]), (160, &short(130)), (170, &long(131, 8))][..], 301),
        // The second message: last word given in 401, taken in 402, counted in 403.
        (&[(150, &short(130)), (160, &long(131, 8)), (400, &short(130))], 404),
        // The transfer.
        (&[(150, &short(130)), (160, &short(130)), (400, &long(131, 8))], 406),
    ] {
        let mut world = World::alone(&text, &[]);
        for (cycle, call) in calls {
            world.call(0, *cycle, call);
        }
        world.run(250);
        assert_eq!(world.pams(0).waiting().len(), 1 + usize::from(end != 301), "{:?}", world.pams(0).waiting());
        world.run(600);
        assert_eq!(began(&mut world).last(), Some(&(end, 13)), "{calls:?}");
        assert_eq!(world.count(0, "cycles in WAIT"), 99 + end - 1 - 112);
        // All are consumed.
        for name in ["message counter 1", "message counter 1, handler", "transfer counter 3"] {
            assert_eq!(world.register(0, name), 0);
        }
        for name in ["message counter 1, threshold", "transfer counter 3, threshold", "timer threshold 0"] {
            assert_eq!(world.register(0, name), u64::from(u32::MAX));
        }
    }
}

#[test]
fn three_senders_of_100_bytes_make_300() {
    let mut world = World::alone("TRANSFER_THR x0, 130, 300\nWAIT x0\nWAIT code", &[]);
    for cycle in [150, 180] {
        world.call(0, cycle, &long(130, 100));
    }
    // Another handler's bytes do not count.
    world.call(0, 190, &long(131, 100));
    world.run(300);
    assert_eq!(
        world.pams(0).waiting(),
        ["PAMS of node 0 waits since cycle 102 for transfer counter 0: 200 of 300 bytes of handler 130"]
    );
    world.call(0, 300, &long(130, 100));
    world.run(400);
    assert_eq!(began(&mut world).last(), Some(&(306, 3)));
}

#[test]
fn arrival_time_is_that_of_the_last_message_but_those_of_255() {
    let mut world = World::alone("MSG_THR m0, 130, 1\nWAIT m0\nAM short 140 -> 16 (arrival)\nWAIT code", &[]);
    // Its second word is given in cycle 201, taken a cycle later, and counts a cycle later.
    world.call(0, 200, &short(130));
    world.run(204);
    assert_eq!(world.register(0, "ArrivalTime"), 203);
    world.call(0, 204, &short(255));
    world.run(300);
    assert_eq!((world.register(0, "ArrivalTime"), world.sent[0].words[2]), (203, 203));
    world.call(0, 300, &short(131));
    world.run(400);
    assert_eq!(world.register(0, "ArrivalTime"), 303);
    // A counter can be armed for 255.
    let mut world = World::alone("MSG_THR m0, 255, 1\nWAIT m0\nWAIT code", &[]);
    world.call(0, 200, &short(255));
    world.run(300);
    assert_eq!(began(&mut world).last(), Some(&(204, 3)));
    assert_ne!(world.register(0, "ArrivalTime"), 203);
}

/// A program is loaded while another one waits. It starts when the other one waits for code.
#[test]
fn code_is_loaded_while_an_instruction_waits() {
    let first = "TIMER_THR t0, 500\nWAIT t0\nWAIT code";
    for (restarts, second, expected) in [
        // From address 0, as soon as a WAIT for code ends. This WAIT is already that of the new
        // program, at the same address.
        ("true", "AM short 1 -> 16\nWAIT code", &[(100, 0), (102, 2), (501, 3), (502, 0), (505, 3)][..]),
        // The sequencer goes on where it is.
        (
            "false",
            "WAIT none\nWAIT none\nWAIT none\nWAIT code\nAM short 1 -> 16",
            &[(100, 1), (102, 3), (501, 4), (504, 7)],
        ),
    ] {
        let first = if restarts == "true" { first.to_string() } else { format!("WAIT code\n{first}") };
        let mut world = World::alone(&first, &[("load_restarts", restarts)]);
        let code = words(second, &[]);
        let head = [0x0200_0040, 0, 4 * code.len() as u32];
        world.call(0, 200, &[&head, &code[..]].concat());
        world.run(600);
        let trace = began(&mut world);
        assert_eq!(&trace[..expected.len().min(trace.len())], expected);
    }
}

/// Longer programs come in several messages. They begin with one WAIT code for each message that
/// follows.
#[test]
fn code_in_parts() {
    let params = params(&[]);
    for (handler, first) in [(65, &[][..]), (66, &[5_u32][..])] {
        let mut world = World::new(1, &params, 10);
        let code = words("WAIT code\nAM short 1 -> 16 (7)\nAM short 1 -> 16 (8)\nWAIT code", &[]);
        let (one, two) = code.split_at(5);
        world.call(0, 100, &[&[0x0200_0040, 0, 20], one].concat());
        let bytes = 4 * (first.len() + two.len()) as u32;
        world.call(0, 200, &[&[0x0200_0000 | handler, 0, bytes], first, two].concat());
        world.settle();
        assert_eq!(&world.pams(0).code()[..code.len()], code);
        let words: Vec<u32> = world.sent.iter().map(|sent| sent.words[2]).collect();
        assert_eq!(words, [7, 8]);
    }
    // A short message's arguments are code, too.
    let mut world = World::new(1, &params, 10);
    let code = words("AM short 1 -> 16\nWAIT code", &[]);
    world.call(0, 100, &[&[0x0104_0040, 0], &code[..]].concat());
    world.settle();
    assert_eq!(world.sent.len(), 1);
}

/// A message that comes before its counter is armed is lost, and reported.
#[test]
fn a_call_before_its_counter_is_armed_is_lost() {
    let text = "TIMER_THR t0, 300\nWAIT t0\nMSG_THR m0, 130, 15\nWAIT m0\nWAIT code";
    let mut world = World::alone(text, &[]);
    world.call(0, 200, &short(130));
    for cycle in 0..14 {
        world.call(0, 400 + 5 * cycle, &short(130));
    }
    world.settle();
    assert_eq!(
        world.pams(0).waiting(),
        [
            "PAMS of node 0 waits since cycle 303 for message counter 0: 14 of 15 messages of handler 130; 1 message of handler \
         130 came, at cycle 203, while no counter was armed for it"
        ]
    );
    assert_eq!(world.count(0, "handler calls that no counter was armed for"), 1);
    assert_eq!((world.count(0, "handler calls"), world.pams(0).mistakes()), (16, 0));
    // Messages beyond the threshold are lost as well.
    let mut world =
        World::alone("MSG_THR m0, 130, 1\nTIMER_THR t0, 500\nWAIT t0, m0\nMSG_THR m0, 130, 1\nWAIT m0", &[]);
    world.call(0, 200, &short(130));
    world.call(0, 210, &short(130));
    world.settle();
    assert_eq!(world.count(0, "messages beyond the threshold of their counter"), 1);
    assert_eq!(world.pams(0).waiting().len(), 1);
}

/// Without a core, or without places in its links, the sequencer says what it waits for.
#[test]
fn waiting_in_words() {
    for (text, told) in [
        ("WAIT code", "waits since cycle 100 for code"),
        ("WAIT sent", "waits since cycle 100 for the completion of a request"),
        ("WAIT t1", "waits since cycle 100 for timer threshold 1, which is not set"),
        ("WAIT m2", "waits since cycle 100 for message counter 2, which is not armed"),
        ("CORE timer end", "waits for its core to take a word, but has no core"),
        ("REQUEST core end", "waits for a word of its core, but has no core"),
        ("REQUEST argument end", "waits for an argument of a handler call"),
        ("REQUEST payload end", "waits for a word of a medium message's payload"),
    ] {
        let mut world = World::alone(&format!("{text}\nWAIT none"), &[("later", "true"), ("load_restarts", "true")]);
        world.settle();
        assert_eq!(world.pams(0).waiting(), [format!("PAMS of node 0 {told}")]);
    }
    let mut world = World::alone("TIMER_THR t0, 3000\nWAIT t0\nWAIT none", &[]);
    world.run(1000);
    let told = "PAMS of node 0 waits since cycle 102 for timer threshold 0: the timer is to reach 3000";
    assert_eq!(world.pams(0).waiting(), [told]);
}

/// Full links stall the sequencer; when there is room, it goes on.
#[test]
fn full_links() {
    let text = "AM short 1 -> 16 (0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15)\nWAIT code";
    let mut world = World::alone(text, &[]);
    world.run(100);
    world.is_open = false;
    world.run(300);
    assert_eq!(world.pams(0).waiting(), ["PAMS of node 0 waits for a place in FSL 3 for a word of its request"]);
    world.is_open = true;
    world.settle();
    assert_eq!(world.sent[0].words[2..], (0..16).collect::<Vec<u32>>());
    // The later design keeps arguments until they are used: the next call has no place for its own.
    let mut world = World::alone("MSG_THR m0, 50, 2\nWAIT m0\nWAIT t0", &[("later", "true"), ("argument_words", "3")]);
    for _ in 0..2 {
        world.call(0, 200, &[0x0102_0032, 0, 1, 2]);
    }
    world.run(1000);
    assert_eq!(world.pams(0).waiting()[1], "PAMS of node 0 has no place for the arguments of a call of handler 50");
}

/// Calls of the sequencer in every cycle change nothing. A waiting sequencer needs no calls.
#[test]
fn idle_cycles_need_no_calls() {
    let text = "TIMER_THR t0, 50000\nWAIT t0\nMSG_THR m0, 130, 2\nAM short 1 -> 16 (timer)\nWAIT m0, sent\nWAIT code";
    let run = |is_eager| {
        let mut world = World::alone(text, &[]);
        world.is_eager = is_eager;
        world.call(0, 60000, &short(130));
        world.call(0, 90000, &long(130, 5));
        world.run(100_000);
        (world.trace(0), world.pams(0).state(100_000), world.pams(0).statistics(), world.sent.clone(), world.steps)
    };
    let (mut eager, mut lazy) = (run(true), run(false));
    assert_eq!((std::mem::take(&mut eager.4), std::mem::take(&mut lazy.4) < 100), (100_000, true));
    assert_eq!(eager, lazy);
}
