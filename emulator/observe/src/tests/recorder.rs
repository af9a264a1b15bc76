//! Tests of a rank's recorder: calls, waiting and messages, from a list of events.

use super::*;

/// Records events: `(` enters a call at a cycle, `)` leaves it, `w` waits for cycles, `n` notes a
/// position, `r` repeats the round since that position, and `p` polls with all rounds performed.
fn record(words: &str) -> RankRecorder {
    let mut recorder = RankRecorder::default();
    let mut place = None;
    for word in words.split(' ') {
        let (what, numbers) = word.split_at(1);
        let numbers: Vec<u64> = numbers.split(',').filter_map(|number| number.parse().ok()).collect();
        match (what, numbers.as_slice()) {
            ("(", [at]) => {
                recorder.under_way = Some(MpiCall { entered: *at, ..MpiCall::default() });
                recorder.waited_before = recorder.waited;
            }
            (")", [at]) => recorder.leave(*at),
            ("w", [cycles]) => recorder.wait(*cycles),
            ("n", [at]) => place = Some(recorder.position(*at)),
            ("r", [rounds, cycles]) => recorder.repeat(place.unwrap(), *rounds, *cycles),
            ("p", [from, to]) => recorder.polled(*from, *to),
            _ => panic!("{word}"),
        }
    }
    recorder
}

#[test]
fn calls_and_waiting() {
    for (happens, expected, waited) in [
        ("(10 )30", "10-30", 0),
        ("(10 w5 )30 w7", "10-30w5", 12),
        ("(10 w5", "10-99w5…", 5),
        // A call that polls. The skipped rounds count as waiting in it.
        ("(10 n20 r3,10 )70", "10-70w30", 30),
        // A loop that polls by calls. One call is left in the round; the next one is entered in it
        // and moves to the end.
        ("n20 (22 )26 (32 r3,10 )66", "22-26w12x3 62-66", 30),
        // The same loop, with all rounds performed.
        ("(22 )26 (32 )36 (42 )46 (52 )56 (62 p30,60 )66", "22-26 32-36w4 42-46w4 52-56w4 62-66", 30),
        ("(10 )30 (50 p20,60 )70", "10-30w10 50-70w10", 40),
    ] {
        let mut recorder = record(happens);
        let calls: Vec<String> = recorder
            .take_calls(99)
            .iter()
            .map(|call| {
                let wait = if call.wait_cycles > 0 { format!("w{}", call.wait_cycles) } else { String::new() };
                let repeats = if call.repeats > 0 { format!("x{}", call.repeats) } else { String::new() };
                let end = if call.is_under_way { "…" } else { "" };
                format!("{}-{}{wait}{repeats}{end}", call.entered, call.left)
            })
            .collect();
        assert_eq!((calls.join(" ").as_str(), recorder.wait_cycles()), (expected, waited), "{happens}");
    }
}

