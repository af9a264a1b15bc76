//! The context of an instruction's body: registers, private memory, timing, observer.

use crate::entry::{Account, ENTRY_BYTES, Entry, GRANULE_BYTES};
use crate::exit::{Exit, Trap, cause};
use crate::state::{FETCHED, Hart, LOADED, STORED};
use crate::tape::Tape;
use crate::watch::{Accessed, Watching};
use rankine_bus::{Access, Kind, Ram, Width};
use rankine_timing::{FREE_FETCH, FREE_LOAD, FREE_STORE, GRANULE, Note, Timing};
use std::cell::Cell;
use std::marker::PhantomData;

/// The parameters for which bodies are compiled.
pub trait Mode {
    /// RV64, not RV32.
    const X64: bool;
    /// A careful body handles all cases of its instruction. A quick body handles the common case.
    /// In another case it stops before it has changed anything, without a reason, and the careful
    /// one takes over.
    const CAREFUL: bool;
    type T: Timing;
}

pub struct Plan<const X64: bool, const CAREFUL: bool, T>(PhantomData<T>);

impl<const X64: bool, const CAREFUL: bool, T: Timing> Mode for Plan<X64, CAREFUL, T> {
    const X64: bool = X64;
    const CAREFUL: bool = CAREFUL;
    type T = T;
}

/// The action after the body of an instruction. It is small enough for registers: longer reasons
/// are left in [`Frame::why`].
#[derive(Clone, Copy)]
pub enum Next {
    /// Retire and go on with the next instruction.
    Sequential,
    /// Retire and go to pc + immediate, by a jump (`jumps`) or a branch.
    Relative { jumps: bool },
    /// Retire and go to this address.
    Absolute(u64),
    /// Retire, go on behind, and fetch anew: predecoded code may be stale.
    Refetch,
    /// Retire, then wait for an interrupt.
    Wait,
    /// Retire, then stop because the observer asked for it.
    Watched,
    /// Do not retire. The reason is in [`Frame::why`].
    Stop,
    /// Do not retire, but pay for an access and try again. Only quick bodies return this.
    Unpaid(Unpaid),
}

/// An access to private memory that is not free.
#[derive(Clone, Copy)]
pub struct Unpaid {
    /// Offset from the start of memory.
    pub offset: u64,
    pub width: Width,
    pub is_store: bool,
}

/// Why an instruction stops the hart.
#[derive(Clone, Copy)]
pub enum Why {
    /// It waits for memory, in the middle of the instruction.
    Memory,
    Exit(Exit),
    Trap(Trap),
    Illegal,
}

/// The instruction cannot go on.
pub enum Stopped {
    /// The reason is in [`Frame::why`].
    Left,
    Unpaid(Unpaid),
}

impl From<Stopped> for Next {
    #[inline(always)]
    fn from(stopped: Stopped) -> Next {
        match stopped {
            Stopped::Left => Next::Stop,
            Stopped::Unpaid(access) => Next::Unpaid(access),
        }
    }
}

/// Private memory during a run, in which the engine is its only user.
#[derive(Clone, Copy)]
pub struct View {
    pub base: u64,
    len: u64,
    /// Offsets below this are followed by at least 8 bytes of memory.
    limit: u64,
    /// Number of integers of 1, 2, 4 and 8 bytes that fit in memory.
    words: [u64; 4],
    pub host: *mut u8,
}

/// An integer of memory, little-endian.
pub trait Word: Copy {
    const WIDTH: Width;
    fn zero_extended(self) -> u64;
    fn truncated(value: u64) -> Self;
}

macro_rules! words {
    ($($int:ty: $width:ident),*) => {$(
        impl Word for $int {
            const WIDTH: Width = Width::$width;
            #[inline(always)]
            fn zero_extended(self) -> u64 { u64::from(<$int>::from_le(self)) }
            #[inline(always)]
            fn truncated(value: u64) -> $int { (value as $int).to_le() }
        }
    )*};
}

