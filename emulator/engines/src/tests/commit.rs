//! Tests that lines of commit logs are as their readers expect.

use super::*;
use rankine_isa::{Op, Reg, Xlen, decode, parse_isa};
use rankine_machine::ProcessorId;

const SECOND: ProcessorId = ProcessorId { node: 1023, index: 1 };

fn known(number: usize, pc: u64, bits: u32, place: &str) -> Known {
    let instr = decode(bits, Xlen::Rv64, &parse_isa("rv64gc").unwrap().1).unwrap();
    let accesses = match instr.op {
        Op::Ld => Some((8, false)),
        Op::Sh => Some((2, true)),
        _ => None,
    };
    let cost = |branch| StepCost { issue: 1, branch, ..StepCost::default() };
    Known {
        number,
        pc,
        bits,
        instr,
        text: rankine_isa::disassemble(&instr, pc),
        place: place.into(),
        destination: instr.destination(),
        accesses,
        costs: [cost(0), cost(2)],
    }
}

fn log(format: &mut dyn Format, steps: &[(&Known, Step)]) -> String {
    let mut out = Buffer::default();
    format.begin(&mut out);
    for (known, step) in steps {
        format.step(known, step, &mut out);
    }
    String::from_utf8(out.as_bytes().to_vec()).unwrap()
}

/// Ready-made lines are equal to lines that are written in full, for any numbers.
#[test]
fn plain_lines() {
    let long = "a_function_with_a_name_that_is_longer_than_the_column_but_fits+0x123456789".to_string();
    let too_long = long.repeat(5);
    // auipc, ld, sh, beq, fadd.d, bnez (compressed)
    let words = [0x0000_0297, 0x0085_3503, 0x00b5_1123, 0x00b5_0463, 0x02c5_f553, 0x0000_e111];
    let places = ["_start", "", &long, &too_long];
    let mut state = 1_u64;
    for (format, in_full) in formats() {
        let (mut format, mut in_full) = (format, in_full);
        let (mut ready, mut refused) = (0, 0);
        for round in 0..480_u64 {
            let (word, place) = (words[round as usize % 6], places[round as usize / 6 % 4]);
            let number = round as usize % 24;
            let known = known(number, 0x8000_0000 + 6 * number as u64, word, place);
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let plain = Plain {
                cycle: state >> (round % 60),
                instret: round * round * round,
                value: state.rotate_left(7) >> (round % 50),
                addr: state >> 13,
                taken: known.instr.is_branch() && state & 64 != 0,
            };
            format.prepare(&known, &plain);
            let (mut line, mut full) = (Buffer::default(), Buffer::default());
            let cost = format.plain(known.pc, &plain, &mut line);
            in_full.step(&known, &plain.step(&known), &mut full);
            let Some(cost) = cost else {
                assert!(line.len() == 0 && place.len() > 160, "{known:?}");
                refused += 1;
                continue;
            };
            assert_eq!(String::from_utf8_lossy(line.as_bytes()), String::from_utf8_lossy(full.as_bytes()));
            assert_eq!(cost, if plain.taken { 3 } else { 1 });
            ready += 1;
        }
        assert!(ready >= 300 && [0, 120].contains(&refused), "{ready} {refused}");
        format.forget();
        assert!(format.plain(0x8000_0000, &Plain::default(), &mut Buffer::default()).is_none());
    }
}

/// Two logs of each kind that has ready-made lines.
fn formats() -> Vec<(Box<dyn Format>, Box<dyn Format>)> {
    vec![
        (Box::new(Spike::new(3, true)), Box::new(Spike::new(3, true))),
        (Box::new(Spike::new(12_345, false)), Box::new(Spike::new(12_345, false))),
        (Box::new(Rich::new(ProcessorId::of_rank(3), true)), Box::new(Rich::new(ProcessorId::of_rank(3), true))),
        (Box::new(Rich::new(SECOND, false)), Box::new(Rich::new(SECOND, false))),
    ]
}

