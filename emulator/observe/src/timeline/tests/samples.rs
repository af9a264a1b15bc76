//! Small recordings for tests, made by hand.

use crate::packed::Packed;
use crate::recording::{
    Lane, LaneState, Message, MpiCall, MpiFunctionName, ProcessorRecording, ProgramRecording, Protocol, RankRecording,
    Recording,
};
use rankine_machine::ProcessorId;
use rankine_program::mpi::{ANY_SOURCE, ANY_TAG, COMM_WORLD, Kind, PROC_NULL, Transfer};

/// A name with characters that have a meaning in some format.
pub const ODD: &str = "MPI_\"odd\\;,:\n\tnäme → 世界";

const FUNCTIONS: [(&str, Kind); 24] = [
    ("MPI_Init", Kind::Other),
    ("MPI_Finalize", Kind::Other),
    ("MPI_Send", Kind::Send),
    ("MPI_Recv", Kind::Receive),
    ("MPI_Isend", Kind::Send),
    ("PMPI_Irecv", Kind::Receive),
    ("MPI_Sendrecv", Kind::SendReceive),
    ("MPI_Wait", Kind::Wait),
    ("MPI_Waitall", Kind::Wait),
    ("MPI_Test", Kind::Wait),
    ("MPI_Barrier", Kind::Collective),
    ("MPI_Bcast", Kind::Collective),
    ("MPI_Allreduce_c", Kind::Collective),
    ("MPI_Reduce", Kind::Collective),
    ("MPI_Gather", Kind::Collective),
    ("MPI_Alltoall", Kind::Collective),
    ("MPI_Gatherv", Kind::Collective),
    ("MPI_Comm_rank", Kind::Other),
    ("MPI_Probe", Kind::Probe),
    ("MPI_Query_thread", Kind::Other),
    (ODD, Kind::Other),
    ("MPI_Init_thread", Kind::Other),
    ("MPI_Testall", Kind::Wait),
    ("MPI_Waitsome", Kind::Wait),
];

/// A call by name from `entered` to `left`.
pub fn call(name: &str, entered: u64, left: u64) -> MpiCall {
    let function = FUNCTIONS.iter().position(|row| row.0 == name).expect(name) as u32;
    MpiCall { function, return_address: 0x1000 + entered, entered, left, wait_cycles: 1, ..MpiCall::default() }
}

fn transfer(peer: i32, tag: i32, bytes: u64) -> Option<Transfer> {
    Some(Transfer { peer: Some(peer), tag: Some(tag), bytes: Some(bytes) })
}

pub fn send(name: &str, times: [u64; 2], peer: i32, tag: i32, bytes: u64) -> MpiCall {
    let send = transfer(peer, tag, bytes);
    MpiCall { send, communicator: Some(COMM_WORLD), bytes: Some(bytes), ..call(name, times[0], times[1]) }
}

pub fn receive(name: &str, times: [u64; 2], peer: i32, tag: i32, bytes: u64) -> MpiCall {
    let receive = transfer(peer, tag, bytes);
    MpiCall { receive, communicator: Some(COMM_WORLD), bytes: Some(bytes), ..call(name, times[0], times[1]) }
}

pub fn exchange(times: [u64; 2], to: i32, from: i32, tag: i32, bytes: u64) -> MpiCall {
    MpiCall { receive: transfer(from, tag, bytes), ..send("MPI_Sendrecv", times, to, tag, bytes) }
}

pub fn collective(name: &str, times: [u64; 2], root: Option<i32>, bytes: Option<u64>) -> MpiCall {
    MpiCall { root, bytes, communicator: Some(COMM_WORLD), ..call(name, times[0], times[1]) }
}

pub fn message(ends: [u32; 2], tag: i32, bytes: u64, times: [u64; 4]) -> Message {
    Message {
        source: ends[0],
        destination: ends[1],
        tag,
        bytes,
        protocol: Protocol::Short,
        is_collective: false,
        sent: times[0],
        arrived: Some(times[1]),
        matched: Some(times[2]),
        received: Some(times[3]),
        is_unexpected: false,
        place: 0,
    }
}

pub fn rank(rank: u32, cycles: u64, calls: Vec<MpiCall>) -> RankRecording {
    RankRecording {
        rank,
        cycles,
        calls: calls.into(),
        exit_status: Some(0),
        unexpected: Packed::default(),
        processors: vec![ProcessorRecording::default()],
        ..RankRecording::default()
    }
}

pub fn recording(ranks: Vec<RankRecording>, messages: Vec<Message>) -> Recording {
    let functions = FUNCTIONS.iter().map(|&(name, kind)| MpiFunctionName { name: name.to_owned(), kind }).collect();
    let programs = vec![ProgramRecording { path: "a \"program\"\\;\nä.elf".to_owned(), functions }];
    // Three cycles take two nanoseconds.
    Recording { clock_hz: 1_500_000_000, programs, ranks, messages: messages.into(), ..Recording::default() }
}

