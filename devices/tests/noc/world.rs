//! A network alone. The test performs the events that it asks for.

use rankine_bus::{Delivery, NetCx, NetEffects, Network, Packet, Time};
use std::collections::BTreeMap;

pub struct World<N> {
    pub network: N,
    pub now: Time,
    /// Events performed so far.
    pub events: u64,
    queue: BTreeMap<(Time, u64), Event>,
    sequence: u64,
}

enum Event {
    Timer(u64),
    Delivery(Delivery),
}

impl<N: Network> World<N> {
    pub fn of(network: N) -> World<N> {
        World { network, now: Time::ZERO, events: 0, queue: BTreeMap::new(), sequence: 0 }
    }

    fn call(&mut self, act: impl FnOnce(&mut N, &mut NetCx<'_>)) {
        let mut effects = NetEffects::default();
        act(&mut self.network, &mut NetCx { now: self.now, effects: &mut effects });
        let timers = effects.timers.into_iter().map(|(when, token)| (when, Event::Timer(token)));
        let deliveries = effects.deliveries.into_iter().map(|(when, delivery)| (when, Event::Delivery(delivery)));
        for (when, event) in timers.chain(deliveries) {
            assert!(when >= self.now, "an event in the past");
            self.queue.insert((when, self.sequence), event);
            self.sequence += 1;
        }
    }

    pub fn inject(&mut self, src: u32, dst: u32, class: u8, bytes: usize, serial: u64) {
        let packet = Packet { src, dst, class, header: [serial, 0, 0, 0], payload: vec![0; bytes] };
        self.call(|network, cx| network.inject(cx, packet));
    }

    /// The next delivery; none if no event is left.
    pub fn next(&mut self) -> Option<Delivery> {
        while let Some(((when, _), event)) = self.queue.pop_first() {
            self.now = when;
            self.events += 1;
            match event {
                Event::Timer(token) => self.call(|network, cx| network.event(cx, token)),
                Event::Delivery(delivery) => return Some(delivery),
            }
        }
        None
    }

    pub fn statistic(&self, name: &str) -> u64 {
        self.network.statistics().into_iter().find(|(known, _)| *known == name).unwrap().1
    }
}

/// A small generator of random numbers, the same in every run (xorshift64*).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) % limit
    }
}
