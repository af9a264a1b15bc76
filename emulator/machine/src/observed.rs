//! All that may watch a hart's instructions while it runs, but for the records that logs are made of.

use crate::halting::Halting;
use crate::poll::StoreLog;
use crate::tohost::ToHost;
use rankine_bus::Ram;
use rankine_hart::{Code, Exit, Hart, Retired, Watch, run};
use rankine_timing::Timing;
use std::ops::ControlFlow;

/// All that may watch a hart at once.
pub(crate) struct Observed<'a> {
    pub log: Option<&'a mut StoreLog>,
    pub tohost: Option<&'a mut ToHost>,
    pub halting: Option<&'a mut Halting>,
}

impl Observed<'_> {
    /// [`rankine_hart::run`], with as little looked at as is wanted.
    pub fn run<T: Timing + 'static>(
        mut self,
        hart: &mut Hart,
        ram: &mut Ram,
        code: &mut Code,
        timing: &mut T,
        until: u64,
    ) -> Exit {
        match &mut self {
            Observed { log: None, tohost: Some(tohost), halting: None } => run(hart, ram, code, timing, *tohost, until),
            Observed { log: Some(log), tohost: None, halting: None } => run(hart, ram, code, timing, *log, until),
            _ => self.run_plainly(hart, ram, code, timing, until),
        }
    }

    /// The same, compiled for fewer cases.
    pub fn run_plainly<T: Timing + 'static>(
        mut self,
        hart: &mut Hart,
        ram: &mut Ram,
        code: &mut Code,
        timing: &mut T,
        until: u64,
    ) -> Exit {
        match &self {
            Observed { log: None, tohost: None, halting: None } => run(hart, ram, code, timing, &mut (), until),
            _ => run(hart, ram, code, timing, &mut self, until),
        }
    }
}

impl Watch for Observed<'_> {
    const STORES: bool = true;
    const RETIRES: bool = true;

    fn store(&mut self, addr: u64, bytes: u64, old_value: u64) -> ControlFlow<()> {
        if let Some(tohost) = &mut self.tohost {
            return tohost.store(addr, bytes, old_value);
        }
        self.log.as_mut().map_or(ControlFlow::Continue(()), |log| log.store(addr, bytes, old_value))
    }

    fn retire(&mut self, hart: &Hart, retired: &Retired<'_>) -> ControlFlow<()> {
        self.halting.as_mut().map_or(ControlFlow::Continue(()), |halting| halting.retire(hart, retired))
    }
}
