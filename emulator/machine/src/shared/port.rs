//! Memory with one port: the requests of a processor's misses are shared accesses, too.

use crate::machine::Machine;
use crate::node::{MemoryRequest, Processor, ProcessorId};
use crate::watch::Wait;
use rankine_bus::NodeId;
use rankine_timing::Asked;

impl Processor {
    /// The hart has stopped for memory: records its requests.
    pub(crate) fn note_asked(&mut self) {
        let Some(cached) = self.engine.caches_mut() else { return };
        let (asked, cycles) = cached.take_asked();
        let began = self.hart.cycles - cycles;
        let request = |Asked { after, bytes, waits }| MemoryRequest { cycle: began + after, bytes, waits };
        self.asked.extend(asked.into_iter().map(request));
    }

    /// The hart waits for its turn at the port. Its later requests are delayed by as much.
    fn wait_for_port(&mut self, cycles: u64) {
        self.hart.wait(cycles);
        if let Some(cached) = self.engine.caches_mut() {
            cached.wait(cycles);
        }
        let (pc, wait) = (self.hart.pc, if self.hart.waits_for_data() { Wait::Data } else { Wait::Fetch });
        self.tell(|observer| observer.waited(pc, wait, cycles));
        self.asked.iter_mut().for_each(|request| request.cycle += cycles);
    }
}

impl Machine {
    /// Passes a processor's requests to the port, up to this place in the order. Returns true if
    /// the processor can go on.
    pub(crate) fn ask_port(&mut self, id: ProcessorId) -> bool {
        let now = self.now;
        let Some(port) = &mut self.port else { return true };
        let processor = &mut self.nodes[id.node as usize].processors[id.index as usize];
        while let Some(&MemoryRequest { cycle, bytes, waits }) =
            processor.asked.front().filter(|next| processor.clock.span(next.cycle) <= now)
        {
            processor.asked.pop_front();
            if waits {
                processor.wait_for_port(port.read(id.node, cycle, bytes));
            } else {
                port.post(id.node, cycle, bytes);
            }
        }
        processor.asked.is_empty()
    }

    /// Passes the lines that devices have displaced from a node's caches to the port.
    pub(crate) fn post_displaced(&mut self, id: NodeId) {
        let Some(port) = &mut self.port else { return };
        let cycle = self.clock.cycle_ceil(self.now);
        for processor in &mut self.nodes[id as usize].processors {
            let Some(cached) = processor.engine.caches_mut() else { continue };
            for asked in cached.take_asked().0 {
                port.post(id, cycle, asked.bytes);
            }
        }
    }
}