words!(u8: B1, u16: B2, u32: B4, u64: B8);

impl View {
    pub fn new(ram: &mut Ram) -> View {
        let (len, words) = (ram.len(), [0, 1, 2, 3].map(|shift| ram.len() >> shift));
        View { base: ram.base(), len, limit: len.saturating_sub(7), words, host: ram.host() }
    }

    /// Host address of `addr`, if 8 bytes of memory follow it.
    #[inline(always)]
    fn quick<V: Word>(&self, addr: u64) -> Option<*mut V> {
        let offset = addr.wrapping_sub(self.base);
        // SAFETY: the offset is inside the mapping (`limit` is below its length).
        (offset < self.limit).then(|| unsafe { self.host.add(offset as usize) }.cast())
    }

    /// Host address of the `V` at `addr`; none if any byte of it is outside.
    #[cold]
    #[inline(never)]
    fn careful<V: Word>(&self, addr: u64) -> Option<*mut V> {
        let offset = addr.wrapping_sub(self.base);
        let inside = self.holds(addr, size_of::<V>() as u64);
        // SAFETY: the offset is inside the mapping.
        inside.then(|| unsafe { self.host.add(offset as usize) }.cast())
    }

    /// Is the whole range in memory?
    pub fn holds(&self, addr: u64, bytes: u64) -> bool {
        let offset = addr.wrapping_sub(self.base);
        offset < self.len && self.len - offset >= bytes
    }

    pub fn contains(&self, addr: u64) -> bool {
        addr.wrapping_sub(self.base) < self.len
    }

    pub fn read<V: Word>(&self, addr: u64) -> Option<u64> {
        let at: *mut V = self.quick(addr).or_else(|| self.careful(addr))?;
        // SAFETY: `at` points to a whole `V` inside the mapping.
        Some(unsafe { at.read_unaligned() }.zero_extended())
    }
}

/// Why a burst ended.
#[derive(Clone, Copy)]
pub enum Pause {
    /// The careful form has executed a single instruction; the burst can go on.
    GoOn,
    /// A tail-called handler leaves the current instruction to the careful form.
    HandOver,
    /// The current instruction has not retired. The reason is in [`Frame::why`].
    Stop,
    /// The current instruction must retire, and the engine then exits with this.
    RetireAndExit(Exit),
    /// The current instruction must retire. It has made predecoded code stale.
    Refetch,
    /// The current entry is not an instruction.
    NoInstruction,
    /// The cycle limit is reached.
    Budget,
    /// The current instruction must retire. Control goes to an address outside the span.
    Elsewhere(u64),
    /// The current instruction, a `ret`, must retire. It goes to the watched address.
    Returned(u64),
}

/// The data of a burst beside its registers. Frames of different timings differ only in the type of
/// one reference.
#[repr(C)]
pub struct Frame<'a, T> {
    pub view: View,
    /// First entry of the current span, its pc, and the bytes of code that the span stands for.
    pub start: *const Entry,
    pub pc: u64,
    pub bytes: u64,
    /// The pc that an entry at host address zero would have.
    pub bias: u64,
    /// Host address of the account that an entry at host address zero would have.
    pub accounts: u64,
    /// Instructions retired, including the current entry's account.
    pub instret: u64,
    pub until: u64,
    /// The marks of private memory, one for each granule, if timing is dynamic.
    pub marks: *const Cell<u8>,
    /// Host address of the mark of the granule that an entry at host address zero would have.
    pub code_marks: u64,
    /// Host address of the profile's counters that an entry at host address zero would have.
    pub places: u64,
    /// Bits of a jump target that must be zero, except bit 0.
    pub misaligned: u64,
    pub timing: &'a mut T,
    pub why: Why,
    /// State at the end of a burst: the current entry, the cycles including its account, and the
    /// reason.
    pub ip: *const Entry,
    pub cycles: u64,
    pub pause: Pause,
    /// Shall the careful form execute one instruction only?
    pub single: bool,
    /// The parts of the current instruction that have been paid for ([`FETCHED`] and so on), or
    /// zero. Used by the careful form only.
    pub paid: u8,
    /// The access of the current instruction, for an observer and for records of the careful form.
    pub accessed: Option<Accessed>,
    /// The place of records, if records are taken.
    pub tape: Tape,
    /// The observer. Used by the careful form only.
    pub watch: Watching<'a>,
}

