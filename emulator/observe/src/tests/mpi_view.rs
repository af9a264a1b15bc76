//! Tests of sums, distributions and tables of small recordings. The expected values were computed
//! by hand.

use super::*;
use crate::recording::{Message, MpiCall, MpiFunctionName, ProgramRecording, Protocol, RankRecording};
use crate::testing::{Source, compile, source_dir};
use rankine_program::mpi::Kind;

fn call(function: u32, return_address: u64, span: (u64, u64), wait_cycles: u64, bytes: Option<u64>) -> MpiCall {
    MpiCall { function, return_address, entered: span.0, left: span.1, wait_cycles, bytes, ..MpiCall::default() }
}

fn message(pair: (u32, u32), bytes: u64, protocol: Protocol, times: (u64, Option<u64>)) -> Message {
    Message {
        source: pair.0,
        destination: pair.1,
        tag: 0,
        bytes,
        protocol,
        is_collective: false,
        sent: times.0,
        arrived: None,
        matched: None,
        received: times.1,
        is_unexpected: false,
        place: 0,
    }
}

/// Two ranks of one program. Rank 0 sends; rank 1 receives and tests, and is in a barrier at the
/// end.
fn recording() -> Recording {
    let functions = [("MPI_Send", Kind::Send), ("MPI_Test", Kind::Wait), ("MPI_Barrier", Kind::Collective)]
        .map(|(name, kind)| MpiFunctionName { name: name.into(), kind })
        .into();
    let rank = |rank, cycles, calls: Vec<MpiCall>, unexpected: Vec<(u64, u32)>| RankRecording {
        rank,
        cycles,
        calls: calls.into(),
        unexpected: unexpected.into(),
        ..RankRecording::default()
    };
    let early = Message {
        arrived: Some(40),
        matched: Some(100),
        is_unexpected: true,
        ..message((0, 1), 8, Protocol::Short, (10, Some(130)))
    };
    let never_matched =
        Message { arrived: Some(300), is_unexpected: true, ..message((0, 1), 16, Protocol::Short, (280, None)) };
    let collective = Message { is_collective: true, ..message((1, 0), 4, Protocol::Rendezvous, (400, Some(450))) };
    Recording {
        programs: vec![ProgramRecording { path: "a.elf".into(), functions }],
        ranks: vec![
            rank(
                0,
                1000,
                vec![
                    call(0, 0x14, (10, 60), 5, Some(8)),
                    call(0, 0x24, (100, 130), 0, Some(100)),
                    call(0, 0x14, (200, 310), 50, Some(16)),
                ],
                vec![],
            ),
            rank(
                1,
                600,
                vec![
                    MpiCall { repeats: 9, ..call(1, 0x34, (20, 30), 20, None) },
                    call(1, 0x34, (140, 154), 0, None),
                    MpiCall { is_under_way: true, ..call(2, 0x44, (200, 600), 390, None) },
                ],
                vec![(40, 1), (60, 2), (100, 1), (300, 2), (310, 0)],
            ),
        ],
        messages: [early, message((0, 1), 100, Protocol::Eager, (105, Some(145))), never_matched, collective]
            .into_iter()
            .collect(),
        ..Recording::default()
    }
}

fn place(program: usize, return_address: u64) -> String {
    format!("p{program}.c:{return_address} main")
}

fn numbers(cost: &Cost) -> [u64; 4] {
    [cost.calls, cost.bytes, cost.cycles, cost.wait_cycles]
}

#[test]
fn by_function_and_rank() {
    let view = MpiView::of(&recording(), &place);
    assert_eq!((view.ranks, view.cycles), (2, 1600));
    let sums: Vec<_> = view
        .functions
        .iter()
        .map(|(name, spent)| {
            let by_rank: Vec<_> = spent.by_rank.iter().map(|of| (of.rank, numbers(&of.cost))).collect();
            (name.as_str(), numbers(&spent.total), by_rank)
        })
        .collect();
    assert_eq!(
        sums,
        [
            ("MPI_Barrier", [1, 0, 400, 390], vec![(1, [1, 0, 400, 390])]),
            // 190 = 50 + 30 + 110.
            ("MPI_Send", [3, 124, 190, 55], vec![(0, [3, 124, 190, 55])]),
            // Ten calls of 10 cycles and one of 14.
            ("MPI_Test", [11, 0, 114, 20], vec![(1, [11, 0, 114, 20])]),
        ]
    );
    assert_eq!(numbers(&view.total), [15, 124, 704, 465]);
}

