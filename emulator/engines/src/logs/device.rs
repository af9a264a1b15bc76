//! A log of the instructions that a device of a node without a processor executes, in the columns
//! of format `commit`.

use super::log::{Edge, LogRequest};
use super::sink::Sink;
use super::watcher::Ended;
use crate::commit::Rich;
use rankine_bus::Activity;
use rankine_machine::{Observer, Wants};
use std::ops::Range;

/// A log of one node, and its device's name.
pub struct DeviceLog {
    name: String,
    device: &'static str,
    /// Instructions that begin in these cycles are written.
    window: Range<u64>,
    sink: Sink,
    /// The instruction that began last: its cycle, and the columns from the address on.
    last: Option<(u64, String)>,
    /// Number of instructions before it.
    executed: u64,
    ended: Ended,
}

impl DeviceLog {
    /// A log for a request of format `commit` with cycles as edges. An edge that is a symbol is
    /// ignored.
    pub fn new(request: LogRequest, device: &'static str) -> DeviceLog {
        let cycle = |edge: &Edge, otherwise| if let Edge::Cycle(cycle) = edge { *cycle } else { otherwise };
        let window = cycle(&request.from, 0)..cycle(&request.to, u64::MAX);
        let mut sink = Sink::new(request.name, request.out);
        sink.buffer.put(Rich::heading().as_bytes());
        let name = request.processor.short();
        DeviceLog { name, device, window, sink, last: None, executed: 0, ended: Ended::default() }
    }

    /// The last instruction ends at this cycle; with none, it has not ended.
    fn close(&mut self, until: Option<u64>) {
        let Some((cycle, columns)) = self.last.take() else { return };
        if self.window.contains(&cycle) {
            let cost = until.map_or("-".to_owned(), |until| (until - cycle).to_string());
            let line = format!("{}{columns} {cost}\n", Rich::counts(cycle, self.executed));
            self.sink.buffer.put(line.as_bytes());
            if self.sink.grown().is_err() {
                self.window = 0..0;
            }
        }
        self.executed += 1;
    }

    /// Messages on differences from the request. Called once the run has ended.
    pub fn take_ended(&mut self) -> Ended {
        std::mem::take(&mut self.ended)
    }
}

impl Observer for DeviceLog {
    fn wants(&self) -> Wants {
        Wants { devices: true, ..Wants::default() }
    }

    fn device_active(&mut self, _device: usize, cycle: u64, activity: &Activity) {
        if let Activity::Executes { address, text } = activity {
            self.close(Some(cycle));
            self.last = Some((cycle, Rich::place(&self.name, &address.to_string(), self.device, text)));
        }
    }

    fn ended(&mut self) {
        self.close(None);
        self.ended.add(self.sink.finish());
    }
}
