//! Activities of the two engines, as timelines get them.

use crate::world::*;
use rankine_bus::{Access, Activity, Clock, Cx, Device, Effects, Kind, Part, Ram, Time, Width};
use rankine_devices::nic::Nic;
use rankine_devices::regs::nic as regs;

const TRANSMIT: Part = Part { name: "transmit engine", number: 0 };
const COPY: Part = Part { name: "copy engine", number: 0 };

/// A device alone. Its packets leave at once and are lost.
struct Alone {
    nic: Nic,
    memory: Ram,
    effects: Effects,
    now: Time,
    told: Vec<(u64, Activity)>,
}

impl Alone {
    fn call(&mut self, act: &dyn Fn(&mut Nic, &mut Cx<'_>)) {
        let clock = Clock::from_hz(2_000_000_000);
        let mut cx = Cx { now: self.now, node: 0, clock, memory: &mut self.memory, effects: &mut self.effects };
        act(&mut self.nic, &mut cx);
        let told = self.effects.activity.as_mut().map(std::mem::take).unwrap_or_default();
        self.told.extend(told.into_iter().map(|activity| (self.now.0 / 1000, activity)));
        if !std::mem::take(&mut self.effects.packets).is_empty() {
            self.call(&|nic, cx| nic.sent(cx, 0));
        }
    }

    fn set(&mut self, register: u64, value: u64) {
        let access = Access { addr: NIC + register, width: Width::B4, kind: Kind::Store(value) };
        self.call(&|nic, cx| drop(nic.access(cx, access)));
    }

    /// Performs all events in order of time. Events for the same time are performed in the order in
    /// which they were asked for.
    fn run(&mut self) {
        while let Some(first) = (0..self.effects.timers.len()).min_by_key(|&i| self.effects.timers[i].0) {
            let (when, token) = self.effects.timers.remove(first);
            self.now = when;
            self.call(&|nic, cx| nic.event(cx, token));
        }
    }
}

#[test]
fn engines() {
    let nic = Nic::new(&params(), None, (0, 2), nic_clock(), HOST_RANGE, NIC_RANGE).unwrap();
    let memory = Ram::new(MEMORY, NIC_RANGE.end - MEMORY).unwrap();
    let effects = Effects { activity: Some(Vec::new()), ..Effects::default() };
    let mut alone = Alone { nic, memory, effects, now: Time::ZERO, told: Vec::new() };
    alone.set(regs::REG_COPY_FROM, NIC_MEMORY);
    alone.set(regs::REG_COPY_TO_LOW, MEMORY);
    alone.set(regs::REG_COPY, 200);
    alone.set(regs::REG_COPY, 100);
    alone.set(regs::REG_TRANSMIT_HEADER + 4, regs::PACKET_DATA << regs::HEADER_KIND_PACKET_SHIFT);
    alone.set(regs::REG_TRANSMIT_ADDRESS_LOW, MEMORY);
    alone.set(regs::REG_TRANSMIT_BYTES, 3000);
    alone.set(regs::REG_TRANSMIT, 1);
    alone.run();
    let expected = [
        (40, Activity::Begins { part: COPY, what: "copy", bytes: 200, node: 0 }),
        (40, Activity::Begins { part: TRANSMIT, what: "data", bytes: 3000, node: 1 }),
        (40, Activity::Ends { part: TRANSMIT }),
        (140, Activity::Ends { part: COPY }),
        (140, Activity::Begins { part: COPY, what: "copy", bytes: 100, node: 0 }),
        (190, Activity::Ends { part: COPY }),
    ];
    assert_eq!(alone.told, expected);
}
