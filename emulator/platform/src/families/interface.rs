//! Shared by families whose nodes have a network interface with scratchpad: the address map, and
//! what the C library is told of it.

use crate::family::{LibraryBuild, Span};
use rankine_bus::{Device, NodeId};
use rankine_devices::address::{AddressMap, Window};
use rankine_devices::ni::{Ni, NiParams};
use rankine_keys::keys;
use std::ops::Range;

/// Bytes of address space of the network interface's registers.
const REGISTER_BYTES: u64 = 0x1000;

/// What to do when there are more ranks than nodes.
pub(super) const MORE_RANKS_ADVICE: &str = "use fewer, or raise platform.nodes_max with --set";

keys! {
    /// Addresses of a node's network interface, and of other nodes.
    pub struct MapParams [map] {
        /// local address of the registers of the network interface
        ni_registers: u64 = 0x200_0000, "address", "ours";
        /// local address of the tags of the scratchpad, a 32-bit word for each line. If ni.cache_ways is not 0, the
        /// tags are ordered by way, and within a way by set
        tags: u64 = 0x400_0000, "address", "ours";
        /// local address of the scratchpad. If ni.cache_ways is not 0, its lines are ordered by way, and within a way
        /// by set
        scratchpad: u64 = 0x800_0000, "address", "ours";
        /// global address of local address 0 of node 0; all nodes use the same global addresses
        global_base: u64 = 0x1_0000_0000, "address", "ours";
        /// distance between the global addresses of one node and those of the next
        node_stride: u64 = 0x1_0000_0000, "bytes", "ours";
    }
}

impl MapParams {
    /// The addresses at which a node's interface answers. An error is a sentence.
    pub fn addresses(&self, ni: &NiParams) -> Result<Vec<Span>, String> {
        Ok(vec![
            ("map.scratchpad", self.scratchpad, ni.scratchpad_bytes),
            ("map.tags", self.tags, tag_bytes(ni)?),
            ("map.ni_registers", self.ni_registers, REGISTER_BYTES),
        ])
    }

    /// The interface of a node, one of `nodes`, with this range of memory. An error is a sentence.
    pub fn device(
        &self,
        ni: &NiParams,
        (node, nodes): (NodeId, u32),
        memory: Range<u64>,
    ) -> Result<Box<dyn Device>, String> {
        let window = |local: u64, size: u64| Window {
            local: Some(local),
            global: self.global_base.saturating_add(local),
            stride: self.node_stride,
            size,
        };
        let bytes = memory.end - memory.start;
        self.check_memory(ni, &memory, nodes)?;
        let map = AddressMap {
            scratchpad: window(self.scratchpad, ni.scratchpad_bytes),
            tags: window(self.tags, tag_bytes(ni)?),
            registers: window(self.ni_registers, REGISTER_BYTES),
            memory: if ni.reaches_memory {
                window(memory.start, bytes)
            } else {
                // Other nodes cannot reach the memory: its global addresses are beyond those that a
                // hart can use.
                let stride = bytes.next_power_of_two();
                Window { local: Some(memory.start), global: 1 << 48, stride, size: bytes }
            },
        };
        Ok(Box::new(Ni::new(ni.clone(), map, node, nodes)?))
    }

    /// Checks that memory, with its stack, is neither at global addresses nor, if other nodes reach
    /// it, beyond a node's part of these.
    fn check_memory(&self, ni: &NiParams, memory: &Range<u64>, nodes: u32) -> Result<(), String> {
        let global_end = self.node_stride.saturating_mul(nodes.into()).saturating_add(self.global_base);
        let (start, end) = (memory.start, memory.end);
        if start < global_end && end > self.global_base {
            return Err(format!(
                "memory with its stack ({start:#x} to {end:#x}) overlaps the global addresses ({:#x} to \
                 {global_end:#x}): make memory.bytes smaller, or map.global_base and map.node_stride larger",
                self.global_base
            ));
        }
        if ni.reaches_memory && end > self.node_stride {
            return Err(format!(
                "memory with its stack ends at {end:#x}, but each node has only map.node_stride ({:#x}) global \
                 addresses: make memory.bytes smaller, or map.node_stride larger",
                self.node_stride
            ));
        }
        Ok(())
    }

    /// What the C library is told of the addresses and the interface. An error is a sentence.
    pub fn library_defines(&self, ni: &NiParams) -> Result<Vec<(&'static str, u64)>, String> {
        let (base, stride) = (self.global_base, self.node_stride);
        let highest = self.scratchpad.saturating_add(ni.scratchpad_bytes);
        if !stride.is_power_of_two() || base % stride != 0 || highest > stride {
            return Err("the library needs map.node_stride to be a power of two above the scratchpad's end, and \
                        map.global_base a multiple of it"
                .into());
        }
        Ok(vec![
            ("NI_CONTROL_BASE", self.ni_registers),
            ("NI_TAGS_BASE", self.tags),
            ("NI_SCRATCHPAD_BASE", self.scratchpad),
            ("NI_GLOBAL_BASE", base),
            ("NI_NODE_SHIFT", u64::from(stride.trailing_zeros())),
            ("NI_WORD_BYTES", u64::from(ni.word_bytes)),
            ("NI_SCRATCHPAD_BYTES", ni.scratchpad_bytes),
            ("NI_CACHE_WAYS", u64::from(ni.cache_ways)),
        ])
    }
}

/// How the C library is built for the channel with this name. Channel `rings` has its own malloc
/// (`libmpi-c/channel/rings/malloc.c`), and can also be built as a publication measured it.
pub(super) fn library(channel: &str) -> LibraryBuild {
    let build = LibraryBuild { directory: channel.to_owned(), ..LibraryBuild::default() };
    match channel {
        "rings" => LibraryBuild {
            memory_parameters: &["RINGS_MALLOC", "RINGS_AS_PRINTED"],
            speed_parameters: &["RINGS_O3", "RINGS_AS_PRINTED"],
            ..build
        },
        _ => build,
    }
}

/// A tag is a 32-bit word.
fn tag_bytes(ni: &NiParams) -> Result<u64, String> {
    let lines = ni.scratchpad_bytes.checked_div(ni.line_bytes()).ok_or("ni.word_bytes must be 4 or 8")?;
    Ok(4 * lines)
}
