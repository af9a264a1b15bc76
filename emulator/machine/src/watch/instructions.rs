//! What looks at a hart's instructions while its engine runs, and the form of the engine for each case.

use super::observer::Observer;
use crate::calls::ToHost;
use crate::polling::StoreLog;
use rankine_bus::Ram;
use rankine_hart::{Code, Exit, Hart, Retired, Watch, run};
use rankine_timing::Timing;
use std::ops::ControlFlow;

/// Who looks at stores.
pub(crate) enum Stores<'a> {
    /// The watched round of a polling loop.
    Round(&'a mut StoreLog),
    /// A bare program's convention for its end.
    ToHost(&'a mut ToHost),
}

/// All that looks at instructions.
pub struct Watching<'a> {
    pub(crate) stores: Option<Stores<'a>>,
    /// The observers, if one of them wants each instruction.
    pub(crate) observers: Option<&'a mut [Box<dyn Observer>]>,
}

impl Watching<'_> {
    /// [`rankine_hart::run`], looking at as little as is wanted.
    pub fn run<T: Timing + 'static>(
        mut self,
        hart: &mut Hart,
        ram: &mut Ram,
        code: &mut Code,
        timing: &mut T,
        until: u64,
    ) -> Exit {
        match &mut self {
            Watching { stores: Some(stores), observers: None } => run(hart, ram, code, timing, stores, until),
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
            Watching { stores: None, observers: None } => run(hart, ram, code, timing, &mut (), until),
            _ => run(hart, ram, code, timing, &mut self, until),
        }
    }
}

impl Watch for Stores<'_> {
    const STORES: bool = true;

    fn store(&mut self, addr: u64, bytes: u64, old_value: u64) -> ControlFlow<()> {
        match self {
            Stores::Round(log) => log.store(addr, bytes, old_value),
            Stores::ToHost(tohost) => tohost.store(addr, bytes),
        }
    }
}

impl Watch for Watching<'_> {
    const STORES: bool = true;
    const RETIRES: bool = true;

    fn store(&mut self, addr: u64, bytes: u64, old_value: u64) -> ControlFlow<()> {
        self.stores.as_mut().map_or(ControlFlow::Continue(()), |stores| stores.store(addr, bytes, old_value))
    }

    fn retire(&mut self, hart: &Hart, retired: &Retired<'_>) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        for observer in self.observers.iter_mut().flat_map(|observers| observers.iter_mut()) {
            if observer.retired(hart, retired).is_break() {
                flow = ControlFlow::Break(());
            }
        }
        flow
    }
}
