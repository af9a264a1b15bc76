//! Tests of Paraver files, which are read back line by line.

use super::samples;
use crate::recording::Recording;
use crate::timeline::{extrae, paraver_pcf, paraver_prv, paraver_row};
use rankine_program::mpi::Kind;
use std::collections::{BTreeMap, BTreeSet};

fn written(recording: &Recording, write: fn(&Recording, &mut dyn std::io::Write) -> std::io::Result<()>) -> String {
    let mut file = Vec::new();
    write(recording, &mut file).unwrap();
    String::from_utf8(file).unwrap()
}

/// The numbers of a record.
fn numbers(line: &str) -> Vec<i64> {
    line.split(':').map(|number| number.parse().expect(line)).collect()
}

/// The names in the tables of a `.pcf`, by number: those of `STATES` under 0, and those of values
/// under their event type.
fn names(pcf: &str) -> BTreeMap<i64, BTreeMap<i64, String>> {
    let mut names: BTreeMap<i64, BTreeMap<i64, String>> = BTreeMap::new();
    let (mut section, mut event_type) = ("", 0);
    for line in pcf.lines().filter(|line| !line.is_empty()) {
        if ["DEFAULT_OPTIONS", "DEFAULT_SEMANTIC", "STATES", "STATES_COLOR", "EVENT_TYPE", "VALUES"].contains(&line) {
            section = line;
            continue;
        }
        let (number, name) = line.split_once("    ").expect(line);
        match section {
            "STATES" => assert_eq!(names.entry(0).or_default().insert(number.parse().unwrap(), name.to_owned()), None),
            "STATES_COLOR" => assert!(names[&0].contains_key(&number.parse().unwrap()) && name.starts_with('{')),
            "EVENT_TYPE" => {
                event_type = name.split_once("    ").expect(line).0.parse().unwrap();
                assert!(names.insert(event_type, BTreeMap::new()).is_none());
            }
            "VALUES" => {
                let values = names.get_mut(&event_type).unwrap();
                assert_eq!(values.insert(number.parse().expect(line), name.to_owned()), None, "{line}");
            }
            _ => {}
        }
    }
    names
}

fn ns(recording: &Recording, cycles: u64) -> i64 {
    (u128::from(cycles) * 1_000_000_000 / u128::from(recording.clock_hz.max(1))) as i64
}

#[test]
fn records_say_what_was_recorded() {
    for recording in samples::all() {
        let names = names(&written(&recording, paraver_pcf));
        let prv = written(&recording, paraver_prv);
        let mut lines = prv.lines();
        let count = recording.ranks.len();
        let run_end = recording.ranks.iter().map(|rank| ns(&recording, rank.cycles)).max().unwrap_or(0);
        let header = lines.next().unwrap();
        assert!(header.starts_with(&format!("#Paraver (01/01/2000 at 00:00):{run_end}_ns:{count}(")), "{header}");
        assert!(lines.next().unwrap().starts_with(&format!("c:1:1:{count}:")));
        let records: Vec<Vec<i64>> = lines.map(numbers).collect();
        assert!(records.windows(2).all(|pair| pair[0][5] <= pair[1][5]), "sorted by time");
        check_messages(&recording, &records);
        for index in 0..count {
            check_states(&recording, index, run_end, &records, &names);
            check_events(&recording, index, &records, &names);
        }
    }
}

/// The CPU of the processor at a place of a rank. All numbers are counted from 1.
fn cpu(recording: &Recording, task: i64, place: u32) -> i64 {
    let before = recording.ranks[..task as usize - 1].iter().map(|rank| 1 + rank.lanes().count() as i64);
    before.sum::<i64>() + 1 + i64::from(place)
}

