//! Tests of the limit of observers' memory.

use super::*;
use crate::recording::{ActiveHead, ActiveMessage, HandlerRun, Lane, LaneState, Message, MpiCall};
use crate::recording::{ProcessorRecording, RankRecording, Recording};
use crate::{Packed, RankRecorder};
use rankine_program::MarkEvent;

#[test]
fn limits() {
    for (bytes, text) in [
        (4 << 30, "4 GiB"),
        (2_000_000_000, "2 GB"),
        (300_000_000, "300 MB"),
        (65536, "64 KiB"),
        (100_000, "100 kB"),
        (7, "7 bytes"),
    ] {
        assert_eq!(KeepMax { bytes }.to_string(), text);
    }
    for (bytes, shares, each) in [(1 << 20, 4, 1 << 18), (1 << 20, 0, 1 << 20), (1, 1, 4096), (1 << 20, 1000, 4096)] {
        assert_eq!(KeepMax { bytes }.divided(shares).bytes, each);
    }
}

#[test]
fn shares() {
    let mut one = Share::new(KeepMax { bytes: 100 });
    let mut other = one.another();
    one.set(60, 5);
    other.set(40, 7);
    assert_eq!((one.is_full(), other.full_from()), (false, None));
    one.set(50, 8);
    other.set(51, 9);
    assert!(one.is_full() && other.is_full());
    one.set(500, 10);
    assert_eq!([one.full_from(), other.full_from()], [Some(9), Some(9)]);
}

/// A recorder that is full keeps no further message.
#[test]
fn a_full_recorder() {
    let mut recorder = RankRecorder::at(0, Share::new(KeepMax { bytes: 4096 }));
    let until = (0..100_000).find(|cycle| {
        recorder.mark(MarkEvent::SendingShort, [*cycle, 1, 4], *cycle);
        recorder.share().is_full()
    });
    let until = until.unwrap();
    assert_eq!(recorder.share().full_from(), Some(until));
    (until..100_000).for_each(|cycle| recorder.mark(MarkEvent::SendingShort, [cycle, 1, 4], cycle));
    let messages = crate::messages(&[&recorder]);
    assert_eq!(messages.len() as u64, until + 1);
    assert_eq!(messages.bytes() / 4096, 1, "{} bytes", messages.bytes());
}

/// Rows: what a recording contains, and the rest of it when it ends at cycle 100.
#[test]
fn ends() {
    let call = |entered, left| MpiCall { entered, left, wait_cycles: 40, ..MpiCall::default() };
    let under_way = |entered, wait_cycles| MpiCall { is_under_way: true, wait_cycles, ..call(entered, 100) };
    let repeated =
        |repeats, repeated_until, wait_cycles| MpiCall { repeats, repeated_until, wait_cycles, ..call(10, 20) };
    for (whole, rest) in [
        (call(20, 99), Some(call(20, 99))),
        (call(20, 100), Some(under_way(20, 40))),
        (call(70, 500), Some(under_way(70, 30))),
        (call(100, 110), None),
        (repeated(8, 100, 90), Some(repeated(8, 100, 90))),
        (repeated(16, 180, 170), Some(repeated(8, 100, 90))),
    ] {
        let rank = RankRecording { cycles: 1000, calls: vec![whole].into(), ..RankRecording::default() };
        let mut recording = Recording { ranks: vec![rank], ..Recording::default() };
        recording.end_at(100);
        let rank = &recording.ranks[0];
        assert_eq!(rank.calls, rest.into_iter().collect(), "{whole:?}");
        assert_eq!((rank.cycles, rank.wait_cycles), (100, rest.map_or(0, |rest| rest.wait_cycles)));
    }
    let message = |sent, arrived, received| Message { sent, arrived, matched: arrived, received, ..Message::default() };
    for (whole, rest) in [
        (message(20, Some(30), Some(40)), Some(message(20, Some(30), Some(40)))),
        (message(20, Some(30), Some(100)), Some(message(20, Some(30), None))),
        (Message { is_unexpected: true, place: 1, ..message(20, Some(100), None) }, Some(message(20, None, None))),
        (message(100, None, None), None),
    ] {
        let mut recording = Recording { messages: vec![whole].into(), ..Recording::default() };
        recording.end_at(100);
        assert_eq!(recording.messages, rest.into_iter().collect::<Packed<_>>(), "{whole:?}");
    }
    let head = ActiveHead::default();
    let run = |begin, end| HandlerRun { source: 0, head, bytes: 0, begin, end };
    let active = |sent, handled| ActiveMessage { source: 0, destination: 0, head, bytes: 0, sent, handled };
    let state = |begin, end| LaneState { begin, end, is_polling: true };
    let lane = Lane { states: vec![state(0, 60), state(60, 140), state(140, 150)].into(), ..Lane::default() };
    let rank = RankRecording {
        unexpected: vec![(50, 1), (100, 2)].into(),
        handlers: vec![run(50, Some(60)), run(90, Some(110)), run(110, Some(120))],
        processors: vec![ProcessorRecording { lane: Some(lane), ..ProcessorRecording::default() }],
        ..RankRecording::default()
    };
    let active = vec![active(Some(50), Some(60)), active(Some(99), Some(100)), active(None, Some(100))];
    let mut recording = Recording { ranks: vec![rank], active, ..Recording::default() };
    recording.end_at(100);
    let rank = &recording.ranks[0];
    assert_eq!(rank.unexpected, vec![(50, 1)].into());
    assert_eq!(rank.handlers, [run(50, Some(60)), run(90, None)]);
    assert_eq!(rank.processors[0].lane.as_ref().unwrap().states, vec![state(0, 60), state(60, 100)].into());
    let handled: Vec<_> = recording.active.iter().map(|message| (message.sent, message.handled)).collect();
    assert_eq!(handled, [(Some(50), Some(60)), (Some(99), None)]);
}
