//! The interface between platforms in general and a family: what a family provides for all its
//! platforms, and what for one platform.

use crate::general::{HartParams, MemoryParams};
use rankine_bus::{Clock, Device, Network, NodeId, SharedDevice};
use rankine_keys::Section;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;
use toml_edit::DocumentMut;

/// Platforms whose machines are built alike.
pub(crate) trait Family: Sync {
    /// The family's name in presets and messages.
    fn name(&self) -> &'static str;

    /// A sentence about its machines, for the manual.
    fn about(&self) -> &'static str;

    /// How the parts of its machines are connected, as a drawing of at most 80 columns.
    fn drawing(&self) -> &'static str;

    /// The keys that a newcomer changes first, at most ten, as `section.key`.
    fn main_keys(&self) -> &'static [&'static str];

    /// The names and texts of its presets. A text holds the values that differ from the keys'
    /// defaults, each with its source in the comment behind it.
    fn presets(&self) -> &'static [(&'static str, &'static str)];

    /// A text with the values that all its presets have in common, in the same form.
    fn common(&self) -> &'static str {
        ""
    }

    /// The names and texts of its own timing profiles, in the same form. Any platform may use them.
    fn profiles(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Its sections besides those that every platform has, in the order of documents.
    fn sections(&self) -> &'static [Section];

    /// For keys that are lists or tables, the declarations of their entries, by section and key.
    fn entries(&self) -> &'static [(&'static str, Section)] {
        &[]
    }

    /// The parts of a machine that a resolved document describes.
    fn parts(&self, text: &str) -> Result<Arc<dyn Parts>, toml::de::Error>;

    /// How `PRESET:CONFIGURATION` changes a preset's document. None if the family has no
    /// configurations.
    fn configure(&self) -> Option<Configure> {
        None
    }

    /// Called when a file or a setting has changed a key of `[hart]`. Makes the changes that
    /// follow.
    fn hart_changed(&self, _document: &mut DocumentMut, _key: &str) {}

    /// Called after all changes, except those of `[timing]` and `[caches]`, which depend on
    /// `hart.profile`. Makes the changes that follow.
    fn settle(&self, _document: &mut DocumentMut) {}
}

/// Changes a document to a configuration. An error is a sentence.
pub(crate) type Configure = fn(&mut DocumentMut, preset: &str, configuration: &str) -> Result<(), String>;