#[test]
fn messages_meet_their_receives() {
    let collective = 1 << CONTEXT_SHIFT;
    let mut ranks = [RankRecorder::default(), RankRecorder::default()];
    for (rank, event, operands, cycle) in [
        (0, MarkEvent::SendingShort, [7, 1, 8], 10),
        (0, MarkEvent::SendingRendezvous, [collective | 9, 1, 5000], 30),
        (1, MarkEvent::SendingShort, [1, 0, 0], 30),
        (1, MarkEvent::Unexpected, [100, 0, 0], 40),
        (1, MarkEvent::Matched, [200, 0, 0], 50),
        (1, MarkEvent::Received, [200, 0, 0], 60),
        (1, MarkEvent::Taken, [200, 100, 0], 70),
        (1, MarkEvent::Received, [200, 0, 0], 75),
        // These refer to entries and requests that are not known.
        (1, MarkEvent::Taken, [200, 100, 0], 80),
        (1, MarkEvent::Received, [200, 0, 0], 81),
        (1, MarkEvent::Withdrawn, [100, 0, 0], 82),
        (0, MarkEvent::SendingShort, [1, 1, 1], 90),
        (0, MarkEvent::SendingRendezvous, [3, 1, 2], 91),
        (1, MarkEvent::Unexpected, [101, 0, 0], 95),
        (1, MarkEvent::Unexpected, [100, 0, 0], 96),
        (1, MarkEvent::Withdrawn, [100, 0, 0], 97),
    ] {
        ranks[rank].mark(event, operands, cycle);
    }
    let told: Vec<String> = messages(&[&ranks[0], &ranks[1]])
        .iter()
        .map(|m| {
            let times = [m.arrived, m.matched, m.received].map(|at| at.map_or("-".into(), |at| at.to_string()));
            let flags = format!("{}{}", if m.is_collective { "c" } else { "" }, if m.is_unexpected { "u" } else { "" });
            format!(
                "{}>{} {} {} {}B {flags} {} {}",
                m.source,
                m.destination,
                m.protocol.name(),
                m.tag,
                m.bytes,
                m.sent,
                times.join(" ")
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "0>1 short 7 8B u 10 40 70 75",
            "0>1 rendezvous 9 5000B c 30 50 50 60",
            "1>0 short 1 0B  30 - - -",
            "0>1 short 1 1B u 90 95 - -",
            "0>1 rendezvous 3 2B u 91 96 - -",
        ]
    );
    assert_eq!(ranks[1].take_unexpected(), vec![(40, 1), (70, 0), (95, 1), (96, 2), (97, 1)].into());
}

/// Joins the records of a node's first processor, which sends and receives, and of a further
/// processor at a quarter of its speed.
#[test]
fn processors_of_a_node_are_joined() {
    let mut ranks = [RankRecorder::default(), RankRecorder::default(), RankRecorder::default()];
    for (processor, event, operands, cycle) in [
        (1, MarkEvent::SendingEager, [1, 1, 1], 8),
        (1, MarkEvent::SendingEager, [2, 0, 1], 17),
        (0, MarkEvent::SendingEager, [3, 1, 1], 30),
        (0, MarkEvent::SendingEager, [4, 1, 1], 31),
        (0, MarkEvent::SendingEager, [5, 1, 1], 32),
        // Entries have the same addresses on all processors.
        (2, MarkEvent::Unexpected, [100, 0, 0], 10),
        (1, MarkEvent::Unexpected, [100, 0, 0], 42),
        (2, MarkEvent::Taken, [200, 100, 0], 11),
        (2, MarkEvent::Received, [200, 0, 0], 12),
        (1, MarkEvent::Taken, [200, 100, 0], 50),
        (2, MarkEvent::Matched, [200, 0, 0], 13),
        // The first processor sends these messages, and the further one takes one back: the newer
        // of the two sent until then.
        (1, MarkEvent::SendingEager, [6, 0, 1], 60),
        (1, MarkEvent::SendingEager, [1 << CONTEXT_SHIFT | 6, 0, 2], 61),
        (1, MarkEvent::SendingEager, [6, 0, 3], 62),
        (1, MarkEvent::SendingEager, [6, 0, 4], 90),
        (2, MarkEvent::TakenBack, [6, 0, 0], 20),
        (2, MarkEvent::TakenBack, [7, 0, 0], 20),
    ] {
        ranks[processor].mark(event, operands, cycle);
    }
    let [node_0, mut node_1, mut further] = ranks;
    node_1.take_over(&mut further, &|cycle| 4 * cycle);
    type Told = (u32, i32, u64, Option<u64>, Option<u64>);
    let told: Vec<Told> = messages(&[&node_0, &node_1])
        .iter()
        .map(|message| (message.source, message.tag, message.bytes, message.arrived, message.received))
        .collect();
    assert_eq!(
        told,
        [
            (1, 1, 1, None, None),
            (1, 2, 1, None, None),
            (0, 3, 1, Some(40), Some(48)),
            (0, 4, 1, Some(42), None),
            (0, 5, 1, Some(52), None),
            (1, 6, 1, None, None),
            (1, 6, 2, None, None),
            (1, 6, 4, None, None),
        ]
    );
    assert_eq!(node_1.take_unexpected(), vec![(40, 1), (42, 2), (44, 1), (50, 0)].into());
    assert_eq!(further.take_unexpected(), vec![].into());
}
