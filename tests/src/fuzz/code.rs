//! Fuzz target: any bytes as code. A hart runs them unobserved, another one observed, and both must
//! do the same. Some inputs run in a whole machine instead, see [`super::machine`].
//!
//! An input is a byte of choices, a byte for the registers and the timing, a byte for the cycles
//! between two stops, and the code.

use super::{Bytes, machine};
use rankine_bus::{Access, Kind, Memory, Ram};
use rankine_hart::{Code, Exit, Hart, Retired, Trap, Watch, cause, run};
use rankine_isa::{Extensions, Xlen, csr};
use rankine_timing::{CacheParams, Cached, Pipeline, Replacement, TimingParams};
use std::ops::ControlFlow;
use std::sync::Arc;

const BASE: u64 = 0x1_0000;
const SIZE: u64 = 0x4000;
/// Maximum number of code bytes in an input.
const CODE_BYTES: usize = 0x1000;
/// Limits at which the comparison ends.
const STOPS: u32 = 100;
const CYCLES: u64 = 20_000;

/// Bits of the first byte of an input, the byte of choices.
const RV32: u8 = 1;
const IMAGE: u8 = 2;
const VECTOR: u8 = 4;
const ALIGNED: u8 = 8;
const HOOKS: u8 = 16;
const AT_END: u8 = 32;
const OBSERVED_STORES: u8 = 64;
const WHOLE_MACHINE: u8 = 128;

pub fn check(input: &[u8]) {
    let mut input = Bytes(input);
    let choices = input.byte();
    if choices & WHOLE_MACHINE != 0 {
        return machine::check(input.0);
    }
    let (registers, step) = (input.byte(), 1 + u64::from(input.byte()));
    let code = &input.0[..input.0.len().min(CODE_BYTES)];
    let (usual, observed) = (Runner::new(choices, registers, code), Runner::new(choices, registers, code));
    if choices & OBSERVED_STORES != 0 {
        compare(usual, observed, Stores, step);
    } else {
        compare(usual, observed, Counter(0), step);
    }
}

/// Small caches and a pipeline with one or two instructions per cycle, with a window or without.
/// The byte for the registers chooses the shapes.
fn timing(registers: u8, xlen: Xlen) -> Cached {
    let has = |bit: u8| registers >> bit & 1 != 0;
    let replacement = if has(0) { Replacement::Lru } else { Replacement::RoundRobin };
    let line_bytes = if has(1) { 32 } else { 64 };
    let caches = CacheParams {
        l1i_bytes: if has(2) { 0 } else { 256 },
        l1i_ways: 2,
        l1i_line_bytes: line_bytes,
        l1i_replacement: replacement,
        l1d_bytes: if has(3) { 0 } else { 256 },
        l1d_ways: 2,
        l1d_line_bytes: line_bytes,
        l1d_replacement: replacement,
        l1d_write_back: !has(4),
        l1d_write_allocate: !has(5),
        l2_bytes: if has(6) { 0 } else { 1024 },
        l2_ways: 4,
        l2_line_bytes: 64,
        l2_replacement: replacement,
        l2_holds_code: true,
        l2_hit_cycles: 7,
        memory_read_cycles: 30,
        memory_write_cycles: 5,
        misses_outstanding: 2,
        memory_banks: if has(2) { 2 } else { 0 },
        memory_row_bytes: 2048,
        memory_open_row_cycles: 20,
    };
    let issue_width = if has(7) { 2 } else { 1 };
    let params = TimingParams {
        window: if has(6) { 4 } else { 1 },
        issue_width,
        memory_ports: 1,
        mul_use: 2,
        load_use: 1,
        branch_not_taken: 1,
        branch_taken: 3,
        ..TimingParams::default()
    };
    Cached::new(Pipeline::new(params, xlen), caches, &(BASE..BASE + SIZE)).expect("caches of a possible shape")
}

trait Observer: Watch {
    /// The number of instructions observed, if instructions are observed.
    fn count(&self) -> Option<u64>;
}

struct Counter(u64);

impl Watch for Counter {
    fn watches_instructions(&self) -> bool {
        true
    }

