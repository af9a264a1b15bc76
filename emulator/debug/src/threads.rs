//! The processors of a run for GDB: they are the threads of one program.

use crate::halting::{Debugging, Halt, Halting, Step, Watched, Watchpoint};
use crate::registers::{self, Bytes, Number, RiscV};
use gdbstub::common::{Signal, Tid};
use gdbstub::target::ext::base::BaseOps;
use gdbstub::target::ext::base::multithread::{
    MultiThreadBase, MultiThreadRangeStepping, MultiThreadRangeSteppingOps, MultiThreadResume, MultiThreadResumeOps,
    MultiThreadSchedulerLocking, MultiThreadSchedulerLockingOps, MultiThreadSingleStep, MultiThreadSingleStepOps,
};
use gdbstub::target::ext::base::single_register_access::{SingleRegisterAccess, SingleRegisterAccessOps};
use gdbstub::target::ext::breakpoints::{
    Breakpoints, BreakpointsOps, HwBreakpoint, HwBreakpointOps, HwWatchpoint, HwWatchpointOps, SwBreakpoint,
    SwBreakpointOps, WatchKind,
};
use gdbstub::target::ext::monitor_cmd::{ConsoleOutput, MonitorCmd, MonitorCmdOps, outputln};
use gdbstub::target::ext::target_description_xml_override::{
    TargetDescriptionXmlOverride, TargetDescriptionXmlOverrideOps,
};
use gdbstub::target::ext::thread_extra_info::{ThreadExtraInfo, ThreadExtraInfoOps};
use gdbstub::target::{Target, TargetError, TargetResult};
use rankine_bus::Memory;
use rankine_machine::{Node, Processor, ProcessorId};
use rankine_session::launch::Loaded;
use rankine_session::report;
use rankine_session::state::state;
use std::convert::Infallible;

/// Error number for GDB if a request cannot be performed: EFAULT.
const EFAULT: u8 = 14;

/// Most bytes of memory in the answer to one packet. This is far more than GDB reads, which keeps
/// to the packet size that it is given.
const READ_BYTES_MAX: usize = 1 << 16;
/// Most bytes of memory that one packet may ask for; beyond that it gets an error. The wire
/// protocol allows larger requests, and the stub processes a packet piece by piece.
const ASKED_BYTES_MAX: usize = 1 << 24;

/// The processors as threads, and the debugger's present requests.
pub struct Threads<'a> {
    pub loaded: &'a mut Loaded,
    debugging: &'a mut Debugging,
    steps: Vec<Step>,
    /// The processors that the debugger has named to go on.
    named: Vec<ProcessorId>,
    /// May only the named processors halt?
    is_locked: bool,
    /// Description of the registers of the first processor.
    description: String,
    /// Bytes of a register in the description.
    width: usize,
    /// Bytes of memory that the current packet has asked for so far.
    asked: usize,
}