fn steps() -> (Vec<Known>, Vec<Step>) {
    let known = vec![
        known(0, 0x8000_0000, 0x0000_0297, "_start"),
        known(1, 0x8000_0004, 0x0085_3503, "main+0x4"),
        known(2, 0x8000_0008, 0x00b5_1123, "main+0x8"),
        known(3, 0x8000_000c, 0x3002_9073, "main+0xc"),
    ];
    let cost = |issue, stall, data| StepCost { issue, stall, data, ..StepCost::default() };
    let memory = |addr, bytes, stored| Some(MemoryAccess { addr, bytes, stored });
    let steps = vec![
        Step {
            cycle: 0,
            written: Some((Reg::X(5), 0x8000_0000)),
            cost: StepCost { fetch: 92, ..cost(1, 0, 0) },
            ..Step::default()
        },
        Step {
            cycle: 93,
            instret: 1,
            written: Some((Reg::X(10), 0xab)),
            memory: memory(0x1008, 8, None),
            cost: cost(1, 1, 12),
            ..Step::default()
        },
        Step {
            cycle: 107,
            instret: 2,
            memory: memory(0x1002, 2, Some(0xbeef)),
            cost: cost(1, 0, 0),
            ..Step::default()
        },
        Step { cycle: 108, instret: 3, csr: Some((0x300, 0x6000)), cost: cost(3, 0, 0), ..Step::default() },
    ];
    (known, steps)
}

#[test]
fn lines() {
    let (known, steps) = steps();
    let both: Vec<(&Known, Step)> = known.iter().zip(steps).collect();
    assert_eq!(known[1].instr.op, Op::Ld);
    assert_eq!(
        log(&mut Spike::new(0, true), &both),
        "core   0: 3 0x0000000080000000 (0x00000297) x5  0x0000000080000000\n\
         core   0: 3 0x0000000080000004 (0x00853503) x10 0x00000000000000ab mem 0x0000000000001008\n\
         core   0: 3 0x0000000080000008 (0x00b51123) mem 0x0000000000001002 0xbeef\n\
         core   0: 3 0x000000008000000c (0x30029073) c768_mstatus 0x0000000000006000\n"
    );
    assert_eq!(log(&mut Spike::new(12, false), &both[..1]), "core  12: 3 0x80000000 (0x00000297) x5  0x80000000\n");
    let rich = log(&mut Rich::new(ProcessorId::of_rank(3), true), &both);
    let rows: Vec<Vec<&str>> = rich.lines().map(|line| line.split_whitespace().collect()).collect();
    for (row, expected) in rows.iter().zip([
        "# cycle instret rank pc place instruction cycles, writes",
        "0 0 3 0x80000000 _start auipc t0,0x0 93 fetch+92 t0=0x0000000080000000",
        "93 1 3 0x80000004 main+0x4 ld a0,8(a0) 14 stall+1 data+12 a0=0x00000000000000ab [0x0000000000001008]",
        "107 2 3 0x80000008 main+0x8 sh a1,2(a0) 1 [0x0000000000001002]=0xbeef",
        "108 3 3 0x8000000c main+0xc csrrw zero,mstatus,t0 3 mstatus=0x0000000000006000",
    ]) {
        assert_eq!(row.join(" "), expected);
    }
    let columns = |line: &str| line.find("0x8000").unwrap();
    assert!(rich.lines().skip(1).all(|line| columns(line) == columns(rich.lines().nth(1).unwrap())));
}

/// A reader of Kanata: an instruction begins before anything else is said about it, ends once, and
/// time never goes back.
#[test]
fn kanata() {
    let (known, mut steps) = steps();
    steps[2].cost = StepCost { issue: 1, stall: -1, ..StepCost::default() };
    steps[3].cycle = 107;
    let both: Vec<(&Known, Step)> = known.iter().zip(steps).collect();
    let text = log(&mut Kanata::new(0), &both);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("Kanata\t0004"));
    let (mut now, mut begun, mut seen) = (0, 0, Vec::new());
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            ["C", cycles] => now += cycles.parse::<u64>().unwrap(),
            ["I", id, _, "0"] => {
                assert_eq!(id.parse::<usize>().unwrap(), begun, "{line}");
                begun += 1;
            }
            ["L", _, "0" | "1", label] => assert!(!label.is_empty(), "{line}"),
            ["S", id, "0", stage] => seen.push(format!("{id}{stage}@{now}")),
            ["R", id, _, "0"] => seen.push(format!("{id}R@{now}")),
            _ => panic!("{line}"),
        }
    }
    assert_eq!(seen.join(" "), "0F@0 0X@92 0R@93 1X@93 1M@95 1R@107 2X@107 2R@107 3X@107 3R@110");
}
