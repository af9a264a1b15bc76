//! A link and the output port that feeds it: which buffer may send next, and whether the far buffer
//! has room.

use rankine_bus::{Survey, Time, fixed_of};

/// Bit set of waiting input buffers.
pub type Requests = u32;

/// The port that sends into one link.
pub struct Link {
    /// The last flit of the packet under way is sent just before this time.
    pub busy_until: Time,
    /// Input buffers whose oldest packet wants this link.
    pub requests: Requests,
    /// The buffer served last: round robin begins after it.
    last: u32,
    /// For each class and each packet slot of the buffer at the far end: when it is free, as far as
    /// this port knows. `Time::MAX`: taken. Empty if the far end always has room.
    credits: Vec<Time>,
    slots: usize,
    /// The earliest wake-up that is on its way.
    pub wake_at: Time,
    pub busy: Time,
}

/// The outcome of an attempt to grant the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grant {
    /// No buffer can send, and only a new request or a returned credit changes that.
    Nobody,
    /// Try again at this time.
    At(Time),
    /// This input buffer sends.
    To(u32),
}

impl Link {
    /// `slots` packets of each of `classes` fit at the far end; 0: any number.
    pub fn new(classes: usize, slots: usize) -> Link {
        Link {
            busy_until: Time::ZERO,
            requests: 0,
            last: 0,
            credits: vec![Time::ZERO; classes * slots],
            slots,
            wake_at: Time::MAX,
            busy: Time::ZERO,
        }
    }

    /// Grants the link at `now` to the next requester in turn whose class has room. `class_of`
    /// gives the class of a requester.
    pub fn grant(&self, now: Time, class_of: impl Fn(u32) -> usize) -> Grant {
        if self.requests == 0 {
            return Grant::Nobody;
        }
        if now < self.busy_until {
            return Grant::At(self.busy_until);
        }
        let mut soonest = Time::MAX;
        let turn = Requests::MAX.checked_shl(self.last + 1).unwrap_or(0);
        for mut candidates in [self.requests & turn, self.requests & !turn] {
            while candidates != 0 {
                let requester = candidates.trailing_zeros();
                candidates &= candidates - 1;
                let room = self.room_at(class_of(requester));
                if room <= now {
                    return Grant::To(requester);
                }
                soonest = soonest.min(room);
            }
        }
        if soonest == Time::MAX { Grant::Nobody } else { Grant::At(soonest) }
    }

    /// `requester` sends a packet of `class` from `now` to `until`.
    pub fn send(&mut self, now: Time, until: Time, requester: u32, class: usize) {
        self.requests &= !(1 << requester);
        self.last = requester;
        self.busy_until = until;
        self.busy += until - now;
        let slots = self.slots;
        if let Some(slot) = self.credits[class * slots..][..slots].iter_mut().find(|credit| **credit <= now) {
            *slot = Time::MAX;
        }
    }

    /// Has a packet ever been sent over it, or wanted it?
    pub fn is_used(&self) -> bool {
        self.busy != Time::ZERO || self.requests != 0 || self.wake_at != Time::MAX
    }

    pub fn survey(&mut self, survey: &mut dyn Survey) {
        fixed_of(survey, &(self.requests, self.last));
        survey.time(&mut self.busy_until);
        survey.time(&mut self.wake_at);
        self.credits.iter_mut().for_each(|credit| survey.time(credit));
        survey.count(&mut self.busy.0);
    }

    /// The far end gives a slot of `class` back, known here at `when`.
    pub fn credit(&mut self, class: usize, when: Time) {
        let slots = self.slots;
        if let Some(slot) = self.credits[class * slots..][..slots].iter_mut().find(|credit| **credit == Time::MAX) {
            *slot = when;
        }
    }

    /// When a slot of `class` is free; `Time::MAX` if that is not known.
    fn room_at(&self, class: usize) -> Time {
        let slots = &self.credits[class * self.slots..][..self.slots];
        if self.slots == 0 { Time::ZERO } else { slots.iter().copied().min().unwrap_or(Time::MAX) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_robin_and_credits() {
        let class_of = |requester: u32| requester as usize % 2;
        let mut link = Link::new(2, 1);
        link.requests = 0b1101;
        assert_eq!(link.grant(Time(0), class_of), Grant::To(2), "in turn after 0");
        link.send(Time(0), Time(5), 2, 0);
        assert_eq!(link.grant(Time(4), class_of), Grant::At(Time(5)), "busy");
        assert_eq!(link.grant(Time(5), class_of), Grant::To(3), "the other class has room");
        link.send(Time(5), Time(8), 3, 1);
        assert_eq!(link.grant(Time(8), class_of), Grant::Nobody, "no credit of class 0");
        link.credit(0, Time(11));
        assert_eq!(link.grant(Time(8), class_of), Grant::At(Time(11)));
        assert_eq!(link.grant(Time(11), class_of), Grant::To(0));
        let mut sink = Link::new(2, 0);
        sink.requests = 1;
        sink.send(Time(0), Time(1), 0, 0);
        sink.requests = 1;
        assert_eq!(sink.grant(Time(1), class_of), Grant::To(0), "a sink always has room");
    }
}