/// Rank 0 sends two messages. The first one waits for its receive, and the receiver fetches the
/// second one.
pub fn send_receive() -> Recording {
    let first = vec![
        call("MPI_Init", 10, 40),
        send("MPI_Send", [100, 130], 1, 7, 8),
        send("MPI_Send", [200, 700], 1, 9, 65536),
        call("MPI_Finalize", 800, 900),
    ];
    let second = vec![
        call("MPI_Init", 10, 40),
        receive("MPI_Recv", [300, 640], 0, 9, 65536),
        receive("MPI_Recv", [650, 660], ANY_SOURCE, ANY_TAG, 64),
        call("MPI_Finalize", 800, 900),
    ];
    let unexpected = Message { is_unexpected: true, ..message([0, 1], 7, 8, [120, 310, 655, 658]) };
    let fetched = Message { protocol: Protocol::Rendezvous, ..message([0, 1], 9, 65536, [210, 320, 320, 630]) };
    let second = RankRecording { unexpected: vec![(310, 1), (655, 0)].into(), ..rank(1, 950, second) };
    recording(vec![rank(0, 1000, first), second], vec![unexpected, fetched])
}

/// Three ranks in collectives that consist of messages. In one of them, the root sends to two ranks
/// at once.
pub fn collectives() -> Recording {
    let calls = |late: u64| {
        vec![
            collective("MPI_Bcast", [100 + late, 200 + late], Some(1), Some(12)),
            collective("MPI_Allreduce_c", [300, 400 + late], None, Some(8)),
            collective("MPI_Reduce", [500, 600], Some(2), Some(16)),
            collective("MPI_Gather", [610, 620], Some(0), Some(4)),
            collective("MPI_Alltoall", [620, 640], None, Some(24)),
            collective("MPI_Gatherv", [640, 650], Some(0), None),
            collective("MPI_Barrier", [650, 700], None, None),
        ]
    };
    let part = |ends, times| Message { is_collective: true, ..message(ends, -3, 12, times) };
    let messages = vec![
        part([1, 0], [120, 140, 140, 150]),
        part([1, 2], [121, 140, 140, 180]),
        part([0, 1], [310, 320, 320, 330]),
        part([2, 1], [310, 320, 320, 330]),
    ];
    recording((0..3).map(|number| rank(number, 800, calls(u64::from(number)))).collect(), messages)
}

/// Calls in progress, a rank without calls, messages that no rank receives, polling, and odd names.
pub fn edges() -> Recording {
    let under_way = MpiCall { is_under_way: true, ..receive("MPI_Recv", [600, 1000], ANY_SOURCE, 3, 4) };
    let elsewhere = MpiCall { communicator: Some(0x1080_3000), ..collective("MPI_Barrier", [400, 410], None, None) };
    let polling = vec![
        call(ODD, 0, 0),
        receive("PMPI_Irecv", [20, 30], 1, 5, 4),
        MpiCall { repeats: 40, repeated_until: 300, ..call("MPI_Test", 40, 50) },
        call("MPI_Test", 300, 320),
        exchange([330, 340], PROC_NULL, PROC_NULL, 0, 4),
        elsewhere,
        send("MPI_Send", [420, 430], 2, 5, 4),
        call("MPI_Query_thread", 430, 431),
        under_way,
    ];
    let sender = vec![send("MPI_Send", [200, 220], 0, 5, 4), MpiCall { function: 9999, ..call("MPI_Send", 230, 240) }];
    let unheard =
        |sent, arrived| Message { arrived, matched: None, received: None, ..message([0, 2], 5, 4, [sent; 4]) };
    let messages = vec![message([1, 0], 5, 4, [210, 310, 310, 315]), unheard(425, None), unheard(426, Some(500))];
    let ranks = vec![
        RankRecording { exit_status: None, ..rank(0, 1000, polling) },
        rank(1, 500, sender),
        RankRecording {
            program: 7,
            unexpected: vec![(500, 1)].into(),
            processors: Vec::new(),
            ..rank(2, 600, Vec::new())
        },
    ];
    recording(ranks, messages)
}

/// Two ranks with NICs that receive messages while the ranks compute. The first NIC polls at the
/// start and at the end.
pub fn lanes() -> Recording {
    let nic = |rank, states: &[(u64, u64, bool)]| {
        let states = states.iter().map(|&(begin, end, is_polling)| LaneState { begin, end, is_polling });
        let lane = Some(Lane { name: "nic".into(), states: states.collect() });
        ProcessorRecording { id: ProcessorId { node: rank, index: 1 }, lane, ..ProcessorRecording::default() }
    };
    let node = |of: RankRecording, states: &[(u64, u64, bool)]| {
        let processors = vec![ProcessorRecording::default(), nic(of.rank, states)];
        RankRecording { processors, ..of }
    };
    let first = rank(0, 1000, vec![send("MPI_Isend", [100, 130], 1, 7, 8), send("MPI_Send", [200, 700], 1, 9, 64)]);
    let second = rank(1, 900, vec![receive("MPI_Recv", [500, 640], 0, 9, 64)]);
    let ranks = vec![
        node(first, &[(0, 90, true), (90, 400, false), (400, 1000, true)]),
        node(second, &[(0, 150, false), (150, 330, true), (330, 900, false)]),
    ];
    let messages = vec![
        Message { place: 1, ..message([0, 1], 7, 8, [120, 310, 310, 330]) },
        Message { place: 1, ..message([0, 1], 9, 64, [210, 420, 510, 520]) },
    ];
    recording(ranks, messages)
}

/// All samples, and an empty recording.
pub fn all() -> Vec<Recording> {
    vec![send_receive(), collectives(), edges(), lanes(), Recording::default()]
}
