//! The careful form of the engine: a loop around a match, which can execute everything. It executes
//! the uncommon cases of the tail-called handlers, observed runs, and everything in builds without
//! tail calls.

use crate::context::{Context, Frame, Mode, Next, Pause, Why, anew};
use crate::entry::{Account, ENTRY_BYTES, Entry, Handler, distance, jump_kind};
use crate::exit::Exit;
use crate::ops::{atomic, bitmanip, control, double, integer, memory, muldiv, single, system};
use crate::state::{FETCHED, Fetched, Hart};
use crate::watch::Retired;
use rankine_timing::{FREE_FETCH, Jump, Note, Shape, Timing};
use std::ops::ControlFlow;

/// Number of the stack pointer.
pub const SP: usize = 2;

impl<M: Mode> Context<'_, '_, M> {
    /// Pays for fetching `bytes` of code at the current entry. If that stops the instruction,
    /// returns true and sets the reason.
    #[inline(always)]
    pub fn fetch(&mut self, bytes: u8) -> bool {
        if self.frame.timing.is_dynamic() {
            let cycles = self.frame.timing.fetch(self.pc(), u64::from(bytes));
            self.cycles += cycles;
            if cycles > 0 {
                let ended = self.cycles.wrapping_sub(self.frame.account(self.ip).cycles);
                self.hart.fetched = Fetched { pc: self.pc(), cycles, ended };
            }
            if M::T::PROFILED && cycles > 0 {
                self.frame.timing.paid(self.pc(), cycles);
            }
            self.frame.note_cycles(Note::Fetch, cycles);
            if cycles > 0 && self.frame.timing.asks() {
                self.frame.why = Why::Memory;
                return true;
            }
        }
        false
    }

    /// As [`Context::fetch`], for the whole current instruction, unless it has been paid for.
    #[inline(always)]
    pub fn fetch_all(&mut self, bytes: u8) -> bool {
        if !self.frame.timing.is_dynamic() {
            return false;
        }
        if self.frame.paid & FETCHED != 0 {
            self.frame.paid &= !FETCHED;
            return false;
        }
        self.frame.paid = 0;
        let stops = !self.is_free(self.pc(), u64::from(bytes), FREE_FETCH) && self.fetch(bytes);
        if stops {
            self.frame.paid = FETCHED;
        }
        stops
    }

    /// Retires the current instruction and goes to the entry `to`, by a jump or a branch. The
    /// cycles do not include the account of `to` yet. Returns whether the cycle limit is reached.
    #[inline(always)]
    pub fn depart(&mut self, to: *const Entry, jumps: bool) -> bool {
        if self.frame.timing.is_profiled() {
            if M::CAREFUL {
                self.frame.tell_transfer(self.ip, to);
            } else {
                self.frame.count_transfer(self.ip, to);
            }
            if jumps {
                self.frame.tell_jump(self.hart, self.cycles, self.ip, to);
            }
        }
        // This order of reads needs no more registers than can be used without saving some.
        let (from, arrived) = (self.frame.account(self.ip), self.frame.account(to));
        self.cycles = self.cycles.wrapping_sub(anew(&from.leave));
        let retired = anew(&arrived.instret).wrapping_sub(anew(&from.instret)).wrapping_add(1);
        self.frame.instret = self.frame.instret.wrapping_add(retired);
        self.ip = to;
        self.cycles >= self.frame.until
    }

    /// Adds the account of the current entry, to which control has gone, to the cycles.
    #[inline(always)]
    pub fn arrive(&mut self) {
        self.cycles = self.cycles.wrapping_add(self.frame.account(self.ip).cycles);
    }

    #[inline(always)]
    fn transfer(&mut self, to: *const Entry, jumps: bool) -> bool {
        let is_over = self.depart(to, jumps);
        self.arrive();
        is_over
    }

