//! Address maps: which node, which of its spaces and which byte an address names.
//!
//! Each space of a node is a window. All nodes see the windows of all nodes at global addresses,
//! `stride` apart. A window may also have a local alias, at which each node sees its own window. A
//! platform's map consists of these numbers only.

use rankine_bus::NodeId;
use serde::Deserialize;

/// The spaces that a network interface serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    Scratchpad,
    Tags,
    Registers,
    Memory,
}

/// One kind of space on all nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// The address at which a node sees its own window, if there is a local alias.
    pub local: Option<u64>,
    /// The address at which all nodes see node 0's window.
    pub global: u64,
    /// Bytes from one node's window to the next; a power of two.
    pub stride: u64,
    pub size: u64,
}

/// A byte of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub node: NodeId,
    pub space: Space,
    /// In bytes, from the start of the window.
    pub offset: u64,
}

/// The windows of a platform.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddressMap {
    pub scratchpad: Window,
    pub tags: Window,
    pub registers: Window,
    pub memory: Window,
}

impl Window {
    /// (node, offset) of the `len` bytes at `addr`, which must lie in one node's window.
    fn find(&self, addr: u64, len: u64, me: NodeId, nodes: u32) -> Option<(NodeId, u64)> {
        let inside = |offset: u64| len <= self.size && offset <= self.size - len;
        if let Some(offset) = self.local.and_then(|base| addr.checked_sub(base))
            && offset < self.size
        {
            return inside(offset).then_some((me, offset));
        }
        let distance = addr.checked_sub(self.global)?;
        let node = distance >> self.stride.trailing_zeros();
        let offset = distance & (self.stride - 1);
        (node < u64::from(nodes) && offset < self.size && inside(offset)).then_some((node as NodeId, offset))
    }

    fn check(&self, name: &str, nodes: u32) -> Result<(), String> {
        let span = self.stride.checked_mul(u64::from(nodes)).and_then(|span| self.global.checked_add(span));
        if !self.stride.is_power_of_two() || self.size == 0 || self.size > self.stride {
            return Err(format!(
                "{name}: stride {:#x} must be a power of two, size {:#x} at most that",
                self.stride, self.size
            ));
        }
        if span.is_none() || self.local.is_some_and(|base| base.checked_add(self.size).is_none()) {
            return Err(format!("{name}: windows of {nodes} nodes do not fit 64-bit addresses"));
        }
        Ok(())
    }
}

impl AddressMap {
    const SPACES: [Space; 4] = [Space::Scratchpad, Space::Memory, Space::Tags, Space::Registers];

    pub fn window(&self, space: Space) -> &Window {
        match space {
            Space::Scratchpad => &self.scratchpad,
            Space::Tags => &self.tags,
            Space::Registers => &self.registers,
            Space::Memory => &self.memory,
        }
    }

    /// The place of the `len` bytes at `addr`, as node `me` sees them; none if they do not lie in
    /// one window. A space's local alias takes precedence over its global addresses.
    pub fn place(&self, addr: u64, len: u64, me: NodeId, nodes: u32) -> Option<Place> {
        Self::SPACES.into_iter().find_map(|space| {
            let (node, offset) = self.window(space).find(addr, len, me, nodes)?;
            Some(Place { node, space, offset })
        })
    }

    /// The address at which every node sees `place`.
    pub fn global(&self, place: Place) -> u64 {
        let window = self.window(place.space);
        window.global + u64::from(place.node) * window.stride + place.offset
    }

    /// The physical address of `offset` in a node's own memory.
    pub fn memory_address(&self, offset: u64) -> u64 {
        self.memory.local.unwrap_or(self.memory.global) + offset
    }

    pub fn check(&self, nodes: u32) -> Result<(), String> {
        for (name, window) in [
            ("scratchpad window", &self.scratchpad),
            ("tag window", &self.tags),
            ("register window", &self.registers),
            ("memory window", &self.memory),
        ] {
            window.check(name, nodes)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn window(local: Option<u64>, global: u64, stride: u64, size: u64) -> Window {
        Window { local, global, stride, size }
    }

    /// Every window has a local alias.
    fn aliased() -> AddressMap {
        let high = |local, size| window(Some(local), (1 << 32) | local, 1 << 32, size);
        AddressMap {
            scratchpad: high(0x0800_0000, 0x1_0000),
            tags: high(0x0400_0000, 0x1000),
            registers: high(0x0200_0000, 0x1000),
            memory: high(0x1000_0000, 0x100_0000),
        }
    }

    /// Only the memory has a local alias.
    fn global_only() -> AddressMap {
        AddressMap {
            scratchpad: window(None, 0x4000_0000, 1 << 20, 0x1_0000),
            tags: window(None, 0x5000_0000, 1 << 20, 0x2000),
            registers: window(None, 0x6000_0000, 1 << 20, 0x1000),
            memory: window(Some(0x8000_0000), 0x8000_0000, 1 << 26, 1 << 26),
        }
    }

    #[test]
    fn places() {
        use Space::{Memory, Registers, Scratchpad, Tags};
        for (map, addr, len, expected) in [
            (aliased(), 0x0800_0040, 8, Some((2, Scratchpad, 0x40))),
            (aliased(), 0x1_0800_0040, 8, Some((0, Scratchpad, 0x40))),
            (aliased(), 0x4_1000_0000, 1, Some((3, Memory, 0))),
            (aliased(), 0x5_1000_0000, 1, None),
            (aliased(), 0x0800_fff8, 8, Some((2, Scratchpad, 0xfff8))),
            (aliased(), 0x0800_fff9, 8, None),
            (aliased(), 0x0800_0000, 0x1_0001, None),
            (aliased(), 0x0800_0000, u64::MAX, None),
            (aliased(), u64::MAX, 8, None),
            (aliased(), 0, 1, None),
            (aliased(), 0x0200_0008, 4, Some((2, Registers, 8))),
            (global_only(), 0x4030_0010, 4, Some((3, Scratchpad, 0x10))),
            (global_only(), 0x4040_0010, 4, None),
            (global_only(), 0x4031_0000, 4, None),
            (global_only(), 0x5010_1ffc, 4, Some((1, Tags, 0x1ffc))),
            (global_only(), 0x8400_0000, 4, Some((1, Memory, 0))),
            (global_only(), 0x8000_0000, 4, Some((2, Memory, 0))),
        ] {
            let place = map.place(addr, len, 2, 4);
            assert_eq!(place.map(|p| (p.node, p.space, p.offset)), expected, "{addr:#x}+{len:#x}");
            if let Some(place) = place.filter(|place| place.node != 2) {
                assert_eq!(map.global(place), addr);
            }
        }
        assert!(aliased().check(1024).is_ok() && global_only().check(4).is_ok());
        assert!(aliased().check(u32::MAX).is_err());
    }
}