fn check_messages(recording: &Recording, records: &[Vec<i64>]) {
    let expected = recording.messages.iter().filter_map(|message| {
        let (source, destination) = (i64::from(message.source) + 1, i64::from(message.destination) + 1);
        let (from, to) = (cpu(recording, source, 0), cpu(recording, destination, message.place));
        let [sent, matched, received] = [message.sent, message.matched?, message.received?].map(|at| ns(recording, at));
        let (bytes, tag) = (message.bytes as i64, i64::from(message.tag));
        let (sender, receiver) =
            ([3, from, 1, source, 1, sent, sent], [to, 1, destination, i64::from(message.place) + 1]);
        Some([&sender[..], &receiver, &[matched, received, bytes, tag]].concat())
    });
    let found = records.iter().filter(|record| record[0] == 3).cloned();
    assert!(found.eq(expected));
}

type Names = BTreeMap<i64, BTreeMap<i64, String>>;

/// Checks that states follow each other without gaps, from the start to the end of the run.
fn check_states(recording: &Recording, index: usize, run_end: i64, records: &[Vec<i64>], names: &Names) {
    let rank = index as i64 + 1;
    let mut at = 0;
    for record in records.iter().filter(|record| record[0] == 1 && record[3..5] == [rank, 1]) {
        assert_eq!((&record[1..3], record[5]), (&[cpu(recording, rank, 0), 1][..], at));
        assert!(record[6] > at && names[&0].contains_key(&record[7]));
        at = record[6];
        let is_idle = record[7] == 0;
        assert_eq!(is_idle, record[5] >= ns(recording, recording.ranks[index].cycles));
    }
    assert_eq!(at, run_end);
}

/// Checks that each call is an event with its value, and an event with 0 at its end.
fn check_events(recording: &Recording, index: usize, records: &[Vec<i64>], names: &Names) {
    let rank = &recording.ranks[index];
    let of_rank = |record: &&Vec<i64>| record[0] == 2 && record[3] == index as i64 + 1;
    let events = records.iter().filter(of_rank).map(|record| (record[5], record[6], record[7]));
    let (calls, others): (Vec<_>, Vec<_>) = events.partition(|event| event.1 < 77_000_000);
    let functions = recording.programs.get(rank.program).map_or(&[][..], |program| &program.functions);
    let mut pairs = calls.chunks(2);
    for (position, call) in rank.calls.iter().enumerate() {
        let Some(function) = functions.get(call.function as usize) else { continue };
        let Some(&[begin, end]) = pairs.next() else { panic!("{}", function.name) };
        let next = rank.calls.get(position + 1).map_or(rank.cycles, |next| next.entered);
        let left = if call.repeats > 0 { next } else { call.left };
        assert_eq!((begin.0, end.0), (ns(recording, call.entered), ns(recording, left)));
        assert_eq!((begin.1, end.2), (end.1, 0));
        let plain = function.name.replace(char::is_control, " ").replace("PMPI_", "MPI_").replace("_c", "");
        assert_eq!(names[&begin.1][&begin.2], plain.replace("MPI_Init_thread", "MPI_Init"));
    }
    assert_eq!(pairs.next(), None);
    let repeats =
        rank.calls.iter().filter(|call| call.repeats > 0).map(|call| (call.entered, 77_000_002, call.repeats));
    let unexpected = rank.unexpected.iter().map(|(at, count)| (at, 77_000_001, u64::from(count)));
    let expected: BTreeSet<_> =
        repeats.chain(unexpected).map(|(at, what, value)| (ns(recording, at), what, value as i64)).collect();
    assert_eq!(others.into_iter().collect::<BTreeSet<_>>(), expected);
}

#[test]
fn rows_have_names() {
    for recording in samples::all() {
        let count = recording.ranks.len();
        let ranks: String = (0..count).map(|rank| format!("rank {rank}\n")).collect();
        let levels = ["CPU", "NODE", "TASK", "THREAD"];
        let expected: String = levels.map(|level| format!("LEVEL {level} SIZE {count}\n{ranks}\n")).concat();
        if recording.processors().all(|processor| processor.lane.is_none()) {
            assert_eq!(written(&recording, paraver_row), expected);
        }
    }
}

