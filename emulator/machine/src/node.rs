//! A node: one rank's machine — hart, memory, devices — and what its hart is about to do.

use crate::activity::Activities;
use crate::elf::{ElfError, Program};
use crate::group::{GroupKey, Shared};
use crate::halting::Halting;
use crate::platform::Platform;
use crate::poll::{Before, Detector, Round};
use crate::port::Request;
use crate::sim::{SIM_BYTES, Sim};
use crate::stretch::{Midway, Plan};
use crate::timing::HartTiming;
use crate::tmd;
use crate::tohost::ToHost;
use rankine_bus::{Access, Device, Memory, NodeId, Ram};
use rankine_devices::address::{AddressMap, Window};
use rankine_devices::mutex::MutexBank;
use rankine_devices::ni::Ni;
use rankine_hart::{Code, Hart, Image, Trap};
use rankine_isa::{Extensions, Xlen, parse_isa};
use rankine_observe::check::RankLog;
use rankine_observe::phases::PhaseRecorder;
use rankine_observe::{CallTracker, RankRecorder};
use rankine_timing::Cached;
use std::collections::VecDeque;
use std::sync::Arc;

/// Bytes of address space of the network interface's registers.
const REGISTER_BYTES: u64 = 0x1000;

/// What a hart does next. Its own cycle counter says when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It goes on with private work.
    Running,
    /// It makes this shared access.
    Access(Access),
    /// It asks memory for what [`Node::asked`] says, in the middle of an instruction.
    Asking,
    /// It calls the host: `ecall` or `ebreak` at its pc.
    Ecall,
    Ebreak,
    /// An exception that no trap handler takes.
    Trapped(Trap),
    /// A device does not answer this access yet.
    Stalled(Access),
    /// It comes round for ever until an event touches the node; it stands at an access.
    Polling(Access),
    /// A jump to itself: nothing can bring it on.
    Spinning,
    /// It waits for an interrupt, and no device has any.
    Waiting,
    Exited(i32),
    /// There is no hart: an engine of the network's is this rank.
    Engine,
}

impl State {
    /// Will the rank never do anything by itself any more?
    pub fn is_over(&self) -> bool {
        matches!(self, State::Exited(_) | State::Engine)
    }
}

/// One rank's machine.
pub struct Node {
    pub id: NodeId,
    pub program: usize,
    /// Nodes of one group share decoded code; none for engines.
    pub(crate) group: Option<GroupKey>,
    pub hart: Hart,
    pub ram: Ram,
    pub code: Code,
    pub timing: HartTiming,
    pub state: State,
    pub sim: Sim,
    pub devices: Vec<Box<dyn Device>>,
    pub detector: Detector,
    /// The round that a polling hart goes through again and again, and since which cycle.
    pub round: Option<Round>,
    pub polls_since: u64,
    pub plan: Plan,
    /// What the port has not been asked yet, in order of time.
    pub(crate) asked: VecDeque<Request>,
    /// A stretch that is done in part.
    pub(crate) midway: Option<Midway>,
    pub tohost: Option<ToHost>,
    pub calls: CallTracker,
    /// Of calls and messages, if somebody wants them.
    pub recorder: Option<Box<RankRecorder>>,
    /// Of what checks of calls need, if they are wanted.
    pub check: Option<Box<RankLog>>,
    /// Of phases of calls, if somebody wants them.
    pub phases: Option<Box<PhaseRecorder>>,
    /// What its devices do, if somebody wants to know.
    pub(crate) activities: Option<Box<Activities>>,
    /// What halts it, if a debugger may.
    pub(crate) halting: Option<Box<Halting>>,
    /// Events that have touched the node's devices or memory.
    pub version: u64,
    /// Instructions of polling rounds that were left out; part of the hart's count.
    pub skipped_instructions: u64,
    /// Where the current stack of the running program may lie, for naming an overflow.
    pub stack_bottom: u64,
}