/// A range of addresses at which something answers: the key that sets it, its first address, and
/// its length.
pub(crate) type Span = (&'static str, u64, u64);

/// The parts of the machines of one platform, besides harts and memory. Errors are sentences.
pub(crate) trait Parts: Debug + Send + Sync {
    /// Checks that the keys agree with each other, for machines of up to this number of nodes.
    fn check(&self, _nodes_max: u32) -> Result<(), String> {
        Ok(())
    }

    /// If nodes differ, the processor that runs programs at each node, by rank; None for a node
    /// without a hart. Empty if all nodes have the platform's hart.
    fn processors(&self) -> Vec<Option<Processor>> {
        Vec::new()
    }

    /// The processors that run firmware, on each node with a hart.
    fn further(&self) -> Vec<Further> {
        Vec::new()
    }

    /// The kind of a rank's node, for people, if nodes differ.
    fn title(&self, _rank: NodeId) -> Option<&'static str> {
        None
    }

    /// The description of a node without a hart.
    fn hardware(&self, _rank: NodeId) -> Hardware {
        Hardware { one: "a node without a hart", many: "nodes without a hart", executes: false }
    }

    /// The addresses at which a node's devices answer.
    fn addresses(&self, _node: NodeId) -> Result<Vec<Span>, String> {
        Ok(Vec::new())
    }

    /// The devices of a node, one of `nodes`, with this range of memory.
    fn devices(&self, _node: NodeId, _nodes: u32, _memory: Range<u64>) -> Result<Vec<Box<dyn Device>>, String> {
        Ok(Vec::new())
    }

    /// The ending of the file names of programs for nodes without a hart, if such nodes run
    /// programs.
    fn hardware_suffix(&self) -> Option<&'static str> {
        None
    }

    /// The words of such a program. An error lists its mistakes, one on each line.
    fn hardware_program(&self, _text: &str) -> Result<Vec<u32>, String> {
        Err("nodes without a hart run no programs here".into())
    }

    /// The devices of a node without a hart, one of `nodes`, if they are the node's own. The
    /// program is empty if the node has none.
    fn hardware_devices(&self, _node: NodeId, _nodes: u32, _program: &[u32]) -> Result<Vec<Box<dyn Device>>, String> {
        Ok(Vec::new())
    }

    /// The network between `nodes` nodes.
    fn network(&self, _nodes: u32, _clock: Clock) -> Result<Option<Box<dyn Network>>, String> {
        Ok(None)
    }

    /// The device that all nodes share.
    fn shared_device(&self, _clock: Clock) -> Result<Option<Box<dyn SharedDevice>>, String> {
        Ok(None)
    }

    /// Names and values with which the sources of the C library are compiled.
    fn library_defines(&self) -> Result<Vec<(&'static str, u64)>, String> {
        Ok(Vec::new())
    }

    /// How the C library is built for the channel with this name.
    fn library(&self, channel: &str) -> LibraryBuild {
        LibraryBuild { directory: channel.to_owned(), ..LibraryBuild::default() }
    }

    /// What to do when there are more ranks than nodes, as the end of a sentence.
    fn more_ranks_advice(&self) -> String;

    /// Warnings, a sentence each, about settings that are possible but perhaps not intended.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// The connections of the machine, if the keys do not say them.
    fn connections(&self) -> String {
        String::new()
    }
}

/// Words that describe a rank without a hart, for use in sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hardware {
    /// The name, with its article.
    pub one: &'static str,
    pub many: &'static str,
    /// Does it execute instructions of its own, which can be logged?
    pub executes: bool,
}

/// How the C library is built for a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryBuild {
    /// The channel's sources, a directory of `libmpi-c/channel`.
    pub directory: String,
    /// Is there a smaller library (`libmpi-c/subset`)? `MPI_SUBSET=1` builds it in place of the
    /// full one.
    pub has_subset: bool,
    /// Build parameters of which the first one that is set counts. If it is not 0, the library
    /// replaces the C library's malloc.
    pub memory_parameters: &'static [&'static str],
    /// Likewise: if the first one that is set is not 0, the library is compiled with -O3.
    pub speed_parameters: &'static [&'static str],
}

/// The processor that runs a node's programs, if nodes differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Processor {
    /// The key that describes it.
    pub key: String,
    pub isa: String,
    pub profile: String,
    /// The library's channel, in place of `platform.channel` if the platform has a library.
    pub channel: Option<&'static str>,
    /// Cycles of a load and of a store, in place of those of the profile.
    pub data_cycles: Option<(u16, u16)>,
}

/// A further processor, as its family describes it. Its section has the keys `isa`, `profile`,
/// `clock_hz`, `memory_base`, `memory_bytes` and `stack_bytes`.
#[derive(Clone, Debug)]
pub(crate) struct Further {
    /// Its name, for people.
    pub name: &'static str,
    /// The section of the platform that has its keys.
    pub section: &'static str,
    pub hart: HartParams,
    pub memory: MemoryParams,
    /// The most cycles for which it may only compute and make accesses that change nothing, while
    /// everything else waits. After that, the run ends as a deadlock. None: no limit.
    pub silent_cycles: Option<u64>,
    /// The program that it runs if none is given: a C file below `libmpi-c`.
    pub program: Option<&'static str>,
    /// Names and values with which firmware in C is compiled.
    pub defines: Vec<(&'static str, u64)>,
}
