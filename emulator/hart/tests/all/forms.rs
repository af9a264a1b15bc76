//! Compares the tail-called handlers, including pairs, with the careful form: both execute random
//! programs, and their states must be equal at every stop. An observer of each instruction selects
//! the careful form.

use crate::common::{BASE, Machine, SIZE};
use crate::recorded::Recording;
use crate::timed::{Caches, Profiling};
use rankine_bus::Memory;
use rankine_hart::{Code, Exit, Hart, Retired, Watch};
use rankine_isa::parse_isa;
use rankine_timing::{Asked, Cached, Prediction, Replacement, Timing};
use std::ops::ControlFlow;

const PROGRAMS: u64 = 2000;
const STOPS: u64 = 60;
const WORDS: usize = 64;

/// Small caches of many shapes and pipelines of several widths. Half of them have a memory that
/// others use, too.
fn timing(random: &mut Random, isa: &str) -> Cached {
    let is_shared = random.below(2) == 1;
    let mut pick = |values: &[u64]| values[random.below(values.len() as u64) as usize];
    let replacement = |lru: u64| if lru == 1 { Replacement::Lru } else { Replacement::RoundRobin };
    let mut cached = crate::timed::cached(parse_isa(isa).unwrap().0, |params, caches| {
        caches.l1i_bytes = pick(&[0, 64, 128]);
        caches.l1i_ways = pick(&[1, 2]);
        caches.l1i_replacement = replacement(pick(&[0, 1]));
        caches.l1d_bytes = pick(&[0, 256, 512]);
        caches.l1d_ways = pick(&[1, 2, 4]);
        caches.l1d_line_bytes = pick(&[32, 64]);
        caches.l1d_replacement = replacement(pick(&[0, 1]));
        caches.l1d_write_back = pick(&[0, 1]) == 1;
        caches.l1d_write_allocate = pick(&[0, 1]) == 1;
        caches.l2_bytes = pick(&[0, 512, 1024]);
        caches.l2_ways = pick(&[1, 2, 4]);
        caches.l2_line_bytes = pick(&[32, 128]);
        caches.l2_replacement = replacement(pick(&[0, 1]));
        caches.l2_holds_code = pick(&[0, 1]) == 1;
        caches.l2_hit_cycles = 11;
        caches.memory_read_cycles = 41;
        caches.memory_write_cycles = pick(&[0, 17]);
        params.issue_width = pick(&[1, 2, 4]) as u16;
        params.memory_ports = pick(&[1, 2]) as u16;
        params.branch_prediction = if pick(&[0, 1]) == 1 { Prediction::Backward } else { Prediction::None };
        params.shift_per_bit = pick(&[0, 1]) as u16;
        params.shift_register_per_bit = pick(&[0, 4]) as u16;
        if !is_shared {
            params.window = pick(&[1, 1, 7]) as u16;
            (caches.misses_outstanding, caches.memory_banks) = (pick(&[1, 2]), pick(&[0, 2]));
            caches.memory_open_row_cycles = 29;
        }
        if pick(&[0, 1]) == 1 {
            // Caches of the usual kind, for which the engine has compiled code.
            (caches.l1i_line_bytes, caches.l1d_line_bytes, caches.l2_line_bytes) = (64, 64, 64);
            (caches.l1i_bytes, caches.l1d_bytes, caches.l2_bytes) = (128, pick(&[256, 512]), pick(&[512, 1024]));
            (caches.l1d_write_back, caches.l1d_write_allocate) = (true, true);
            caches.l1i_replacement = Replacement::RoundRobin;
            caches.l1d_replacement = Replacement::RoundRobin;
            caches.l2_replacement = Replacement::RoundRobin;
        }
    });
    if is_shared {
        cached.share_memory().unwrap();
    }
    cached
}

/// Watches each instruction, so that the careful form executes it.
struct Observer {
    /// Does it stop behind each instruction?
    steps: bool,
}

impl Watch for Observer {
    fn watches_instructions(&self) -> bool {
        true
    }