impl<T: Timing> Frame<'_, T> {
    /// Value for [`Context::memory`].
    #[inline(always)]
    pub fn memory(&self) -> u64 {
        if T::DYNAMIC { self.marks as u64 } else { self.view.base }
    }
}

impl<T> Frame<'_, T> {
    /// The account of an entry of the current span.
    #[inline(always)]
    pub fn account(&self, ip: *const Entry) -> &Account {
        // SAFETY: `ip` points into the current span or at one of the two entries behind it, and each of
        // these has an account.
        unsafe {
            &*(self.accounts.wrapping_add(ip as u64 * (size_of::<Account>() as u64 / ENTRY_BYTES)) as *const Account)
        }
    }
}

impl<T: Timing> Frame<'_, T> {
    /// Is fetching the half of an instruction at `pc` free? Only for a dynamic timing.
    pub fn is_fetched(&self, pc: u64) -> bool {
        let offset = pc.wrapping_sub(self.view.base);
        // SAFETY: there is a mark for every granule of private memory: `Engine::new` has seen to it.
        offset < self.view.len && unsafe { (*self.marks.add((offset / GRANULE) as usize)).get() } & FREE_FETCH != 0
    }
}

/// Reads a field of the frame or of an account from memory each time. If such a field were kept in
/// a register between the two instructions of a pair, or read early in a transfer, handlers would
/// have to save registers.
#[inline(always)]
pub fn anew<V: Copy>(field: &V) -> V {
    // SAFETY: a reference is valid for reads.
    unsafe { std::ptr::from_ref(field).read_volatile() }
}

/// The context of an instruction's body. It is never passed to a function that is not inlined, so
/// that the values that change with every instruction stay in registers.
pub struct Context<'a, 'f, M: Mode> {
    pub hart: &'a mut Hart,
    pub frame: &'a mut Frame<'f, M::T>,
    /// Cycles of the hart plus the account of the current entry.
    pub cycles: u64,
    pub ip: *const Entry,
    /// Bytes from `ip` to the current entry. Always a constant, see [`crate::pairs`].
    pub ahead: isize,
    /// The memory value that loads and stores need first: the guest address of memory or, if the
    /// timing is dynamic, the host address of its marks.
    pub memory: u64,
    pub host: *mut u8,
    /// The value last written to an integer register.
    pub result: u64,
    /// Is `result` the value of rs1? Always a constant, see [`crate::pairs`].
    pub rs1_is_result: bool,
    /// The address in private memory of the current instruction's access, for its record and for a
    /// window.
    pub address_accessed: u64,
}

impl<'a, 'f, M: Mode> Context<'a, 'f, M> {
    /// A context from the arguments of a handler, in their order.
    #[inline(always)]
    pub fn new(
        ip: *const Entry,
        hart: &'a mut Hart,
        frame: &'a mut Frame<'f, M::T>,
        cycles: u64,
        memory: u64,
        host: *mut u8,
    ) -> Self {
        Context {
            hart,
            frame,
            cycles,
            ip,
            ahead: 0,
            memory,
            host,
            result: 0,
            rs1_is_result: false,
            address_accessed: 0,
        }
    }

    /// Host address of the current entry. A number, because the compiler would keep a pointer in a
    /// register for all uses.
    #[inline(always)]
    fn here(&self) -> u64 {
        (self.ip as u64).wrapping_add(self.ahead as u64)
    }

