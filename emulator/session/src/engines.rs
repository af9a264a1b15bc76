//! Makes the engine of a processor: with the pipeline and caches of its platform, and with a
//! profile and logs if they are wanted.

use crate::architecture::Architecture;
use crate::layout::Layout;
use rankine_engines::logs::Watcher;
use rankine_engines::profile::Profiled;
use rankine_machine::{Engine, cached_engine, pipeline_engine};
use rankine_platform::Platform;
use rankine_timing::{Cached, Pipeline};

/// The data from which a processor's engines are made.
pub struct EngineParts<'a> {
    pub platform: &'a Platform,
    pub architecture: &'a Architecture,
    pub layout: Layout,
}

impl EngineParts<'_> {
    pub fn pipeline(&self) -> Pipeline {
        Pipeline::new(self.platform.timing.clone(), self.architecture.xlen)
    }

    /// Checks the timings. An error names the wrong key.
    fn check(&self, pipeline: &Pipeline) -> Result<(), String> {
        let (params, hart) = (&self.platform.timing, &self.platform.hart);
        for (key, value) in
            [("issue_width", params.issue_width), ("memory_ports", params.memory_ports), ("window", params.window)]
        {
            if value == 0 {
                return Err(format!("timing.{key} = 0: give at least 1"));
            }
        }
        if let Some((extension, key)) = pipeline.missing_unit(&self.architecture.extensions) {
            return Err(format!(
                "timing.{key} = 0 in profile {}: it has no instructions of extension {extension}, but hart.isa = {} does; \
                 compile for and run with an ISA without it, e.g. --set hart.isa=rv32i",
                hart.profile, hart.isa
            ));
        }
        Ok(())
    }

    fn caches(&self) -> Result<Cached, String> {
        let mut cached = Cached::new(self.pipeline(), self.platform.caches.clone(), &self.layout.memory())?;
        if self.platform.ddr.as_ref().is_some_and(|ddr| ddr.contention) {
            cached.share_memory()?;
        }
        Ok(cached)
    }

    /// The engine of a processor that begins at `entry`. It keeps a profile if symbols for one are
    /// given, and writes logs if a watcher is given. An error names the wrong key.
    pub fn engine(
        &self,
        entry: u64,
        profile: Option<&rankine_program::Symbols>,
        watcher: Option<Watcher>,
    ) -> Result<Box<dyn Engine>, String> {
        let pipeline = self.pipeline();
        self.check(&pipeline)?;
        Ok(match (profile, watcher) {
            (None, None) => {
                let caches = &self.platform.caches;
                if pipeline.is_static() && caches.l1i_bytes == 0 && caches.l1d_bytes == 0 {
                    return Ok(pipeline_engine(pipeline));
                }
                cached_engine(self.caches()?)
            }
            (Some(symbols), None) => rankine_engines::profiled(Profiled::new(self.caches()?, entry, symbols)),
            (None, Some(watcher)) => rankine_engines::logged(self.caches()?, watcher),
            (Some(symbols), Some(watcher)) => {
                rankine_engines::profiled_and_logged(Profiled::new(self.caches()?, entry, symbols), watcher)
            }
        })
    }
}
