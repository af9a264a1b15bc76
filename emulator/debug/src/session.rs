//! A session of a debugger: from its connection until it disconnects, fails or has seen the end of
//! the run.

use crate::halting::{Debugging, Halt};
use crate::threads::{Threads, kind};
use crate::wire::Wire;
use crate::{Hooks, LOOK_INTERVAL, NowAndThen};
use gdbstub::common::Signal;
use gdbstub::stub::state_machine::{GdbStubStateMachine, GdbStubStateMachineInner, state};
use gdbstub::stub::{DisconnectReason, GdbStub, GdbStubError, MultiThreadStopReason};
use rankine_hart::cause;
use rankine_machine::{End, Look, Options, ProcessorId, Stop};
use rankine_session::launch::Loaded;
use rankine_session::report;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::io;
use std::net::TcpStream;

/// Most bytes between two ends of packets. This is far more than GDB sends, which keeps to the
/// packet size that it is given.
const PACKET_BYTES_MAX: usize = 1 << 20;

type Reason = MultiThreadStopReason<u64>;
type Stub<'a, 'b> = GdbStubStateMachine<'a, Threads<'b>, Wire>;
type Failure = GdbStubError<Infallible, io::Error>;

pub struct Session<'a, 'b> {
    threads: Threads<'a>,
    options: &'a Options,
    hooks: &'a mut Hooks<'b>,
    /// The end of the run, once it has ended. The debugger may still look around.
    end: Option<End>,
    /// The processor that stopped last.
    current: Option<ProcessorId>,
    /// Bytes that have come but have not been processed yet.
    input: VecDeque<u8>,
    packet: PacketLength,
}

/// Length of the present packet so far. Without a limit, a packet without an end would fill memory.
#[derive(Default)]
struct PacketLength(usize);

impl PacketLength {
    /// One more byte has come. Returns an error if the packet is longer than any that a debugger
    /// sends.
    fn take(&mut self, byte: u8) -> Result<(), Broken> {
        self.0 = if byte == b'#' { 0 } else { self.0 + 1 };
        match self.0 > PACKET_BYTES_MAX {
            true => Err(Broken::Failed(format!("it sends a packet of more than {PACKET_BYTES_MAX} bytes"))),
            false => Ok(()),
        }
    }
}

/// Reasons for the end of a session other than the debugger's disconnection.
enum Broken {
    Failed(String),
    /// The user of the run wants it to end.
    Ended(End),
}

impl From<Failure> for Broken {
    fn from(e: Failure) -> Broken {
        Broken::Failed(e.to_string())
    }
}

impl From<io::Error> for Broken {
    fn from(e: io::Error) -> Broken {
        Broken::Failed(e.to_string())
    }
}

impl<'a, 'b> Session<'a, 'b> {
    pub fn new(
        loaded: &'a mut Loaded,
        debugging: &'a mut Debugging,
        options: &'a Options,
        hooks: &'a mut Hooks<'b>,
    ) -> Session<'a, 'b> {
        let threads = Threads::new(loaded, debugging);
        Session {
            threads,
            options,
            hooks,
            end: None,
            current: None,
            input: VecDeque::new(),
            packet: PacketLength::default(),
        }
    }

    /// Serves the debugger. Returns the end of the run if the run has ended.
    pub fn serve(mut self, stream: TcpStream) -> Option<End> {
        match self.converse(stream) {
            Ok(DisconnectReason::Kill) => {
                (self.hooks.tell)("gdb has killed the run");
                return Some(self.end.take().unwrap_or(End::Interrupted));
            }
            Ok(DisconnectReason::Disconnect) if self.end.is_none() => {
                (self.hooks.tell)("gdb has disconnected; the run continues");
            }
            Ok(_) => {}
            Err(Broken::Ended(end)) => return Some(end),
            Err(Broken::Failed(what)) => {
                let then = if self.end.is_none() { "; the run continues without it" } else { "" };
                (self.hooks.tell)(&format!("connection to gdb lost ({what}){then}"));
            }
        }
        self.end
    }

    fn converse(&mut self, stream: TcpStream) -> Result<DisconnectReason, Broken> {
        let wire = Wire::new(stream)?;
        let beside = wire.stream()?;
        let mut stub = GdbStub::new(wire).run_state_machine(&mut self.threads)?;
        loop {
            stub = match stub {
                GdbStubStateMachine::Idle(inner) => self.idle(inner)?,
                GdbStubStateMachine::Running(inner) => self.running(inner, &beside)?,
                GdbStubStateMachine::CtrlCInterrupt(inner) => {
                    let reason = self.stopped(None, Signal::SIGINT);
                    inner.interrupt_handled(&mut self.threads, Some(reason))?
                }
                GdbStubStateMachine::Disconnected(inner) => return Ok(inner.get_reason()),
            };
        }
    }

    /// Called before one more byte of a packet goes to the stub.
    fn take(&mut self, byte: u8) -> Result<(), Broken> {
        self.threads.begin_answer();
        self.packet.take(byte)
    }

