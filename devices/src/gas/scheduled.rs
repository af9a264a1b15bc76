//! A GAScore in a device, with the FIFOs between it and its NetIf. It is called in the cycles in
//! which it has something to do.
//!
//! A change in a cycle counts from the next cycle on, for the node, the GAScore and the NetIf
//! alike. So a step of the GAScore is due in the cycle after each change, and in the cycles that it
//! asks for.

use super::gascore::{GasCore, Port, Transfer};
use super::links::Links;
use super::params::GasCoreParams;
use crate::fsl::Message;
use rankine_bus::{Activity, Cx, Memory, NodeId, Packet, Part};
use std::collections::BTreeSet;

pub struct Scheduled {
    pub gascore: GasCore,
    port: Port,
    /// The cycles for which timers are set.
    timers: BTreeSet<u64>,
}

/// The units of a GAScore, as observers know them, in the order of [`GasCore::transfers`].
const UNITS: [Part; 2] = [Part { name: "transmit unit", number: 0 }, Part { name: "receive unit", number: 0 }];
/// Names of messages for observers, by kind.
const MESSAGES: [&str; 3] = ["short message", "medium message", "long message"];

/// Tells observers of the messages that units have begun or ended.
fn tell(cx: &mut Cx<'_>, before: [Option<Transfer>; 2], now: [Option<Transfer>; 2]) {
    for ((part, before), now) in UNITS.into_iter().zip(before).zip(now) {
        match (before, now) {
            (None, Some(Transfer { kind, bytes, node })) => {
                let (what, bytes, node) = (MESSAGES[kind as usize], bytes.into(), NodeId::from(node));
                cx.tell(|| Activity::Begins { part, what, bytes, node });
            }
            (Some(_), None) => cx.tell(|| Activity::Ends { part }),
            _ => {}
        }
    }
}

pub fn cycle(cx: &Cx<'_>) -> u64 {
    cx.clock.cycle_ceil(cx.now)
}

impl Scheduled {
    pub fn new(gascore: GasCore, params: &GasCoreParams) -> Scheduled {
        Scheduled { gascore, port: Port::new(params.fifo_words), timers: BTreeSet::new() }
    }

    /// The run begins: the first event is in this cycle.
    pub fn begin(&mut self, cx: &mut Cx<'_>) {
        let now = cycle(cx);
        self.timers.insert(now);
        cx.after(cx.clock.span(now) - cx.now, now);
    }

    /// Asks for an event in a later cycle, unless there is an earlier event: that one asks for the
    /// next itself.
    pub fn call_in(&mut self, cx: &mut Cx<'_>, when: u64) {
        if self.timers.range(cycle(cx) + 1..=when).next().is_none() {
            self.timers.insert(when);
            cx.after(cx.clock.span(when) - cx.now, when);
        }
    }

    /// An event of the device: performs a step of the GAScore, on `memory` if it is given, else on
    /// the node's memory.
    pub fn event(&mut self, cx: &mut Cx<'_>, links: &mut Links, memory: Option<&mut dyn Memory>) {
        let now = cycle(cx);
        self.timers.remove(&now);
        let mistakes = self.gascore.mistakes_sum();
        let before = cx.is_watched().then(|| self.gascore.transfers());
        let (done, next) = match memory {
            Some(memory) => self.gascore.step(now, links, &mut self.port, memory),
            None => self.gascore.step(now, links, &mut self.port, cx.memory),
        };
        if let Some(before) = before {
            tell(cx, before, self.gascore.transfers());
        }
        if let Some(word) = done.sent {
            cx.send(Message::Word { link: 0, word }.packet(cx.node));
        }
        if done.taken {
            cx.send(Message::Taken { link: 0 }.packet(cx.node));
        }
        if self.gascore.mistakes_sum() != mistakes {
            cx.mistake();
        }
        if let Some(next) = next {
            self.call_in(cx, next);
        }
    }

    /// The NetIf has put a word.
    pub fn receive(&mut self, cx: &mut Cx<'_>, packet: &Packet) {
        if let Message::Word { word, .. } = Message::of(packet) {
            let now = cycle(cx);
            self.port.from.push(now, word);
            self.call_in(cx, now + 1);
        }
    }

    /// The NetIf has taken a word.
    pub fn sent(&mut self, cx: &mut Cx<'_>) {
        let now = cycle(cx);
        self.port.to.pop(now);
        self.call_in(cx, now + 1);
    }

    /// The fill of the links, and the state of the GAScore.
    pub fn state(&self, links: &Links) -> Vec<(String, String)> {
        let fifos = [&links.calls, &links.tokens, &links.requests, &links.completions];
        let fills = (1..).zip(fifos).map(|(number, fifo)| (format!("FSL {number}"), fifo.fill()));
        fills.chain(self.gascore.state()).collect()
    }

    pub fn waiting(&self, links: &Links) -> Vec<String> {
        self.gascore.waiting(links, &self.port)
    }
}
