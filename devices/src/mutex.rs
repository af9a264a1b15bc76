//! The mutex bank: locks that all nodes share, on a bus of their own (Katsamani 2010 §4.2.2, Xilinx
//! DS461).
//!
//! It is the only device that belongs to no node. Loads change nothing and delay no other access.
//! So a hart that polls a mutex can be suspended until the next store. Stores take their turn on
//! the bus.

use crate::limits;
use crate::regs::mutex as regs;
use rankine_bus::{Access, Clock, Fault, Kind, NodeId, Reply, SharedDevice, Time, Width};
use rankine_keys::keys;

/// Mutexes of a bank.
const MUTEXES: usize = 16;

/// Bytes from one mutex to the next.
const MUTEX_BYTES: u64 = 16;

keys! {
    /// The bank of mutexes, which all nodes share.
    pub struct MutexParams [mutex] {
        /// address of the bank, the same for all nodes
        base: u64 = 0x2000_0000, "address", "ours: the thesis gives no addresses";
        /// time of an access to the bank, including the arbitration of its bus
        access_cycles: u32 = 12, "cycles", "ours: OPB arbitration and a slow bus; no number published";
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mutex {
    lock: u32,
    user: u32,
}

pub struct MutexBank {
    params: MutexParams,
    clock: Clock,
    mutexes: [Mutex; MUTEXES],
    /// From this time on the bus is free for the next store.
    free: Time,
}

impl MutexBank {
    /// Bytes of address space.
    pub const BYTES: u64 = MUTEXES as u64 * MUTEX_BYTES;

    /// An error is a sentence on the parameters.
    pub fn new(params: MutexParams, clock: Clock) -> Result<MutexBank, String> {
        limits::check(MutexParams::SECTION.name, &[("access_cycles", params.access_cycles, 1, 1000)])?;
        Ok(MutexBank { params, clock, mutexes: Default::default(), free: Time::ZERO })
    }
}

impl SharedDevice for MutexBank {
    fn answers(&self, addr: u64) -> bool {
        addr.wrapping_sub(self.params.base) < MutexBank::BYTES
    }

    fn access(&mut self, now: Time, node: NodeId, access: Access) -> Reply {
        let offset = access.addr.wrapping_sub(self.params.base);
        if access.width != Width::B4 || !offset.is_multiple_of(4) {
            return Reply::Fault(Fault::Width);
        }
        let Some(mutex) = self.mutexes.get_mut((offset / MUTEX_BYTES) as usize) else {
            return Reply::Fault(Fault::Unmapped);
        };
        let latency = u64::from(self.params.access_cycles);
        let value = match (access.kind, offset % MUTEX_BYTES) {
            (Kind::Load, regs::REG_LOCK) => mutex.lock,
            (Kind::Load, regs::REG_USER) => mutex.user,
            (Kind::Store(value), regs::REG_LOCK) => {
                mutex.store_lock(node, value as u32);
                0
            }
            (Kind::Store(value), regs::REG_USER) => {
                mutex.user = value as u32;
                0
            }
            _ => return Reply::Fault(Fault::Unmapped),
        };
        if access.kind == Kind::Load {
            return Reply::Done { value: u64::from(value), latency };
        }
        let begin = self.free.max(now);
        self.free = begin + self.clock.span(latency);
        Reply::Done { value: 0, latency: self.clock.cycle_ceil(self.free - now) }
    }
}

impl Mutex {
    fn store_lock(&mut self, node: NodeId, value: u32) {
        let field = |mask: u64, shift: u64| (value & mask as u32) >> shift;
        let cpu = field(regs::LOCK_CPU_MASK, regs::LOCK_CPU_SHIFT);
        let wants = value & regs::LOCK_LOCKED as u32 != 0;
        let held = self.lock & regs::LOCK_LOCKED as u32 != 0;
        if cpu != node {
            return;
        }
        if wants && !held {
            self.lock = cpu << regs::LOCK_CPU_SHIFT | regs::LOCK_LOCKED as u32;
        } else if !wants && held && self.lock >> regs::LOCK_CPU_SHIFT == cpu {
            self.lock = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: u64 = 0x2000_0000;

    /// Node, cycle, access, and the value that a load gives or the latency of a store.
    #[test]
    fn locks() {
        let params = MutexParams { base: BASE, access_cycles: 12 };
        let clock = Clock::from_hz(75_000_000);
        let mut bank = MutexBank::new(params, clock).unwrap();
        let lock = |cpu: u64| cpu << 1 | 1;
        for (step, (node, cycle, offset, kind, expected)) in [
            (0, 0, 0, Kind::Store(lock(0)), 12),
            (1, 0, 0, Kind::Store(lock(1)), 24),
            (0, 30, 0, Kind::Load, lock(0)),
            (1, 30, 0, Kind::Store(1 << 1), 12),
            (1, 50, 0, Kind::Store(0), 12),
            (1, 80, 0, Kind::Load, lock(0)),
            (1, 80, 4, Kind::Store(7), 12),
            (0, 100, 4, Kind::Load, 7),
            (0, 100, 0, Kind::Store(0), 12),
            (1, 120, 0, Kind::Load, 0),
            (1, 120, 16, Kind::Store(lock(1)), 12),
            (0, 140, 0, Kind::Load, 0),
            (0, 140, 16, Kind::Load, lock(1)),
        ]
        .into_iter()
        .enumerate()
        {
            let access = Access { addr: BASE + offset, width: Width::B4, kind };
            assert!(bank.answers(access.addr));
            match bank.access(clock.span(cycle), node, access) {
                Reply::Done { value, .. } if kind == Kind::Load => assert_eq!(value, expected, "step {step}"),
                Reply::Done { latency, .. } => assert_eq!(latency, expected, "step {step}"),
                other => panic!("step {step}: {other:?}"),
            }
        }
    }

    #[test]
    fn what_is_refused() {
        let clock = Clock::from_hz(75_000_000);
        let mut bank = MutexBank::new(MutexParams { base: BASE, access_cycles: 12 }, clock).unwrap();
        for (offset, width, kind, fault) in [
            (0, Width::B1, Kind::Load, Fault::Width),
            (2, Width::B4, Kind::Load, Fault::Width),
            (8, Width::B4, Kind::Load, Fault::Unmapped),
            (12, Width::B4, Kind::Store(1), Fault::Unmapped),
            (0, Width::B4, Kind::Atomic, Fault::Unmapped),
        ] {
            let reply = bank.access(Time::ZERO, 0, Access { addr: BASE + offset, width, kind });
            assert_eq!(reply, Reply::Fault(fault), "{offset} {width:?} {kind:?}");
        }
        assert!(!bank.answers(BASE + MutexBank::BYTES) && !bank.answers(BASE - 1));
        assert!(MutexBank::new(MutexParams { base: BASE, access_cycles: 0 }, clock).is_err());
    }
}
