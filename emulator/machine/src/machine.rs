//! The machine's data. Its behaviour is in the directories beside this file.

use crate::node::{Node, Nodes, Processor, ProcessorId};
use crate::order::{Component, DEVICES_MAX, End, PROCESSORS_MAX, Queue};
use crate::steady::Steady;
use crate::stretch::{Points, Rules, Workers};
use crate::watch::{Observer, Wants};
use rankine_bus::{Arrival, Clock, Crossing, Effects, NetEffects, Network, NodeId, PacketName, SharedDevice, Time};
use rankine_host::Host;
use rankine_timing::Port;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

/// How far a processor may run ahead, and the costs of calls to the host. All in cycles of the
/// processor's clock, except [`Pace::file_bytes_per_cycle`].
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Cost of a call to the host.
    pub call_cycles: u64,
    /// Cost that a call adds if it reads or writes a file, beside the time of its bytes.
    pub file_call_cycles: u64,
    /// Bytes of a file moved in a cycle; 0: no limit.
    pub file_bytes_per_cycle: u64,
    /// The first stretch after a shared access.
    pub first_stretch_cycles: u64,
    /// The longest stretch.
    pub stretch_cycles: u64,
}

impl Pace {
    /// Cycles that moving `bytes` of a file adds to a call.
    pub(crate) fn file_cycles(&self, bytes: u64) -> u64 {
        match self.file_bytes_per_cycle {
            0 => self.file_call_cycles,
            pace => self.file_call_cycles + bytes.div_ceil(pace),
        }
    }
}

/// The parts from which a machine is built.
pub struct Parts {
    pub nodes: Vec<Node>,
    /// Hooks of each program, by address.
    pub points: Vec<Points>,
    pub network: Option<Box<dyn Network>>,
    /// The device that all nodes share, if there is one.
    pub shared: Option<Box<dyn SharedDevice>>,
    /// The port of the memory behind all caches, if nodes wait for each other there.
    pub port: Option<Port>,
    pub host: Host,
    /// The clock in whose cycles limits and reports count.
    pub clock: Clock,
    pub pace: Pace,
}

/// All nodes, their network and the simulated time.
pub struct Machine {
    pub nodes: Nodes,
    pub network: Option<Box<dyn Network>>,
    pub(crate) shared: Option<Box<dyn SharedDevice>>,
    /// Number of stores to the shared device. After each one, the search for polling rounds begins
    /// anew.
    pub(crate) shared_stores: u64,
    pub(crate) port: Option<Port>,
    pub host: Host,
    pub clock: Clock,
    pub now: Time,
    /// The component that acted last, at `now`.
    pub(crate) acted: Component,
    pub(crate) pace: Pace,
    pub(crate) elide: bool,
    /// Does the machine look for rounds of polling loops, whether it skips or performs them? It
    /// does not if it watches for the end of a bare program.
    pub(crate) finds_rounds: bool,
    pub(crate) rules: Arc<Rules>,
    pub(crate) queue: Queue,
    pub(crate) end: Option<End>,
    /// Has a node more than one processor?
    pub(crate) has_further: bool,
    /// Programs of ranks that have begun and not ended.
    pub(crate) programs_left: usize,
    /// Set if nodes have further processors: the processor whose program was the last to end, which
    /// ended the run.
    pub(crate) ended_by: Option<ProcessorId>,
    /// Packets that have arrived at nodes so far.
    pub(crate) arrivals: u64,
    pub(crate) steady: Steady,
    /// The node whose device has just begun a packet that others follow, and how many follow.
    pub(crate) begun_bulk: Option<(NodeId, u32)>,
    /// Host time spent in [`Machine::advance`].
    pub(crate) ran: Duration,
    /// No event at this place in the order or after it is performed.
    pub(crate) stop: (Time, Component),
    pub(crate) workers: Option<Workers>,
    /// Nodes whose stretch runs on another host thread: the earliest place in the order at which
    /// each may have an event, and the node.
    pub(crate) away: BTreeSet<(Time, Component, NodeId)>,
    pub(crate) effects: Effects,
    pub(crate) net_effects: NetEffects,
    /// For packets in the network: the links over which their heads have started. Empty
    /// unless an observer wants it.
    pub(crate) crossings: HashMap<PacketName, Vec<Crossing>>,
    /// Streams that have arrived at nodes that are with a worker, and when.
    pub(crate) untold: Vec<(u64, Arrival)>,
    /// The processor whose access a device is handling.
    pub(crate) accessor: Option<ProcessorId>,
    /// The first mistake of software that each device has survived, by node and the device's
    /// number.
    pub mistakes: BTreeMap<(NodeId, usize), Mistake>,
}

