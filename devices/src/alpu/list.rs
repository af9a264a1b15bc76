//! The entries of a unit as a list: the oldest entry that matches wins. Blocks and movements
//! between cells cannot be seen from outside, because the gap of a deleted entry is closed before
//! the next insertion needs the place. `devices/tests/alpu/cells.rs` models the cells.

/// Something to be matched: a header, or a request to receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Probe {
    /// The match bits.
    pub bits: u64,
    /// 1 for each match bit that is ignored.
    pub mask: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The match bits.
    pub bits: u64,
    /// 1 for each match bit that is ignored.
    pub mask: u64,
    pub tag: u32,
}

impl Entry {
    /// Are all match bits equal, or masked by one of the two (Underwood et al. 2005 §III-A)?
    pub fn matches(&self, probe: Probe) -> bool {
        (self.bits ^ probe.bits) & !(self.mask | probe.mask) == 0
    }
}

/// At most `capacity` entries, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct List {
    entries: Vec<Entry>,
    capacity: usize,
}

impl List {
    pub fn new(capacity: usize) -> List {
        List { entries: Vec::new(), capacity }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn free(&self) -> usize {
        self.capacity - self.entries.len()
    }

    /// Deletes the oldest entry that matches and returns its tag.
    pub fn take(&mut self, probe: Probe) -> Option<u32> {
        let at = self.entries.iter().position(|entry| entry.matches(probe))?;
        Some(self.entries.remove(at).tag)
    }

    /// Appends an entry; false if there is no free cell.
    pub fn insert(&mut self, entry: Entry) -> bool {
        let has_room = self.free() > 0;
        if has_room {
            self.entries.push(entry);
        }
        has_room
    }

    pub fn clear(&mut self) {
        self.entries.clear();
    }
}
