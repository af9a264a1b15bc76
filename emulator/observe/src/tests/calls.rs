//! Tests: lists of calls return the calls that were added.

use super::*;
use rankine_program::mpi::Transfer;

#[test]
fn calls_come_back() {
    let transfer = |peer| Some(Transfer { peer: Some(peer), tag: None, bytes: Some(8) });
    let plain =
        MpiCall { function: 3, return_address: 0x1000, entered: 10, left: 20, wait_cycles: 5, ..MpiCall::default() };
    let calls = [
        plain,
        MpiCall { entered: 30, left: 40, ..plain },
        MpiCall { send: transfer(1), root: Some(2), ..plain },
        MpiCall { send: transfer(2), ..plain },
        MpiCall { wait_cycles: u64::from(u32::MAX) + 1, left: u64::MAX, ..plain },
        MpiCall { repeats: 7, repeated_until: 90, ..plain },
        MpiCall { is_under_way: true, ..plain },
    ];
    let mut list: CallList = calls.into_iter().collect();
    assert_eq!(list.iter().collect::<Vec<_>>(), calls);
    assert_eq!((list.shapes.len(), list.rare.len(), list.repeated()), (3, 3, vec![5]));
    assert_eq!((list.last(), list.get(7), list.range(1..3).count()), (Some(calls[6]), None, 2));
    // A rare call may become a plain one, and the other way round.
    list.update(5, |call| (call.repeats, call.repeated_until) = (0, 0));
    list.update(0, |call| call.repeats = 1);
    list.update(9, |_| unreachable!("there is no such call"));
    assert_eq!((list.get(0), list.get(5)), (Some(MpiCall { repeats: 1, ..plain }), Some(plain)));
    assert_eq!(list.repeated(), [0]);
}

#[test]
fn calls_are_found_by_time() {
    let list: CallList = (0..9).map(|at| MpiCall { entered: 10 * at, ..MpiCall::default() }).collect();
    for (cycle, expected) in [(0, 1), (9, 1), (10, 2), (79, 8), (80, 9), (u64::MAX, 9)] {
        assert_eq!(list.cursor().entered_by(cycle), expected, "{cycle}");
    }
}

/// Many different shapes of calls, some of which occur again and again.
#[test]
fn many_shapes() {
    let call = |index: u64| {
        let function = if index.is_multiple_of(3) { 7 } else { index as u32 };
        let communicator = Some(0x101).filter(|_| !index.is_multiple_of(5));
        let transfer = Transfer { peer: Some(-1), tag: Some(index as i32), bytes: (index % 2 == 1).then_some(index) };
        let (send, receive) = ((index % 3 == 1).then_some(transfer), (index % 3 == 2).then_some(transfer));
        let remote = Remote { node: 3, bytes: index, direction: Direction::Put };
        let (root, remote) = ((index % 6 == 1).then_some(-3), index.is_multiple_of(7).then_some(remote));
        MpiCall {
            function,
            entered: index,
            left: index + 1,
            send,
            receive,
            communicator,
            root,
            remote,
            ..MpiCall::default()
        }
    };
    let calls: Vec<MpiCall> = (0..5000).map(call).collect();
    let list: CallList = calls.iter().copied().collect();
    assert_eq!(list.iter().collect::<Vec<_>>(), calls);
    let mut cursor = list.cursor();
    for index in (0..5000).chain((0..5000).rev().step_by(7)) {
        assert_eq!((cursor.get(index), list.get(index)), (Some(calls[index]), Some(calls[index])), "{index}");
    }
}
