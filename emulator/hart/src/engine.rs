//! The engine: runs bursts of instructions until something stops the hart, and handles the stops.

use crate::any::AnyTiming;
use crate::careful::{SP, careful};
use crate::code::{Code, Source, Span};
use crate::context::{Frame, Pause, Plan, View, Why};
use crate::entry::{Account, ENTRY_BYTES, Entry, GRANULE_BYTES, Handler, Parcel, distance};
use crate::exit::{Exit, Trap, cause};
use crate::ops::memory::integer_access;
use crate::pick::has_quick;
use crate::quick::{Enter, enter_for};
use crate::state::{FETCHED, Fetched, Hart, NOWHERE};
use crate::tape::Tape;
use crate::watch::{Watch, Watching};
use crate::windowed::{Windowed, has_windowed};
use rankine_bus::{Access, Ram};
use rankine_isa::{Extensions, Xlen};
use rankine_timing::{GRANULE, Jump, Note, Record, Timing};

/// Runs `hart` until its cycle count reaches `until_cycles` or something else stops it. `timing`
/// must have the same costs as when the image of `code` was made.
pub fn run<T: Timing + 'static>(
    hart: &mut Hart,
    ram: &mut Ram,
    code: &mut Code,
    timing: &mut T,
    watch: &mut dyn Watch,
    until_cycles: u64,
) -> Exit {
    let watching = Watching::new(watch);
    let quick =
        if watching.stores || watching.retires { None } else { handlers::<T>(code, hart.xlen, timing.is_windowed()) };
    run_any(hart, ram, code, &mut AnyTiming::new(timing), watching, until_cycles, quick)
}

/// The function that enters the tail-called handlers, if the entries of `code` have handlers for
/// this timing. If the type of timing has no handlers, no code is compiled for it.
fn handlers<T: Timing + 'static>(code: &Code, xlen: Xlen, is_windowed: bool) -> Option<Enter> {
    if is_windowed {
        if const { has_windowed::<T>() } && code.has_handlers_for::<Windowed<T>>(xlen) {
            return Some(enter_for::<Windowed<T>>(xlen));
        }
    } else if const { has_quick::<T>() } && code.has_handlers_for::<T>(xlen) {
        return Some(enter_for::<T>(xlen));
    }
    None
}

/// Runs a hart with a timing of any type. Not generic, so that it is compiled only once, in this
/// crate.
fn run_any<'a>(
    hart: &'a mut Hart,
    ram: &mut Ram,
    code: &'a mut Code,
    timing: &'a mut AnyTiming<'a>,
    watching: Watching<'a>,
    until: u64,
    quick: Option<Enter>,
) -> Exit {
    match hart.xlen {
        Xlen::Rv64 => Engine::<true>::new(hart, ram, code, timing, watching, until, quick).run(),
        Xlen::Rv32 => Engine::<false>::new(hart, ram, code, timing, watching, until, quick).run(),
    }
}

struct Engine<'a, const X64: bool> {
    hart: &'a mut Hart,
    code: &'a mut Code,
    frame: Frame<'a, AnyTiming<'a>>,
    ext: Extensions,
    /// The function that enters the tail-called handlers, if they are used.
    quick: Option<Enter>,
}

/// Go on, or leave the engine.
type Flow = Result<(), Exit>;

impl<'a, const X64: bool> Engine<'a, X64> {
    fn new(
        hart: &'a mut Hart,
        ram: &mut Ram,
        code: &'a mut Code,
        timing: &'a mut AnyTiming<'a>,
        watch: Watching<'a>,
        until: u64,
        quick: Option<Enter>,
    ) -> Self {
        let ext = hart.ext;
        let marks = timing.marks();
        if timing.is_dynamic() {
            assert!(ram.base().is_multiple_of(GRANULE), "granules of memory");
            assert!(marks.len() as u64 >= ram.len().div_ceil(GRANULE), "a mark for each of them");
        }
        let marks = std::ptr::from_ref(marks).cast();
        let tape = Tape::of(timing);
        let frame = Frame {
            view: View::new(ram),
            start: std::ptr::null(),
            pc: 0,
            bytes: 0,
            bias: 0,
            accounts: 0,
            instret: 0,
            until,
            marks,
            code_marks: 0,
            places: 0,
            misaligned: if ext.c { 0 } else { 2 },
            timing,
            why: Why::Illegal,
            ip: std::ptr::null(),
            cycles: 0,
            pause: Pause::GoOn,
            single: quick.is_some(),
            paid: 0,
            accessed: None,
            tape,
            watch,
        };
        Engine { hart, code, frame, ext, quick }
    }

