//! Watching a hart's instructions while its engine runs.

use super::observer::Observer;
use crate::node::ToHost;
use crate::polling::{ClockLog, RoundLog};
use rankine_hart::{Hart, Retired, Watch};
use std::ops::ControlFlow;

/// Watchers of stores.
pub(crate) enum Stores<'a> {
    /// The watched round of a polling loop; it watches loads, too.
    Round(&'a mut RoundLog),
    /// The `tohost` convention of a bare program.
    ToHost(&'a mut ToHost),
}

/// Everything that watches instructions.
pub struct Watching<'a> {
    pub(crate) stores: Option<Stores<'a>>,
    /// The observers, if one of them wants each instruction.
    pub(crate) observers: Option<&'a mut [Box<dyn Observer>]>,
}

impl Watching<'_> {
    /// Follows values of the clock, if a loop is tried that reads it.
    fn clock(&self) -> Option<&ClockLog> {
        let Some(Stores::Round(log)) = &self.stores else { return None };
        log.clock.as_ref().filter(|clock| !clock.has_failed())
    }
}

impl Watch for Watching<'_> {
    fn watches_stores(&self) -> bool {
        self.stores.is_some()
    }

    fn watches_instructions(&self) -> bool {
        self.observers.is_some() || self.clock().is_some()
    }

    fn store(&mut self, addr: u64, bytes: u64, old_value: u64) -> ControlFlow<()> {
        match &mut self.stores {
            Some(Stores::Round(log)) => log.store(addr, bytes, old_value),
            Some(Stores::ToHost(tohost)) => return tohost.store(addr, bytes),
            None => {}
        }
        ControlFlow::Continue(())
    }

    fn load(&mut self, addr: u64, bytes: u64) {
        if let Some(Stores::Round(log)) = &mut self.stores {
            log.load(addr, bytes);
        }
    }

    fn reserve(&mut self) {
        if let Some(Stores::Round(log)) = &mut self.stores {
            log.reserve();
        }
    }

    fn retire(&mut self, hart: &Hart, retired: &Retired<'_>) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        if let Some(Stores::Round(log)) = &mut self.stores
            && let Some(clock) = log.clock.as_mut().filter(|clock| !clock.has_failed())
        {
            clock.retired(hart, retired);
            if clock.has_failed() {
                // Without it, the hart goes on faster.
                flow = ControlFlow::Break(());
            }
        }
        for observer in self.observers.iter_mut().flat_map(|observers| observers.iter_mut()) {
            if observer.retired(hart, retired).is_break() {
                flow = ControlFlow::Break(());
            }
        }
        flow
    }
}