    /// If the hart has a window: the current instruction issues, and waits as long as necessary.
    #[inline(always)]
    fn issue(&mut self, e: &Entry) {
        let Account { cycles: ahead, handler, .. } = *self.frame.account(self.ip);
        let cycle = self.cycles.wrapping_sub(ahead);
        if let (Some(window), Some(op)) = (self.window(), handler.op()) {
            let cycles = window.issue(Shape::of(op), e.operands(), cycle);
            self.wait(cycles);
        }
    }

    /// If the hart has a window: the current instruction has transferred control, or not.
    #[inline(always)]
    fn resolve(&mut self, e: &Entry, taken: bool) {
        let Account { cycles: ahead, handler, .. } = *self.frame.account(self.ip);
        let cycle = self.cycles.wrapping_sub(ahead);
        if let (Some(window), Some(op)) = (self.window(), handler.op()) {
            let cycles = window.resolve(Shape::of(op), e.operands(), taken, cycle);
            self.wait(cycles);
        }
    }

    /// If the hart has a window: waits until only the current instruction is under way.
    #[inline(always)]
    pub fn drain(&mut self) {
        let cycle = self.cycles.wrapping_sub(self.frame.account(self.ip).cycles);
        if let Some(window) = self.window() {
            let cycles = window.drain(cycle);
            self.wait(cycles);
        }
    }

    /// The hart waits for instructions or misses under way.
    #[inline(always)]
    pub fn wait(&mut self, cycles: u64) {
        self.cycles += cycles;
        if M::T::PROFILED && cycles > 0 {
            self.frame.timing.paid(self.pc(), cycles);
        }
        self.frame.note_cycles(Note::Data, cycles);
    }

    /// Must the loop pause after this instruction?
    #[inline(always)]
    fn pauses(&self) -> bool {
        self.frame.single || M::T::RECORDED && self.frame.tape.is_full()
    }

    /// Records that the current instruction retires, and tells the observer. `taken`: control
    /// transfers.
    #[inline(always)]
    fn report(&mut self, e: &Entry, taken: bool) {
        if self.frame.timing.is_recorded() || self.frame.watch.retires {
            let (pc, account) = (self.pc(), *self.frame.account(self.ip));
            if self.frame.retire(self.hart, pc, (e, &account), taken).is_break() {
                self.frame.single = true;
            }
        }
    }
}

impl<T: Timing> Frame<'_, T> {
    /// An instruction that the careful form has executed retires. Break if the observer wants to
    /// stop.
    #[inline(never)]
    pub fn retire(
        &mut self,
        hart: &Hart,
        pc: u64,
        (entry, account): (&Entry, &Account),
        taken: bool,
    ) -> ControlFlow<()> {
        self.record_any(hart, (entry, account.handler), pc, taken);
        let access = self.accessed.take();
        if self.watch.retires {
            return self.watch.observer.retire(hart, &Retired { pc, access, entry, account });
        }
        ControlFlow::Continue(())
    }
}

impl<T: Timing> Frame<'_, T> {
    fn pc_of(&self, at: *const Entry) -> u64 {
        self.bias.wrapping_add(at as u64 / (ENTRY_BYTES / 2))
    }

    /// Reports a transfer from one entry to another to the profile.
    #[inline(never)]
    fn tell_transfer(&mut self, ip: *const Entry, to: *const Entry) {
        self.timing.transferred(self.pc_of(ip), self.pc_of(to));
    }

    /// Counts a transfer from one entry of the current span to another in the profile's counters.
    #[inline(always)]
    fn count_transfer(&mut self, ip: *const Entry, to: *const Entry) {
        const _: () = assert!(size_of::<[u64; 2]>() as u64 == ENTRY_BYTES);
        let place = |at: *const Entry, index: u64| self.places.wrapping_add(at as u64 + 8 * index) as *mut u64;
        // SAFETY: `Timing::places` has given counters for all places of the span.
        unsafe {
            *place(ip, 1) = (*place(ip, 1)).wrapping_add(1);
            *place(to, 0) = (*place(to, 0)).wrapping_add(1);
        }
    }

    /// Reports a jump to the profile. `cycles` include the account of the entry it comes from. Not
    /// inlined, because handlers have no variables in memory.
    #[inline(never)]
    fn tell_jump(&mut self, hart: &Hart, cycles: u64, ip: *const Entry, to: *const Entry) {
        let (from, to) = (self.pc_of(ip), self.pc_of(to));
        let Account { handler, leave, instret, .. } = *self.account(ip);
        // SAFETY: `ip` is at an entry.
        let entry = unsafe { &*ip };
        self.timing.jumped(&Jump {
            from,
            to,
            kind: jump_kind(entry, handler),
            return_address: from.wrapping_add(u64::from(entry.len)),
            sp: hart.x[SP],
            cycles: cycles.wrapping_sub(leave),
            instret: self.instret.wrapping_sub(instret).wrapping_add(1),
        });
    }
}