    fn retire(&mut self, _: &Hart, _: &Retired<'_>) -> ControlFlow<()> {
        if self.steps { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
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
        let function = [0, 1, 2, 3, 4, 8, 12, 16, 20, 24, 28][self.below(11) as usize];
        // lr has no rs2.
        let atomic = |word: u32| if function == 2 { word & !(31 << 20) } else { word } | function << 27 | 0x2f;
        match self.below(15) {
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
            13 => atomic(based(register) & 0x01ff_8f80 | (2 + self.below(2) as u32) << 12),
            _ => self.below(1 << 32) as u32 & !(1 << 16),
        }
    }
}

/// The machine with values in its registers.
fn started(mut machine: Machine, seed: u64) -> Machine {
    for number in 8..16 {
        machine.hart.set_x(number, (number as u64) << (4 * number));
        machine.hart.f[number] = (number as f64 / 7.0).to_bits();
    }
    machine.hart.set_x(2, BASE + SIZE / 2);
    machine.hart.csr.fflags = (seed & 1) as u8;
    // Floating point off, initial, clean, dirty.
    machine.hart.csr.mstatus = machine.hart.csr.mstatus & !(3 << 13) | (3 - (seed >> 1 & 3)) << 13;
    machine
}

/// Returns the number of requests to memory.
fn compare(isa: &str, seed: u64) -> usize {
    let mut random = Random(seed);
    let words: Vec<u32> = (0..WORDS).map(|_| random.word()).collect();
    let hooks: Vec<u64> = (0..random.below(3)).map(|_| BASE + 2 * random.below(2 * WORDS as u64)).collect();
    let image = random.below(4) != 0;
    let first = timing(&mut random, isa);
    let mut timings = [first.clone(), first.clone(), first.clone(), first.clone()];
    let mut profiling = Profiling::new(first.clone());
    let mut recordings = [Recording::new(first.clone()), Recording::new(first)];
    let start = |machine: Machine| started(machine, seed);
    let make = |hooks: &[u64]| start(Machine::new(isa, &words, &timings[0], image, hooks));
    // Machines: quick; careful; stepped; with other hooks after every stop; with a profile;
    // recorded and quick; recorded and stepped.
    let profiled = start(Machine::new(isa, &words, &profiling, image, &hooks));
    let recorded = || start(Machine::new(isa, &words, &recordings[0], image, &hooks));
    let mut machines = [make(&hooks), make(&hooks), make(&hooks), make(&[]), profiled, recorded(), recorded()];
    let mut changing = Vec::new();
    let mut asked = [(); 7].map(|()| Vec::new());
    for stop in 0..STOPS {
        let place = |random: &mut Random| BASE + 2 * random.below(2 * WORDS as u64);
        // Half of the hooks are at odd addresses, where no instruction begins.
        let new: Vec<u64> = (0..random.below(7)).map(|_| place(&mut random) | random.below(2)).collect();
        Code::change_hooks([&mut machines[3].code], &new, &changing);
        changing = new;
        let until = machines[0].hart.cycles + 1 + random.below(200);
        let [quick, careful, stepped, changed, profiled, recorded, twice] = &mut machines;
        let (mut watching, mut stepping) = (Observer { steps: false }, Observer { steps: true });
        let [recording, stepwise] = &mut recordings;
        let exits = [
            go(quick, &mut timings[0], &mut (), until, &mut asked[0]),
            go(careful, &mut timings[1], &mut watching, until, &mut asked[1]),
            go(stepped, &mut timings[2], &mut stepping, until, &mut asked[2]),
            go(changed, &mut timings[3], &mut (), until, &mut asked[3]),
            go(profiled, &mut profiling, &mut (), until, &mut asked[4]),
            go(recorded, recording, &mut (), until, &mut asked[5]),
            go(twice, stepwise, &mut Observer { steps: true }, until, &mut asked[6]),
        ];
        let pc = (!matches!(exits[0], Exit::Budget | Exit::Returned | Exit::Wfi)).then(|| place(&mut random));
        for (number, exit) in exits.iter().enumerate().skip(1) {
            assert_eq!(exits[0], *exit, "{isa} seed {seed} stop {stop} machine {number}");
            let state = |hart: &Hart| (hart.pc, hart.cycles, hart.instret, hart.x, hart.f, hart.csr.clone());
            assert_eq!(
                state(&machines[0].hart),
                state(&machines[number].hart),
                "{isa} seed {seed} stop {stop} machine {number}"
            );
            let counts = match number {
                4 => profiling.cached.counts(),
                5 | 6 => recordings[number - 5].cached.counts(),
                _ => timings[number].counts(),
            };
            assert_eq!(timings[0].counts(), counts, "{isa} seed {seed} stop {stop} machine {number}");
            assert_eq!(asked[0], asked[number], "{isa} seed {seed} stop {stop} machine {number}");
        }
        let [recording, stepwise] = &mut recordings;
        assert_eq!(recording.seen, stepwise.seen, "{isa} seed {seed} stop {stop}");
        recording.seen.clear();
        stepwise.seen.clear();
        // Each miss is reported at the instruction that misses, even one that costs nothing.
        assert_eq!(profiling.told, profiling.cached.counts(), "{isa} seed {seed} stop {stop}");
        let [arrivals, departures] = profiling.flow();
        assert_eq!(arrivals, departures, "{isa} seed {seed} stop {stop}");
        if let Some(pc) = pc {
            machines.iter_mut().for_each(|machine| machine.hart.pc = pc);
        }
    }
    let contents = |machine: &Machine| {
        let mut bytes = vec![0; SIZE as usize];
        assert!(machine.ram.read(BASE, &mut bytes));
        bytes
    };
    for machine in &machines[1..] {
        assert_eq!(contents(&machines[0]), contents(machine), "{isa} seed {seed}");
    }
    asked[0].len()
}

/// Runs to the next stop that does not come from an observer. Requests to memory are recorded with
/// their cycle, which also determines how long the hart waits.
fn go<T: Timing + Caches + 'static>(
    machine: &mut Machine,
    timing: &mut T,
    watch: &mut impl Watch,
    until: u64,
    asked: &mut Vec<(u64, Asked)>,
) -> Exit {
    loop {
        match machine.run(timing, watch, until) {
            Exit::Hook | Exit::Watched => {}
            Exit::Memory => {
                let (new, cycles) = timing.caches().take_asked();
                assert!(!new.is_empty());
                let mut began = machine.hart.cycles - cycles;
                for one in new {
                    let cycle = began + one.after;
                    let waited = if one.waits { cycle * 7 % 23 } else { 0 };
                    machine.hart.wait(waited);
                    timing.waited(waited);
                    began += waited;
                    asked.push((cycle, one));
                }
            }
            exit => return exit,
        }
    }
}

#[test]
fn all_forms_do_the_same() {
    for isa in ["rv64gc", "rv32gc", "rv64imafd"] {
        assert!(parse_isa(isa).is_ok());
        let asked: usize = (0..PROGRAMS).map(|seed| compare(isa, seed)).sum();
        assert!(asked > PROGRAMS as usize, "{isa}: memory is asked {asked} times only");
    }
}