/// A further processor is the second thread of its rank, on its own CPU.
#[test]
fn lanes_are_threads() {
    let recording = samples::lanes();
    let (prv, row) = (written(&recording, paraver_prv), written(&recording, paraver_row));
    assert!(prv.starts_with("#Paraver (01/01/2000 at 00:00):666_ns:2(2,2):1:2(2:1,2:2),1\nc:1:1:2:1:2\n"), "{prv}");
    let second = "rank 0\nrank 0 nic\nrank 1\nrank 1 nic\n\n";
    let expected = format!(
        "LEVEL CPU SIZE 4\n{second}LEVEL NODE SIZE 2\nrank 0\nrank 1\n\n\
                            LEVEL TASK SIZE 2\nrank 0\nrank 1\n\nLEVEL THREAD SIZE 4\n{second}"
    );
    assert_eq!(row, expected);
    let states: Vec<&str> = prv.lines().filter(|line| line.starts_with("1:4:1:2:2:")).collect();
    assert_eq!(states, ["1:4:1:2:2:0:100:1", "1:4:1:2:2:100:220:6", "1:4:1:2:2:220:600:1", "1:4:1:2:2:600:666:0"]);
}

/// The numbers of Extrae 5 (`MPI_EventEncoding.h`).
#[test]
fn numbers_of_functions() {
    for (name, event_type, value) in [
        ("MPI_Send", 1, 1),
        ("PMPI_Recv", 1, 2),
        ("MPI_Isend", 1, 3),
        ("MPI_Irecv", 1, 4),
        ("MPI_Wait", 1, 5),
        ("MPI_Waitall", 1, 6),
        ("MPI_Bcast_c", 2, 7),
        ("MPI_Barrier", 2, 8),
        ("MPI_Scatterv", 2, 16),
        ("MPI_Comm_rank", 3, 19),
        ("MPI_Scan", 2, 30),
        ("MPI_Init", 3, 31),
        ("MPI_Init_thread", 3, 31),
        ("MPI_Finalize", 3, 32),
        ("MPI_Ssend", 1, 34),
        ("MPI_Test", 3, 39),
        ("MPI_Sendrecv", 1, 41),
        ("MPI_Comm_free", 3, 25),
        ("MPI_Probe", 1, 61),
        ("MPI_Win_unlock", 4, 75),
        ("MPI_Reduce_scatter", 2, 80),
        ("MPI_Abort", 3, 100),
        ("MPI_Wtime", 3, 110),
        ("MPI_Request_free", 3, 115),
        ("MPI_Pack_size", 3, 120),
        ("MPI_Type_contiguous", 3, 130),
        ("MPI_Type_vector", 3, 140),
        ("MPI_Ibarrier", 2, 156),
        ("MPI_Iscan", 2, 167),
        ("MPI_Ialltoallw", 2, 171),
        ("MPI_Win_flush_local_all", 4, 189),
        ("MPI_Imrecv", 1, 193),
        ("MPI_Comm_split_type", 3, 194),
        ("MPI_Comm_create_group", 3, 213),
        ("MPI_Iexscan", 2, 215),
    ] {
        assert_eq!(extrae::code(name), Some((50_000_000 + event_type, value)), "{name}");
    }
    assert_eq!(extrae::code("MPI_Query_thread"), None);
    let mut values = BTreeSet::new();
    let mut names = BTreeSet::new();
    assert!(extrae::functions().all(|(_, value, name)| values.insert(value) && names.insert(name)));
}

#[test]
fn states_of_calls() {
    for (name, kind, state) in [
        ("MPI_Send", Kind::Send, 4),
        ("MPI_Issend", Kind::Send, 10),
        ("MPI_Recv", Kind::Receive, 3),
        ("MPI_Irecv", Kind::Receive, 11),
        ("MPI_Sendrecv", Kind::SendReceive, 16),
        ("MPI_Iprobe", Kind::Probe, 6),
        ("MPI_Test", Kind::Wait, 8),
        ("MPI_Ibcast", Kind::Collective, 13),
        ("MPI_Comm_dup", Kind::Collective, 15),
        ("MPI_Init", Kind::Other, 15),
    ] {
        assert_eq!(extrae::state(name, kind), state, "{name}");
    }
}
