//! The tail-called handlers, pairs among them, do what the careful form does: random programs in both, compared at
//! every stop. An observer of each instruction makes a run a careful one.

mod common;

use common::{BASE, Machine, SIZE};
use rankine_bus::Memory;
use rankine_hart::{Exit, Hart, Watch};
use rankine_isa::{Instr, parse_isa};
use rankine_timing::{Cost, Timing};

const PROGRAMS: u64 = 3000;
const STOPS: u64 = 60;
const WORDS: usize = 64;

/// Different costs for everything that may cost something, accesses and fetches included.
struct Costs;

impl Timing for Costs {
    const FETCHES: bool = true;
    const ACCESSES: bool = true;

    fn cost(&self, instr: &Instr, next: [Option<&Instr>; 2]) -> Cost {
        Cost { base: 1 + instr.op as u16 % 5 + u16::from(next[0].is_some_and(Instr::is_load)), taken: 3 }
    }

    fn fetch(&mut self, pc: u64) -> u64 {
        u64::from(pc.is_multiple_of(32))
    }

    fn load(&mut self, addr: u64, _: u64) -> u64 {
        addr >> 3 & 1
    }

    fn store(&mut self, addr: u64, _: u64) -> u64 {
        addr >> 4 & 1
    }
}

struct Observer;

impl Watch for Observer {
    const RETIRES: bool = true;
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        // The multiplier of Knuth's MMIX.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn word(&mut self) -> u32 {
        let [rd, rs1, rs2] = [(); 3].map(|()| 8 + self.below(5) as u32);
        let (funct3, funct7) = (self.below(8) as u32, [0, 0x20, 1, self.below(128) as u32][self.below(4) as usize]);
        let register = funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7;
        let immediate = (self.below(4096) as u32) << 20 | rs1 << 15 | funct3 << 12 | rd << 7;
        // x2 holds an address of memory.
        let based = |word: u32| word & !(31 << 15) | 2 << 15;
        let near = (self.below(32) as u32 * 2) << 7 & 0xf00 | rs2 << 20 | rs1 << 15 | funct3 << 12;
        match self.below(14) {
            0..2 => register | 0x33,
            2 => register | 0x3b,
            3..5 => immediate | 0x13,
            5 => immediate | 0x1b,
            6 => based(immediate) | 0x03,
            7 => based(register) | 0x23,
            8 => near | 0x63 | [0, 0xfe00_0080][self.below(2) as usize],
            9 => based(immediate) & !(7 << 12) | 3 << 12 | [0x07, 0x27][self.below(2) as usize],
            10 => register & !(7 << 12) | 0x53 | [7 << 12, 0][self.below(2) as usize],
            11 => immediate & 0xffff_0f80 | [0x37, 0x17, 0x6f][self.below(3) as usize],
            12 => register & 0x05ff_ff80 | 2 << 25 | [0x43, 0x47, 0x4b, 0x4f][self.below(4) as usize],
            _ => self.below(1 << 32) as u32 & !(1 << 16),
        }
    }
}

fn compare(isa: &str, seed: u64) {
    let mut random = Random(seed);
    let words: Vec<u32> = (0..WORDS).map(|_| random.word()).collect();
    let hooks: Vec<u64> = (0..random.below(3)).map(|_| BASE + 2 * random.below(2 * WORDS as u64)).collect();
    let image = random.below(4) != 0;
    let make = || {
        let mut machine = Machine::new(isa, &words, &Costs, image, &hooks);
        for number in 8..16 {
            machine.hart.set_x(number, (number as u64) << (4 * number));
            machine.hart.f[number] = (number as f64 / 7.0).to_bits();
        }
        machine.hart.set_x(2, BASE + SIZE / 2);
        machine.hart.csr.fflags = (seed & 1) as u8;
        machine
    };
    let (mut quick, mut careful) = (make(), make());
    for stop in 0..STOPS {
        let until = quick.hart.cycles + 1 + random.below(200);
        let exits = [quick.run(&mut Costs, &mut (), until), careful.run(&mut Costs, &mut Observer, until)];
        assert_eq!(exits[0], exits[1], "{isa} seed {seed} stop {stop}");
        let state = |hart: &Hart| (hart.pc, hart.cycles, hart.instret, hart.x, hart.f, hart.csr.clone());
        assert_eq!(state(&quick.hart), state(&careful.hart), "{isa} seed {seed} stop {stop}");
        if !matches!(exits[0], Exit::Budget | Exit::Hook | Exit::Returned | Exit::Wfi) {
            let pc = BASE + 2 * random.below(2 * WORDS as u64);
            (quick.hart.pc, careful.hart.pc) = (pc, pc);
        }
    }
    let contents = |machine: &Machine| {
        let mut bytes = vec![0; SIZE as usize];
        assert!(machine.ram.read(BASE, &mut bytes));
        bytes
    };
    assert_eq!(contents(&quick), contents(&careful), "{isa} seed {seed}");
}

#[test]
fn both_forms_do_the_same() {
    for isa in ["rv64gc", "rv32gc", "rv64imafd"] {
        assert!(parse_isa(isa).is_ok());
        for seed in 0..PROGRAMS {
            compare(isa, seed);
        }
    }
}
