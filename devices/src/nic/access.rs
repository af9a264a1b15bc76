//! The registers, and the effects of their loads and stores.

use super::header::WORDS;
use super::later::Later;
use super::params::BLOCK_BYTES;
use super::{Nic, done};
use crate::regs::nic as regs;
use rankine_bus::{Access, Cx, Fault, Kind, Reply, Width};

/// A register of one of the two blocks, by its offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    Host(u64),
    Nic(u64),
}

const WORD: u64 = 4;
const HEADER_LAST: u64 = regs::REG_HEADER + WORD * (WORDS as u64 - 1);
const TRANSMIT_HEADER_LAST: u64 = regs::REG_TRANSMIT_HEADER + WORD * (WORDS as u64 - 1);

impl Register {
    /// Can it be (loaded, stored)? None if there is no register.
    fn directions(self) -> Option<(bool, bool)> {
        Some(match self {
            Register::Host(regs::HOST_STATUS..=regs::HOST_COMPLETION_DETAIL) => (true, false),
            Register::Host(regs::HOST_COMPLETION_POP | regs::HOST_REQUEST_MATCH..=regs::HOST_REQUEST_COOKIE) => {
                (false, true)
            }
            Register::Nic(regs::REG_CONTROL) => (true, true),
            Register::Nic(regs::REG_STATUS | regs::REG_REQUEST | regs::REG_HEADER..=HEADER_LAST) => (true, false),
            Register::Nic(regs::REG_ENTRY | regs::REG_EPOCH | regs::REG_HEADER_POP) => (false, true),
            Register::Nic(regs::REG_TRANSMIT_HEADER..=regs::REG_COMPLETION) => (false, true),
            _ => return None,
        })
    }
}

/// Writes a half of a 64-bit value.
fn set_low(value: &mut u64, low: u32) {
    *value = *value >> u32::BITS << u32::BITS | u64::from(low);
}

fn set_high(value: &mut u64, high: u32) {
    *value = u64::from(high) << u32::BITS | *value & u64::from(u32::MAX);
}

impl Nic {
    /// The register at this address. Its offset need not be that of an existing register.
    pub(super) fn place(&self, addr: u64) -> Option<Register> {
        let offset = |base: u64| Some(addr.wrapping_sub(base)).filter(|&offset| offset < BLOCK_BYTES);
        offset(self.params.host_base).map(Register::Host).or_else(|| offset(self.params.nic_base).map(Register::Nic))
    }

    /// The register that an access names; an error if it does not allow this access.
    pub(super) fn register(&self, access: &Access) -> Result<Register, Fault> {
        let register = self.place(access.addr).ok_or(Fault::Unmapped)?;
        let (offset, width) = match register {
            Register::Host(offset) => (offset, Width::B8),
            Register::Nic(offset) => (offset, Width::B4),
        };
        if access.width != width || !offset.is_multiple_of(width.bytes()) {
            return Err(Fault::Width);
        }
        let (readable, writable) = register.directions().ok_or(Fault::Unmapped)?;
        match access.kind {
            Kind::Load if readable => Ok(register),
            Kind::Store(_) if writable => Ok(register),
            Kind::Load | Kind::Store(_) => Err(Fault::Direction),
            Kind::Atomic | Kind::Fence => Err(Fault::Refused("no atomic accesses here".into())),
        }
    }

    /// Is a load of this register pure now? Only a load of REQUEST can change something: it takes a
    /// request, if there is one.
    pub(super) fn load_is_pure(&self, register: Register) -> bool {
        register != Register::Nic(regs::REG_REQUEST) || !self.requests.has_ready()
    }

    pub(super) fn load(&mut self, cx: &Cx<'_>, register: Register) -> Reply {
        match register {
            Register::Host(offset) => done(self.load_host(offset), self.params.host_read_cycles.into()),
            Register::Nic(offset) => {
                let cycles = self.nic_clock.cycle_ceil(self.params.bus_delay()).max(1);
                done(self.load_nic(cx, offset).into(), cycles)
            }
        }
    }

    fn load_host(&self, offset: u64) -> u64 {
        let oldest = self.completions.oldest();
        match offset {
            regs::HOST_STATUS => {
                (self.completions.arrived() as u64) << regs::HOST_STATUS_COMPLETIONS_SHIFT
                    | (self.request_places() as u64) << regs::HOST_STATUS_PLACES_SHIFT
                    | u64::from(self.completions.epoch) << regs::HOST_STATUS_EPOCH_SHIFT
            }
            regs::HOST_COMPLETION_COOKIE => oldest.cookie,
            regs::HOST_COMPLETION_ENVELOPE => oldest.envelope,
            _ => oldest.detail,
        }
    }

