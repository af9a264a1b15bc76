//! The engine: dispatches on predecoded entries until something stops the hart.

use crate::code::{Code, Source, Span};
use crate::context::{Context, Mode, Next, Plan, View, Why};
use crate::entry::{ENTRY_BYTES, Entry, Handler};
use crate::exit::{Exit, Trap, cause};
use crate::ops::{atomic, bitmanip, control, double, integer, memory, muldiv, single, system};
use crate::state::{Hart, NOWHERE};
use crate::watch::Watch;
use rankine_bus::Ram;
use rankine_isa::{Extensions, Xlen};
use rankine_timing::Timing;

/// Runs `hart` until its cycle count reaches `until_cycles` or something else stops it.
/// `timing` must cost what it cost when the image of `code` was made.
pub fn run<T: Timing, W: Watch>(
    hart: &mut Hart,
    ram: &mut Ram,
    code: &mut Code,
    timing: &mut T,
    watch: &mut W,
    until_cycles: u64,
) -> Exit {
    match hart.xlen {
        Xlen::Rv64 => Engine::<Plan<true, T, W>>::new(hart, ram, code, timing, watch, until_cycles).run(),
        Xlen::Rv32 => Engine::<Plan<false, T, W>>::new(hart, ram, code, timing, watch, until_cycles).run(),
    }
}

struct Engine<'a, M: Mode> {
    hart: &'a mut Hart,
    code: &'a mut Code,
    timing: &'a mut M::T,
    watch: &'a mut M::W,
    view: View,
    ext: Extensions,
    span: Span,
    ip: *const Entry,
    until: u64,
    why: Why,
}

/// Why a burst ended.
enum Pause {
    /// The current instruction has not retired; the reason is left.
    Stop,
    /// The current instruction is to retire, and leave the engine with this.
    RetireAndExit(Exit),
    /// The current instruction is to retire, and has made predecoded code stale.
    Refetch,
    /// The current entry is no instruction.
    NoInstruction,
    /// The cycle limit is reached.
    Budget,
    /// Control goes to an address outside the span.
    Elsewhere(u64),
    /// A `ret` goes to the watched address.
    Returned(u64),
}

/// Go on, or leave the engine.
type Flow = Result<(), Exit>;

#[inline(always)]
fn fetch<M: Mode>(cx: &mut Context<'_, M>) {
    if M::T::FETCHES {
        cx.cycles += cx.timing.fetch(cx.pc());
    }
}

#[inline(always)]
fn retire<M: Mode>(cx: &mut Context<'_, M>, e: &Entry) {
    cx.cycles += u64::from(e.cost);
    cx.instret += 1;
    if M::W::RETIRES
        && let Some(instr) = e.instr()
    {
        cx.watch.retire(cx.hart, cx.pc(), &instr);
    }
}

/// Host distance between the entries of two addresses that lie `bytes` apart.
#[inline(always)]
fn distance(bytes: i64) -> isize {
    (bytes * (ENTRY_BYTES as i64 / 2)) as isize
}

