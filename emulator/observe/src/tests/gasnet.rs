//! Tests of active messages and handlers: records of marks, assignment of messages to runs, and
//! sums.

use super::*;
use crate::recording::{ActiveHead, MpiCall, MpiFunctionName, ProcessorRecording, ProgramRecording, RankRecording};
use rankine_program::MarkEvent;
use rankine_program::mpi::{Direction, Kind, Remote};

/// A head in the library's form: handler, no arguments, category, reply.
fn head(handler: u8, category: u8, is_reply: bool) -> u64 {
    u64::from(u32::from_le_bytes([handler, 0, category, u8::from(is_reply)]))
}

fn recorder(marks: &[(MarkEvent, [u64; 3], u64)]) -> ActiveRecorder {
    let mut recorder = ActiveRecorder::default();
    marks.iter().for_each(|(event, operands, cycle)| recorder.mark(*event, *operands, *cycle));
    recorder
}

/// Rank 0 sends two requests to rank 1, which replies to the first one; a sequencer at node 2 sends one to rank 0.
fn recorders() -> [ActiveRecorder; 2] {
    use MarkEvent::{ActiveHandled, ActiveHandling, ActiveSending};
    let (ping, put, pong) = (head(130, 0, false), head(1, 2, false), head(131, 0, true));
    let mut first = recorder(&[
        (ActiveSending, [1, ping, 0], 100),
        (ActiveSending, [1, put, 64], 120),
        (ActiveHandling, [1, pong, 0], 300),
        (ActiveHandled, [0; 3], 330),
        (ActiveHandling, [2, pong, 0], 400),
        (ActiveHandled, [0; 3], 410),
    ]);
    let second = recorder(&[
        (ActiveHandling, [0, ping, 0], 200),
        (ActiveSending, [0, pong, 0], 220),
        (ActiveHandled, [0; 3], 240),
        // The run ends here.
        (ActiveHandling, [0, put, 64], 250),
    ]);
    first.register(131, 0x40);
    [first, second]
}

#[test]
fn messages_meet_their_runs() {
    let [first, second] = recorders();
    let messages = active_messages(&[&first, &second]);
    let told: Vec<_> = messages
        .iter()
        .map(|message| (message.source, message.destination, message.head.handler, message.sent, message.handled))
        .collect();
    let expected = [
        (0, 1, 130, Some(100), Some(200)),
        (0, 1, 1, Some(120), Some(250)),
        (1, 0, 131, Some(220), Some(300)),
        (2, 0, 131, None, Some(400)),
    ];
    assert_eq!(told, expected);
    assert_eq!(second.runs()[1].end, None);
    assert_eq!(messages[1].head, ActiveHead { handler: 1, arguments: 0, category: 2, is_reply: false });
}

fn recording() -> Recording {
    let [first, second] = recorders();
    let call = |entered, left, node, direction| MpiCall {
        entered,
        left,
        bytes: Some(8),
        remote: Some(Remote { node, bytes: 8, direction }),
        ..MpiCall::default()
    };
    let rank = |rank, recorder: &ActiveRecorder, calls: Vec<MpiCall>| RankRecording {
        rank,
        cycles: 500,
        calls: calls.into(),
        handlers: recorder.runs().to_vec(),
        handler_functions: recorder.functions().clone(),
        processors: vec![ProcessorRecording::default()],
        ..RankRecording::default()
    };
    let of_first = vec![call(90, 110, 1, Direction::Put), call(290, 420, 1, Direction::Get)];
    Recording {
        programs: vec![ProgramRecording {
            functions: vec![MpiFunctionName { name: "gasnet_f".into(), kind: Kind::OneSided }],
            ..ProgramRecording::default()
        }],
        ranks: vec![rank(0, &first, of_first), rank(1, &second, Vec::new())],
        active: active_messages(&[&first, &second]),
        ..Recording::default()
    }
}

#[test]
fn sums() {
    let view = GasnetView::of(&recording(), &|_, address| format!("f{address:x}")).expect("GASNet was used");
    assert_eq!((view.total.calls, view.total.cycles, view.total.bytes), (2, 150, 16));
    let kinds: Vec<_> = view.messages.iter().map(|kind| (kind.kind.as_str(), kind.is_library, kind.messages)).collect();
    assert_eq!(kinds, [("short request", false, 1), ("short reply", false, 2), ("long request", true, 1)]);
    // The latency of rank 1's reply. The time at which the sequencer sent its message is not known.
    assert_eq!(view.messages[1].latency.map(|latency| (latency.count, latency.median_cycles)), Some((1, 80)));
    let handlers: Vec<_> =
        view.handlers.iter().map(|one| (one.handler, one.function.as_str(), one.runs, one.cycles)).collect();
    assert_eq!(handlers, [(1, "", 1, 0), (130, "", 1, 40), (131, "f40", 2, 40)]);
    let flows = |flows: &[crate::mpi_view::Flow]| -> Vec<(u32, u32, u64, u64)> {
        flows.iter().map(|flow| (flow.source, flow.destination, flow.messages, flow.bytes)).collect()
    };
    assert_eq!(flows(&view.matrix.requests), [(0, 1, 2, 64)]);
    assert_eq!(flows(&view.matrix.replies), [(1, 0, 1, 0), (2, 0, 1, 0)]);
    assert_eq!(flows(&view.matrix.puts), [(0, 1, 1, 8)]);
    assert_eq!(flows(&view.matrix.gets), [(1, 0, 1, 8)]);
    assert_eq!(GasnetView::of(&Recording::default(), &|_, _| String::new()), None);
}

#[test]
fn lines_of_tables() {
    let view = GasnetView::of(&recording(), &|_, address| format!("f{address:x}")).expect("GASNet was used");
    let text = table(&view);
    for line in ["gasnet_f", "short request  programs", "long request   the library", "131  f40", "of the library"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}
