//! Nodes of two processors that share a device: results are the same bit for bit with and without
//! elided polling, on any number of host threads, watched or not, and with different clocks.

use rankine_bus::{Access, Clock, Cx, Device, Kind, Memory, Ram, Reply, Request};
use rankine_hart::{Code, Hart};
use rankine_host::{Host, HostOptions};
use rankine_isa::{Xlen, parse_isa};
use rankine_machine::{
    Completed, End, Limits, Look, Machine, Moment, Node, Observer, Observers, Options, Pace, Parts, Points, Processor,
    ProcessorId, ProcessorParts, SkippedRounds, pipeline_engine,
};
use rankine_program::Symbols;
use rankine_program::mpi::MpiCalls;
use rankine_timing::{Pipeline, TimingParams};

const CONTROL: u64 = 0x1000;
const MAILBOX: u64 = 0x2000;
/// Start of the programs and memories of a node's processors.
const BASES: [u64; 2] = [0x8000_0000, 0x9000_0000];
const MEMORY_BYTES: u64 = 0x1000;
/// More cycles than `COUNTS` computes.
const SILENT_CYCLES: u64 = 1_000_000;

/// Two words: the first processor writes the first one, the second processor the other.
#[derive(Default)]
struct Mailbox([u64; 2]);

impl Device for Mailbox {
    fn name(&self) -> &'static str {
        "mailbox"
    }

    fn answers(&self, addr: u64) -> bool {
        addr & !7 == MAILBOX
    }

    fn access(&mut self, _: &mut Cx<'_>, access: Access) -> Reply {
        let word = &mut self.0[(access.addr >> 2 & 1) as usize];
        if let Kind::Store(value) = access.kind {
            *word = value;
        }
        Reply::Done { value: *word, latency: 3 }
    }

    fn is_pure(&self, access: &Access) -> bool {
        access.kind == Kind::Load
    }
}

/// A store ends the program.
struct Control;

impl Device for Control {
    fn name(&self) -> &'static str {
        "control"
    }

    fn answers(&self, addr: u64) -> bool {
        addr == CONTROL
    }

    fn access(&mut self, cx: &mut Cx<'_>, access: Access) -> Reply {
        if let Kind::Store(status) = access.kind {
            cx.effects.request = Some(Request::Exit(status as i32));
        }
        Reply::Done { value: 0, latency: 1 }
    }

    fn is_pure(&self, _: &Access) -> bool {
        false
    }
}

/// Waits for a word from the other processor, sends it back, and ends with it as status.
const WAITS: [u32; 6] = [
    0x0000_20b7, // lui x1, 0x2
    0x0040_a103, // lw x2, 4(x1)
    0xfe01_0ee3, // beq x2, x0, -4
    0x0020_a023, // sw x2, 0(x1)
    0x0000_11b7, // lui x3, 0x1
    0x0021_a023, // sw x2, 0(x3)
];

/// Counts for 262 144 rounds, sends 7, waits for an answer, and jumps to itself.
const COUNTS: [u32; 9] = [
    0x0000_20b7, // lui x1, 0x2
    0x0004_0237, // lui x4, 0x40
    0xfff2_0213, // addi x4, x4, -1
    0xfe02_1ee3, // bne x4, x0, -4
    0x0070_0113, // addi x2, x0, 7
    0x0020_a223, // sw x2, 4(x1)
    0x0000_a283, // lw x5, 0(x1)
    0xfe02_8ee3, // beq x5, x0, -4
    0x0000_006f, // jal x0, 0
];

/// Counts the calls that an observer gets.
#[derive(Default)]
struct Counter {
    stretches: [u64; 2],
    accesses: u64,
    skipped: u64,
    ends: u64,
}

impl Observer for Counter {
    fn completed(&mut self, _: &Moment<'_>, instruction: &Completed) {
        self.accesses += u64::from(instruction.access.is_some());
    }

    fn rounds_skipped(&mut self, skipped: &SkippedRounds) {
        self.skipped += skipped.rounds;
    }

    fn stretch_began(&mut self, _: &Hart) -> u64 {
        self.stretches[0] += 1;
        u64::MAX
    }

    fn stretch_ended(&mut self, _: &Moment<'_>) {
        self.stretches[1] += 1;
    }

    fn ended(&mut self) {
        self.ends += 1;
    }
}

