//! The two associative list processing units of a node. They are inside the interface, which
//! delivers to them.

use super::later::Later;
use crate::alpu::list::Probe;
use crate::alpu::{Alpu, Delivery};
use rankine_bus::{Access, Cx, Device, Kind, Reply};

/// The units for posted receives and for unexpected messages, if the node has them.
pub struct Units(Option<[Alpu; 2]>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    Posted,
    Unexpected,
}

const BOTH: [Which; 2] = [Which::Posted, Which::Unexpected];

impl Which {
    fn later(self) -> fn(u64) -> Later {
        match self {
            Which::Posted => Later::Posted,
            Which::Unexpected => Later::Unexpected,
        }
    }
}

impl Units {
    pub fn new(units: Option<(Alpu, Alpu)>) -> Units {
        Units(units.map(|(posted, unexpected)| [posted, unexpected]))
    }

    /// Are there units?
    pub fn exist(&self) -> bool {
        self.0.is_some()
    }

    fn each(&self) -> impl Iterator<Item = &Alpu> {
        self.0.iter().flatten()
    }

    fn call<R>(&mut self, cx: &mut Cx<'_>, which: Which, act: impl FnOnce(&mut Alpu, &mut Cx<'_>) -> R) -> Option<R> {
        let unit = &mut self.0.as_mut()?[which as usize];
        Some(Later::translated(which.later(), cx, |cx| act(unit, cx)))
    }

    fn at(&self, addr: u64) -> Option<Which> {
        let units = self.0.as_ref()?;
        BOTH.into_iter().find(|&which| units[which as usize].answers(addr))
    }

    pub fn answers(&self, addr: u64) -> bool {
        self.at(addr).is_some()
    }

    /// Delivers a header or a request to receive. Without units, the outcome is the same as with
    /// disabled ones.
    pub fn deliver(&mut self, cx: &mut Cx<'_>, which: Which, probe: Probe) -> Delivery {
        self.call(cx, which, |unit, cx| unit.deliver(cx, probe)).unwrap_or(Delivery::Disabled)
    }

    /// An access of a processor; none if it is to neither unit.
    pub fn access(&mut self, cx: &mut Cx<'_>, access: Access) -> Option<Reply> {
        let which = self.at(access.addr)?;
        self.call(cx, which, |unit, cx| unit.access(cx, access))
    }

    /// A fence waits for the stores to both.
    pub fn fence(&mut self, cx: &mut Cx<'_>) -> Reply {
        for which in BOTH {
            if let Some(Reply::Stall) = self.call(cx, which, |unit, cx| unit.fence(cx)) {
                return Reply::Stall;
            }
        }
        Reply::Done { value: 0, latency: 1 }
    }

    /// Is this access to a unit, or this fence, pure?
    pub fn is_pure(&self, access: &Access) -> bool {
        self.each()
            .filter(|unit| access.kind == Kind::Fence || unit.answers(access.addr))
            .all(|unit| unit.is_pure(access))
    }

    pub fn event(&mut self, cx: &mut Cx<'_>, which: Which, token: u64) {
        self.call(cx, which, |unit, cx| unit.event(cx, token));
    }

    /// The units' statistics. Each name says which unit it belongs to.
    pub fn statistics(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let named = |(unit, names): (&Alpu, &'static [&'static str; 9])| {
            names.iter().copied().zip(unit.statistics().into_iter().map(|(_, value)| value)).collect::<Vec<_>>()
        };
        self.each().zip([&POSTED, &UNEXPECTED]).flat_map(named)
    }

    pub fn waiting(&self) -> impl Iterator<Item = String> {
        self.each().flat_map(Device::waiting)
    }

    pub fn complaints(&self) -> impl Iterator<Item = String> {
        self.each().filter_map(Device::complaint)
    }
}

/// Names of a unit's statistics, in its order.
macro_rules! names {
    ($unit:literal) => {
        [
            concat!($unit, ": headers delivered"),
            concat!($unit, ": headers not delivered, disabled"),
            concat!($unit, ": matches"),
            concat!($unit, ": failures"),
            concat!($unit, ": headers held in insert mode"),
            concat!($unit, ": entries inserted"),
            concat!($unit, ": entries lost, unit full"),
            concat!($unit, ": commands discarded"),
            concat!($unit, ": most entries"),
        ]
    };
}

const POSTED: [&str; 9] = names!("posted alpu");
const UNEXPECTED: [&str; 9] = names!("unexpected alpu");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alpu::{AlpuParams, Flavour};
    use rankine_bus::Clock;

    #[test]
    fn names_are_the_units_own() {
        let keys = AlpuParams::SECTION.keys.iter().map(|key| format!("{} = {}\n", key.name, key.default));
        let params: AlpuParams = toml::from_str(&keys.collect::<String>()).unwrap();
        for (flavour, names) in [(Flavour::Posted, POSTED), (Flavour::Unexpected, UNEXPECTED)] {
            let unit = Alpu::new(&params, flavour, Clock::from_hz(1_000_000)).unwrap();
            let own = unit.statistics().into_iter().map(|(name, _)| format!("{}: {name}", unit.name()));
            assert_eq!(own.collect::<Vec<_>>(), names);
        }
    }
}