    fn retire(&mut self, _: &Hart, _: &Retired<'_>) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

impl Observer for Counter {
    fn count(&self) -> Option<u64> {
        Some(self.0)
    }
}

/// Observes stores alone, as the detection of polling loops does.
struct Stores;

impl Watch for Stores {
    fn watches_stores(&self) -> bool {
        true
    }

    fn store(&mut self, addr: u64, bytes: u64, _: u64) -> ControlFlow<()> {
        assert!(addr.wrapping_sub(BASE) <= SIZE - bytes, "a store to {addr:#x} was reported as private");
        ControlFlow::Continue(())
    }
}

impl Observer for Stores {
    fn count(&self) -> Option<u64> {
        None
    }
}

/// A hart, its memory and its code.
struct Runner {
    hart: Hart,
    ram: Ram,
    code: Code,
    timing: Cached,
    start: u64,
    code_bytes: u64,
    /// Instructions completed outside the engine.
    completed: u64,
}

impl Runner {
    fn new(choices: u8, registers: u8, code: &[u8]) -> Runner {
        let has = |bit: u8| choices & bit != 0;
        let xlen = if has(RV32) { Xlen::Rv32 } else { Xlen::Rv64 };
        let ext = Extensions { c: !has(ALIGNED), ..Extensions::ALL };
        let mut ram = Ram::new(BASE, SIZE).expect("memory of the host");
        let code_bytes = code.len() as u64;
        let start = if has(AT_END) { (BASE + SIZE - code_bytes) & !3 } else { BASE };
        assert!(ram.write(start, code));
        let timing = timing(registers, xlen);
        let text = start..if has(IMAGE) { start + code_bytes } else { start };
        let mut image = Code::image(std::slice::from_ref(&text), &mut ram, xlen, &ext, &timing);
        if has(HOOKS) {
            let hooks = [u64::from(registers), u64::from(registers) / 3].map(|place| start + 2 * place);
            Arc::get_mut(&mut image).expect("nobody else has it").set_hooks(hooks);
        }
        let mut hart = Hart::new(xlen, ext, 3);
        hart.pc = start;
        hart.watch_return = start + 8;
        if has(VECTOR) {
            assert!(hart.write_csr(csr::MTVEC, (start + code_bytes / 2) & !3));
        }
        for number in 1..32 {
            hart.set_x(number, value(registers, number as u64, start));
            hart.f[number] = value(registers, number as u64 + 32, start);
        }
        Runner { hart, ram, code: Code::new(image), timing, start, code_bytes, completed: 0 }
    }

    fn go(&mut self, watch: &mut impl Watch, until: u64) -> Exit {
        run(&mut self.hart, &mut self.ram, &mut self.code, &mut self.timing, watch, until)
    }

    /// Completes the instruction at which the hart stopped, or sets the pc to a place in the code.
    fn complete(&mut self, exit: Exit) {
        let hart = &mut self.hart;
        match exit {
            // Nothing to complete. No other processor shares the memory.
            Exit::Budget | Exit::Hook | Exit::Returned | Exit::Wfi | Exit::Watched | Exit::Memory => return,
            Exit::Shared(Access { kind: Kind::Fence, .. }) => hart.finish_fence(1),
            Exit::Shared(Access { kind: Kind::Store(_), .. }) => hart.finish_store(2),
            Exit::Shared(Access { kind: Kind::Load, addr, width }) => {
                hart.finish_load(addr.wrapping_mul(0x9e37_79b9_7f4a_7c15) & width.mask(), 3);
            }
            Exit::Shared(Access { kind: Kind::Atomic, addr, .. }) => {
                // Devices refuse atomic operations.
                return self.trap(Trap { cause: cause::STORE_ACCESS, tval: addr });
            }
            Exit::Ecall => hart.finish_call(Some(BASE + 64), 4),
            Exit::Ebreak => hart.finish_call(None, 5),
            Exit::Trap(trap) => return self.trap(trap),
        }
        self.completed += 1;
    }

    fn trap(&mut self, trap: Trap) {
        if !self.hart.raise(trap) {
            let place = self.hart.instret.wrapping_mul(14) % self.code_bytes.max(1);
            self.hart.pc = self.start + (place & !3);
            self.hart.cycles += 1;
        }
    }
}

/// The first value of a register: an address in memory, around its ends or elsewhere, or a number.
fn value(registers: u8, number: u64, start: u64) -> u64 {
    match (number + u64::from(registers)) % 8 {
        0 => BASE + SIZE / 2 + number,
        1 => start + 4 * number,
        2 => BASE + SIZE - number / 4,
        3 => BASE - number,
        4 => number,
        5 => u64::MAX << number,
        6 => f64::to_bits(1.0 / number as f64),
        _ => u64::MAX << 32 | u64::from(f32::to_bits(number as f32 * 0.7)),
    }
}

fn compare(mut usual: Runner, mut observed: Runner, mut observer: impl Observer, step: u64) {
    for stop in 0..STOPS {
        let until = usual.hart.cycles + step;
        if until > CYCLES {
            break;
        }
        let exits = [usual.go(&mut (), until), observed.go(&mut observer, until)];
        assert_eq!(exits[0], exits[1], "stop {stop} at {:#x} and {:#x}", usual.hart.pc, observed.hart.pc);
        let state = |hart: &Hart| {
            (hart.pc, hart.cycles, hart.instret, hart.reservation, hart.impure, hart.x, hart.f, hart.csr.clone())
        };
        // Slot 32 takes writes to x0. The two engines may leave different values there.
        usual.hart.x[32] = 0;
        observed.hart.x[32] = 0;
        assert_eq!(state(&usual.hart), state(&observed.hart), "stop {stop}");
        assert_eq!(usual.timing.counts(), observed.timing.counts(), "misses, stop {stop}");
        assert_eq!(usual.hart.x[0], 0);
        if let Some(count) = observer.count() {
            assert_eq!(count + observed.completed, observed.hart.instret, "instructions seen, stop {stop}");
        }
        usual.complete(exits[0]);
        observed.complete(exits[1]);
    }
    let contents = |runner: &Runner| runner.ram.slice(BASE, SIZE as usize).map(<[u8]>::to_vec);
    assert!(contents(&usual) == contents(&observed), "memory differs");
}
