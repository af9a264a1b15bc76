//! Tests of SimGrid traces, line by line.

use super::samples::{self, call, collective, message, rank, receive, recording, send};
use crate::recording::{Protocol, Recording};
use crate::timeline::{LeftOut, Pairs, simgrid_list, simgrid_rank};
use rankine_program::mpi::ANY_SOURCE;

fn written(recording: &Recording, rank: usize) -> (String, LeftOut) {
    let mut file = Vec::new();
    let left_out = simgrid_rank(recording, &Pairs::new(recording), rank, &mut file).unwrap();
    (String::from_utf8(file).unwrap(), left_out)
}

/// Compares the trace of a rank with `expected`, which lacks the rank's number at the start of each
/// line.
fn check(recording: &Recording, rank: usize, expected: &str, left_out: LeftOut) {
    let (text, found) = written(recording, rank);
    let prefix = format!("{rank} ");
    let lines: Vec<&str> = text.lines().map(|line| line.strip_prefix(&prefix).expect(line)).collect();
    assert_eq!(lines.join(", "), expected);
    assert_eq!(found, left_out);
}

#[test]
fn sends_and_receives() {
    let recording = samples::send_receive();
    let expected = [
        "init, compute 70, send 1 7 8 6, compute 70, send 1 9 65536 6, compute 200, finalize",
        // The wildcards stood for source 0 and tag 7.
        "init, compute 270, recv 0 9 65536 6, compute 10, recv 0 7 8 6, compute 190, finalize",
    ];
    for (rank, expected) in expected.iter().enumerate() {
        check(&recording, rank, expected, LeftOut::default());
    }
}

#[test]
fn collectives() {
    let expected = "init, compute 100, bcast 12 1 6, compute 100, allreduce 8 0 6, compute 100, reduce 16 0 2 6, \
                    compute 10, gather 4 4 0 6 6, alltoall 24 24 6 6, barrier, compute 100, finalize";
    check(&samples::collectives(), 0, expected, LeftOut { calls: 1, ..LeftOut::default() });
}

#[test]
fn edges() {
    let recording = samples::edges();
    // A test that finds nothing is an action `test`, and the skipped rounds behind it are no
    // computing. The next test finds the message. The receive in progress and the barrier on
    // another communicator are left out.
    let polling = "init, compute 20, irecv 1 5 4 6, compute 10, test 1 0 5, wait 1 0 5, compute 80, send 2 5 4 6, \
                   compute 169, finalize";
    check(&recording, 0, polling, LeftOut { calls: 1, other_communicators: 1, unknown_sizes: 0 });
    check(&recording, 1, "init, compute 200, send 0 5 4 6, compute 279, finalize", LeftOut::default());
    check(&recording, 2, "init, compute 600, finalize", LeftOut::default());
    assert!(simgrid_rank(&recording, &Pairs::new(&recording), 3, &mut Vec::new()).is_err());
}

/// A recording with these calls of rank 0. Messages are given by tag and by the times at which they
/// were matched and received.
fn waiting(calls: &[(&str, u64, u64, i32)], messages: &[(i32, u64, u64)]) -> Recording {
    let calls = calls.iter().map(|&(name, entered, left, tag)| match name {
        "PMPI_Irecv" => receive(name, [entered, left], ANY_SOURCE, tag, 4),
        "MPI_Isend" => send(name, [entered, left], 1, tag, 4),
        "MPI_Bcast" => collective(name, [entered, left], Some(0), None),
        _ => call(name, entered, left),
    });
    let ends = |tag| if tag < 10 { [1, 0] } else { [0, 1] };
    let messages = messages.iter().map(|&(tag, matched, received)| crate::recording::Message {
        protocol: if tag < 10 { Protocol::Short } else { Protocol::Rendezvous },
        ..message(ends(tag), tag, 4, [matched, matched, matched, received])
    });
    recording(vec![rank(0, 100, calls.collect()), rank(1, 100, Vec::new())], messages.collect())
}

