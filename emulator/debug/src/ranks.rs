//! The ranks of a run as threads of one program, which is what GDB sees.

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
use rankine_bus::NodeId;
use rankine_machine::halting::{Step, Watched, Watchpoint};
use rankine_machine::launch::Loaded;
use rankine_machine::{Node, State, report};
use std::convert::Infallible;

/// Number of the error that GDB is told where something cannot be done: EFAULT.
const EFAULT: u8 = 14;

/// The threads.
pub struct Ranks<'a> {
    pub loaded: &'a mut Loaded,
    steps: Vec<Step>,
    /// Do all others run when some step?
    all_run: bool,
    /// Of the registers.
    description: String,
}

impl<'a> Ranks<'a> {
    pub fn new(loaded: &'a mut Loaded) -> Ranks<'a> {
        let description = registers::description(&loaded.machine.nodes[0].hart);
        Ranks { loaded, steps: Vec::new(), all_run: true, description }
    }

    fn node(&self, tid: Tid) -> TargetResult<&Node, Self> {
        let id = tid.get() - 1;
        if id < self.loaded.machine.nodes.len() { Ok(&self.loaded.machine.nodes[id]) } else { Err(failed()) }
    }

    /// The lowest rank whose program has not ended, or rank 0.
    pub fn first(&self) -> NodeId {
        let is_here = |node: &&Node| !node.state.is_over();
        self.loaded.machine.nodes.iter().find(is_here).map_or(0, |node| node.id)
    }
}

/// The thread of a rank: threads are numbered from 1.
pub fn thread(rank: NodeId) -> Tid {
    Tid::MIN.saturating_add(rank as usize)
}

fn rank(tid: Tid) -> NodeId {
    (tid.get() - 1) as NodeId
}

fn failed() -> TargetError<Infallible> {
    TargetError::Errno(EFAULT)
}

impl Target for Ranks<'_> {
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

impl MultiThreadBase for Ranks<'_> {
    fn read_registers(&mut self, into: &mut Bytes, tid: Tid) -> TargetResult<(), Self> {
        *into = registers::read_all(&self.node(tid)?.hart);
        Ok(())
    }

    fn write_registers(&mut self, from: &Bytes, tid: Tid) -> TargetResult<(), Self> {
        let mut written = false;
        let changed = self.loaded.machine.write_registers(rank(tid), |hart| written = registers::write_all(hart, from));
        if changed && written { Ok(()) } else { Err(failed()) }
    }

    fn support_single_register_access(&mut self) -> Option<SingleRegisterAccessOps<'_, Tid, Self>> {
        Some(self)
    }

    fn read_addrs(&mut self, addr: u64, into: &mut [u8], tid: Tid) -> TargetResult<usize, Self> {
        let node = self.node(tid)?;
        if node.read_memory(addr, into) {
            return Ok(into.len());
        }
        // As much of it as there is.
        let there = (0..into.len()).take_while(|&at| {
            addr.checked_add(at as u64).is_some_and(|addr| node.read_memory(addr, &mut into[at..=at]))
        });
        match there.count() {
            0 => Err(failed()),
            count => Ok(count),
        }
    }

    fn write_addrs(&mut self, addr: u64, bytes: &[u8], tid: Tid) -> TargetResult<(), Self> {
        if self.loaded.machine.write_memory(rank(tid), addr, bytes) { Ok(()) } else { Err(failed()) }
    }

    fn list_active_threads(&mut self, is_active: &mut dyn FnMut(Tid)) -> Result<(), Infallible> {
        let nodes = &self.loaded.machine.nodes;
        let all_ended = nodes.iter().all(|node| node.state.is_over());
        // An engine is no thread: there is nothing to stop.
        let has_hart = |node: &&Node| node.state != State::Engine;
        for node in nodes.iter().filter(has_hart).filter(|node| all_ended || !node.state.is_over()) {
            is_active(thread(node.id));
        }
        Ok(())
    }

    fn support_resume(&mut self) -> Option<MultiThreadResumeOps<'_, Self>> {
        Some(self)
    }

    fn support_thread_extra_info(&mut self) -> Option<ThreadExtraInfoOps<'_, Self>> {
        Some(self)
    }
}