    fn run(&mut self) -> Exit {
        if self.hart.passed_hook != self.hart.pc {
            self.hart.passed_hook = NOWHERE;
        }
        if self.code.is_stale {
            self.forget_code();
        }
        let goes_on = std::mem::take(&mut self.hart.goes_on);
        self.frame.paid = std::mem::take(&mut self.hart.midway);
        let mut flow = self.come(self.hart.pc, goes_on);
        loop {
            match flow {
                Ok(()) => {
                    self.burst();
                    flow = self.settle();
                }
                Err(exit) => {
                    if !matches!(exit, Exit::Memory) {
                        self.forget();
                    }
                    self.give_records();
                    return exit;
                }
            }
        }
    }

    /// Executes instructions from the current entry on. Afterwards the counters of the hart are up
    /// to date.
    fn burst(&mut self) {
        if self.frame.timing.is_recorded() {
            if self.frame.tape.is_full() {
                self.give_records();
            }
            self.frame.note(Note::Now, self.hart.cycles);
        }
        let account = *self.frame.account(self.frame.ip);
        self.frame.instret = self.hart.instret.wrapping_add(account.instret);
        let cycles = self.hart.cycles.wrapping_add(account.cycles);
        if self.frame.timing.is_profiled() {
            self.frame.timing.entered(self.pc(), self.hart.cycles);
        }
        self.execute(cycles);
        let account = *self.account();
        self.hart.cycles = self.frame.cycles.wrapping_sub(account.cycles);
        self.hart.instret = self.frame.instret.wrapping_sub(account.instret);
    }

    /// Executes instructions from the current entry on: first by the handlers, if there are any,
    /// and then in the careful form. `cycles` include the entry's account.
    fn execute(&mut self, mut cycles: u64) {
        if let Some(enter) = self.quick.filter(|_| self.frame.paid == 0) {
            // SAFETY: `run` has checked that the entries have the handlers that this enters.
            unsafe { enter(self.frame.ip, self.hart, &mut self.frame, cycles) };
            if !matches!(self.frame.pause, Pause::HandOver) {
                return;
            }
            if let Some(access) = self.shared_access() {
                (self.frame.pause, self.frame.why) = (Pause::Stop, Why::Exit(Exit::Shared(access)));
                return;
            }
            cycles = self.frame.cycles;
        }
        let (ip, memory, host) = (self.frame.ip, self.frame.memory(), self.frame.view.host);
        careful::<Plan<X64, true, AnyTiming<'_>>>(ip, self.hart, &mut self.frame, cycles, memory, host);
    }

    /// The access of the current instruction, if the instruction is an integer load or store
    /// outside private memory and does nothing else. Handlers hand over most often because of
    /// these. The careful form gives the same result.
    fn shared_access(&self) -> Option<Access> {
        if self.frame.paid != 0 || self.frame.timing.is_windowed() {
            return None;
        }
        // SAFETY: `ip` points at an entry.
        let e = unsafe { &*self.frame.ip };
        let [base, value] = [e.rs1, e.rs2].map(|number| self.hart.x[usize::from(number & 31)]);
        let addr = base.wrapping_add(e.imm as i64 as u64) & if X64 { u64::MAX } else { 0xffff_ffff };
        let access = integer_access(self.account().handler, addr, value)?;
        let (first, last) = (self.pc(), self.pc() + u64::from(e.len) - 1);
        let is_paid = !self.frame.timing.is_dynamic() || self.frame.is_fetched(first) && self.frame.is_fetched(last);
        (is_paid && !self.frame.view.contains(addr) && addr.is_multiple_of(access.width.bytes())).then_some(access)
    }

