//! The seam between platforms in general and a family of them: what a family gives, and what of it a platform has.

use crate::general::{HartParams, MemoryParams};
use rankine_bus::{Clock, Device, Network, NodeId, SharedDevice};
use rankine_keys::Section;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;
use toml_edit::DocumentMut;

/// Platforms whose machines are built alike.
pub(crate) trait Family: Sync {
    /// As presets and messages name it.
    fn name(&self) -> &'static str;

    /// What its machines are, in a sentence for the manual.
    fn about(&self) -> &'static str;

    /// How the parts of its machines are connected, as a drawing of at most 80 columns.
    fn drawing(&self) -> &'static str;

    /// The keys that a newcomer changes first, at most ten: `section.key`.
    fn main_keys(&self) -> &'static [&'static str];

    /// Names and texts of its presets. A text has the values that differ from the keys' defaults, the source of each in the
    /// comment behind it.
    fn presets(&self) -> &'static [(&'static str, &'static str)];

    /// What all its presets have in common, written as they are.
    fn common(&self) -> &'static str {
        ""
    }

    /// Names and texts of its own timing profiles, as those of presets. Any platform may use them.
    fn profiles(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Its sections beside those that every platform has, in the order of documents.
    fn sections(&self) -> &'static [Section];

    /// What the entries of those keys are made of that are lists or tables, by section and key.
    fn entries(&self) -> &'static [(&'static str, Section)] {
        &[]
    }

    /// The parts that a resolved document describes.
    fn parts(&self, text: &str) -> Result<Arc<dyn Parts>, toml::de::Error>;

    /// How `PRESET:CONFIGURATION` changes a preset's document, where there are configurations. An error is a sentence.
    fn configure(&self) -> Option<Configure> {
        None
    }

    /// A file or a setting has changed a key of `[hart]`: changes what follows from that.
    fn hart_changed(&self, _document: &mut DocumentMut, _key: &str) {}

    /// All changes are made but those of `[timing]` and `[caches]`, which `hart.profile` decides: changes what follows.
    fn settle(&self, _document: &mut DocumentMut) {}
}

/// Changes a document to be of a configuration. An error is a sentence.
pub(crate) type Configure = fn(&mut DocumentMut, preset: &str, configuration: &str) -> Result<(), String>;

/// Addresses that a hart finds something at: the key that sets them, the first one, and how many.
pub(crate) type Span = (&'static str, u64, u64);

/// What the machines of one platform are made of, beside harts and memory. Errors are sentences.
pub(crate) trait Parts: Debug + Send + Sync {
    /// Do the keys agree with each other, in machines of up to so many nodes?
    fn check(&self, _nodes_max: u32) -> Result<(), String> {
        Ok(())
    }

    /// Where nodes differ, what runs programs at each, by rank; none at a node without a hart. Empty where all have the
    /// platform's hart.
    fn processors(&self) -> Vec<Option<Processor>> {
        Vec::new()
    }

    /// What each node with a hart has beside that one: processors that run firmware.
    fn further(&self) -> Vec<Further> {
        Vec::new()
    }

    /// What is at a rank's node, for people, where nodes differ.
    fn title(&self, _rank: NodeId) -> Option<&'static str> {
        None
    }

    /// What a node without a hart is.
    fn hardware(&self, _rank: NodeId) -> Hardware {
        Hardware { one: "a node without a hart", many: "nodes without a hart", executes: false }
    }

    /// Where a node's devices answer.
    fn addresses(&self, _node: NodeId) -> Result<Vec<Span>, String> {
        Ok(Vec::new())
    }

    /// The devices of a node, one of `nodes`, with this memory.
    fn devices(&self, _node: NodeId, _nodes: u32, _memory: Range<u64>) -> Result<Vec<Box<dyn Device>>, String> {
        Ok(Vec::new())
    }

    /// How the file's name of a program for nodes without a hart ends, where those nodes run programs.
    fn hardware_suffix(&self) -> Option<&'static str> {
        None
    }

    /// The words of such a program. An error is what is wrong with it, a line each.
    fn hardware_program(&self, _text: &str) -> Result<Vec<u32>, String> {
        Err("nodes without a hart run no programs here".into())
    }

    /// The devices of a node without a hart, one of `nodes`, where they are the node's own, with its program, if it has one.
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

    /// Names and values that the sources of the C library are compiled with.
    fn library_defines(&self) -> Result<Vec<(&'static str, u64)>, String> {
        Ok(Vec::new())
    }

    /// How the C library is built whose channel has this name.
    fn library(&self, channel: &str) -> LibraryBuild {
        LibraryBuild { directory: channel.to_owned(), ..LibraryBuild::default() }
    }

    /// What to do when there are more ranks than nodes, as the end of a sentence.
    fn more_ranks_advice(&self) -> String;

    /// What can be but may not be meant, a sentence each.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// Who is connected to whom, where the keys do not say it.
    fn connections(&self) -> String {
        String::new()
    }
}

/// Words for what a rank is that runs no program, in sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hardware {
    /// With its article.
    pub one: &'static str,
    pub many: &'static str,
    /// Does it execute instructions of its own, which can be logged?
    pub executes: bool,
}

/// How the C library is built for a platform's channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryBuild {
    /// The channel's sources, a directory of `libmpi-c/channel`.
    pub directory: String,
    /// Is there a smaller library (`libmpi-c/subset`), which `MPI_SUBSET=1` puts in place of the full one?
    pub has_subset: bool,
    /// Build parameters of which the first that is set, where it is not 0, lets the library stand in for the C library's malloc.
    pub memory_parameters: &'static [&'static str],
    /// The same: the library is compiled with -O3.
    pub speed_parameters: &'static [&'static str],
}

/// What runs a node's programs, where nodes differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Processor {
    /// The key that describes it.
    pub key: String,
    pub isa: String,
    pub profile: String,
    /// The library's channel, in place of `platform.channel` if there is a library.
    pub channel: Option<&'static str>,
    /// Cycles of a load and of a store, in place of the profile's.
    pub data_cycles: Option<(u16, u16)>,
}

/// A further processor as its family describes it. Its section has the keys `isa`, `profile`, `clock_hz`, `memory_base`,
/// `memory_bytes` and `stack_bytes`.
#[derive(Clone, Debug)]
pub(crate) struct Further {
    /// What it is called, for people.
    pub name: &'static str,
    /// The section of the platform that has its keys.
    pub section: &'static str,
    pub hart: HartParams,
    pub memory: MemoryParams,
    /// Cycles for which it may only compute and make accesses that change nothing, while all else waits; then that is a deadlock.
    /// None: no limit.
    pub silent_cycles: Option<u64>,
    /// What it runs unless a program is given: a C file below `libmpi-c`.
    pub program: Option<&'static str>,
    /// Names and values that firmware in C is compiled with.
    pub defines: Vec<(&'static str, u64)>,
}
