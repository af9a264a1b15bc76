//! The timing of a node's hart: the kind that does for its platform, and the memory that it watches.

use crate::node::{Architecture, Layout};
use crate::platform::Platform;
use rankine_bus::{Memory, Ram};
use rankine_hart::{Code, Exit, Hart, Image, Watch, run};
use rankine_timing::{CacheCounts, Cached, Pipeline};
use std::ops::Range;
use std::sync::Arc;

/// Timing where all costs are known when code is decoded, and timing where they are not.
pub enum HartTiming {
    Static(Pipeline),
    Dynamic(Box<Cached>),
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
        let memory = layout.ram_base..layout.ram_base + layout.ram_bytes;
        Ok(HartTiming::Dynamic(Box::new(Cached::new(pipeline, caches.clone(), &memory)?)))
    }

    /// Decodes code for harts of this timing.
    pub fn image(&self, ranges: &[Range<u64>], ram: &mut Ram, architecture: &Architecture) -> Arc<Image> {
        let Architecture { xlen, extensions } = architecture;
        match self {
            HartTiming::Static(pipeline) => Code::image(ranges, ram, *xlen, extensions, pipeline),
            HartTiming::Dynamic(cached) => Code::image(ranges, ram, *xlen, extensions, cached.as_ref()),
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
        }
    }

    /// Misses and write-backs so far; none where there are no caches.
    pub fn counts(&self) -> CacheCounts {
        match self {
            HartTiming::Static(_) => CacheCounts::default(),
            HartTiming::Dynamic(cached) => cached.counts(),
        }
    }
}

/// A node's memory as its devices see it: what they write there, the hart's caches do not have.
pub struct Coherent<'a> {
    pub ram: &'a mut Ram,
    pub timing: &'a mut HartTiming,
}

impl Memory for Coherent<'_> {
    fn read(&self, addr: u64, into: &mut [u8]) -> bool {
        self.ram.read(addr, into)
    }

    fn write(&mut self, addr: u64, bytes: &[u8]) -> bool {
        let written = self.ram.write(addr, bytes);
        if written && let HartTiming::Dynamic(cached) = self.timing {
            cached.written_from_outside(addr, bytes.len() as u64);
        }
        written
    }
}