    /// The same context with `ip` at the current entry.
    #[inline(always)]
    pub fn there(mut self) -> Self {
        if self.ahead != 0 {
            (self.ip, self.ahead) = (self.here() as *const Entry, 0);
        }
        self
    }

    /// Address of the current instruction.
    #[inline(always)]
    pub fn pc(&self) -> u64 {
        self.frame.bias.wrapping_add(self.here() / (ENTRY_BYTES / 2))
    }

    /// Updates the counters of the hart.
    #[inline(always)]
    pub fn count(&mut self) {
        let account = self.frame.account(self.ip);
        self.hart.cycles = self.cycles.wrapping_sub(account.cycles);
        self.hart.instret = self.frame.instret.wrapping_sub(account.instret);
    }

    /// The register value of `value` for this register width.
    #[inline(always)]
    pub fn fit(value: u64) -> u64 {
        if M::X64 { value } else { value as i32 as u64 }
    }

    #[inline(always)]
    pub fn x(&self, number: u8) -> u64 {
        // SAFETY: entries hold register numbers up to 31, and 32 for destinations only.
        unsafe { *self.hart.x.get_unchecked(usize::from(number)) }
    }

    #[inline(always)]
    pub fn set_x(&mut self, number: u8, value: u64) {
        // SAFETY: as for `x`.
        unsafe { *self.hart.x.get_unchecked_mut(usize::from(number)) = value }
        self.result = value;
    }

    /// The value of rs1.
    #[inline(always)]
    pub fn rs1(&self, e: &Entry) -> u64 {
        if self.rs1_is_result { self.result } else { self.x(e.rs1) }
    }

    #[inline(always)]
    pub fn f(&self, number: u8) -> u64 {
        // SAFETY: entries hold register numbers up to 31 where the register is a floating-point one.
        unsafe { *self.hart.f.get_unchecked(usize::from(number)) }
    }

    #[inline(always)]
    pub fn set_f(&mut self, number: u8, value: u64) {
        // SAFETY: as for `f`.
        unsafe { *self.hart.f.get_unchecked_mut(usize::from(number)) = value }
        if M::CAREFUL {
            self.hart.csr.fp_is_dirty();
        }
    }

    /// The shift amount in rs2. Pays for a shift by this amount.
    #[inline(always)]
    pub fn amount(&mut self, e: &Entry, mask: u64) -> u64 {
        let amount = self.x(e.rs2) & mask;
        if M::T::DYNAMIC {
            let cycles = self.frame.timing.shift(amount);
            self.cycles += cycles;
            if M::T::PROFILED && cycles > 0 {
                self.frame.timing.paid(self.pc(), cycles);
            }
            self.frame.note_cycles(Note::Issue, cycles);
        }
        amount
    }

    /// The address rs1 + immediate.
    #[inline(always)]
    pub fn address(&self, e: &Entry) -> u64 {
        self.wrap(self.rs1(e).wrapping_add(e.imm as i64 as u64))
    }

    /// Limits an address to the register width.
    #[inline(always)]
    pub fn wrap(&self, addr: u64) -> u64 {
        if M::X64 { addr } else { addr & 0xffff_ffff }
    }

    /// Is `target` misaligned for an instruction?
    #[inline(always)]
    pub fn is_misaligned(&self, target: u64) -> bool {
        target & self.frame.misaligned != 0
    }

    /// Sets the reason to stop.
    #[inline(always)]
    pub fn stop(&mut self, why: Why) -> Stopped {
        if M::CAREFUL {
            self.frame.why = why;
        }
        Stopped::Left
    }

    #[inline(always)]
    pub fn trap(&mut self, cause: u64, tval: u64) -> Stopped {
        self.stop(Why::Trap(Trap { cause, tval }))
    }

