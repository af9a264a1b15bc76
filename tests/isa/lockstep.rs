//! Compares the hart with QEMU: random programs must write the same registers, flags and memory on both.

mod encode;
mod generate;
mod random;
mod run;

use encode::Encoder;
use generate::{Generator, Kind, ROUND_BYTES};
use rankine_isa::{Extensions, F_NAMES, Op, X_NAMES, Xlen, parse_isa};
use rankine_tests::is_long;
use run::{Outcome, Seen, on_hart, on_qemu};
use std::ops::Range;

const KINDS: &[Kind] = &[
    Kind { name: "integer", isa: "i", changes_code: false },
    Kind { name: "multiplication", isa: "im", changes_code: false },
    Kind { name: "atomic", isa: "ia", changes_code: false },
    Kind { name: "compressed", isa: "ic", changes_code: false },
    Kind { name: "single", isa: "if", changes_code: false },
    Kind { name: "double", isa: "ifd", changes_code: false },
    Kind { name: "bits", isa: "i_zba_zbb_zbs", changes_code: false },
    Kind { name: "mixed", isa: "gcb", changes_code: false },
    Kind { name: "changing", isa: "gcb", changes_code: true },
];

/// Describes where two outcomes differ.
fn difference(ours: &Outcome, theirs: &Outcome) -> String {
    let word = |outcome: &Outcome, at: usize| {
        let bytes = outcome.output.get(at..at + 8).map(|bytes| bytes.try_into().expect("eight bytes"));
        bytes.map_or("nothing".to_string(), |bytes| format!("{:#018x}", u64::from_le_bytes(bytes)))
    };
    let length = ours.output.len().max(theirs.output.len());
    let shown = (0..length).step_by(8).filter(|&at| word(ours, at) != word(theirs, at)).take(8).map(|at| {
        let slot = at % ROUND_BYTES / 8;
        let name = match slot {
            0..32 => X_NAMES[slot],
            32..64 => F_NAMES[slot - 32],
            _ => "fcsr",
        };
        format!("round {}, {name}: ours {}, QEMU {}", at / ROUND_BYTES, word(ours, at), word(theirs, at))
    });
    let shown: Vec<String> = shown.collect();
    format!("ours ended with {}, QEMU with {}\n{}", ours.end, theirs.end, shown.join("\n"))
}

/// Seeds of the programs of each kind: a few; with RANKINE_LONG (`make test-long`) so many that all
/// kinds and both register widths together execute more than a hundred million instructions.
/// RANKINE_SEED is the first seed, 0 if not set.
fn seeds() -> Range<u64> {
    let first = std::env::var("RANKINE_SEED").map_or(0, |seed| seed.parse().expect("RANKINE_SEED is a number"));
    let count = if is_long() { 100 } else { 4 };
    first..first + count
}

/// Operations that no watcher sees in random programs: user programs cannot return from traps or wait,
/// `ebreak` ends them, and [`on_hart`] completes `ecall` itself. About `ctzw` see [`generate`].
const LEFT_OUT: [Op; 5] = [Op::Ecall, Op::Ebreak, Op::Mret, Op::Wfi, Op::Ctzw];

fn lockstep(xlen: Xlen) {
    let bits = xlen.bits();
    let mut instructions = 0;
    let mut seen = Seen::default();
    for kind in KINDS {
        let (_, ext) = parse_isa(&format!("rv{bits}{}", kind.isa)).expect("an ISA string");
        let encoder = Encoder::new(xlen, ext);
        let mut generator = Generator::new(&encoder, xlen, ext, kind.changes_code);
        for seed in seeds() {
            let program = generator.program(seed, 300, 60);
            let theirs = on_qemu(&program, kind.name);
            let (ours, count) = on_hart(&program, true, &mut ());
            let (again, _) = on_hart(&program, false, &mut seen);
            instructions += count;
            let place = format!("RV{bits}, {} programs, seed {seed}", kind.name);
            assert!(ours == theirs, "{place}: {}", difference(&ours, &theirs));
            assert!(again == theirs, "{place}, decoded as it comes: {}", difference(&again, &theirs));
        }
    }
    let expected = Op::ALL.iter().filter(|op| op.exists(xlen, &Extensions::ALL) && !LEFT_OUT.contains(op));
    let missed: Vec<&Op> = expected.filter(|op| !seen.0.contains(op)).collect();
    assert!(missed.is_empty(), "RV{bits}: no program executed {missed:?}: is there a kind for them?");
    println!("RV{bits}: {instructions} instructions agree");
}

#[test]
fn rv32() {
    lockstep(Xlen::Rv32);
}

#[test]
fn rv64() {
    lockstep(Xlen::Rv64);
}