impl<'a> Threads<'a> {
    pub fn new(loaded: &'a mut Loaded, debugging: &'a mut Debugging) -> Threads<'a> {
        let mut processors = loaded.machine.processors();
        let describe = |first: &Processor| (registers::description(&first.hart), registers::x_bytes(&first.hart));
        let (description, width) = processors.next().map(describe).unwrap_or_default();
        drop(processors);
        Threads {
            loaded,
            debugging,
            steps: Vec::new(),
            named: Vec::new(),
            is_locked: false,
            description,
            width,
            asked: 0,
        }
    }

    /// A packet begins.
    pub fn begin_answer(&mut self) {
        self.asked = 0;
    }

    fn processor(&self, tid: Tid) -> TargetResult<&Processor, Self> {
        let ProcessorId { node, index } = self.id(tid);
        let node = self.loaded.machine.nodes.here(node as usize).ok_or_else(failed)?;
        node.processors.get(index as usize).ok_or_else(failed)
    }

    /// The first processor of the lowest rank whose program has not ended, or of rank 0.
    pub fn first(&self) -> ProcessorId {
        let is_here = |node: &&Node| !node.is_over();
        ProcessorId::of_rank(self.loaded.machine.nodes.iter().find(is_here).map_or(0, |node| node.id))
    }

    /// The reason why a processor has halted, if it has.
    pub fn halt(&self, id: ProcessorId) -> Option<Halt> {
        self.loaded.machine.processor(id).observer::<Halting>()?.halt()
    }

    /// The processor on which the debugger expects a report, if it has let only some go on.
    pub fn locked(&self) -> Option<ProcessorId> {
        self.named.first().copied().filter(|_| self.is_locked)
    }

    /// A sentence for each breakpoint or watched place that a processor has passed while only
    /// others might halt.
    pub fn take_passed(&mut self) -> Vec<String> {
        let passed = Debugging::take_passed(&mut self.loaded.machine);
        let sentence = |(id, at)| {
            format!("{id} has passed a breakpoint or a watched place at {at:#x} while only another was to run")
        };
        passed.into_iter().map(sentence).collect()
    }

    /// The thread of a processor. Threads are numbered from 1: the first processors of all ranks,
    /// then the second ones.
    pub fn thread(&self, id: ProcessorId) -> Tid {
        Tid::MIN.saturating_add(id.index as usize * self.loaded.machine.nodes.len() + id.node as usize)
    }

    fn id(&self, tid: Tid) -> ProcessorId {
        let (number, ranks) = (tid.get() - 1, self.loaded.machine.nodes.len());
        ProcessorId { node: (number % ranks) as u32, index: (number / ranks) as u32 }
    }

    /// The number of a processor to write to, if it exists.
    fn known(&self, tid: Tid) -> TargetResult<ProcessorId, Self> {
        Ok(self.processor(tid)?.id)
    }
}

fn failed() -> TargetError<Infallible> {
    TargetError::Errno(EFAULT)
}

impl Target for Threads<'_> {
    type Arch = RiscV;
    type Error = Infallible;

    fn base_ops(&mut self) -> BaseOps<'_, RiscV, Infallible> {
        BaseOps::MultiThread(self)
    }

    fn support_breakpoints(&mut self) -> Option<BreakpointsOps<'_, Self>> {
        Some(self)
    }

    fn support_monitor_cmd(&mut self) -> Option<MonitorCmdOps<'_, Self>> {
        Some(self)
    }

    fn support_target_description_xml_override(&mut self) -> Option<TargetDescriptionXmlOverrideOps<'_, Self>> {
        Some(self)
    }
}

impl MultiThreadBase for Threads<'_> {
    fn read_registers(&mut self, into: &mut Bytes, tid: Tid) -> TargetResult<(), Self> {
        *into = registers::read_all(&self.processor(tid)?.hart, self.width);
        Ok(())
    }

    fn write_registers(&mut self, from: &Bytes, tid: Tid) -> TargetResult<(), Self> {
        let mut written = false;
        let (id, width) = (self.known(tid)?, self.width);
        let changed = self.loaded.machine.write_registers(id, |hart| written = registers::write_all(hart, from, width));
        if changed && written { Ok(()) } else { Err(failed()) }
    }

    fn support_single_register_access(&mut self) -> Option<SingleRegisterAccessOps<'_, Tid, Self>> {
        Some(self)
    }

    /// Called for one piece of an answer after the other. An answer with fewer bytes than asked for
    /// is valid.
    fn read_addrs(&mut self, addr: u64, into: &mut [u8], tid: Tid) -> TargetResult<usize, Self> {
        let bytes = into.len().min(READ_BYTES_MAX.saturating_sub(self.asked));
        self.asked = self.asked.saturating_add(into.len());
        if self.asked > ASKED_BYTES_MAX {
            return Err(failed());
        }
        if bytes == 0 {
            return Ok(0);
        }
        let (ram, into) = (&self.processor(tid)?.ram, &mut into[..bytes]);
        if ram.read(addr, into) {
            return Ok(bytes);
        }
        // Only as many bytes as there are.
        let there = (0..into.len())
            .take_while(|&at| addr.checked_add(at as u64).is_some_and(|addr| ram.read(addr, &mut into[at..=at])));
        match there.count() {
            0 => Err(failed()),
            count => Ok(count),
        }
    }

    fn write_addrs(&mut self, addr: u64, bytes: &[u8], tid: Tid) -> TargetResult<(), Self> {
        let id = self.known(tid)?;
        if self.loaded.machine.write_memory(id, addr, bytes) { Ok(()) } else { Err(failed()) }
    }

    fn list_active_threads(&mut self, is_active: &mut dyn FnMut(Tid)) -> Result<(), Infallible> {
        let nodes = &self.loaded.machine.nodes;
        let all_ended = nodes.iter().all(Node::is_over);
        // A hardware rank (Jacobi engine or sequencer) has no processor. So it is no thread, and
        // cannot be stopped.
        let processors = nodes.iter().flat_map(|node| &node.processors);
        let processors = processors.filter(|processor| all_ended || processor.exit_status().is_none());
        let mut threads: Vec<Tid> = processors.map(|processor| self.thread(processor.id)).collect();
        // GDB numbers threads in the order in which they are listed.
        threads.sort_unstable();
        threads.into_iter().for_each(is_active);
        Ok(())
    }

    fn support_resume(&mut self) -> Option<MultiThreadResumeOps<'_, Self>> {
        Some(self)
    }

    fn support_thread_extra_info(&mut self) -> Option<ThreadExtraInfoOps<'_, Self>> {
        Some(self)
    }
}

