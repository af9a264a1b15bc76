//! Samples: the state at moments of steady traffic, to compare moments and to advance the state by
//! periods.

use rankine_bus::{NodeId, Packet, Survey, Time};

/// Values in place of a time's distance from now: the time has passed; it never comes.
const PASSED: u64 = u64::MAX - 1;
const NEVER: u64 = u64::MAX;

/// A packet under way that carries bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    pub src: NodeId,
    pub dst: NodeId,
    pub header: [u64; 4],
    pub payload: Vec<u8>,
}

/// The state of all parts at one moment.
pub struct Sample {
    pub now: Time,
    /// Values that are the same in each period. Times are relative to `now`.
    same: Vec<u64>,
    counts: Vec<u64>,
    pub lefts: Vec<u64>,
    bytes_left: u64,
    pub packets: Vec<Carried>,
}

/// The difference between two moments that are a period apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    pub span: Time,
    /// Growth of each count.
    growth: Vec<u64>,
    /// Decrease of each remainder.
    pub falls: Vec<u64>,
    /// Bytes of transfers that were begun in the period.
    pub bytes: u64,
}

impl Sample {
    pub fn new(now: Time) -> Sample {
        Sample { now, same: Vec::new(), counts: Vec::new(), lefts: Vec::new(), bytes_left: 0, packets: Vec::new() }
    }

    /// Number of values in the sample: a measure of the cost of a survey.
    pub fn values(&self) -> usize {
        self.same.len() + self.counts.len() + self.lefts.len()
    }

    /// Payloads are needed of the last sample only.
    pub fn forget_payloads(&mut self) {
        self.packets.iter_mut().for_each(|packet| packet.payload = Vec::new());
    }

    /// The period between an older sample and this one, if they are alike.
    pub fn since(&self, old: &Sample) -> Option<Period> {
        let is_alike =
            self.same == old.same && self.counts.len() == old.counts.len() && self.lefts.len() == old.lefts.len();
        if !is_alike {
            return None;
        }
        let falls = self.lefts.iter().zip(&old.lefts).map(|(new, old)| old.checked_sub(*new)).collect::<Option<_>>()?;
        Some(Period {
            span: self.now - old.now,
            growth: self.counts.iter().zip(&old.counts).map(|(new, old)| new.wrapping_sub(*old)).collect(),
            falls,
            bytes: old.bytes_left.checked_sub(self.bytes_left)?,
        })
    }
}

impl Survey for Sample {
    fn fixed(&mut self, value: u64) {
        self.same.push(value);
    }

    fn time(&mut self, time: &mut Time) {
        self.same.push(match *time {
            Time::MAX => NEVER,
            time if time < self.now => PASSED,
            time => time.0 - self.now.0,
        });
    }

    fn stamp(&mut self, time: &mut Time) {
        self.same.push(time.0.wrapping_sub(self.now.0));
    }

    fn count(&mut self, count: &mut u64) {
        self.counts.push(*count);
    }

    fn left(&mut self, left: &mut u64) {
        self.lefts.push(*left);
    }

    fn bytes_left(&mut self, left: &mut u64) {
        self.bytes_left += *left;
        self.left(left);
    }

    fn packet(&mut self, packet: &mut Packet) {
        let Packet { src, dst, class, header, payload } = packet;
        self.same.extend([u64::from(*src), u64::from(*dst), u64::from(*class), payload.len() as u64]);
        self.counts.extend(*header);
        if !payload.is_empty() {
            self.packets.push(Carried { src: *src, dst: *dst, header: *header, payload: payload.clone() });
        }
    }
}

/// Advances a state by some periods. It must be the state at `now`.
pub struct Advance<'a> {
    now: Time,
    span: Time,
    periods: u64,
    growth: std::slice::Iter<'a, u64>,
    falls: std::slice::Iter<'a, u64>,
    payloads: std::vec::IntoIter<Vec<u8>>,
}

impl<'a> Advance<'a> {
    /// `payloads`: the new contents of the packets that carry bytes, in their order.
    pub fn new(now: Time, period: &'a Period, periods: u64, payloads: Vec<Vec<u8>>) -> Advance<'a> {
        let span = Time(period.span.0 * periods);
        let (growth, falls) = (period.growth.iter(), period.falls.iter());
        Advance { now, span, periods, growth, falls, payloads: payloads.into_iter() }
    }
}

impl Survey for Advance<'_> {
    fn fixed(&mut self, _: u64) {}

    fn time(&mut self, time: &mut Time) {
        if *time >= self.now && *time != Time::MAX {
            *time += self.span;
        }
    }

    fn stamp(&mut self, time: &mut Time) {
        *time += self.span;
    }

    fn count(&mut self, count: &mut u64) {
        let growth = self.growth.next().copied().unwrap_or_default();
        *count = count.wrapping_add(growth.wrapping_mul(self.periods));
    }

    fn left(&mut self, left: &mut u64) {
        *left -= self.falls.next().copied().unwrap_or_default() * self.periods;
    }

    fn bytes_left(&mut self, left: &mut u64) {
        self.left(left);
    }

    fn packet(&mut self, packet: &mut Packet) {
        packet.header.iter_mut().for_each(|word| self.count(word));
        if !packet.payload.is_empty() {
            packet.payload = self.payloads.next().unwrap_or_default();
        }
    }
}