/// When a device survived a mistake of software, and where processors of its node stood then: the
/// one that accessed the device or, if the mistake shows later, all that may have made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    pub time: Time,
    /// Processors with their pc.
    pub places: Vec<(ProcessorId, u64)>,
}

impl Machine {
    /// # Panics
    /// If a node has more devices or processors than the global order can tell apart.
    pub fn new(parts: Parts) -> Machine {
        let Parts { nodes, points, network, shared, port, host, clock, pace } = parts;
        for node in &nodes {
            assert!(node.devices.len() as u32 <= DEVICES_MAX, "{} devices of node {}", node.devices.len(), node.id);
            assert!(node.processors.len() as u32 <= PROCESSORS_MAX, "{} processors", node.processors.len());
        }
        let rules = Rules {
            points,
            first_cycles: pace.first_stretch_cycles,
            longest_cycles: pace.stretch_cycles,
            last: Time::END,
        };
        let has_further = nodes.iter().any(|node| node.processors.len() > 1);
        let programs_left = nodes.iter().filter(|node| !node.processors.is_empty() && !host.is_idle(node.id)).count();
        let mut machine = Machine {
            nodes: Nodes::new(nodes),
            network,
            shared,
            shared_stores: 0,
            port,
            host,
            clock,
            now: Time::ZERO,
            acted: Component::NETWORK,
            pace,
            elide: true,
            finds_rounds: true,
            rules: Arc::new(rules),
            queue: Queue::default(),
            end: None,
            has_further,
            programs_left,
            ended_by: None,
            arrivals: 0,
            steady: Steady::default(),
            begun_bulk: None,
            ran: Duration::ZERO,
            stop: (Time::END, Component::NETWORK),
            workers: None,
            away: BTreeSet::new(),
            untold: Vec::new(),
            effects: Effects::default(),
            net_effects: NetEffects::default(),
            crossings: HashMap::new(),
            accessor: None,
            mistakes: BTreeMap::new(),
        };
        machine.ask_for_activities();
        machine.begin_devices();
        machine
    }

    fn begin_devices(&mut self) {
        for id in 0..self.nodes.len() as NodeId {
            for device in 0..self.nodes[id as usize].devices.len() {
                self.call_device(id, device, |device, cx| device.begin(cx));
            }
        }
    }

    /// Makes devices and the network report their activities if an observer wants them.
    fn ask_for_activities(&mut self) {
        let of_nodes = self.nodes.iter().map(|node| &node.observers);
        let of_processors = self.processors().map(|processor| &processor.observers);
        let wants = of_processors.chain(of_nodes).fold(Wants::default(), |all, one| all.or(one.wants()));
        self.effects.activity = (wants.devices || wants.packets).then(Vec::new);
        self.net_effects.crossings = wants.packets.then(Vec::new);
    }

    /// Hooks of each program, by address.
    pub fn points(&self) -> &[Points] {
        &self.rules.points
    }

    /// The current cycle of the machine's clock.
    pub fn cycle(&self) -> u64 {
        self.clock.cycle(self.now)
    }

    /// Returns a processor.
    ///
    /// # Panics
    /// If there is no such processor, or its node is with another host thread.
    pub fn processor(&self, id: ProcessorId) -> &Processor {
        &self.nodes[id.node as usize].processors[id.index as usize]
    }

    /// As [`Machine::processor`].
    pub fn processor_mut(&mut self, id: ProcessorId) -> &mut Processor {
        &mut self.nodes[id.node as usize].processors[id.index as usize]
    }

    /// A count that grows whenever a program writes to the console, a packet arrives at a node, or
    /// a program ends.
    pub fn happened(&self) -> u64 {
        self.arrivals + self.host.console_writes() + (self.nodes.len() - self.programs_left) as u64
    }

    /// All processors, node by node. The machine must stand still, so that no node is with another
    /// host thread.
    pub fn processors(&self) -> impl Iterator<Item = &Processor> {
        self.nodes.iter().flat_map(|node| &node.processors)
    }

    /// The numbers of all processors, node by node. The machine must stand still.
    pub fn processor_ids(&self) -> Vec<ProcessorId> {
        self.processors().map(|processor| processor.id).collect()
    }

    /// Adds an observer to each processor. The machine must stand still.
    pub fn attach(&mut self, mut observer: impl FnMut(&Processor) -> Box<dyn Observer>) {
        for processor in self.nodes.iter_mut().flat_map(|node| &mut node.processors) {
            let new = observer(processor);
            processor.observers.add(new);
        }
        self.ask_for_activities();
    }

    /// Removes all observers of one type.
    pub fn detach<T: Any>(&mut self) {
        for processor in self.nodes.iter_mut().flat_map(|node| &mut node.processors) {
            processor.observers.remove::<T>();
        }
        self.ask_for_activities();
    }
}