impl Node {
    /// An event is about to touch the node: what a suspended hart or a reservation relied on may change.
    pub fn touch(&mut self) {
        self.version += 1;
        self.hart.reservation = None;
    }

    /// Before a pure access: the round, if the hart is in a loop that it cannot leave by itself. `shared` counts the stores
    /// to what all nodes share.
    pub fn comes_round(&mut self, shared: u64) -> Option<Round> {
        let was_watched = self.detector.watched.is_some();
        let mut round = self.detected_round(shared);
        let (cycles, instret) = (self.hart.cycles, self.hart.instret);
        if let Some(profiled) = self.timing.profiled() {
            let is_watched = self.detector.watched.is_some();
            if was_watched && !is_watched {
                let costs = profiled.end_round(cycles, instret);
                round = round.map(|round| Round { costs, ..round });
            }
            if is_watched && !was_watched {
                profiled.begin_round(cycles, instret);
            }
        }
        round
    }

    fn detected_round(&mut self, shared: u64) -> Option<Round> {
        let Node { hart, ram, calls, recorder, phases, .. } = self;
        let before = || Before {
            calls: calls.clone(),
            recorded: recorder.as_ref().map(|recorder| recorder.position(hart.cycles)),
            phased: phases.as_ref().map(|phases| phases.position(hart.cycles)),
        };
        let caches = (self.timing.counts(), self.timing.cached().is_none_or(Cached::settles));
        let round = self.detector.arrive(hart, ram, before, caches, self.version + shared)?;
        let asks_memory = self.timing.cached().is_some_and(|cached| cached.asks_memory(&round.misses));
        Some(Round { asks_memory, ..round })
    }
}

/// The architecture a program runs on.
pub struct Architecture {
    pub xlen: Xlen,
    pub extensions: Extensions,
}

impl Architecture {
    /// The platform's ISA, checked against the program's ELF class.
    pub fn of(platform: &Platform, program: &Program) -> Result<Architecture, ElfError> {
        let isa = match (platform.hart.isa.as_str(), program.is_64) {
            ("elf", true) => "rv64gc",
            ("elf", false) => "rv32gc",
            (isa, _) => isa,
        };
        let (xlen, extensions) = parse_isa(isa).map_err(|e| ElfError(format!("platform key hart.isa = {isa}: {e}")))?;
        if (xlen == Xlen::Rv64) != program.is_64 {
            let bits = |is_64: bool| if is_64 { 64 } else { 32 };
            return Err(ElfError(format!(
                "{}: is a {}-bit program, but the harts of platform {} are {}-bit; compile it with \
                 `rankine cc --platform {}`",
                program.path.display(),
                bits(program.is_64),
                platform.platform.name,
                bits(!program.is_64),
                platform.platform.name
            )));
        }
        Ok(Architecture { xlen, extensions })
    }
}

/// Where memory, stack and heap of a program lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub ram_base: u64,
    pub ram_bytes: u64,
    pub stack_bottom: u64,
    pub stack_top: u64,
    pub heap_start: u64,
    pub heap_end: u64,
}

impl Layout {
    /// With a link base the stack lies below it; without one, memory starts at the program and the stack is at its end.
    pub fn of(platform: &Platform, program: &Program) -> Layout {
        let memory = &platform.memory;
        let extent = program.extent();
        let heap_start = extent.end.checked_next_multiple_of(16).unwrap_or(extent.end);
        if memory.base != 0 {
            let end = memory.base + memory.bytes;
            Layout {
                ram_base: memory.base - memory.stack_bytes,
                ram_bytes: memory.stack_bytes + memory.bytes,
                stack_bottom: memory.base - memory.stack_bytes,
                stack_top: memory.base,
                heap_start,
                heap_end: end,
            }
        } else {
            let base = extent.start & !0xfff;
            let end = base.saturating_add(memory.bytes);
            let stack_bottom = end.saturating_sub(memory.stack_bytes);
            Layout {
                ram_base: base,
                ram_bytes: memory.bytes,
                stack_bottom,
                stack_top: end & !0xf,
                heap_start,
                heap_end: stack_bottom.max(heap_start),
            }
        }
    }
}