    /// Passes on the records made so far. Must happen before the code changes to which they refer.
    fn give_records(&mut self) {
        if self.frame.timing.is_recorded() {
            let first = self.frame.timing.tape().start;
            let count = (self.frame.tape.next as usize - first as usize) / size_of::<Record>();
            let (code, source) = (&*self.code, self.source());
            self.frame.timing.take_records(count, &|pc| code.executed(pc, source));
            self.frame.tape.next = first;
        }
    }

    /// Lets the timing take records and counters of code that is about to be discarded. No
    /// instruction is being executed.
    fn take_stock(&mut self) {
        self.give_records();
        if self.frame.timing.is_profiled() {
            let code = &*self.code;
            self.frame.timing.take_counters(&|pc| code.cost(pc));
        }
    }

    /// Discards all decoded code.
    fn forget_code(&mut self) {
        self.take_stock();
        self.code.flush();
    }

    /// Enters a span, at the entry for `pc`.
    fn enter(&mut self, span: Span, pc: u64) {
        let Span { start, accounts, size, pc: span_pc } = span;
        let frame = &mut self.frame;
        (frame.start, frame.pc, frame.bytes) = (start, span_pc, size / (ENTRY_BYTES / 2));
        frame.bias = span_pc.wrapping_sub(start as u64 / (ENTRY_BYTES / 2));
        let ratio = size_of::<Account>() as u64 / ENTRY_BYTES;
        frame.accounts = (accounts as u64).wrapping_sub(start as u64 * ratio);
        let first = (start as i64).wrapping_sub((span_pc.wrapping_sub(frame.view.base) * (ENTRY_BYTES / 2)) as i64);
        if frame.timing.is_profiled() && size > 0 {
            let places = frame.timing.places(span_pc, size / (ENTRY_BYTES / 2));
            frame.places = (places as u64).wrapping_sub(start as u64);
        }
        frame.code_marks = (frame.marks as u64).wrapping_sub(first.div_euclid(GRANULE_BYTES as i64) as u64);
        frame.ip = start.wrapping_byte_offset(distance(pc.wrapping_sub(span_pc) as i64));
    }

    /// Address of the current entry.
    fn pc(&self) -> u64 {
        self.frame.bias.wrapping_add(self.frame.ip as u64 / (ENTRY_BYTES / 2))
    }

    fn account(&self) -> &Account {
        self.frame.account(self.frame.ip)
    }

    fn parcel(&self) -> Parcel {
        // SAFETY: called between a burst and the next change of `code`, while `ip` points into the span
        // or at one of the two entries behind it.
        let entry: Entry = unsafe { *self.frame.ip };
        Parcel { entry, account: *self.account() }
    }

    fn source(&self) -> Source {
        Source { view: self.frame.view, xlen: self.hart.xlen, ext: self.ext, pick: self.code.pick() }
    }

    /// Goes to `pc` unless the cycle limit is reached.
    fn go(&mut self, pc: u64) -> Flow {
        self.come(pc, false)
    }

    /// Goes to `pc`, unless the cycle limit is reached; `regardless` suppresses the first check.
    /// Raises exceptions of fetching, each of which takes a cycle.
    fn come(&mut self, pc: u64, mut regardless: bool) -> Flow {
        self.hart.pc = pc;
        while regardless || self.hart.cycles < self.frame.until {
            regardless = false;
            match self.stand(self.hart.pc) {
                None if self.frame.paid & FETCHED != 0 => return Ok(()),
                None => return self.fetch(self.hart.pc),
                Some(trap) => self.raise(trap, 1)?,
            }
        }
        Err(Exit::Budget)
    }

    /// Pays for fetching the first half of the instruction at `pc`, which is in memory.
    fn fetch(&mut self, pc: u64) -> Flow {
        if self.frame.timing.is_dynamic() && !self.frame.is_fetched(pc) {
            let cycles = self.frame.timing.fetch(pc, 2);
            self.hart.cycles += cycles;
            if cycles > 0 {
                self.hart.fetched = Fetched { pc, cycles, ended: self.hart.cycles };
            }
            if self.frame.timing.is_profiled() && cycles > 0 {
                self.frame.timing.paid(pc, cycles);
            }
            self.frame.note_cycles(Note::Fetch, cycles);
            if self.frame.timing.asks() {
                return self.wait(pc);
            }
        }
        Ok(())
    }

