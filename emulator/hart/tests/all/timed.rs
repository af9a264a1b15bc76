//! Timing for tests: a pipeline in which every kind of instruction has its own cost, and caches.

use crate::common::{BASE, SIZE};
use rankine_isa::Xlen;
use rankine_timing::{CacheCounts, CacheParams, Cached, Jump, Pipeline, Prediction, Replacement, Timing, TimingParams};

/// A pipeline in which every kind of instruction has its own cost.
fn params() -> TimingParams {
    TimingParams {
        window: 1,
        issue_width: 1,
        memory_ports: 1,
        alu: 1,
        shift: 2,
        shift_per_bit: 0,
        shift_register_per_bit: 0,
        mul: 1,
        mul_use: 3,
        div_32: 20,
        div_64: 36,
        load: 1,
        load_use: 2,
        store: 1,
        branch_prediction: Prediction::None,
        branch_not_taken: 1,
        branch_taken: 3,
        branch_mispredicted: 7,
        jump: 2,
        jump_register: 4,
        amo: 5,
        amo_use: 2,
        csr: 3,
        fence: 1,
        fence_i: 10,
        system: 5,
        fp_load_use: 2,
        fp_add: 1,
        fp_add_use: 3,
        fp_mul: 1,
        fp_mul_use: 3,
        fp_fma: 1,
        fp_fma_use: 4,
        fp_div_single: 15,
        fp_div_double: 29,
        fp_sqrt_single: 16,
        fp_sqrt_double: 30,
        fp_convert: 1,
        fp_convert_use: 2,
        fp_compare: 1,
        fp_compare_use: 1,
        fp_move: 1,
        fp_move_use: 0,
    }
}

/// Write-back first-level caches of 1024 bytes with 32-byte lines and 100 cycles a miss. `change`
/// changes the parameters.
pub fn cached(xlen: Xlen, change: impl FnOnce(&mut TimingParams, &mut CacheParams)) -> Cached {
    let mut params = params();
    let mut caches = CacheParams {
        l1i_bytes: 1024,
        l1i_ways: 1,
        l1i_line_bytes: 32,
        l1i_replacement: Replacement::Lru,
        l1d_bytes: 1024,
        l1d_ways: 1,
        l1d_line_bytes: 32,
        l1d_replacement: Replacement::Lru,
        l1d_write_back: true,
        l1d_write_allocate: true,
        l2_bytes: 0,
        l2_ways: 1,
        l2_line_bytes: 32,
        l2_replacement: Replacement::Lru,
        l2_holds_code: true,
        l2_hit_cycles: 0,
        memory_read_cycles: 100,
        memory_write_cycles: 0,
        misses_outstanding: 1,
        memory_banks: 0,
        memory_row_bytes: 2048,
        memory_open_row_cycles: 0,
    };
    change(&mut params, &mut caches);
    Cached::new(Pipeline::new(params, xlen), caches, &(BASE..BASE + SIZE)).unwrap()
}

/// Timing with caches.
pub trait Caches {
    fn caches(&mut self) -> &mut Cached;

    /// The hart has waited for others at the memory.
    fn waited(&mut self, cycles: u64) {
        let _ = cycles;
    }
}

impl Caches for Cached {
    fn caches(&mut self) -> &mut Cached {
        self
    }
}

impl Caches for Profiling {
    fn caches(&mut self) -> &mut Cached {
        &mut self.cached
    }
}

/// Caches that keep a profile of the code in memory: arrivals and departures.
pub struct Profiling {
    pub cached: Cached,
    /// For each 2 bytes of memory.
    places: Box<[[u64; 2]]>,
    pub jumps: u64,
    pub paid: u64,
    /// The caches' counts when cycles were last reported.
    pub told: CacheCounts,
}

impl Profiling {
    pub fn new(cached: Cached) -> Profiling {
        Profiling {
            cached,
            places: vec![[0; 2]; (SIZE / 2 + 2) as usize].into(),
            jumps: 0,
            paid: 0,
            told: CacheCounts::default(),
        }
    }

    fn add(&mut self, pc: u64, which: usize, count: u64) {
        // The last place is for jumps to addresses without memory.
        let index = (pc.wrapping_sub(BASE) / 2).min(SIZE / 2 + 1) as usize;
        let place = &mut self.places[index][which];
        *place = place.wrapping_add(count);
    }

    /// Arrivals and departures of all places together.
    pub fn flow(&self) -> [u64; 2] {
        self.places.iter().fold([0; 2], |sum, place| [0, 1].map(|which| sum[which].wrapping_add(place[which])))
    }
}

// SAFETY: the marks are those of the caches, which are never replaced; nor are the counters.
unsafe impl Timing for Profiling {
    const PROFILED: bool = true;

    rankine_timing::costs_of!(cached);

    fn flush_code(&mut self) {
        self.cached.flush_code();
    }

    fn places(&mut self, pc: u64, bytes: u64) -> *mut [u64; 2] {
        assert!(pc >= BASE && pc + bytes <= BASE + SIZE);
        self.places[((pc - BASE) / 2) as usize..].as_mut_ptr()
    }

    #[inline(never)]
    fn transferred(&mut self, from: u64, to: u64) {
        self.add(from, 1, 1);
        self.add(to, 0, 1);
    }

    fn jumped(&mut self, _: &Jump) {
        self.jumps += 1;
    }

    #[inline(never)]
    fn entered(&mut self, pc: u64, _: u64) {
        self.add(pc, 0, 1);
    }

    #[inline(never)]
    fn left(&mut self, pc: u64, is_retired: bool, _: u64) {
        let (which, count) = if is_retired { (1, 1) } else { (0, u64::MAX) };
        self.add(pc, which, count);
    }

    #[inline(never)]
    fn paid(&mut self, _: u64, cycles: u64) {
        self.paid += cycles;
        self.told = self.cached.counts();
    }
}