    /// Sets the reason to stop for an access that is not completely inside private memory.
    #[inline(always)]
    pub fn outside(&mut self, addr: u64, width: Width, kind: Kind) -> Stopped {
        if M::CAREFUL {
            self.frame.why = outside(&self.frame.view, Access { addr, width, kind });
        }
        Stopped::Left
    }

    /// Offset of an address from the start of memory.
    #[inline(always)]
    fn offset(&self, addr: u64) -> u64 {
        addr.wrapping_sub(if M::T::DYNAMIC { anew(&self.frame.view.base) } else { self.memory })
    }

    /// Host address of the `V` at `addr`.
    #[inline(always)]
    fn find<V: Word>(&self, addr: u64) -> Option<*mut V> {
        let offset = self.offset(addr);
        if offset < anew(&self.frame.view.limit) {
            // SAFETY: the offset is inside the mapping (`limit` is below its length).
            return Some(unsafe { self.host.add(offset as usize) }.cast());
        }
        if M::CAREFUL { self.frame.view.careful(addr) } else { None }
    }

    /// Host address of the `V` at `addr`, if it is aligned and accessing it is free.
    #[inline(always)]
    fn find_free<V: Word>(&self, addr: u64, is_store: bool) -> Result<*mut V, Stopped> {
        debug_assert!(M::T::DYNAMIC);
        let shift = V::WIDTH.bytes().trailing_zeros();
        // The number of the `V` in memory. A misaligned address gives a number above all limits.
        let number = self.offset(addr).rotate_right(shift);
        if number >= anew(&self.frame.view.words[shift as usize]) {
            return Err(Stopped::Left);
        }
        let marks = self.memory as *const Cell<u8>;
        // SAFETY: there is a mark for every granule of private memory: `Engine::new` has seen to it.
        let mark = unsafe { (*marks.add((number / (GRANULE >> shift)) as usize)).get() };
        if mark & free(is_store) == 0 {
            return Err(Stopped::Unpaid(Unpaid { offset: number << shift, width: V::WIDTH, is_store }));
        }
        // SAFETY: `number` is below the number of `V` in memory.
        Ok(unsafe { self.host.cast::<V>().add(number as usize) })
    }

    /// Do the marks say that such accesses to all of these bytes are free? The bytes are in private
    /// memory.
    #[inline(always)]
    pub fn is_free(&self, addr: u64, bytes: u64, kind: u8) -> bool {
        let offset = self.offset(addr);
        // SAFETY: as in `find_free`.
        let mark = |offset: u64| unsafe { (*self.frame.marks.add((offset / GRANULE) as usize)).get() };
        mark(offset) & mark(offset + bytes - 1) & kind != 0
    }

    /// Is it free to fetch the code `bytes` bytes behind the beginning of the current entry?
    #[inline(always)]
    pub fn is_free_fetch(&self, bytes: u64) -> bool {
        let at = (self.here() + bytes * (ENTRY_BYTES / 2)) / GRANULE_BYTES;
        let mark = self.frame.code_marks.wrapping_add(at) as *const Cell<u8>;
        // SAFETY: the code of the current span lies in private memory, and its entries as `Entries` says.
        unsafe { (*mark).get() & FREE_FETCH != 0 }
    }