fn timing() -> TimingParams {
    let keys = TimingParams::SECTION.keys.iter();
    let text: String = keys.map(|key| format!("{} = {}\n", key.name, key.default)).collect();
    toml::from_str(&text).unwrap()
}

fn processor(id: ProcessorId, program: &[u32], clock_hz: u64, is_watched: bool) -> Processor {
    let base = BASES[id.index as usize];
    let (xlen, extensions) = parse_isa("rv32i").unwrap();
    let mut ram = Ram::new(base, MEMORY_BYTES).unwrap();
    let bytes: Vec<u8> = program.iter().flat_map(|word| word.to_le_bytes()).collect();
    assert!(ram.write(base, &bytes));
    let engine = pipeline_engine(Pipeline::new(timing(), Xlen::Rv32));
    let code = base..base + bytes.len() as u64;
    let image = engine.image(std::slice::from_ref(&code), &mut ram, xlen, &extensions);
    let mut hart = Hart::new(xlen, extensions, 0);
    hart.pc = base;
    Processor::new(ProcessorParts {
        id,
        group: (id.index as usize, 0),
        clock: Clock::from_hz(clock_hz),
        hart,
        ram,
        code: Code::new(image),
        engine,
        observers: if is_watched { vec![Box::<Counter>::default()] } else { Vec::new() },
        stack_bottom: base,
        silent_cycles: (id.index > 0).then_some(SILENT_CYCLES),
    })
}

fn calls() -> MpiCalls {
    MpiCalls::new(&Symbols::load(&[]), false)
}

fn machine(nodes: u32, second: &[u32], second_hz: u64, is_watched: bool) -> Machine {
    let node = |id| Node {
        id,
        processors: vec![
            processor(ProcessorId::of_rank(id), &WAITS, 1_000_000_000, is_watched),
            processor(ProcessorId { node: id, index: 1 }, second, second_hz, is_watched),
        ],
        control: Box::new(Control),
        devices: vec![Box::<Mailbox>::default()],
        observers: Observers::default(),
    };
    let points = || Points { calls: calls(), marks: None };
    Machine::new(Parts {
        nodes: (0..nodes).map(node).collect(),
        points: vec![points(), points()],
        network: None,
        shared: None,
        port: None,
        host: Host::new(HostOptions::new(std::env::temp_dir()), nodes as usize).unwrap(),
        clock: Clock::from_hz(1_000_000_000),
        pace: Pace {
            call_cycles: 100,
            file_call_cycles: 0,
            file_bytes_per_cycle: 0,
            first_stretch_cycles: 4096,
            stretch_cycles: 1_000_000,
        },
    })
}

fn run(machine: &mut Machine, elide: bool, threads: usize) -> End {
    let options = Options { limits: Limits { max_cycles: Some(3_000_000), timeout: None }, threads, elide };
    machine.run(&options, &mut |_| Look::GoOn)
}

/// Cycles, instructions and exit status of every processor.
fn figures(machine: &Machine) -> Vec<(u64, u64, Option<i32>)> {
    machine.processors().map(|one| (one.hart.cycles, one.hart.instret, one.exit_status())).collect()
}

#[test]
fn same_bits_in_every_way() {
    for (second_hz, expected) in [
        // Loads of the first processor come at cycles 1, 5, 9, ...; the word is stored at cycle 3 + 2 * 262 144 of the second.
        // The run ends with the first one's program. At 1 GHz the second one is then in the private stretch
        // of its jump to itself; at 500 MHz it would come to that stretch only after the end.
        (1_000_000_000, [(524_302, 262_152, Some(7)), (528_397, 528_391, None)]),
        (500_000_000, [(1_048_594, 524_298, Some(7)), (524_298, 524_294, None)]),
        // The second one's load at its cycle 524 294 sees the answer, and behind it is a stretch of 4096 cycles.
        // Periods of 2500 ps and 3333 ps: edges of the two clocks meet now and then.
        (400_000_000, [(1_310_738, 655_370, Some(7)), (528_393, 528_389, None)]),
        (300_000_000, [(1_747_474, 873_738, Some(7)), (528_393, 528_389, None)]),
        // 3000 ps: a load and the store that it waits for come at the same time. The lower processor's load
        // is first and does not see the store.
        (333_333_333, [(1_572_886, 786_444, Some(7)), (528_393, 528_389, None)]),
    ] {
        for nodes in [1, 3] {
            for (elide, threads, is_watched) in [
                (true, 1, false),
                (true, 1, true),
                (true, 2, false),
                (true, 8, true),
                (false, 1, false),
                (false, 2, true),
            ] {
                let mut machine = machine(nodes, &COUNTS, second_hz, is_watched);
                let how =
                    format!("{second_hz} Hz, {nodes} nodes, elide {elide}, {threads} threads, watched {is_watched}");
                assert_eq!(run(&mut machine, elide, threads), End::Finished, "{how}");
                let figures = figures(&machine);
                for node in figures.chunks(2) {
                    assert_eq!(node, expected, "{how}");
                }
            }
        }
    }
}

