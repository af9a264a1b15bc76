//! Made-up runs with a known cause of each wait, and a known critical path.

use super::critical::{Share, Step};
use super::*;
use crate::recording::{Message, MpiCall, MpiFunctionName, ProgramRecording, Protocol, RankRecording};
use rankine_program::mpi::{COMM_WORLD, Kind};

const SEND: u32 = 0;
const RECEIVE: u32 = 1;
const BARRIER: u32 = 2;
const WAIT: u32 = 3;

/// Function, entered, left, waiting.
type Call = (u32, u64, u64, u64);

/// A rank that ends at a cycle, and its calls.
fn rank(rank: u32, cycles: u64, calls: &[Call]) -> RankRecording {
    let mut of = RankRecording { rank, cycles, ..RankRecording::default() };
    for &(function, entered, left, wait_cycles) in calls {
        of.calls.push(MpiCall {
            function,
            return_address: u64::from(function),
            entered,
            left,
            wait_cycles,
            communicator: Some(COMM_WORLD),
            ..MpiCall::default()
        });
    }
    of
}

fn recording(ranks: Vec<RankRecording>, messages: &[Message]) -> Recording {
    let name = |(name, kind): (&str, Kind)| MpiFunctionName { name: name.into(), kind };
    let functions =
        [("send", Kind::Send), ("receive", Kind::Receive), ("barrier", Kind::Collective), ("wait", Kind::Wait)];
    let program = ProgramRecording { path: "a".into(), functions: functions.map(name).into() };
    Recording { programs: vec![program], ranks, messages: messages.iter().copied().collect(), ..Recording::default() }
}

fn message(
    protocol: Protocol,
    [source, destination]: [u32; 2],
    [sent, arrived, matched, received]: [u64; 4],
) -> Message {
    Message {
        source,
        destination,
        protocol,
        sent,
        arrived: Some(arrived),
        matched: Some(matched),
        received: Some(received),
        ..Message::default()
    }
}

fn analysed(recording: &Recording) -> Waits {
    of(recording, &|_, address| format!("at {address}")).expect("few records")
}

fn wait(cause: Cause, site: &str, other: &str, rank: u32, calls: u64, cycles: u64) -> Wait {
    Wait { cause, site: site.into(), other: other.into(), rank, calls, cycles }
}

#[test]
fn late_sender() {
    let ranks = vec![rank(0, 400, &[(SEND, 300, 320, 0)]), rank(1, 500, &[(RECEIVE, 100, 340, 230)])];
    let of = analysed(&recording(ranks, &[message(Protocol::Short, [0, 1], [310, 330, 332, 335])]));
    assert_eq!(of.waits, [wait(Cause::LateSender, "receive at 1", "send at 0", 0, 1, 200)]);
    let steps = [Step { rank: 0, from: 0, to: 310 }, Step { rank: 1, from: 330, to: 500 }];
    assert_eq!(of.path.steps, steps);
    let share = |what: &str, cycles| Share { what: what.into(), cycles };
    let shares =
        [share("computing", 460), share("messages under way", 20), share("send at 0", 10), share("receive at 1", 10)];
    assert_eq!(of.path.shares, shares);
}

#[test]
fn late_receiver() {
    for (function, kind) in [(SEND, "send at 0"), (WAIT, "wait at 3")] {
        let ranks = vec![rank(0, 600, &[(function, 100, 450, 330)]), rank(1, 450, &[(RECEIVE, 400, 440, 5)])];
        let of = analysed(&recording(ranks, &[message(Protocol::Rendezvous, [0, 1], [110, 401, 401, 438])]));
        assert_eq!(of.waits, [wait(Cause::LateReceiver, kind, "receive at 1", 1, 1, 290)]);
        let steps = [Step { rank: 1, from: 0, to: 400 }, Step { rank: 0, from: 400, to: 600 }];
        assert_eq!(of.path.steps, steps, "{kind}");
    }
}

#[test]
fn collectives() {
    let ranks = vec![
        rank(0, 900, &[(BARRIER, 100, 510, 400), (BARRIER, 600, 720, 90)]),
        rank(1, 900, &[(BARRIER, 500, 512, 5), (BARRIER, 600, 720, 90)]),
        rank(2, 950, &[(BARRIER, 200, 511, 250), (BARRIER, 700, 710, 0)]),
    ];
    let of = analysed(&recording(ranks, &[]));
    // The wait of rank 2 is no longer than its waiting cycles.
    assert_eq!(of.waits, [wait(Cause::Collective, "barrier at 2", "barrier at 2", 1, 4, 400 + 250 + 90 + 90)]);
    let steps = [Step { rank: 1, from: 0, to: 500 }, Step { rank: 2, from: 500, to: 950 }];
    assert_eq!(of.path.steps, steps);
}

#[test]
fn too_many() {
    let ranks = vec![rank(0, 1, &[(SEND, 0, 0, 0); RECORDS_MAX + 1])];
    assert!(of(&recording(ranks, &[]), &|_, _| String::new()).is_none());
}