impl<T> Frame<'_, T> {
    /// The entry for an address inside the span.
    #[inline(always)]
    pub fn entry(&self, pc: u64) -> Option<*const Entry> {
        // Compared as a pc: after multiplication, an address far away could appear to be inside.
        let offset = pc.wrapping_sub(self.pc);
        (offset < self.bytes).then(|| self.start.wrapping_byte_offset(distance(offset as i64)))
    }
}

macro_rules! define_careful {
    ($($group:ident $xlen:literal $ext:ident { $($op:ident $function:ident $text:literal $format:ident $class:ident;)* })*) => {
        /// Executes entries of the current span, or one entry. Dispatches every operation of the
        /// table to its body in the file of its group.
        #[inline(never)]
        pub extern "C" fn careful<M: Mode>(
            ip: *const Entry,
            hart: &mut Hart,
            frame: &mut Frame<'_, M::T>,
            cycles: u64,
            memory: u64,
            host: *mut u8,
        ) {
            let mut cx = Context::<M>::new(ip, hart, frame, cycles, memory, host);
            let pause = 'run: loop {
                // SAFETY: `ip` points into the current span or at one of the two entries behind it.
                let e = unsafe { &*cx.ip };
                let handler = cx.frame.account(cx.ip).handler;
                if !handler.is_instruction() {
                    break Pause::NoInstruction;
                }
                if cx.fetch_all(e.len) {
                    break Pause::Stop;
                }
                cx.issue(e);
                let next = 'transfer: {
                    match handler {
                        $($(Handler::$op => match $group::$function(&mut cx, e) {
                            Next::Sequential => {}
                            next => break 'transfer next,
                        },)*)*
                        _ => break 'transfer control::jalr(&mut cx, e),
                    }
                    cx.resolve(e, false);
                    cx.report(e, false);
                    cx.ip = cx.ip.wrapping_byte_offset(distance(i64::from(e.len)));
                    if cx.pauses() {
                        break 'run Pause::GoOn;
                    }
                    continue 'run;
                };
                let (target, jumps) = match next {
                    Next::Relative { jumps } => (cx.wrap(cx.pc().wrapping_add(e.imm as i64 as u64)), jumps),
                    Next::Absolute(target) => (target, true),
                    Next::Sequential | Next::Stop | Next::Unpaid(_) => break Pause::Stop,
                    Next::Wait => break Pause::RetireAndExit(Exit::Wfi),
                    Next::Watched => break Pause::RetireAndExit(Exit::Watched),
                    Next::Refetch => break Pause::Refetch,
                };
                cx.resolve(e, true);
                cx.report(e, true);
                if handler == Handler::Return && target == cx.hart.watch_return {
                    break Pause::Returned(target);
                }
                let Some(to) = cx.frame.entry(target) else { break Pause::Elsewhere(target) };
                if cx.transfer(to, jumps) {
                    break Pause::Budget;
                }
                if cx.fetch(2) {
                    break Pause::Stop;
                }
                if cx.pauses() {
                    break Pause::GoOn;
                }
            };
            cx.frame.ip = cx.ip;
            cx.frame.cycles = cx.cycles;
            cx.frame.pause = pause;
        }
    };
}

rankine_isa::for_each_op!(define_careful);
