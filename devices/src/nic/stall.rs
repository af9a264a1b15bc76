//! Accesses that wait, and the lines of the report of a deadlock.

use super::Nic;
use super::waiting::Stalled;
use rankine_bus::{Cx, Reply};

impl Nic {
    /// Stalls the store. It is repeated when there is a place for it.
    pub(super) fn stall(&mut self, stalled: Stalled) -> Reply {
        if !self.stalled.contains(&stalled) {
            self.stalled.push(stalled);
        }
        Reply::Stall
    }

    fn has_place(&self, stalled: Stalled) -> bool {
        match stalled {
            Stalled::Request => self.request_places() > 0,
            Stalled::Completion => self.has_completion_place(),
            Stalled::Transmit => self.transmit_places() > 0,
            Stalled::Copy => self.has_copy_place(),
        }
    }

    /// Lets stalled stores be repeated if there is a place for one. Those that still cannot go on
    /// will stall again.
    pub(super) fn wake(&mut self, cx: &mut Cx<'_>) {
        if self.stalled.iter().any(|&stalled| self.has_place(stalled)) {
            self.stalled.clear();
            cx.wake();
        }
    }

    /// Says that the host waits for the NIC processor, if the NIC processor has requests that it
    /// has not completed.
    fn waiting_for_each_other(&self) -> Option<&'static str> {
        let has_work = self.requests.has_ready() || self.receive.has_header();
        match (self.open.taken() > 0 && self.completions.arrived() == 0, has_work) {
            (false, _) => None,
            (true, true) => Some("the host waits for the NIC processor to complete a request"),
            (true, false) => Some(
                "the host waits for the NIC processor to complete a request; there is no header and no request for the \
                 NIC processor",
            ),
        }
    }

    /// Lines for the report of a deadlock.
    pub(super) fn all_waiting(&self) -> Vec<String> {
        let mut lines: Vec<_> = self.stalled.iter().map(|stalled| stalled.line().to_string()).collect();
        lines.extend(self.requests.lines(self.is_enabled));
        lines.extend(self.receive.lines(self.is_enabled, self.params.header_fifo as usize));
        lines.extend(self.transmit.line());
        lines.extend(self.completions.line());
        lines.extend(self.open.lines());
        lines.extend(self.waiting_for_each_other().map(str::to_string));
        lines.extend(self.units.waiting());
        lines
    }
}