impl SingleRegisterAccess<Tid> for Threads<'_> {
    fn read_register(&mut self, tid: Tid, id: Number, into: &mut [u8]) -> TargetResult<usize, Self> {
        let bytes = registers::read_as(&self.processor(tid)?.hart, id, self.width).ok_or_else(failed)?;
        into.get_mut(..bytes.len()).ok_or_else(failed)?.copy_from_slice(&bytes);
        Ok(bytes.len())
    }

    fn write_register(&mut self, tid: Tid, id: Number, from: &[u8]) -> TargetResult<(), Self> {
        let mut written = false;
        let processor = self.known(tid)?;
        let changed = self.loaded.machine.write_registers(processor, |hart| written = registers::write(hart, id, from));
        if changed && written { Ok(()) } else { Err(failed()) }
    }
}

impl MultiThreadResume for Threads<'_> {
    fn resume(&mut self) -> Result<(), Infallible> {
        let only = self.is_locked.then_some(self.named.as_slice());
        self.debugging.resume(&mut self.loaded.machine, &self.steps, only);
        Ok(())
    }

    fn clear_resume_actions(&mut self) -> Result<(), Infallible> {
        self.steps.clear();
        self.named.clear();
        self.is_locked = false;
        Ok(())
    }

    /// Signals are ignored: programs get none from a debugger.
    fn set_resume_action_continue(&mut self, tid: Tid, _: Option<Signal>) -> Result<(), Infallible> {
        self.named.push(self.id(tid));
        Ok(())
    }

    fn support_single_step(&mut self) -> Option<MultiThreadSingleStepOps<'_, Self>> {
        Some(self)
    }

    fn support_range_step(&mut self) -> Option<MultiThreadRangeSteppingOps<'_, Self>> {
        Some(self)
    }

    fn support_scheduler_locking(&mut self) -> Option<MultiThreadSchedulerLockingOps<'_, Self>> {
        Some(self)
    }
}

impl MultiThreadSingleStep for Threads<'_> {
    fn set_resume_action_step(&mut self, tid: Tid, _: Option<Signal>) -> Result<(), Infallible> {
        self.set_resume_action_range_step(tid, 0, 0)
    }
}

impl MultiThreadRangeStepping for Threads<'_> {
    fn set_resume_action_range_step(&mut self, tid: Tid, start: u64, end: u64) -> Result<(), Infallible> {
        let processor = self.id(tid);
        self.steps.push(Step { processor, range: start..end });
        self.named.push(processor);
        Ok(())
    }
}

impl MultiThreadSchedulerLocking for Threads<'_> {
    fn set_resume_action_scheduler_lock(&mut self) -> Result<(), Infallible> {
        self.is_locked = true;
        Ok(())
    }
}

impl Breakpoints for Threads<'_> {
    fn support_sw_breakpoint(&mut self) -> Option<SwBreakpointOps<'_, Self>> {
        Some(self)
    }

    fn support_hw_breakpoint(&mut self) -> Option<HwBreakpointOps<'_, Self>> {
        Some(self)
    }

    fn support_hw_watchpoint(&mut self) -> Option<HwWatchpointOps<'_, Self>> {
        Some(self)
    }
}