    /// Host address of the `V` at `addr`. Pays for the access. If it is outside, `kind` gives the
    /// kind of access.
    #[inline(always)]
    fn reach<V: Word>(
        &mut self,
        addr: u64,
        is_store: bool,
        kind: impl FnOnce(&Self) -> Kind,
    ) -> Result<*mut V, Stopped> {
        if M::T::RECORDED || M::T::WINDOWED {
            self.address_accessed = addr;
        }
        if M::T::DYNAMIC && !M::CAREFUL {
            return self.find_free(addr, is_store);
        }
        let Some(at) = self.find(addr) else {
            if M::CAREFUL {
                self.drain();
            }
            let kind = kind(self);
            return Err(self.outside(addr, V::WIDTH, kind));
        };
        let bytes = V::WIDTH.bytes();
        if self.frame.timing.is_dynamic()
            && !(addr & (bytes - 1) == 0 && self.is_free(addr, bytes, free(is_store)))
            && self.frame.paid & paid(is_store) == 0
        {
            let mut cycles = self.frame.timing.access(addr, bytes, is_store).cycles;
            if let Some(window) = self.window() {
                window.miss(std::mem::take(&mut cycles));
            }
            self.cycles += cycles;
            // Reported even if it has cost nothing, because it may have missed.
            if M::T::PROFILED {
                self.frame.timing.paid(self.pc(), cycles);
            }
            self.frame.note_cycles(Note::Data, cycles);
            if self.frame.timing.asks() {
                self.frame.paid = FETCHED | LOADED | paid(is_store);
                return Err(self.stop(Why::Memory));
            }
        }
        if let Some(window) = self.window() {
            let cycles = window.access(addr, bytes);
            self.wait(cycles);
        }
        if M::CAREFUL && (self.frame.watch.retires || self.frame.timing.is_recorded()) {
            self.frame.accessed = Some(Accessed { addr, bytes: bytes as u8, is_store });
        }
        Ok(at)
    }

    /// The zero-extended value at `addr`.
    #[inline(always)]
    pub fn read<V: Word>(&mut self, addr: u64) -> Result<u64, Stopped> {
        let at = self.reach::<V>(addr, false, |_| Kind::Load)?;
        if M::CAREFUL && self.frame.watch.stores {
            self.frame.watch.observer.load(addr, V::WIDTH.bytes());
        }
        // SAFETY: `at` points to a whole `V` inside the mapping, which this run has for itself.
        Ok(unsafe { at.read_unaligned() }.zero_extended())
    }

    /// Stores a value at `addr`. Returns the action after the instruction, which does nothing else.
    /// `value` is called late, so that the value needs no register before.
    #[inline(always)]
    pub fn write<V: Word>(&mut self, addr: u64, value: impl Fn(&Self) -> u64) -> Next {
        let at = match self.reach::<V>(addr, true, |cx| Kind::Store(value(cx) & V::WIDTH.mask())) {
            Ok(at) => at,
            Err(stopped) => return stopped.into(),
        };
        let mut next = Next::Sequential;
        if M::CAREFUL && self.frame.watch.stores {
            // SAFETY: as for `read`.
            let old = unsafe { at.read_unaligned() }.zero_extended();
            if self.frame.watch.observer.store(addr, V::WIDTH.bytes(), old).is_break() {
                next = Next::Watched;
            }
        }
        // SAFETY: as for `read`.
        unsafe { at.write_unaligned(V::truncated(value(self))) };
        next
    }
}

/// The bit of [`Frame::paid`] for loads or stores.
#[inline(always)]
pub fn paid(is_store: bool) -> u8 {
    if is_store { STORED } else { LOADED }
}

/// The bit of marks for loads or stores.
#[inline(always)]
fn free(is_store: bool) -> u8 {
    if is_store { FREE_STORE } else { FREE_LOAD }
}

#[cold]
#[inline(never)]
fn outside(view: &View, access: Access) -> Why {
    let Access { addr, width, kind } = access;
    let is_load = matches!(kind, Kind::Load);
    let trap = |load, store, tval| Why::Trap(Trap { cause: if is_load { load } else { store }, tval });
    if view.contains(addr) {
        // Privileged specification, "Machine Trap Value Register": the address of the portion that caused the fault.
        trap(cause::LOAD_ACCESS, cause::STORE_ACCESS, view.base.wrapping_add(view.len))
    } else if !addr.is_multiple_of(width.bytes()) {
        trap(cause::MISALIGNED_LOAD, cause::MISALIGNED_STORE, addr)
    } else {
        Why::Exit(Exit::Shared(access))
    }
}