#[test]
fn by_site() {
    let view = MpiView::of(&recording(), &place);
    let sites: Vec<_> = view
        .call_sites
        .iter()
        .map(|site| {
            let each = site
                .each
                .map(|d| [d.count, d.minimum_cycles, d.median_cycles, d.percentile_99_cycles, d.maximum_cycles]);
            (site.function.as_str(), site.place.as_str(), site.spent.total.calls, site.spent.total.cycles, each)
        })
        .collect();
    assert_eq!(
        sites,
        [
            ("MPI_Barrier", "p0.c:68 main", 1, 400, None),
            ("MPI_Send", "p0.c:20 main", 2, 160, Some([2, 50, 50, 110, 110])),
            ("MPI_Test", "p0.c:52 main", 11, 114, Some([11, 10, 10, 14, 14])),
            ("MPI_Send", "p0.c:36 main", 1, 30, Some([1, 30, 30, 30, 30])),
        ]
    );
}

#[test]
fn distributions() {
    for (values, expected) in [
        (vec![], None),
        (vec![(5, 0)], None),
        (vec![(7, 1)], Some((1, 7, 7, 7.0, 7, 7))),
        (vec![(4, 1), (1, 1), (3, 1), (2, 1)], Some((4, 1, 2, 2.5, 4, 4))),
        // 99 times 1, and once 100: the value 100 is above the 99th percentile.
        (vec![(100, 1), (1, 99)], Some((100, 1, 1, 1.99, 1, 100))),
        (vec![(100, 2), (1, 98)], Some((100, 1, 1, 2.98, 100, 100))),
    ] {
        let found = Distribution::of(values.clone());
        let found = found.map(|d| {
            (d.count, d.minimum_cycles, d.median_cycles, d.mean_cycles, d.percentile_99_cycles, d.maximum_cycles)
        });
        assert_eq!(found, expected, "{values:?}");
    }
    let most = Distribution::of(vec![(u64::MAX, u64::MAX), (u64::MAX - 1, u64::MAX)]);
    assert_eq!(most.map(|d| d.median_cycles), Some(u64::MAX - 1));
}

#[test]
fn messages_and_queues() {
    let view = MpiView::of(&recording(), &place);
    let messages = &view.messages;
    assert_eq!((messages.messages, messages.bytes, messages.unreceived), (4, 128, 1));
    // The latencies are 120, 40 and 50 cycles.
    let latency = messages.latency.unwrap();
    assert_eq!((latency.count, latency.minimum_cycles, latency.median_cycles, latency.mean_cycles), (3, 40, 50, 70.0));
    let protocols: Vec<_> = messages
        .by_protocol
        .iter()
        .map(|(name, of)| (name.as_str(), of.messages, of.bytes, of.latency.map(|d| d.median_cycles)))
        .collect();
    assert_eq!(protocols, [("eager", 1, 100, Some(40)), ("rendezvous", 1, 4, Some(50)), ("short", 2, 24, Some(120))]);
    assert_eq!(messages.unexpected.messages, 2);
    assert_eq!(messages.unexpected.waited.map(|d| (d.count, d.maximum_cycles)), Some((1, 60)));
    let queues: Vec<_> =
        messages.unexpected.longest_queues.iter().map(|of| (of.rank, of.messages, of.at_cycle)).collect();
    assert_eq!(queues, [(0, 0, 0), (1, 2, 60)]);
    let flow = |source, destination, messages, bytes| Flow { source, destination, messages, bytes };
    assert_eq!(view.matrix.point_to_point, [flow(0, 1, 3, 124)]);
    assert_eq!(view.matrix.collective, [flow(1, 0, 1, 4)]);
    assert_eq!(view.matrix.all(), [flow(0, 1, 3, 124), flow(1, 0, 1, 4)]);
}

