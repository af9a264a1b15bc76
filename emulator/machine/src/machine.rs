//! What a machine is made of. What it does stands in the directories beside this file.

use crate::node::{Node, Nodes, Processor, ProcessorId};
use crate::order::{Component, DEVICES_MAX, End, PROCESSORS_MAX, Queue};
use crate::steady::Steady;
use crate::stretch::{Points, Rules, Workers};
use crate::watch::{Observer, Wants};
use rankine_bus::{Clock, Effects, NetEffects, Network, NodeId, PacketName, SharedDevice, Time};
use rankine_host::Host;
use rankine_timing::Port;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

/// How far a processor may run ahead, and what a call to the host costs. All in cycles of the processor's clock.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// A call answered by the host.
    pub call_cycles: u64,
    /// What reading or writing a file adds, beside the time of its bytes.
    pub file_call_cycles: u64,
    /// Bytes of a file that are moved in a cycle; 0: any number.
    pub file_bytes_per_cycle: u64,
    /// The first stretch after a shared access.
    pub first_stretch_cycles: u64,
    /// The longest stretch.
    pub stretch_cycles: u64,
}

impl Pace {
    /// What moving `bytes` of a file adds to a call.
    pub(crate) fn file_cycles(&self, bytes: u64) -> u64 {
        match self.file_bytes_per_cycle {
            0 => self.file_call_cycles,
            pace => self.file_call_cycles + bytes.div_ceil(pace),
        }
    }
}

/// What a machine is made of.
pub struct Parts {
    pub nodes: Vec<Node>,
    /// What is seen of each program, by address.
    pub points: Vec<Points>,
    pub network: Option<Box<dyn Network>>,
    /// The device that all nodes share, if there is one.
    pub shared: Option<Box<dyn SharedDevice>>,
    /// The port of the memory behind all caches, if nodes wait for each other there.
    pub port: Option<Port>,
    pub host: Host,
    /// The clock that limits and reports count by.
    pub clock: Clock,
    pub pace: Pace,
}

/// All nodes, their network and the time.
pub struct Machine {
    pub nodes: Nodes,
    pub network: Option<Box<dyn Network>>,
    pub(crate) shared: Option<Box<dyn SharedDevice>>,
    /// Stores to the shared device. A processor's polling rounds are looked for anew after each one.
    pub(crate) shared_stores: u64,
    pub(crate) port: Option<Port>,
    pub host: Host,
    pub clock: Clock,
    pub now: Time,
    /// Who has acted last, at `now`.
    pub(crate) acted: Component,
    pub(crate) pace: Pace,
    pub(crate) elide: bool,
    /// Are rounds of polling loops looked for, whether they are left out or performed? Not where a bare program's end is.
    pub(crate) finds_rounds: bool,
    pub(crate) rules: Arc<Rules>,
    pub(crate) queue: Queue,
    pub(crate) end: Option<End>,
    /// Has a node more than one processor?
    pub(crate) has_further: bool,
    /// Programs of ranks that have not ended.
    pub(crate) programs_left: usize,
    /// Where nodes have further processors: the one whose program was the last to end, which ended the run.
    pub(crate) ended_by: Option<ProcessorId>,
    /// Packets that have arrived at a node.
    pub(crate) arrivals: u64,
    pub(crate) steady: Steady,
    /// The node of which a device has just begun a packet that others follow, and how many.
    pub(crate) begun_bulk: Option<(NodeId, u32)>,
    /// Host time spent in [`Machine::advance`].
    pub(crate) ran: Duration,
    /// Nothing at this place in the order or after it is performed.
    pub(crate) stop: (Time, Component),
    pub(crate) workers: Option<Workers>,
    /// Nodes that are with a worker: where in the order the next event of each can be at the earliest.
    pub(crate) away: BTreeSet<(Time, Component, NodeId)>,
    pub(crate) effects: Effects,
    pub(crate) net_effects: NetEffects,
    /// Of packets that are in the network: the links that their heads have started over, and when. Empty unless an observer wants it.
    pub(crate) crossings: HashMap<PacketName, Vec<(u64, String)>>,
    /// The processor whose access a device handles now.
    pub(crate) accessor: Option<ProcessorId>,
    /// The first mistake of software that each device has survived, by node and number of the device.
    pub mistakes: BTreeMap<(NodeId, usize), Mistake>,
}

/// When a device survived a mistake of software, and where processors of its node stood then: the one that accessed it, or, where the
/// mistake shows later, all that may have made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    pub time: Time,
    /// Each with its pc.
    pub places: Vec<(ProcessorId, u64)>,
}

impl Machine {
    /// Panics if a node has more devices or processors than the global order tells apart.
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
        let programs_left = nodes.iter().filter(|node| !node.processors.is_empty()).count();
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

    /// Devices tell of what they do only if an observer wants to know.
    fn ask_for_activities(&mut self) {
        let of_nodes = self.nodes.iter().map(|node| &node.observers);
        let of_processors = self.processors().map(|processor| &processor.observers);
        let wants = of_processors.chain(of_nodes).fold(Wants::default(), |all, one| all.or(one.wants()));
        self.effects.activity = (wants.devices || wants.packets).then(Vec::new);
        self.net_effects.crossings = wants.packets.then(Vec::new);
    }

    /// What is seen of each program.
    pub fn points(&self) -> &[Points] {
        &self.rules.points
    }

    /// The current cycle of the machine's clock.
    pub fn cycle(&self) -> u64 {
        self.clock.cycle(self.now)
    }

    /// # Panics
    /// If there is no such processor, or its node is with a worker.
    pub fn processor(&self, id: ProcessorId) -> &Processor {
        &self.nodes[id.node as usize].processors[id.index as usize]
    }

    /// As [`Machine::processor`].
    pub fn processor_mut(&mut self, id: ProcessorId) -> &mut Processor {
        &mut self.nodes[id.node as usize].processors[id.index as usize]
    }

    /// Grows whenever a program writes to the console, a packet arrives at a node, or a program ends.
    pub fn happened(&self) -> u64 {
        self.arrivals + self.host.console_writes() + (self.nodes.len() - self.programs_left) as u64
    }

    /// All processors, node by node. The machine must stand still.
    pub fn processors(&self) -> impl Iterator<Item = &Processor> {
        self.nodes.iter().flat_map(|node| &node.processors)
    }

    /// The numbers of all processors, node by node. The machine must stand still.
    pub fn processor_ids(&self) -> Vec<ProcessorId> {
        self.processors().map(|processor| processor.id).collect()
    }

    /// Adds an observer to each processor from now on, while the machine stands still.
    pub fn attach(&mut self, mut observer: impl FnMut(&Processor) -> Box<dyn Observer>) {
        for processor in self.nodes.iter_mut().flat_map(|node| &mut node.processors) {
            let new = observer(processor);
            processor.observers.add(new);
        }
        self.ask_for_activities();
    }

    /// Takes all observers of one type away.
    pub fn detach<T: Any>(&mut self) {
        for processor in self.nodes.iter_mut().flat_map(|node| &mut node.processors) {
            processor.observers.remove::<T>();
        }
        self.ask_for_activities();
    }
}