impl SwBreakpoint for Threads<'_> {
    /// Returns false for an odd address, at which no instruction can begin.
    fn add_sw_breakpoint(&mut self, addr: u64, _kind: usize) -> TargetResult<bool, Self> {
        let may_begin = addr.is_multiple_of(2);
        if may_begin {
            self.debugging.set_breakpoint(addr, true);
        }
        Ok(may_begin)
    }

    fn remove_sw_breakpoint(&mut self, addr: u64, _kind: usize) -> TargetResult<bool, Self> {
        self.debugging.set_breakpoint(addr, false);
        Ok(true)
    }
}

impl HwBreakpoint for Threads<'_> {
    fn add_hw_breakpoint(&mut self, addr: u64, kind: usize) -> TargetResult<bool, Self> {
        self.add_sw_breakpoint(addr, kind)
    }

    fn remove_hw_breakpoint(&mut self, addr: u64, kind: usize) -> TargetResult<bool, Self> {
        self.remove_sw_breakpoint(addr, kind)
    }
}

fn watchpoint(addr: u64, bytes: u64, kind: WatchKind) -> Watchpoint {
    let accesses = match kind {
        WatchKind::Write => Watched::Stores,
        WatchKind::Read => Watched::Loads,
        WatchKind::ReadWrite => Watched::Both,
    };
    Watchpoint { addr, bytes, accesses }
}

/// The kind of a watchpoint for GDB.
pub fn kind(accesses: Watched) -> WatchKind {
    match accesses {
        Watched::Stores => WatchKind::Write,
        Watched::Loads => WatchKind::Read,
        Watched::Both => WatchKind::ReadWrite,
    }
}

impl HwWatchpoint for Threads<'_> {
    fn add_hw_watchpoint(&mut self, addr: u64, bytes: u64, kind: WatchKind) -> TargetResult<bool, Self> {
        self.debugging.set_watchpoint(watchpoint(addr, bytes, kind), true);
        Ok(true)
    }

    fn remove_hw_watchpoint(&mut self, addr: u64, bytes: u64, kind: WatchKind) -> TargetResult<bool, Self> {
        Ok(self.debugging.set_watchpoint(watchpoint(addr, bytes, kind), false))
    }
}

impl ThreadExtraInfo for Threads<'_> {
    fn thread_extra_info(&self, tid: Tid, into: &mut [u8]) -> Result<usize, Infallible> {
        let name = self.id(tid).to_string();
        let bytes = name.len().min(into.len());
        into[..bytes].copy_from_slice(&name.as_bytes()[..bytes]);
        Ok(bytes)
    }
}

impl TargetDescriptionXmlOverride for Threads<'_> {
    fn target_description_xml(
        &self,
        annex: &[u8],
        offset: u64,
        length: usize,
        into: &mut [u8],
    ) -> TargetResult<usize, Self> {
        if annex != b"target.xml" {
            return Err(failed());
        }
        let rest = usize::try_from(offset).ok().and_then(|offset| self.description.as_bytes().get(offset..));
        let rest = rest.unwrap_or_default();
        let bytes = rest.len().min(length).min(into.len());
        into[..bytes].copy_from_slice(&rest[..bytes]);
        Ok(bytes)
    }
}

impl MonitorCmd for Threads<'_> {
    fn handle_monitor_cmd(&mut self, command: &[u8], mut out: ConsoleOutput<'_>) -> Result<(), Infallible> {
        let machine = &self.loaded.machine;
        let rank = command.strip_prefix(b"state ").and_then(|rank| std::str::from_utf8(rank).ok()?.trim().parse().ok());
        match command {
            b"cycle" => outputln!(out, "cycle {}", machine.cycle()),
            b"where" => outputln!(out, "{}", report::places(self.loaded, "stopped")),
            b"state" => outputln!(out, "{}", state(self.loaded, |_| true).trim_end()),
            _ if rank.is_some() => outputln!(out, "{}", state(self.loaded, |one| Some(one) == rank).trim_end()),
            _ => outputln!(
                out,
                "monitor cycle     the simulated time, in cycles\n\
                 monitor where     where every rank is, with its MPI call\n\
                 monitor state     the registers of all devices; monitor state 3: those of rank 3"
            ),
        }
        Ok(())
    }
}
