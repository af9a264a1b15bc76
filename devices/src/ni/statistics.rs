//! Counts of the interface, and the errors that software should have read.

use crate::regs::ni as regs;
use rankine_bus::{NodeId, Time};

/// Makes a structure of counts, with an iterator over all of them.
macro_rules! counts {
    ($($count:ident)*) => {
        #[derive(Default)]
        pub struct Counts {
            $(pub $count: u64,)*
        }

        impl Counts {
            pub fn all_mut(&mut self) -> impl Iterator<Item = &mut u64> {
                [$(&mut self.$count),*].into_iter()
            }
        }
    };
}

counts! {
    commands messages read_requests looped packets_in bytes_in adds triggers notifications remote_stores remote_loads
    queue_items queue_drops dequeues readers_refused tag_writes command_stalls store_stalls fence_stalls dropped
}

/// The sticky error register, and a description of the first error.
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