macro_rules! define_burst {
    ($($group:ident $xlen:literal $ext:ident { $($op:ident $function:ident $text:literal $format:ident $class:ident;)* })*) => {
        /// Executes entries of the current span: the dispatch from every operation of the table to its
        /// body in the file of its group.
        #[inline(never)]
        fn burst<M: Mode>(engine: &mut Engine<'_, M>) -> Pause {
            let Span { start, size, pc: span_pc } = engine.span;
            let until = engine.until;
            let mut cx = engine.context();
            // What an instruction's outcome comes to, in the arm of each instruction: there the compiler knows
            // which outcomes are possible.
            macro_rules! settle {
                ($e:ident, $next:expr) => {
                    match $next {
                        Next::Sequential => {
                            retire(&mut cx, $e);
                            cx.ip = cx.ip.wrapping_byte_offset(distance(i64::from($e.len)));
                            continue;
                        }
                        Next::Relative => {
                            retire(&mut cx, $e);
                            cx.cycles += u64::from($e.taken);
                            let ip = cx.ip.wrapping_byte_offset(distance(i64::from($e.imm)));
                            if (ip as u64).wrapping_sub(start as u64) >= size {
                                break Pause::Elsewhere(cx.wrap(cx.pc().wrapping_add($e.imm as i64 as u64)));
                            }
                            cx.ip = ip;
                        }
                        Next::Absolute(target) => {
                            retire(&mut cx, $e);
                            let offset = target.wrapping_sub(span_pc);
                            if offset >= size / (ENTRY_BYTES / 2) {
                                break Pause::Elsewhere(target);
                            }
                            cx.ip = start.wrapping_byte_offset(distance(offset as i64));
                        }
                        Next::Stop => break Pause::Stop,
                        Next::Wait => break Pause::RetireAndExit(Exit::Wfi),
                        Next::Watched => break Pause::RetireAndExit(Exit::Watched),
                        Next::Refetch => break Pause::Refetch,
                    }
                };
            }
            let pause = loop {
                // SAFETY: `ip` points into the current span or at one of the two entries behind it.
                let e = unsafe { &*cx.ip };
                match e.handler {
                    $($(Handler::$op => {
                        fetch(&mut cx);
                        settle!(e, $group::$function(&mut cx, e));
                    })*)*
                    Handler::Return => {
                        fetch(&mut cx);
                        let next = control::jalr(&mut cx, e);
                        if let Next::Absolute(target) = next
                            && target == cx.hart.watch_return
                        {
                            retire(&mut cx, e);
                            break Pause::Returned(target);
                        }
                        settle!(e, next);
                    }
                    _ => break Pause::NoInstruction,
                }
                // A transfer of control has arrived.
                if cx.cycles >= until {
                    break Pause::Budget;
                }
            };
            let Context { cycles, instret, ip, .. } = cx;
            (engine.hart.cycles, engine.hart.instret, engine.ip) = (cycles, instret, ip);
            pause
        }
    };
}

rankine_isa::for_each_op!(define_burst);

impl<'a, M: Mode> Engine<'a, M> {
    fn new(
        hart: &'a mut Hart,
        ram: &mut Ram,
        code: &'a mut Code,
        timing: &'a mut M::T,
        watch: &'a mut M::W,
        until: u64,
    ) -> Self {
        let (view, ext) = (View::new(ram), hart.ext);
        let span = Span { start: std::ptr::null(), size: 0, pc: 0 };
        Engine { hart, code, timing, watch, view, ext, span, ip: std::ptr::null(), until, why: Why::Illegal }
    }

    fn run(mut self) -> Exit {
        if self.hart.passed_hook != self.hart.pc {
            self.hart.passed_hook = NOWHERE;
        }
        let mut flow = self.go(self.hart.pc);
        loop {
            match flow {
                Ok(()) => {
                    let pause = burst(&mut self);
                    flow = self.settle(pause);
                }
                Err(exit) => return exit,
            }
        }
    }

