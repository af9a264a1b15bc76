//! What the body of an instruction sees: registers, private memory, timing, observer.

use crate::entry::{ENTRY_BYTES, Entry};
use crate::exit::{Exit, Trap, cause};
use crate::state::Hart;
use crate::watch::Watch;
use rankine_bus::{Access, Kind, Ram, Width};
use rankine_timing::Timing;
use std::marker::PhantomData;

/// What the engine is compiled for.
pub trait Mode {
    /// RV64, not RV32.
    const X64: bool;
    type T: Timing;
    type W: Watch;
}

pub struct Plan<const X64: bool, T, W>(PhantomData<(T, W)>);

impl<const X64: bool, T: Timing, W: Watch> Mode for Plan<X64, T, W> {
    const X64: bool = X64;
    type T = T;
    type W = W;
}

/// What happens after the body of an instruction. Small enough for registers: whatever needs more
/// words is left in [`Context::why`].
#[derive(Clone, Copy)]
pub enum Next {
    /// Retire and go on with the instruction behind.
    Sequential,
    /// Retire and go to pc + immediate.
    Relative,
    /// Retire and go to this address.
    Absolute(u64),
    /// Retire and go on behind, fetching anew: predecoded code may be stale.
    Refetch,
    /// Retire, then wait for an interrupt.
    Wait,
    /// Retire, then stop because the observer asked for it.
    Watched,
    /// Do not retire; the reason is left.
    Stop,
}

/// Why an instruction stops the hart.
#[derive(Clone, Copy)]
pub enum Why {
    Exit(Exit),
    Trap(Trap),
    Illegal,
}

/// The instruction cannot go on, and has left the reason.
pub struct Stopped;

impl From<Stopped> for Next {
    fn from(_: Stopped) -> Next {
        Next::Stop
    }
}

/// Private memory for the duration of a run, during which the engine is its only user.
#[derive(Clone, Copy)]
pub struct View {
    base: u64,
    len: u64,
    /// Offsets below this have 8 bytes of memory behind them.
    limit: u64,
    host: *mut u8,
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
        View { base: ram.base(), len: ram.len(), limit: ram.len().saturating_sub(7), host: ram.host() }
    }

    /// Host address of `addr` when 8 bytes of memory follow it.
    #[inline(always)]
    fn quick<V: Word>(&self, addr: u64) -> Option<*mut V> {
        let offset = addr.wrapping_sub(self.base);
        // SAFETY: the offset is inside the mapping (`limit` is below its length).
        (offset < self.limit).then(|| unsafe { self.host.add(offset as usize) }.cast())
    }

    /// Host address of the `V` at `addr`, or none when any byte of it is outside.
    #[cold]
    #[inline(never)]
    fn careful<V: Word>(&self, addr: u64) -> Option<*mut V> {
        let offset = addr.wrapping_sub(self.base);
        let inside = offset < self.len && self.len - offset >= size_of::<V>() as u64;
        // SAFETY: the offset is inside the mapping.
        inside.then(|| unsafe { self.host.add(offset as usize) }.cast())
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

/// The world of an instruction's body. Lives in the engine's frame; never handed to a function that
/// is not inlined, so that the counters and the instruction pointer stay in registers.
pub struct Context<'a, M: Mode> {
    pub hart: &'a mut Hart,
    pub timing: &'a mut M::T,
    pub watch: &'a mut M::W,
    pub view: &'a View,
    pub cycles: u64,
    pub instret: u64,
    pub ip: *const Entry,
    /// pc of the entry at host address zero, were there one.
    pub bias: u64,
    /// Bits of a jump target that must be zero, bit 0 excepted.
    pub misaligned: u64,
    pub why: &'a mut Why,
}