/// The requests that a call completed are found from the times of messages.
#[test]
fn waits() {
    let two = [("PMPI_Irecv", 0, 0, 1), ("PMPI_Irecv", 0, 0, 2)];
    let posted = "init, irecv 1 1 4 6, irecv 1 2 4 6";
    for (calls, messages, expected) in [
        // The request that a call waited for is the one that was complete in it, and last.
        (vec![("MPI_Wait", 0, 50, 0), ("MPI_Wait", 50, 60, 0)], [(1, 10, 30), (2, 20, 45)], "wait 1 0 2, wait 1 0 1"),
        (vec![("MPI_Wait", 0, 35, 0), ("MPI_Wait", 35, 60, 0)], [(1, 10, 30), (2, 20, 45)], "wait 1 0 1, wait 1 0 2"),
        (vec![("MPI_Waitall", 0, 60, 0), ("MPI_Wait", 60, 70, 0)], [(1, 10, 30), (2, 20, 45)], "waitall"),
        (
            vec![("MPI_Waitall", 0, 40, 0), ("MPI_Wait", 40, 70, 0)],
            [(1, 10, 30), (2, 20, 45)],
            "wait 1 0 1, wait 1 0 2",
        ),
        (vec![("MPI_Waitsome", 0, 60, 0)], [(1, 10, 30), (2, 20, 45)], "wait 1 0 1, wait 1 0 2"),
        (vec![("MPI_Testall", 0, 40, 0), ("MPI_Testall", 40, 60, 0)], [(1, 10, 30), (2, 20, 45)], "waitall"),
    ] {
        let recording = waiting(&[&two[..], &calls].concat(), &messages);
        let (text, left_out) = written(&recording, 0);
        let lines: Vec<&str> =
            text.lines().map(|line| &line[2..]).filter(|line| !line.starts_with("compute")).collect();
        assert_eq!(lines.join(", "), format!("{posted}, {expected}, finalize"));
        assert_eq!(left_out, LeftOut::default());
    }
}

/// A send whose message the receiver fetches is complete only then. A receive whose message never
/// comes is not in the trace.
#[test]
fn requests_and_sizes() {
    let calls = [
        ("MPI_Isend", 0, 0, 12),
        ("PMPI_Irecv", 0, 0, 3),
        ("MPI_Test", 0, 0, 0),
        ("MPI_Test", 80, 80, 0),
        ("MPI_Bcast", 80, 100, 0),
    ];
    let recording = waiting(&calls, &[(12, 0, 70)]);
    let expected = "init, isend 1 12 4 6, test 0 1 12, compute 80, wait 0 1 12, bcast 0 0 6, finalize";
    check(&recording, 0, expected, LeftOut { calls: 1, other_communicators: 0, unknown_sizes: 1 });
}

#[test]
fn an_exchange_keeps_its_tags() {
    let calls = vec![samples::exchange([10, 50], 1, 1, 6, 4), samples::exchange([50, 60], 1, -3, 8, 4)];
    let messages = vec![message([0, 1], 6, 4, [20, 30, 30, 40]), message([1, 0], 6, 4, [20, 30, 30, 40])];
    let recording = recording(vec![rank(0, 60, calls), rank(1, 60, Vec::new())], messages);
    let expected = "init, compute 10, isend 1 6 4 6, recv 1 6 4 6, wait 0 1 6, isend 1 8 4 6, wait 0 1 8, finalize";
    check(&recording, 0, expected, LeftOut::default());
}

#[test]
fn lists() {
    for (names, expected) in [
        (vec![], Some("")),
        (vec!["t_files/0 \"ä\".txt", "t_files/1.txt"], Some("t_files/0 \"ä\".txt\nt_files/1.txt\n")),
        (vec!["a\nb"], None),
        (vec![""], None),
    ] {
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        let mut file = Vec::new();
        let result = simgrid_list(&names, &mut file).ok().map(|()| String::from_utf8(file).unwrap());
        assert_eq!(result.as_deref(), expected);
    }
}