impl Node {
    /// A node without devices and with empty memory, on which nothing runs.
    pub(crate) fn empty(
        id: NodeId,
        shared: &Shared<'_>,
        image: Arc<Image>,
        timing: HartTiming,
        calls: CallTracker,
    ) -> Result<Node, String> {
        let Shared { platform, architecture, layout, .. } = shared;
        let mut sim = Sim::new(platform.sim.base, platform.sim.access_cycles, id, shared.nodes, platform.hart.clock_hz);
        sim.no_hart = platform.nodes_without_hart(shared.nodes);
        Ok(Node {
            id,
            program: shared.key.0,
            group: None,
            hart: Hart::new(architecture.xlen, architecture.extensions, u64::from(id)),
            ram: Ram::new(layout.ram_base, layout.ram_bytes).map_err(|e| e.to_string())?,
            code: Code::new(image),
            timing,
            state: State::Engine,
            sim,
            devices: Vec::new(),
            detector: Detector::default(),
            round: None,
            polls_since: 0,
            plan: Plan::default(),
            asked: VecDeque::new(),
            midway: None,
            tohost: None,
            calls,
            recorder: None,
            check: None,
            phases: None,
            activities: None,
            halting: None,
            version: 0,
            skipped_instructions: 0,
            stack_bottom: layout.stack_bottom,
        })
    }

    /// Gives the node its devices and its program, which begins.
    pub(crate) fn begin(
        &mut self,
        shared: &Shared<'_>,
        arguments: &[String],
        environment: &[String],
    ) -> Result<(), String> {
        let Shared { platform, program, layout, .. } = shared;
        program.load(&mut self.ram).map_err(|e| e.to_string())?;
        self.devices = devices(platform, *layout, self.id, shared.nodes)?;
        self.hart.pc = program.entry;
        let stack = initial_stack(&mut self.ram, *layout, program.is_64, arguments, environment)?;
        self.hart.set_x(2, stack);
        (self.group, self.state) = (Some(shared.key), State::Running);
        Ok(())
    }
}

/// Writes argc, argv, environment and an empty auxiliary vector as Linux lays them out; gives the stack pointer.
fn initial_stack(
    ram: &mut Ram,
    layout: Layout,
    is_64: bool,
    arguments: &[String],
    environment: &[String],
) -> Result<u64, String> {
    let word = if is_64 { 8 } else { 4 };
    let strings: usize = arguments.iter().chain(environment).map(|s| s.len() + 1).sum();
    let words = (1 + arguments.len() + 1 + environment.len() + 1 + 2) * word;
    let bytes = (strings + words + 64) as u64;
    if bytes > (layout.stack_top - layout.stack_bottom) / 2 {
        return Err(format!("arguments and environment need {bytes} bytes; enlarge memory.stack_bytes"));
    }
    let mut at = layout.stack_top - strings as u64;
    let mut pointers = vec![arguments.len() as u64];
    for list in [arguments, environment] {
        for string in list {
            pointers.push(at);
            put(ram, at, string.as_bytes())?;
            at += string.len() as u64 + 1;
        }
        pointers.push(0);
    }
    pointers.extend([0, 0]);
    let sp = (layout.stack_top - strings as u64 - (pointers.len() * word) as u64) & !0xf;
    for (i, pointer) in pointers.iter().enumerate() {
        put(ram, sp + (i * word) as u64, &pointer.to_le_bytes()[..word])?;
    }
    Ok(sp)
}

fn put(ram: &mut Ram, addr: u64, bytes: &[u8]) -> Result<(), String> {
    if ram.write(addr, bytes) { Ok(()) } else { Err("the stack lies outside memory; check memory.bytes".into()) }
}