impl<M: Mode> Context<'_, M> {
    /// Address of the current instruction.
    #[inline(always)]
    pub fn pc(&self) -> u64 {
        self.bias.wrapping_add(self.ip as u64 / (ENTRY_BYTES / 2))
    }

    /// Register value: what the register width keeps of `value`.
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
    }

    #[inline(always)]
    pub fn f(&self, number: u8) -> u64 {
        self.hart.f[usize::from(number & 31)]
    }

    #[inline(always)]
    pub fn set_f(&mut self, number: u8, value: u64) {
        self.hart.f[usize::from(number & 31)] = value;
        self.hart.csr.fp_is_dirty();
    }

    /// The address rs1 + immediate.
    #[inline(always)]
    pub fn address(&self, e: &Entry) -> u64 {
        self.wrap(self.x(e.rs1).wrapping_add(e.imm as i64 as u64))
    }

    /// An address as wide as the register width.
    #[inline(always)]
    pub fn wrap(&self, addr: u64) -> u64 {
        if M::X64 { addr } else { addr & 0xffff_ffff }
    }

    /// Does a jump to `target` break the alignment of instructions?
    #[inline(always)]
    pub fn is_misaligned(&self, target: u64) -> bool {
        target & self.misaligned != 0
    }

    /// Leaves a reason to stop.
    #[inline(always)]
    pub fn stop(&mut self, why: Why) -> Stopped {
        *self.why = why;
        Stopped
    }

    #[inline(always)]
    pub fn trap(&mut self, cause: u64, tval: u64) -> Stopped {
        self.stop(Why::Trap(Trap { cause, tval }))
    }

    /// Leaves what an access comes to that is not wholly inside private memory.
    #[inline(always)]
    pub fn outside(&mut self, addr: u64, width: Width, kind: Kind) -> Stopped {
        outside(self.view, self.why, Access { addr, width, kind });
        Stopped
    }

    /// The zero-extended value at `addr`.
    #[inline(always)]
    pub fn read<V: Word>(&mut self, addr: u64) -> Result<u64, Stopped> {
        let at = match self.view.quick::<V>(addr) {
            Some(at) => at,
            None => match self.view.careful::<V>(addr) {
                Some(at) => at,
                None => return Err(self.outside(addr, V::WIDTH, Kind::Load)),
            },
        };
        if M::T::ACCESSES {
            self.cycles += self.timing.load(addr, V::WIDTH.bytes());
        }
        // SAFETY: `at` points to a whole `V` inside the mapping, which this run has for itself.
        Ok(unsafe { at.read_unaligned() }.zero_extended())
    }

    /// Stores `value` at `addr`: what comes after the instruction, which has nothing else to do.
    #[inline(always)]
    pub fn write<V: Word>(&mut self, addr: u64, value: u64) -> Next {
        let at = match self.view.quick::<V>(addr) {
            Some(at) => at,
            None => match self.view.careful::<V>(addr) {
                Some(at) => at,
                None => return self.outside(addr, V::WIDTH, Kind::Store(value & V::WIDTH.mask())).into(),
            },
        };
        if M::T::ACCESSES {
            self.cycles += self.timing.store(addr, V::WIDTH.bytes());
        }
        let mut next = Next::Sequential;
        if M::W::STORES {
            // SAFETY: as for `read`.
            let old = unsafe { at.read_unaligned() }.zero_extended();
            if self.watch.store(addr, V::WIDTH.bytes(), old).is_break() {
                next = Next::Watched;
            }
        }
        // SAFETY: as for `read`.
        unsafe { at.write_unaligned(V::truncated(value)) };
        next
    }
}

#[cold]
#[inline(never)]
fn outside(view: &View, why: &mut Why, access: Access) {
    let Access { addr, width, kind } = access;
    let is_load = matches!(kind, Kind::Load);
    let trap = |load, store, tval| Why::Trap(Trap { cause: if is_load { load } else { store }, tval });
    *why = if view.contains(addr) {
        // Privileged specification, "Machine Trap Value Register": the address of the portion that caused the fault.
        trap(cause::LOAD_ACCESS, cause::STORE_ACCESS, view.base.wrapping_add(view.len))
    } else if !addr.is_multiple_of(width.bytes()) {
        trap(cause::MISALIGNED_LOAD, cause::MISALIGNED_STORE, addr)
    } else {
        Why::Exit(Exit::Shared(access))
    };
}