    fn load_nic(&mut self, cx: &Cx<'_>, offset: u64) -> u32 {
        match offset {
            regs::REG_CONTROL if self.control => regs::CONTROL_ENABLE as u32,
            regs::REG_STATUS => self.status() as u32,
            regs::REG_REQUEST => self.take_request(cx),
            regs::REG_HEADER..=HEADER_LAST => self.receive.oldest().0[((offset - regs::REG_HEADER) / WORD) as usize],
            _ => 0,
        }
    }

    fn status(&self) -> u64 {
        let bit = |is_set: bool, mask: u64| if is_set { mask } else { 0 };
        let count = |places: usize, shift: u64| places.min(u8::MAX.into()) as u64 * (1 << shift);
        bit(self.receive.has_header(), regs::STATUS_HEADER)
            | bit(self.requests.has_ready(), regs::STATUS_REQUEST)
            | bit(self.units.exist(), regs::STATUS_UNITS)
            | count(self.entry_places(), regs::STATUS_ENTRIES_SHIFT)
            | count(self.completion_places(), regs::STATUS_COMPLETIONS_SHIFT)
            | count(self.transmit_places(), regs::STATUS_TRANSMITS_SHIFT)
    }

    pub(super) fn store(&mut self, cx: &mut Cx<'_>, register: Register, value: u64) -> Reply {
        match register {
            Register::Host(offset) => self.store_host(cx, offset, value),
            Register::Nic(offset) => self.store_nic(cx, offset, value as u32),
        }
    }

    fn store_host(&mut self, cx: &mut Cx<'_>, offset: u64, value: u64) -> Reply {
        let staged = &mut self.requests.staged;
        match offset {
            regs::HOST_COMPLETION_POP => return self.pop_completion(cx),
            regs::HOST_REQUEST_COOKIE => return self.submit(cx, value),
            regs::HOST_REQUEST_MATCH => staged.matching = value,
            regs::HOST_REQUEST_MASK => staged.mask = value,
            regs::HOST_REQUEST_ADDRESS => staged.address = value,
            _ => staged.bytes = value,
        }
        done(0, 1)
    }

    /// A store to some registers has an effect; the others keep the value.
    fn store_nic(&mut self, cx: &mut Cx<'_>, offset: u64, value: u32) -> Reply {
        match offset {
            regs::REG_CONTROL => self.set_control(cx, value),
            regs::REG_ENTRY => self.give_entry(cx, value),
            regs::REG_EPOCH => self.tell_epoch(cx, value),
            regs::REG_HEADER_POP => self.pop_header(cx),
            regs::REG_TRANSMIT => self.give_transmit(cx, value),
            regs::REG_COPY => self.give_copy(cx, value),
            regs::REG_COMPLETION => self.complete(cx, value),
            _ => {
                self.keep(offset, value);
                done(0, 1)
            }
        }
    }

    fn set_control(&mut self, cx: &mut Cx<'_>, value: u32) -> Reply {
        self.control = u64::from(value) & regs::CONTROL_ENABLE != 0;
        Later::Enable(self.control).at(cx, cx.now + self.params.bus_delay());
        done(0, 1)
    }

    fn keep(&mut self, offset: u64, value: u32) {
        let (transmit, copy, completion) =
            (&mut self.transmit.staged, &mut self.copies.staged, &mut self.completions.staged);
        match offset {
            regs::REG_TRANSMIT_HEADER..=TRANSMIT_HEADER_LAST => {
                transmit.header.0[((offset - regs::REG_TRANSMIT_HEADER) / WORD) as usize] = value;
            }
            regs::REG_TRANSMIT_ADDRESS_LOW => set_low(&mut transmit.address, value),
            regs::REG_TRANSMIT_ADDRESS_HIGH => set_high(&mut transmit.address, value),
            regs::REG_TRANSMIT_BYTES => transmit.bytes = value,
            regs::REG_COPY_FROM => copy.from = value,
            regs::REG_COPY_TO_LOW => set_low(&mut copy.to, value),
            regs::REG_COPY_TO_HIGH => set_high(&mut copy.to, value),
            regs::REG_COMPLETION_COOKIE_LOW => set_low(&mut completion.cookie, value),
            regs::REG_COMPLETION_COOKIE_HIGH => set_high(&mut completion.cookie, value),
            regs::REG_COMPLETION_BYTES => completion.bytes = value,
            regs::REG_COMPLETION_HANDLE => completion.handle = value,
            _ => completion.epoch = value,
        }
    }
}
