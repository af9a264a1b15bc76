//! The timing of a node's hart: the kind that does for its platform, and the memory that it watches.

use crate::elf::Program;
use crate::halting::Halting;
use crate::node::{Architecture, Layout};
use crate::platform::Platform;
use crate::profile::Profiled;
use rankine_bus::{Memory, Ram};
use rankine_hart::{Code, Exit, Hart, Image, Watch, run};
use rankine_observe::Symbols;
use rankine_timing::{CacheCounts, Cached, Pipeline, Timing};
use std::ops::Range;
use std::sync::Arc;

/// Timing where all costs are known when code is decoded, and timing where they are not.
pub enum HartTiming {
    Static(Pipeline),
    Dynamic(Box<Cached>),
    /// With a profile.
    Profiled(Box<Profiled>),
}

impl HartTiming {
    /// The timing of the platform's harts. The error names the key that is wrong.
    pub fn of(platform: &Platform, architecture: &Architecture, layout: Layout) -> Result<HartTiming, String> {
        let (params, caches) = (&platform.timing, &platform.caches);
        let pipeline = Pipeline::new(params.clone(), architecture.xlen);
        for (key, value) in [("issue_width", params.issue_width), ("memory_ports", params.memory_ports)] {
            if value == 0 {
                return Err(format!("timing.{key} = 0: give at least 1"));
            }
        }
        if let Some((extension, key)) = pipeline.missing_unit(&architecture.extensions) {
            return Err(format!(
                "timing.{key} = 0 in profile {}: it has no instructions of extension {extension}, but hart.isa = {} does; \
                 compile for and run with an ISA without it, e.g. --set hart.isa=rv32i",
                platform.hart.profile, platform.hart.isa
            ));
        }
        if pipeline.is_static() && caches.l1i_bytes == 0 && caches.l1d_bytes == 0 {
            return Ok(HartTiming::Static(pipeline));
        }
        Ok(HartTiming::Dynamic(Box::new(HartTiming::caches(platform, architecture, layout)?)))
    }

    fn caches(platform: &Platform, architecture: &Architecture, layout: Layout) -> Result<Cached, String> {
        let pipeline = Pipeline::new(platform.timing.clone(), architecture.xlen);
        let memory = layout.ram_base..layout.ram_base + layout.ram_bytes;
        let mut cached = Cached::new(pipeline, platform.caches.clone(), &memory)?;
        if platform.ddr.as_ref().is_some_and(|ddr| ddr.contention) {
            cached.share_memory();
        }
        Ok(cached)
    }

    /// Decodes code for harts of this timing.
    pub fn image(&self, ranges: &[Range<u64>], ram: &mut Ram, architecture: &Architecture) -> Arc<Image> {
        let Architecture { xlen, extensions } = architecture;
        match self {
            HartTiming::Static(pipeline) => Code::image(ranges, ram, *xlen, extensions, pipeline),
            HartTiming::Dynamic(cached) => Code::image(ranges, ram, *xlen, extensions, cached.as_ref()),
            HartTiming::Profiled(profiled) => Code::image(ranges, ram, *xlen, extensions, profiled.as_ref()),
        }
    }

    /// [`rankine_hart::run`] with this timing.
    pub fn run<W: Watch>(
        &mut self,
        hart: &mut Hart,
        ram: &mut Ram,
        code: &mut Code,
        watch: &mut W,
        until_cycles: u64,
    ) -> Exit {
        match self {
            HartTiming::Static(pipeline) => run(hart, ram, code, pipeline, watch, until_cycles),
            HartTiming::Dynamic(cached) => run(hart, ram, code, cached.as_mut(), watch, until_cycles),
            HartTiming::Profiled(profiled) => run(hart, ram, code, profiled.as_mut(), watch, until_cycles),
        }
    }

    /// Misses and write-backs so far; none where there are no caches.
    pub fn counts(&self) -> CacheCounts {
        self.cached().map(Cached::counts).unwrap_or_default()
    }

    /// Accesses that have missed so often are made `times` more, without being made.
    pub fn repeat_misses(&mut self, misses: &CacheCounts, times: u64) {
        match self {
            HartTiming::Static(_) => {}
            HartTiming::Dynamic(cached) => cached.repeat_counts(misses, times),
            HartTiming::Profiled(profiled) => profiled.repeat_misses(misses, times),
        }
    }

    /// The hart waits for others at the port of memory, in the instruction at `pc`.
    pub fn wait_for_memory(&mut self, pc: u64, cycles: u64) {
        if let Some(cached) = self.cached_mut() {
            cached.wait(cycles);
        }
        if let Some(profiled) = self.profiled() {
            profiled.paid(pc, cycles);
        }
    }

    /// The caches, if there may be any.
    pub fn cached(&self) -> Option<&Cached> {
        match self {
            HartTiming::Static(_) => None,
            HartTiming::Dynamic(cached) => Some(cached),
            HartTiming::Profiled(profiled) => Some(&profiled.cached),
        }
    }

    pub(crate) fn cached_mut(&mut self) -> Option<&mut Cached> {
        match self {
            HartTiming::Static(_) => None,
            HartTiming::Dynamic(cached) => Some(cached),
            HartTiming::Profiled(profiled) => Some(&mut profiled.cached),
        }
    }

    /// The profile that is kept, if any is.
    pub fn profiled(&mut self) -> Option<&mut Profiled> {
        if let HartTiming::Profiled(profiled) = self { Some(profiled) } else { None }
    }

    /// The same timing, with a profile of `program` kept.
    pub fn profiling(
        platform: &Platform,
        architecture: &Architecture,
        layout: Layout,
        program: &Program,
        symbols: &Symbols,
    ) -> Result<HartTiming, String> {
        let cached = match HartTiming::of(platform, architecture, layout)? {
            HartTiming::Dynamic(cached) => *cached,
            _ => HartTiming::caches(platform, architecture, layout)?,
        };
        Ok(HartTiming::Profiled(Box::new(Profiled::new(cached, program.entry, symbols))))
    }
}

/// A node's memory as its devices see it: what they write there, the hart's caches do not have.
pub struct Coherent<'a> {
    pub ram: &'a mut Ram,
    pub timing: &'a mut HartTiming,
    pub halting: Option<&'a mut Halting>,
}

impl Memory for Coherent<'_> {
    fn read(&self, addr: u64, into: &mut [u8]) -> bool {
        self.ram.read(addr, into)
    }

    fn write(&mut self, addr: u64, bytes: &[u8]) -> bool {
        let written = self.ram.write(addr, bytes);
        if written {
            if let Some(halting) = &mut self.halting {
                halting.accessed(addr, bytes.len() as u64, true);
            }
            if let Some(cached) = self.timing.cached_mut() {
                cached.written_from_outside(addr, bytes.len() as u64);
            }
        }
        written
    }

    fn use_cache_ways(&mut self, shape: (usize, usize), set: usize, ways: usize) {
        if let Some(cached) = self.timing.cached_mut() {
            cached.use_second_ways(shape, set, ways);
        }
    }
}