    /// The machine stands still: handles requests of the debugger.
    fn idle<'s>(
        &mut self,
        mut inner: GdbStubStateMachineInner<'s, state::Idle<Threads<'a>>, Threads<'a>, Wire>,
    ) -> Result<Stub<'s, 'a>, Broken> {
        match self.input.pop_front() {
            Some(byte) => {
                self.take(byte)?;
                Ok(inner.incoming_data(&mut self.threads, byte)?)
            }
            None => {
                self.input.extend(inner.borrow_conn().receive(20 * LOOK_INTERVAL)?);
                match (self.hooks.look)(&self.threads.loaded.machine) {
                    Look::GoOn => {}
                    Look::Pause => (self.hooks.paused)(self.threads.loaded),
                    Look::End(end) => return Err(Broken::Ended(self.end.take().unwrap_or(end))),
                }
                Ok(inner.into())
            }
        }
    }

    /// The machine runs until something stops it or the debugger sends something.
    fn running<'s>(
        &mut self,
        mut inner: GdbStubStateMachineInner<'s, state::Running, Threads<'a>, Wire>,
        beside: &TcpStream,
    ) -> Result<Stub<'s, 'a>, Broken> {
        if let Some(byte) = self.input.pop_front() {
            self.take(byte)?;
            return Ok(inner.incoming_data(&mut self.threads, byte)?);
        }
        if let Some(end) = &self.end {
            let code = report::report(self.threads.loaded, end).exit_code as u8;
            return Ok(inner.report_stop(&mut self.threads, Reason::Exited(code))?);
        }
        let now_and_then = NowAndThen::default();
        let mut has_news = false;
        let look = &mut *self.hooks.look;
        let stop = self.threads.loaded.machine.advance(self.options, &mut |machine| match look(machine) {
            Look::GoOn if now_and_then.is_due() => {
                has_news = Wire::has_news(beside);
                if has_news { Look::Pause } else { Look::GoOn }
            }
            look => look,
        });
        for passed in self.threads.take_passed() {
            (self.hooks.tell)(&passed);
        }
        let reason = match stop {
            Stop::Paused => {
                match has_news {
                    true => self.input.extend(inner.borrow_conn().receive(LOOK_INTERVAL)?),
                    false => (self.hooks.paused)(self.threads.loaded),
                }
                return Ok(inner.into());
            }
            Stop::Halted(processor) => self.halted(processor),
            Stop::Ended(End::Interrupted) => return Err(Broken::Ended(End::Interrupted)),
            Stop::Ended(end) => self.ended(end),
        };
        Ok(inner.report_stop(&mut self.threads, reason)?)
    }

    fn stopped(&mut self, processor: Option<ProcessorId>, signal: Signal) -> Reason {
        // A debugger that has locked the other threads does not accept reports on them.
        let processor = self.threads.locked().or(processor).or(self.current).unwrap_or_else(|| self.threads.first());
        self.current = Some(processor);
        Reason::SignalWithThread { tid: self.threads.thread(processor), signal }
    }

    fn halted(&mut self, processor: ProcessorId) -> Reason {
        self.current = Some(processor);
        let tid = self.threads.thread(processor);
        match self.threads.halt(processor) {
            Some(Halt::Breakpoint) => Reason::SwBreak(tid),
            Some(Halt::Step) | None => Reason::SignalWithThread { tid, signal: Signal::SIGTRAP },
            Some(Halt::Watchpoint(watchpoint)) => {
                Reason::Watch { tid, kind: kind(watchpoint.accesses), addr: watchpoint.addr }
            }
        }
    }

    /// The run has ended. If it has not finished normally, the debugger first sees a stop and can
    /// inspect the ranks. It sees the end itself when it continues.
    fn ended(&mut self, end: End) -> Reason {
        let report = report::report(self.threads.loaded, &end);
        let reason = match &end {
            End::Finished => Reason::Exited(report.exit_code as u8),
            End::Fault { processor, trap, .. } => {
                let signal = match trap.cause {
                    cause::ILLEGAL_INSTRUCTION => Signal::SIGILL,
                    cause::BREAKPOINT => Signal::SIGTRAP,
                    cause::MISALIGNED_LOAD | cause::MISALIGNED_STORE => Signal::SIGBUS,
                    _ => Signal::SIGSEGV,
                };
                self.stopped(Some(*processor), signal)
            }
            End::Signal { processor, .. } | End::MpiFatal { processor, .. } | End::LeftMpi { processor, .. } => {
                self.stopped(Some(*processor), Signal::SIGABRT)
            }
            End::NobodyReads { processor } => self.stopped(Some(*processor), Signal::SIGPIPE),
            End::UnknownCall { processor, .. } | End::Host { processor, .. } | End::WritesTooMuch { processor } => {
                self.stopped(Some(*processor), Signal::SIGSYS)
            }
            End::Deadlock | End::MaxCycles | End::OutOfTime | End::Timeout | End::Interrupted => {
                self.stopped(None, Signal::SIGINT)
            }
        };
        if let Some(line) = report.message.lines().next() {
            (self.hooks.tell)(&format!("{line}\n  gdb may look around; `continue` ends the run"));
        }
        self.end = Some(end);
        reason
    }
}