impl SingleRegisterAccess<Tid> for Ranks<'_> {
    fn read_register(&mut self, tid: Tid, id: Number, into: &mut [u8]) -> TargetResult<usize, Self> {
        let bytes = registers::read(&self.node(tid)?.hart, id).ok_or_else(failed)?;
        into.get_mut(..bytes.len()).ok_or_else(failed)?.copy_from_slice(&bytes);
        Ok(bytes.len())
    }

    fn write_register(&mut self, tid: Tid, id: Number, from: &[u8]) -> TargetResult<(), Self> {
        let mut written = false;
        let changed = self.loaded.machine.write_registers(rank(tid), |hart| written = registers::write(hart, id, from));
        if changed && written { Ok(()) } else { Err(failed()) }
    }
}

impl MultiThreadResume for Ranks<'_> {
    fn resume(&mut self) -> Result<(), Infallible> {
        self.loaded.machine.resume(&self.steps, self.all_run);
        Ok(())
    }

    fn clear_resume_actions(&mut self) -> Result<(), Infallible> {
        self.steps.clear();
        self.all_run = true;
        Ok(())
    }

    /// Signals are for debuggers only: programs get none.
    fn set_resume_action_continue(&mut self, _: Tid, _: Option<Signal>) -> Result<(), Infallible> {
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

impl MultiThreadSingleStep for Ranks<'_> {
    fn set_resume_action_step(&mut self, tid: Tid, _: Option<Signal>) -> Result<(), Infallible> {
        self.steps.push(Step { rank: rank(tid), range: 0..0 });
        Ok(())
    }
}

impl MultiThreadRangeStepping for Ranks<'_> {
    fn set_resume_action_range_step(&mut self, tid: Tid, start: u64, end: u64) -> Result<(), Infallible> {
        self.steps.push(Step { rank: rank(tid), range: start..end });
        Ok(())
    }
}

impl MultiThreadSchedulerLocking for Ranks<'_> {
    fn set_resume_action_scheduler_lock(&mut self) -> Result<(), Infallible> {
        self.all_run = false;
        Ok(())
    }
}

impl Breakpoints for Ranks<'_> {
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

impl SwBreakpoint for Ranks<'_> {
    fn add_sw_breakpoint(&mut self, addr: u64, _kind: usize) -> TargetResult<bool, Self> {
        self.loaded.machine.set_breakpoint(addr, true);
        Ok(true)
    }

    fn remove_sw_breakpoint(&mut self, addr: u64, _kind: usize) -> TargetResult<bool, Self> {
        self.loaded.machine.set_breakpoint(addr, false);
        Ok(true)
    }
}

impl HwBreakpoint for Ranks<'_> {
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

/// As GDB knows the kind of a watchpoint.
pub fn kind(accesses: Watched) -> WatchKind {
    match accesses {
        Watched::Stores => WatchKind::Write,
        Watched::Loads => WatchKind::Read,
        Watched::Both => WatchKind::ReadWrite,
    }
}

impl HwWatchpoint for Ranks<'_> {
    fn add_hw_watchpoint(&mut self, addr: u64, bytes: u64, kind: WatchKind) -> TargetResult<bool, Self> {
        self.loaded.machine.set_watchpoint(watchpoint(addr, bytes, kind), true);
        Ok(true)
    }

    fn remove_hw_watchpoint(&mut self, addr: u64, bytes: u64, kind: WatchKind) -> TargetResult<bool, Self> {
        Ok(self.loaded.machine.set_watchpoint(watchpoint(addr, bytes, kind), false))
    }
}

impl ThreadExtraInfo for Ranks<'_> {
    fn thread_extra_info(&self, tid: Tid, into: &mut [u8]) -> Result<usize, Infallible> {
        let name = format!("rank {}", rank(tid));
        let bytes = name.len().min(into.len());
        into[..bytes].copy_from_slice(&name.as_bytes()[..bytes]);
        Ok(bytes)
    }
}

impl TargetDescriptionXmlOverride for Ranks<'_> {
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

impl MonitorCmd for Ranks<'_> {
    fn handle_monitor_cmd(&mut self, command: &[u8], mut out: ConsoleOutput<'_>) -> Result<(), Infallible> {
        let machine = &self.loaded.machine;
        match command {
            b"cycle" => outputln!(out, "cycle {}", machine.clock.cycle(machine.now)),
            b"where" => outputln!(out, "{}", report::places(self.loaded, "stopped")),
            _ => outputln!(
                out,
                "monitor cycle   the simulated time, in cycles\nmonitor where   where every rank is, with its MPI call"
            ),
        }
        Ok(())
    }
}