    /// Stops in the middle of the instruction at `pc`, which waits for memory.
    fn wait(&mut self, pc: u64) -> Flow {
        // The hart is still at the hooked instruction.
        if self.frame.bytes == 0 {
            self.hart.passed_hook = pc;
        }
        self.hart.midway = self.frame.paid;
        (self.hart.pc, self.hart.goes_on) = (pc, true);
        Err(Exit::Memory)
    }

    /// Prepares a burst at `pc`. Returns the exception if nothing can be fetched there. Does not
    /// check the cycle limit, because a run must stop at the same place whether or not this
    /// function was needed.
    fn stand(&mut self, pc: u64) -> Option<Trap> {
        if pc & if self.ext.c { 1 } else { 3 } != 0 {
            return Some(Trap { cause: cause::MISALIGNED_FETCH, tval: pc });
        }
        if (self.frame.timing.is_recorded() || self.frame.timing.is_profiled()) && self.code.must_forget(pc) {
            self.take_stock();
        }
        let span = self.code.image_at(pc).or_else(|| {
            let source = self.source();
            self.code.page_at(pc, source)
        });
        match span {
            Some(span) => self.enter(span, pc),
            None => return Some(Trap { cause: cause::FETCH_ACCESS, tval: pc }),
        }
        None
    }

    /// Raises an exception of the instruction at the hart's pc, which costs `cost` cycles.
    fn raise(&mut self, trap: Trap, cost: u16) -> Flow {
        if !self.hart.raise(trap) {
            return Err(Exit::Trap(trap));
        }
        // An instruction that issues with others may cost nothing, but a loop of exceptions must
        // take time.
        self.hart.cycles += u64::from(cost.max(1));
        Ok(())
    }

    /// Handles the end of a burst.
    fn settle(&mut self) -> Flow {
        let pc = self.pc();
        if self.frame.timing.is_profiled() {
            self.tell_leaving(pc);
        }
        if !matches!(self.frame.pause, Pause::NoInstruction | Pause::Stop | Pause::HandOver) {
            self.frame.paid = 0;
        }
        match self.frame.pause {
            Pause::GoOn if self.is_stopped() => self.stop_before(pc),
            Pause::GoOn => Ok(()),
            Pause::HandOver => unreachable!("the careful form or a shared access has taken over"),
            Pause::Elsewhere(target) => {
                self.depart();
                self.leave_for(target)
            }
            Pause::Budget => {
                self.hart.pc = pc;
                Err(Exit::Budget)
            }
            Pause::Returned(target) => {
                self.depart();
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
                self.forget_code();
                self.frame.timing.flush_code();
                self.leave_for(behind)
            }
        }
    }

    /// Has the observer asked to stop?
    fn is_stopped(&self) -> bool {
        self.frame.watch.retires && self.frame.single
    }

    fn stop_before(&mut self, pc: u64) -> Flow {
        self.hart.pc = pc;
        self.hart.goes_on = true;
        Err(Exit::Watched)
    }

    /// Goes to `pc`, where the cycle limit is checked, unless the observer has asked to stop.
    fn leave_for(&mut self, pc: u64) -> Flow {
        if self.is_stopped() && self.hart.cycles < self.frame.until { self.stop_before(pc) } else { self.go(pc) }
    }

    /// Reports the end of a burst to the profile.
    fn tell_leaving(&mut self, pc: u64) {
        let (cycles, instret) = (self.hart.cycles, self.hart.instret);
        match self.frame.pause {
            Pause::Elsewhere(target) | Pause::Returned(target) => {
                let parcel = self.parcel();
                let Account { cycles: ahead, leave, .. } = parcel.account;
                let after = cycles.wrapping_add(ahead.wrapping_sub(leave));
                self.frame.timing.transferred(pc, target);
                if let Some(kind) = parcel.jump_kind() {
                    let (return_address, sp) = (pc.wrapping_add(u64::from(parcel.entry.len)), self.hart.x[SP]);
                    let (from, to, cycles, instret) = (pc, target, after, instret + 1);
                    self.frame.timing.jumped(&Jump { from, to, kind, return_address, sp, cycles, instret });
                }
                self.frame.timing.left(target, false, after);
            }
            Pause::RetireAndExit(_) | Pause::Refetch => {
                let after = cycles + u64::from(self.account().cost);
                self.frame.timing.left(pc, true, after);
            }
            _ => self.frame.timing.left(pc, false, cycles),
        }
    }