/// Recordings with nothing in them, with invalid indices, with times that run backwards, and with
/// the largest values.
#[test]
fn odd_recordings() {
    let empty = MpiView::of(&Recording::default(), &place);
    assert_eq!(empty, MpiView::default());
    assert_eq!(table(&empty, 10), "no MPI calls\n");
    let largest = MpiCall { repeats: u64::MAX, bytes: Some(u64::MAX), ..call(9, 0, (0, u64::MAX), u64::MAX, None) };
    let backwards = call(9, 0, (9, 3), 0, None);
    let rank = RankRecording {
        program: 7,
        cycles: u64::MAX,
        calls: vec![largest, largest, backwards].into(),
        unexpected: vec![(u64::MAX, u32::MAX)].into(),
        ..RankRecording::default()
    };
    let messages = vec![message((u32::MAX, 5), u64::MAX, Protocol::Eager, (9, Some(3))); 2];
    let view = MpiView::of(
        &Recording { ranks: vec![rank.clone(), rank], messages: messages.into(), ..Recording::default() },
        &place,
    );
    assert_eq!(numbers(&view.functions["unknown"].total), [u64::MAX; 4]);
    assert_eq!(view.messages.latency.map(|d| d.maximum_cycles), Some(0));
    assert!(table(&view, 10).lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn reads_back_and_is_described() {
    let view = MpiView::of(&recording(), &place);
    let document = serde_json::to_value(&view).unwrap();
    assert_eq!(serde_json::from_value::<MpiView>(document.clone()).unwrap(), view);
    let text = include_str!("../../../../docs/mpi-view.md");
    let names_of_run = ["MPI_Send", "MPI_Test", "MPI_Barrier"];
    let mut pending = vec![document];
    while let Some(value) = pending.pop() {
        match value {
            serde_json::Value::Object(members) => {
                for (name, member) in members {
                    let known = names_of_run.contains(&name.as_str()) || text.contains(&format!("`{name}`"));
                    assert!(known, "docs/mpi-view.md lacks {name}");
                    pending.push(member);
                }
            }
            serde_json::Value::Array(elements) => pending.extend(elements),
            _ => {}
        }
    }
}

#[test]
fn tables() {
    let view = MpiView::of(&recording(), &place);
    let expected = "\
MPI functions (% of the time of all ranks)
function     calls  bytes  cycles  waiting  % time
MPI_Barrier      1      0     400      390    25.0
MPI_Send         3    124     190       55    11.9
MPI_Test        11      0     114       20     7.1
all             15    124     704      465    44.0

MPI call sites: 3 of 4 (cycles per call)
calls  cycles  % waiting  minimum  median  maximum  function and place
    1     400       97.5        -       -        -  MPI_Barrier p0.c:68 main
    2     160       34.4       50      50      110  MPI_Send p0.c:20 main
   11     114       17.5       10      10       14  MPI_Test p0.c:52 main

4 messages: 3 of point-to-point calls, 1 within collective calls

Messages from rank (row) to rank (column)
   0  1
0  ·  3
1  1  ·

Bytes from rank (row) to rank (column)
   0    1
0  ·  124
1  4    ·

Message latency, from sent to received, in cycles
protocol    messages  bytes  minimum  median  mean  99 %  maximum
eager              1    100       40      40    40    40       40
rendezvous         1      4       50      50    50    50       50
short              2     24      120     120   120   120      120
all                4    128       40      50    70   120      120

Unexpected messages: 2; waiting time 60 to 60 cycles, median 60
rank  longest queue  from cycle
   1              2          60

Messages sent and not received: 1
";
    assert_eq!(table(&view, 3), expected);
}

/// With many ranks, only the heaviest pairs are shown, in few enough columns. Names may be long and
/// hostile.
#[test]
fn wide_tables() {
    let mut recording = recording();
    recording.programs[0].functions[0].name = "MPI_Sent\u{1b}[31m_by_a_function_with_a_long_name".into();
    recording.messages.push(message((2, 16), 1_234_567, Protocol::Eager, (0, Some(9_999_999_999))));
    for rank in 2..17 {
        recording.ranks.push(RankRecording { rank, ..RankRecording::default() });
    }
    recording.ranks[0].calls.update(0, |call| call.left = u64::MAX);
    let view = MpiView::of(&recording, &|_, _| format!("{}main.c:7 main", "a/".repeat(90)));
    let text = table(&view, 10);
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text}");
    let pairs = "\
Pairs of ranks with most bytes
from  to  messages      bytes  collective messages  collective bytes
   2  16         1  1 234 567                    0                 0
   0   1         3        124                    0                 0
   1   0         0          0                    1                 4
";
    assert!(text.contains(pairs), "{text}");
    assert!(text.contains("main.c:7 main\n"), "{text}");
}

#[test]
fn numbers_as_text() {
    for (value, in_groups, short) in [
        (0, "0", "0"),
        (999, "999", "999"),
        (1000, "1 000", "1.0k"),
        (12_999, "12 999", "12k"),
        (1_234_567, "1 234 567", "1.2M"),
        (u64::MAX, "18 446 744 073 709 551 615", "18E"),
    ] {
        assert_eq!((grouped(value).as_str(), compact(value).as_str()), (in_groups, short));
    }
}

#[test]
fn places_of_calls() {
    let c = "void MPI_Send(void);\nint main(void) {\n    MPI_Send();\n    return 0;\n}\n";
    let sources = [Source::C(c), Source::C("void MPI_Send(void) {}")];
    let directory = source_dir("places");
    for (options, end) in [(&[][..], "0.c:3 main"), (&["-g0"][..], "main+0x"), (&["-s"][..], "0x")] {
        let program = compile("places", &sources, options);
        let call = Debug::load(compile("places", &sources, &[]), directory.clone());
        let Some(main) = call.symbols.address("main") else { panic!("main") };
        let debug = Debug::load(program, directory.clone());
        let place = place_of_call(&debug, main + 8);
        assert!(place.starts_with(end), "{place}");
    }
}
