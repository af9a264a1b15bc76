//! Copying: commands of the NIC processor and data from the network become work of the copy engine,
//! which does it in order.

use super::copies::{ENGINE, Origin, Staged, Work};
use super::header::Header;
use super::later::Later;
use super::waiting::Stalled;
use super::{Mishap, Nic, done, refused};
use rankine_bus::{Activity, Cx, NodeId, Reply, Time};

impl Nic {
    pub(super) fn has_copy_place(&self) -> bool {
        self.copies.commands < self.params.copy_fifo as usize
    }

    /// The NIC processor gives a copy command of so many bytes.
    pub(super) fn give_copy(&mut self, cx: &mut Cx<'_>, count: u32) -> Reply {
        let Staged { from, to } = self.copies.staged;
        let bytes = match from {
            0 => self.payload_of_oldest(count),
            from if !self.is_nic_memory(from.into(), count.into()) => {
                return refused(&format!("there is no memory of the NIC at {from:#x} to copy {count} bytes from"));
            }
            from => self.read_behind_work(cx, from.into(), count),
        };
        if !self.is_memory(to, bytes.len() as u64) {
            return refused(&format!("there is no memory at {to:#x} to copy {count} bytes to"));
        }
        if !self.has_copy_place() {
            return self.stall(Stalled::Copy);
        }
        if from == 0 && bytes.len() < count as usize {
            self.mishaps.count(Mishap::CopyBeyondPayload);
        }
        self.copies.commands += 1;
        self.copies.count += 1;
        self.copies.bytes += bytes.len() as u64;
        let given = cx.now + self.params.bus_delay();
        let end = self.begin_copy(cx, given, self.node, Work { to, bytes, origin: Origin::Command });
        if from == 0 {
            self.oldest_is_copied_until(end);
        }
        done(0, 1)
    }

    /// Reads NIC memory as it will be when the engine has done all its work. The memory must exist.
    fn read_behind_work(&self, cx: &Cx<'_>, from: u64, count: u32) -> Vec<u8> {
        let mut bytes = vec![0; count as usize];
        let is_read = bytes.is_empty() || cx.memory.read(from, &mut bytes);
        debug_assert!(is_read, "COPY has looked");
        for work in &self.copies.work {
            let begin = work.to.max(from);
            let end = work.to.saturating_add(work.bytes.len() as u64).min(from + u64::from(count));
            if begin < end {
                let written = &work.bytes[(begin - work.to) as usize..(end - work.to) as usize];
                bytes[(begin - from) as usize..(end - from) as usize].copy_from_slice(written);
            }
        }
        bytes
    }

    /// Data from the network is to be written to `to`; `last` is its header if it is the last of
    /// its command.
    pub(super) fn write_data(&mut self, cx: &mut Cx<'_>, node: NodeId, to: u64, bytes: Vec<u8>, last: Option<Header>) {
        let mut work = Work { to, bytes, origin: Origin::Data(node, last) };
        if !self.is_memory(to, work.bytes.len() as u64) {
            self.mishaps.count(Mishap::DataOutsideMemory);
            (work.to, work.bytes) = (0, Vec::new());
        }
        self.begin_copy(cx, cx.now, node, work);
    }

    /// Puts work behind the engine's other work, and returns the time at which it will be done.
    fn begin_copy(&mut self, cx: &mut Cx<'_>, given: Time, node: NodeId, work: Work) -> Time {
        let begin = (given + self.params.dma_setup()).max(self.copies.idle_at);
        let end = begin + self.params.copy_time(work.bytes.len());
        Later::CopyBegins { bytes: work.bytes.len() as u32, node }.at(cx, begin);
        Later::CopyEnds.at(cx, end);
        self.copies.idle_at = end;
        self.copies.work.push_back(work);
        end
    }

    pub(super) fn copy_ends(&mut self, cx: &mut Cx<'_>) {
        let Some(Work { to, bytes, origin }) = self.copies.work.pop_front() else { return };
        let is_written = bytes.is_empty() || cx.memory.write(to, &bytes);
        debug_assert!(is_written, "whoever gave the work has looked");
        cx.tell(|| Activity::Ends { part: ENGINE });
        match origin {
            Origin::Command => self.copies.commands -= 1,
            Origin::Data(node, Some(header)) => self.data_is_complete(cx, node, header),
            Origin::Data(node, None) => self.give_back(cx, node),
        }
    }
}
