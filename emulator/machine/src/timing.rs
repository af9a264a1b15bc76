//! The timing of a node's hart: the kind that does for its platform, and the memory that it watches.

use crate::elf::Program;
use crate::halting::Halting;
use crate::logs::Watcher;
use crate::node::{Architecture, Layout};
use crate::observed::Observed;
use crate::platform::Platform;
use crate::profile::Profiled;
use crate::recorded::Recorded;
use rankine_bus::{Memory, Ram};
use rankine_hart::{Code, Exit, Hart, Image};
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
    /// With logs, and with both.
    Recorded(Box<Recorded<Cached>>),
    RecordedProfile(Box<Recorded<Profiled>>),
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
            HartTiming::Recorded(recorded) => Code::image(ranges, ram, *xlen, extensions, recorded.as_ref()),
            HartTiming::RecordedProfile(recorded) => Code::image(ranges, ram, *xlen, extensions, recorded.as_ref()),
        }
    }

    /// [`rankine_hart::run`] with this timing, watched by whoever is there.
    pub(crate) fn run(
        &mut self,
        hart: &mut Hart,
        ram: &mut Ram,
        code: &mut Code,
        watching: Observed<'_>,
        until: u64,
    ) -> Exit {
        match self {
            HartTiming::Static(pipeline) => watching.run(hart, ram, code, pipeline, until),
            HartTiming::Dynamic(cached) => watching.run(hart, ram, code, cached.as_mut(), until),
            HartTiming::Profiled(profiled) => watching.run(hart, ram, code, profiled.as_mut(), until),
            HartTiming::Recorded(recorded) => watching.run_plainly(hart, ram, code, recorded.as_mut(), until),
            HartTiming::RecordedProfile(recorded) => watching.run_plainly(hart, ram, code, recorded.as_mut(), until),
        }
    }

    /// Misses and write-backs so far; none where there are no caches.
    pub fn counts(&self) -> CacheCounts {
        self.cached().map(Cached::counts).unwrap_or_default()
    }

    /// Accesses that have missed so often are made `times` more, without being made.
    pub fn repeat_misses(&mut self, misses: &CacheCounts, times: u64) {
        if let Some(profiled) = self.profiled() {
            profiled.repeat_misses(misses, times);
        } else if let Some(cached) = self.cached_mut() {
            cached.repeat_counts(misses, times);
        }
    }

    /// The hart waits for others at the port of memory, in the instruction at `pc`: for its access, or for fetching it.
    pub fn wait_for_memory(&mut self, pc: u64, is_data: bool, cycles: u64) {
        if let Some(cached) = self.cached_mut() {
            cached.wait(cycles);
        }
        if let Some(watcher) = self.watcher() {
            watcher.wait_for_memory(is_data, cycles);
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
            HartTiming::Recorded(recorded) => Some(&recorded.inner),
            HartTiming::RecordedProfile(recorded) => Some(&recorded.inner.cached),
        }
    }

    pub(crate) fn cached_mut(&mut self) -> Option<&mut Cached> {
        match self {
            HartTiming::Static(_) => None,
            HartTiming::Dynamic(cached) => Some(cached),
            HartTiming::Profiled(profiled) => Some(&mut profiled.cached),
            HartTiming::Recorded(recorded) => Some(&mut recorded.inner),
            HartTiming::RecordedProfile(recorded) => Some(&mut recorded.inner.cached),
        }
    }

    /// The profile that is kept, if any is.
    pub fn profiled(&mut self) -> Option<&mut Profiled> {
        match self {
            HartTiming::Profiled(profiled) => Some(profiled),
            HartTiming::RecordedProfile(recorded) => Some(&mut recorded.inner),
            _ => None,
        }
    }

    /// Who writes logs of the hart, if somebody does.
    pub fn watcher(&mut self) -> Option<&mut Watcher> {
        match self {
            HartTiming::Recorded(recorded) => Some(&mut recorded.watcher),
            HartTiming::RecordedProfile(recorded) => Some(&mut recorded.watcher),
            _ => None,
        }
    }

    /// The same timing, of which the engine's records go to `watcher`.
    pub fn recorded(
        self,
        platform: &Platform,
        architecture: &Architecture,
        layout: Layout,
        watcher: Watcher,
    ) -> Result<HartTiming, String> {
        Ok(match self {
            HartTiming::Profiled(profiled) => HartTiming::RecordedProfile(Box::new(Recorded::new(*profiled, watcher))),
            HartTiming::Dynamic(cached) => HartTiming::Recorded(Box::new(Recorded::new(*cached, watcher))),
            _ => {
                let cached = HartTiming::caches(platform, architecture, layout)?;
                HartTiming::Recorded(Box::new(Recorded::new(cached, watcher)))
            }
        })
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