    fn context(&mut self) -> Context<'_, M> {
        Context {
            view: &self.view,
            cycles: self.hart.cycles,
            instret: self.hart.instret,
            ip: self.ip,
            bias: self.bias(),
            misaligned: if self.ext.c { 0 } else { 2 },
            hart: &mut *self.hart,
            timing: &mut *self.timing,
            watch: &mut *self.watch,
            why: &mut self.why,
        }
    }

    /// pc of the entry at host address zero, were there one.
    fn bias(&self) -> u64 {
        self.span.pc.wrapping_sub(self.span.start as u64 / (ENTRY_BYTES / 2))
    }

    /// Address of the current entry.
    fn pc(&self) -> u64 {
        self.bias().wrapping_add(self.ip as u64 / (ENTRY_BYTES / 2))
    }

    fn entry(&self) -> Entry {
        // SAFETY: called between a burst and the next change of `code`, while `ip` points into the span
        // or at one of the two entries behind it.
        unsafe { *self.ip }
    }

    fn source(&self) -> Source {
        Source { view: self.view, xlen: self.hart.xlen, ext: self.ext }
    }

    /// Goes to `pc` unless the cycle limit is reached. Delivers the exceptions of fetching, each of which
    /// takes a cycle.
    fn go(&mut self, pc: u64) -> Flow {
        self.hart.pc = pc;
        while self.hart.cycles < self.until {
            match self.stand(self.hart.pc) {
                None => return Ok(()),
                Some(trap) => self.raise(trap, 1)?,
            }
        }
        Err(Exit::Budget)
    }

    /// Makes ready for a burst at `pc`; the exception if nothing can be fetched there. Looks at no limit:
    /// a run must stop at the same place whether or not this was needed to get there.
    fn stand(&mut self, pc: u64) -> Option<Trap> {
        if pc & if self.ext.c { 1 } else { 3 } != 0 {
            return Some(Trap { cause: cause::MISALIGNED_FETCH, tval: pc });
        }
        let source = self.source();
        let Some(span) = self.code.locate(pc, source) else {
            return Some(Trap { cause: cause::FETCH_ACCESS, tval: pc });
        };
        self.span = span;
        self.ip = span.start.wrapping_byte_offset(distance(pc.wrapping_sub(span.pc) as i64));
        None
    }

    /// Delivers an exception of the instruction at the hart's pc, which costs `cost` cycles.
    fn raise(&mut self, trap: Trap, cost: u16) -> Flow {
        if !self.hart.raise(trap) {
            return Err(Exit::Trap(trap));
        }
        self.hart.cycles += u64::from(cost);
        Ok(())
    }

    /// Carries out what ended a burst.
    fn settle(&mut self, pause: Pause) -> Flow {
        let pc = self.pc();
        match pause {
            Pause::Elsewhere(target) => self.go(target),
            Pause::Budget => {
                self.hart.pc = pc;
                Err(Exit::Budget)
            }
            Pause::Returned(target) => {
                self.hart.pc = target;
                Err(Exit::Returned)
            }
            Pause::NoInstruction => self.no_instruction(pc),
            Pause::Stop => self.stop(pc),
            Pause::RetireAndExit(exit) => {
                self.hart.pc = self.retire(pc);
                Err(exit)
            }
            Pause::Refetch => {
                let behind = self.retire(pc);
                self.code.flush();
                self.go(behind)
            }
        }
    }

    /// Stops at `pc` for the reason that the instruction there has left.
    fn stop(&mut self, pc: u64) -> Flow {
        let e = self.entry();
        match self.why {
            Why::Trap(trap) => self.trap(pc, trap, e.cost),
            Why::Illegal => self.illegal(pc, e.cost),
            Why::Exit(exit) => {
                // A hooked instruction that is tried again has not been left.
                self.hart.passed_hook = if self.span.size == 0 { pc } else { NOWHERE };
                self.hart.pending = Some(e);
                self.hart.pc = pc;
                Err(exit)
            }
        }
    }

    /// The engine's own entries.
    fn no_instruction(&mut self, pc: u64) -> Flow {
        match self.entry().handler {
            Handler::Undecoded => {
                let source = self.source();
                self.code.fill(pc, source, self.timing);
                self.go_on(pc)
            }
            Handler::Hook if self.hart.passed_hook == pc => {
                self.hart.passed_hook = NOWHERE;
                let source = self.source();
                self.span = self.code.pass_hook(pc, source, self.timing);
                self.ip = self.span.start;
                Ok(())
            }
            Handler::Hook => {
                self.hart.pc = pc;
                self.hart.passed_hook = pc;
                Err(Exit::Hook)
            }
            Handler::NoMemory => {
                // The half of the instruction that is missing: the first one is there if pc is.
                let missing = if self.view.contains(pc) { pc.wrapping_add(2) } else { pc };
                self.trap(pc, Trap { cause: cause::FETCH_ACCESS, tval: missing }, 1)
            }
            Handler::Illegal => self.illegal(pc, 1),
            _ => self.go_on(self.hart.address(pc)),
        }
    }

    /// Goes on at `pc`, which control has reached without a transfer.
    fn go_on(&mut self, pc: u64) -> Flow {
        match self.stand(pc) {
            None => Ok(()),
            Some(trap) => self.trap(pc, trap, 1),
        }
    }

    fn trap(&mut self, pc: u64, trap: Trap, cost: u16) -> Flow {
        self.hart.pc = pc;
        self.raise(trap, cost)?;
        self.go(self.hart.pc)
    }

    fn illegal(&mut self, pc: u64, cost: u16) -> Flow {
        let low = self.view.read::<u16>(pc).unwrap_or(0);
        let high = if low & 3 == 3 { self.view.read::<u16>(pc.wrapping_add(2)).unwrap_or(0) } else { 0 };
        self.trap(pc, Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: high << 16 | low }, cost)
    }

    /// Retires the instruction at `pc`: the address behind it.
    fn retire(&mut self, pc: u64) -> u64 {
        let e = self.entry();
        let mut cx = self.context();
        retire(&mut cx, &e);
        let Context { cycles, instret, .. } = cx;
        (self.hart.cycles, self.hart.instret) = (cycles, instret);
        self.hart.address(pc.wrapping_add(u64::from(e.len)))
    }
}