    /// Stops at `pc` for the reason that the instruction there has set.
    fn stop(&mut self, pc: u64) -> Flow {
        let cost = self.account().cost;
        match self.frame.why {
            Why::Memory => self.wait(pc),
            Why::Trap(trap) => self.trap(pc, trap, cost),
            Why::Illegal => self.illegal(pc, cost),
            Why::Exit(exit) => self.stop_for(pc, exit),
        }
    }

    /// Leaves the instruction at `pc` to be completed by the machine.
    fn stop_for(&mut self, pc: u64, exit: Exit) -> Flow {
        // If a hooked instruction is tried again, the hart is still at it.
        self.hart.passed_hook = if self.frame.bytes == 0 { pc } else { NOWHERE };
        self.hart.pending = Some(self.parcel());
        self.hart.pc = pc;
        Err(exit)
    }

    /// Handles an entry of the engine itself.
    fn no_instruction(&mut self, pc: u64) -> Flow {
        match self.account().handler {
            Handler::Undecoded => {
                let source = self.source();
                self.code.fill(pc, source, self.frame.timing);
                self.go_on(pc)
            }
            Handler::Hook if self.hart.passed_hook == pc => {
                self.hart.passed_hook = NOWHERE;
                let source = self.source();
                let span = self.code.pass_hook(pc, source, self.frame.timing);
                self.enter(span, pc);
                Ok(())
            }
            Handler::Hook => {
                self.hart.pc = pc;
                self.hart.passed_hook = pc;
                self.hart.goes_on = true;
                Err(Exit::Hook)
            }
            Handler::NoMemory => {
                // The address of the missing half of the instruction: the second half if the first
                // one is in memory.
                let missing = if self.frame.view.contains(pc) {
                    self.fetch(pc)?;
                    pc.wrapping_add(2)
                } else {
                    pc
                };
                self.trap(pc, Trap { cause: cause::FETCH_ACCESS, tval: missing }, 1)
            }
            Handler::Illegal => {
                self.fetch(pc)?;
                self.illegal(pc, 1)
            }
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
        self.forget();
        self.raise(trap, cost)?;
        self.go(self.hart.pc)
    }

    /// The current instruction does not retire, or does not retire here.
    fn forget(&mut self) {
        self.frame.paid = 0;
        self.frame.accessed = None;
        self.frame.note(Note::Left, 0);
    }

    fn illegal(&mut self, pc: u64, cost: u16) -> Flow {
        let low = self.frame.view.read::<u16>(pc).unwrap_or(0);
        let high = if low & 3 == 3 { self.frame.view.read::<u16>(pc.wrapping_add(2)).unwrap_or(0) } else { 0 };
        self.trap(pc, Trap { cause: cause::ILLEGAL_INSTRUCTION, tval: high << 16 | low }, cost)
    }

    /// Retires the current instruction, which transfers control.
    fn depart(&mut self) {
        let account = *self.account();
        self.hart.cycles = self.hart.cycles.wrapping_add(account.cycles.wrapping_sub(account.leave));
        self.hart.instret += 1;
    }

    /// Retires the instruction at `pc`. Returns the address behind it.
    fn retire(&mut self, pc: u64) -> u64 {
        let parcel = self.parcel();
        self.hart.cycles += u64::from(parcel.account.cost);
        self.hart.instret += 1;
        if (self.frame.timing.is_recorded() || self.frame.watch.retires)
            && self.frame.retire(self.hart, pc, (&parcel.entry, &parcel.account), false).is_break()
        {
            self.frame.single = true;
        }
        self.hart.address(pc.wrapping_add(u64::from(parcel.entry.len)))
    }
}
