//! Engines: the interpreter with one kind of timing, behind one trait.

use super::instructions::Watching;
use super::observer::Observer;
use rankine_bus::Ram;
use rankine_hart::{Code, Exit, Hart, Image, run};
use rankine_isa::{Extensions, Xlen};
use rankine_timing::{CacheCounts, Cached, Pipeline, Timing};
use std::ops::Range;
use std::sync::Arc;

/// A processor's interpreter with its timing. An engine that also watches gets the calls of
/// [`Observer`], too.
pub trait Engine: Observer {
    /// [`rankine_hart::run`] with this timing.
    fn run(&mut self, hart: &mut Hart, ram: &mut Ram, code: &mut Code, watching: Watching<'_>, until: u64) -> Exit;

    /// Decodes the code in some ranges of memory for harts of this timing.
    fn image(&self, ranges: &[Range<u64>], ram: &mut Ram, xlen: Xlen, extensions: &Extensions) -> Arc<Image>;

    /// The caches, if this kind of timing can have any.
    fn caches(&self) -> Option<&Cached>;
    fn caches_mut(&mut self) -> Option<&mut Cached>;

    /// Adds the counts of accesses with these misses to the caches' counts, `times` times.
    fn repeat_misses(&mut self, misses: &CacheCounts, times: u64) {
        if let Some(caches) = self.caches_mut() {
            caches.repeat_counts(misses, times);
        }
    }
}

/// A timing that may have caches.
trait MayCache: Timing + Send + 'static {
    fn caches(&self) -> Option<&Cached>;
    fn caches_mut(&mut self) -> Option<&mut Cached>;
}

impl MayCache for Pipeline {
    fn caches(&self) -> Option<&Cached> {
        None
    }

    fn caches_mut(&mut self) -> Option<&mut Cached> {
        None
    }
}

impl MayCache for Cached {
    fn caches(&self) -> Option<&Cached> {
        Some(self)
    }

    fn caches_mut(&mut self) -> Option<&mut Cached> {
        Some(self)
    }
}

/// An engine that only runs and watches nothing.
struct Plain<T>(T);

/// An engine whose costs are all known when code is decoded.
pub fn pipeline_engine(pipeline: Pipeline) -> Box<dyn Engine> {
    Box::new(Plain(pipeline))
}

/// An engine with caches, or with instructions whose cost depends on values.
pub fn cached_engine(cached: Cached) -> Box<dyn Engine> {
    Box::new(Plain(cached))
}

impl<T: MayCache> Observer for Plain<T> {}

impl<T: MayCache> Engine for Plain<T> {
    fn run(&mut self, hart: &mut Hart, ram: &mut Ram, code: &mut Code, mut watching: Watching<'_>, until: u64) -> Exit {
        run(hart, ram, code, &mut self.0, &mut watching, until)
    }

    fn image(&self, ranges: &[Range<u64>], ram: &mut Ram, xlen: Xlen, extensions: &Extensions) -> Arc<Image> {
        Code::image(ranges, ram, xlen, extensions, &self.0)
    }

    fn caches(&self) -> Option<&Cached> {
        self.0.caches()
    }

    fn caches_mut(&mut self) -> Option<&mut Cached> {
        self.0.caches_mut()
    }
}