/// A further processor that computes for ever does not keep the run from ending.
#[test]
fn the_ranks_programs_end_the_run() {
    let mut counts = COUNTS.to_vec();
    counts.truncate(COUNTS.len() - 1);
    counts.extend([
        0x0012_0213, // addi x4, x4, 1
        0xffdf_f06f, // jal x0, -4
    ]);
    let mut expected = None;
    for (elide, threads, is_watched) in [(true, 1, false), (true, 8, true), (false, 1, true), (false, 2, false)] {
        let mut machine = machine(2, &counts, 400_000_000, is_watched);
        let how = format!("elide {elide}, {threads} threads, watched {is_watched}");
        assert_eq!(run(&mut machine, elide, threads), End::Finished, "{how}");
        let figures = figures(&machine);
        assert_eq!(*expected.get_or_insert(figures.clone()), figures, "{how}");
        assert_eq!((figures[0].0, figures[1].2), (1_310_738, None), "{how}");
    }
}

#[test]
fn nobody_answers() {
    let never: [u32; 1] = [0x0000_006f];
    let mut machine = machine(2, &never, 1_000_000_000, true);
    assert_eq!(run(&mut machine, true, 2), End::Deadlock);
    let last = machine.processor(ProcessorId { node: 1, index: 1 });
    assert_eq!((last.id.to_string(), last.hart.instret), ("rank 1 processor 1".into(), 4096));
}

/// Processors that compute for ever, or load and count for ever, while the others wait: the run
/// ends at the same place on any number of host threads, with and without elision.
#[test]
fn silent_processors() {
    let computes: &[u32] = &[
        0x0012_0213, // addi x4, x4, 1
        0xffdf_f06f, // jal x0, -4
    ];
    let loads: &[u32] = &[
        0x0000_20b7, // lui x1, 0x2
        0x0000_a283, // lw x5, 0(x1)
        0x0012_0213, // addi x4, x4, 1
        0xff9f_f06f, // jal x0, -8
    ];
    for (program, nodes) in [(computes, 1), (computes, 3), (loads, 1), (loads, 3)] {
        let mut expected = None;
        for (elide, threads, is_watched) in
            [(true, 1, false), (true, 1, true), (false, 1, true), (true, 2, false), (false, 2, false), (true, 8, true)]
        {
            let mut machine = machine(nodes, program, 400_000_000, is_watched);
            let how = format!("{program:x?}, {nodes} nodes, elide {elide}, {threads} threads, watched {is_watched}");
            assert_eq!(run(&mut machine, elide, threads), End::Deadlock, "{how}");
            let figures = (figures(&machine), machine.now);
            let silent = machine.processor(ProcessorId { node: 0, index: 1 }).silent_for();
            assert!(silent.is_some_and(|cycles| cycles < 3 * SILENT_CYCLES), "{how}: {silent:?}");
            assert_eq!(*expected.get_or_insert(figures.clone()), figures, "{how}");
        }
    }
}

/// An observer gets all moments of its processor, and no others.
#[test]
fn moments() {
    let mut machine = machine(1, &COUNTS, 1_000_000_000, true);
    assert_eq!(run(&mut machine, true, 1), End::Finished);
    // Loads, most of which are skipped, and stores.
    for (index, loads, stores) in [(0, 131_074, 2), (1, 2, 1)] {
        let processor = machine.processor(ProcessorId { node: 0, index });
        let counter: &Counter = processor.observer().unwrap();
        assert_eq!(counter.stretches[0], counter.stretches[1], "processor {index}");
        assert_eq!(counter.ends, 1, "processor {index}");
        assert_eq!(counter.skipped + counter.accesses, loads + stores, "processor {index}");
    }
}
