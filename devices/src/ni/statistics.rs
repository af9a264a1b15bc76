//! What the interface counts, and the errors that software should have read.

use crate::regs::ni as regs;
use rankine_bus::{NodeId, Time};

#[derive(Default)]
pub struct Counts {
    pub commands: u64,
    pub messages: u64,
    pub read_requests: u64,
    pub looped: u64,
    pub packets_in: u64,
    pub bytes_in: u64,
    pub adds: u64,
    pub triggers: u64,
    pub notifications: u64,
    pub remote_stores: u64,
    pub remote_loads: u64,
    pub queue_items: u64,
    pub queue_drops: u64,
    pub dequeues: u64,
    pub readers_refused: u64,
    pub tag_writes: u64,
    pub command_stalls: u64,
    pub store_stalls: u64,
    pub fence_stalls: u64,
    pub dropped: u64,
}

/// The sticky error register, and the first error's story.
#[derive(Default)]
pub struct Errors {
    /// For the diagnostics: when the interface was called last.
    pub now: Time,
    bits: u64,
    first: Option<String>,
}

const NAMES: [(u64, &str); 8] = [
    (regs::ERR_BAD_DESC, "BAD_DESC"),
    (regs::ERR_CNT_OVERSHOOT, "CNT_OVERSHOOT"),
    (regs::ERR_TAG_LASTWAY, "TAG_LASTWAY"),
    (regs::ERR_BAD_TAG, "BAD_TAG"),
    (regs::ERR_QUEUE_SIZE, "QUEUE_SIZE"),
    (regs::ERR_QUEUE_DROP, "QUEUE_DROP"),
    (regs::ERR_BAD_STORE, "BAD_STORE"),
    (regs::ERR_OVERRUN, "OVERRUN"),
];

impl Errors {
    pub fn raise(&mut self, node: NodeId, bit: u64, story: std::fmt::Arguments<'_>) {
        tracing::debug!(target: "ni", time = self.now.0, node, device = "ni", "{}: {story}", name(bit));
        self.bits |= bit;
        self.first.get_or_insert_with(|| format!("{}: {story}", name(bit)));
    }

    pub fn bits(&self) -> u64 {
        self.bits
    }

    pub fn clear(&mut self, bits: u64) {
        self.bits &= !bits;
        if self.bits == 0 {
            self.first = None;
        }
    }

    pub fn complaint(&self) -> Option<String> {
        let set: Vec<_> = NAMES.iter().filter(|(bit, _)| self.bits & bit != 0).map(|(_, name)| *name).collect();
        let first = self.first.as_deref()?;
        Some(format!("NI_ERR has {} set; first {first}", set.join(", ")))
    }
}

fn name(bit: u64) -> &'static str {
    NAMES.iter().find(|(named, _)| *named == bit).map_or("?", |(_, name)| name)
}
