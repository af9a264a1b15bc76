//! Counters of messages and of transferred bytes, and calls that no counter counted.

use super::code::COUNTERS;
use super::timer::UNSET;

/// Number of handler codes: those that a counter can be armed for, and 0, which disables it.
const HANDLERS: usize = 256;

/// Counts messages or bytes of the handler calls of one code, from the moment it is armed.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    /// 0: not armed.
    pub handler: u32,
    pub threshold: u32,
    pub count: u32,
}

impl Counter {
    const UNARMED: Counter = Counter { handler: 0, threshold: UNSET, count: 0 };

    fn counts(&self, handler: u32) -> bool {
        self.handler != 0 && self.handler == handler
    }

    pub fn is_reached(&self) -> bool {
        self.count >= self.threshold
    }
}

/// Calls of one handler code that came while no counter was armed for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uncounted {
    pub calls: u64,
    pub last_cycle: u64,
}

pub struct Counters {
    pub messages: [Counter; COUNTERS],
    /// These count bytes.
    pub transfers: [Counter; COUNTERS],
    uncounted: Vec<Uncounted>,
    /// Messages beyond their counter's threshold when the counter was reset.
    pub surplus: u64,
}

impl Counters {
    pub fn new() -> Counters {
        Counters {
            messages: [Counter::UNARMED; COUNTERS],
            transfers: [Counter::UNARMED; COUNTERS],
            uncounted: vec![Uncounted::default(); HANDLERS],
            surplus: 0,
        }
    }

    /// Counts a handler call with so many bytes of payload. Only the low 8 bits of its code matter.
    pub fn call(&mut self, cycle: u64, handler: u32, bytes: u32) {
        let handler = handler % HANDLERS as u32;
        let mut is_counted = false;
        for (counters, amount) in [(&mut self.messages, 1), (&mut self.transfers, bytes)] {
            for counter in counters.iter_mut().filter(|counter| counter.counts(handler)) {
                counter.count = counter.count.wrapping_add(amount);
                is_counted = true;
            }
        }
        if !is_counted {
            let uncounted = &mut self.uncounted[handler as usize];
            uncounted.calls += 1;
            uncounted.last_cycle = cycle;
        }
    }

    /// Calls of this code that no counter counted.
    pub fn uncounted(&self, handler: u32) -> Uncounted {
        self.uncounted[handler as usize % HANDLERS]
    }

    /// Calls of all codes that no counter counted.
    pub fn uncounted_calls(&self) -> u64 {
        self.uncounted.iter().map(|uncounted| uncounted.calls).sum()
    }

    /// A WAIT has taken this counter's flag: the counter is no longer armed.
    pub fn reset_message(&mut self, number: usize) {
        let counter = &mut self.messages[number];
        self.surplus += u64::from(counter.count.saturating_sub(counter.threshold));
        *counter = Counter::UNARMED;
    }

    pub fn reset_transfer(&mut self, number: usize) {
        self.transfers[number] = Counter::UNARMED;
    }
}

/// Arms the counters of a mask (bit 0 for number 0). They keep their counts.
pub fn arm(counters: &mut [Counter; COUNTERS], mask: u32, handler: u32, threshold: u32) {
    for (_, counter) in counters.iter_mut().enumerate().filter(|(number, _)| mask >> number & 1 != 0) {
        (counter.handler, counter.threshold) = (handler, threshold);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_armed_counters_count() {
        let mut counters = Counters::new();
        counters.call(3, 130, 0);
        assert_eq!((counters.uncounted(130).calls, counters.uncounted(130).last_cycle), (1, 3));
        arm(&mut counters.messages, 0b101, 130, 2);
        arm(&mut counters.transfers, 0b10, 130, 100);
        for cycle in 4..7 {
            counters.call(cycle, 130, 40);
        }
        assert_eq!(counters.messages.map(|counter| counter.count), [3, 0, 3, 0]);
        assert!(counters.messages[0].is_reached() && counters.transfers[1].is_reached());
        assert!(!counters.messages[1].is_reached());
        counters.reset_message(0);
        counters.reset_transfer(1);
        assert_eq!((counters.messages[0].count, counters.transfers[1].count, counters.surplus), (0, 0, 1));
        counters.call(8, 131, 40);
        assert_eq!(counters.uncounted_calls(), 2);
    }

    #[test]
    fn code_0_is_never_counted() {
        let mut counters = Counters::new();
        arm(&mut counters.messages, 1, 0, 1);
        counters.call(1, 0, 0);
        counters.call(2, 256, 0);
        assert_eq!((counters.messages[0].count, counters.uncounted(0).calls), (0, 2));
    }
}
