//! The network interface of a node with a NIC processor, which matches the node's messages
//! (Underwood et al. 2005 §III, §V-B, Fig. 1).
//!
//! ```text
//! host ─► requests ──► NIC processor ─► transmit ─► network
//!      ◄─ completions ◄─┘   ▲   └─► copies ─► memory
//!                           └── receive ◄──────── network
//! ```
//!
//! Each of these parts has two files beside this one: the first has its state, the second the
//! actions of the interface. They are `requests` and `submit`, `completions` and `put`, `transmit`
//! and `send`, `copies` and `copy`, `receive` and `arrive`. The two associative list processing
//! units are inside the interface: it delivers a header or a request to a unit at the moment at
//! which the processor can see it. This file takes the calls of the machine and hands events to the
//! parts.

mod access;
mod arrive;
mod completions;
mod copies;
mod copy;
mod header;
mod later;
mod mishaps;
mod open;
mod params;
mod put;
mod receive;
mod requests;
mod send;
mod stall;
mod submit;
mod transmit;
mod units;
mod waiting;

pub use params::InterfaceParams;

use crate::alpu::Alpu;
use completions::Completions;
use copies::Copies;
use header::{Header, PACKETS};
use later::Later;
use mishaps::{Mishap, Mishaps};
use open::OpenRequests;
use rankine_bus::{Access, Activity, Clock, Cx, Device, Fault, Kind, NodeId, Packet, Reply, Section};
use receive::Receive;
use requests::Requests;
use std::ops::Range;
use transmit::Transmit;
use units::{Units, Which};
use waiting::Stalled;

/// Most nodes: more do not fit into a node's number in the registers.
const MOST_NODES: u32 = 1 << 16;

pub struct Nic {
    params: InterfaceParams,
    units: Units,
    node: NodeId,
    nodes: u32,
    nic_clock: Clock,
    host_memory: Range<u64>,
    nic_memory: Range<u64>,
    /// The value that CONTROL reads, and the value in effect.
    control: bool,
    is_enabled: bool,
    requests: Requests,
    open: OpenRequests,
    completions: Completions,
    transmit: Transmit,
    copies: Copies,
    receive: Receive,
    /// Reasons for which stores wait.
    stalled: Vec<Stalled>,
    mishaps: Mishaps,
}

fn done(value: u64, latency: u64) -> Reply {
    Reply::Done { value, latency }
}

/// The reply to a wrong access. The sentence gives the reason.
fn refused(sentence: &str) -> Reply {
    Reply::Fault(Fault::Refused(sentence.to_string()))
}

fn contains(memory: &Range<u64>, address: u64, bytes: u64) -> bool {
    memory.start <= address && address.checked_add(bytes).is_some_and(|end| end <= memory.end)
}

impl Nic {
    /// The interface of `node` out of `nodes`. `units` are those for posted receives and for
    /// unexpected messages, if it has them. The whole range of both memories must be memory of the
    /// node. An error is a sentence on the unusable parameter.
    pub fn new(
        params: &InterfaceParams,
        units: Option<(Alpu, Alpu)>,
        (node, nodes): (NodeId, u32),
        nic_clock: Clock,
        host_memory: Range<u64>,
        nic_memory: Range<u64>,
    ) -> Result<Nic, String> {
        params.check()?;
        if node >= nodes || nodes > MOST_NODES {
            return Err(format!("interface: node {node} of {nodes}: must be one of {MOST_NODES} nodes at most"));
        }
        if nic_memory.start == 0 {
            return Err("interface: the memory of the NIC must not begin at address 0, which stands for none".into());
        }
        let units = Units::new(units);
        for (key, base) in [("host_base", params.host_base), ("nic_base", params.nic_base)] {
            if units.answers(base) {
                return Err(format!("interface.{key} = {base:#x}: a unit of section alpu is there"));
            }
        }
        Ok(Nic {
            units,
            node,
            nodes,
            nic_clock,
            host_memory,
            nic_memory,
            control: false,
            is_enabled: false,
            requests: Requests::default(),
            open: OpenRequests::default(),
            completions: Completions::default(),
            transmit: Transmit::new(nodes, params.credits),
            copies: Copies::default(),
            receive: Receive::new(nodes),
            stalled: Vec::new(),
            mishaps: Mishaps::default(),
            params: params.clone(),
        })
    }

    fn is_nic_memory(&self, address: u64, bytes: u64) -> bool {
        bytes == 0 || contains(&self.nic_memory, address, bytes)
    }

    /// Is all of this in one of the memories?
    fn is_memory(&self, address: u64, bytes: u64) -> bool {
        self.is_nic_memory(address, bytes) || contains(&self.host_memory, address, bytes)
    }

    fn happens(&mut self, cx: &mut Cx<'_>, later: Later) {
        match later {
            Later::Posted(token) => {
                self.units.event(cx, Which::Posted, token);
                self.take_packets(cx);
            }
            Later::Unexpected(token) => {
                self.units.event(cx, Which::Unexpected, token);
                self.place_requests(cx);
            }
            Later::Request => self.request_arrives(cx),
            Later::Entry(address) => self.entry_arrives(cx, address),
            Later::Epoch(epoch) => self.completions.epoch = epoch,
            Later::Enable(is_enabled) => {
                self.is_enabled = is_enabled;
                self.place_requests(cx);
                self.take_packets(cx);
            }
            Later::Free(node) => self.place_is_free(cx, node),
            Later::Transmit => self.go_on_transmitting(cx),
            Later::CopyBegins { bytes, node } => {
                cx.tell(|| Activity::Begins { part: copies::ENGINE, what: "copy", bytes: bytes.into(), node });
            }
            Later::CopyEnds => self.copy_ends(cx),
            Later::Completion => self.completion_arrives(),
        }
    }
}

impl Device for Nic {
    fn name(&self) -> &'static str {
        "nic"
    }

    fn answers(&self, addr: u64) -> bool {
        self.place(addr).is_some() || self.units.answers(addr)
    }

    fn access(&mut self, cx: &mut Cx<'_>, access: Access) -> Reply {
        if let Some(reply) = self.units.access(cx, access) {
            return reply;
        }
        let register = match self.register(&access) {
            Ok(register) => register,
            Err(fault) => return Reply::Fault(fault),
        };
        let mishaps = self.mishaps.sum();
        let reply = match access.kind {
            Kind::Store(value) => self.store(cx, register, value),
            _ => self.load(cx, register),
        };
        self.wake(cx);
        if self.mishaps.sum() != mishaps {
            cx.mistake();
        }
        reply
    }

    fn fence(&mut self, cx: &mut Cx<'_>) -> Reply {
        self.units.fence(cx)
    }

    fn is_pure(&self, access: &Access) -> bool {
        match access.kind {
            Kind::Fence => self.units.is_pure(access),
            Kind::Load if self.units.answers(access.addr) => self.units.is_pure(access),
            Kind::Load => self.register(access).is_ok_and(|register| self.load_is_pure(register)),
            Kind::Store(_) | Kind::Atomic => false,
        }
    }

    /// The number by which the receiver's firmware identifies the message tells transfers apart.
    fn section(&self, words: &[u64; 4]) -> Option<Section> {
        let header = Header::decode(words);
        let transfer = header.0[crate::regs::nic::HEADER_RECEIVER].into();
        let section = Section { transfer, at: header.to(), is_single: false };
        header.is_data().then_some(section)
    }

    fn event(&mut self, cx: &mut Cx<'_>, token: u64) {
        let mishaps = self.mishaps.sum();
        if let Some(later) = Later::of(token) {
            self.happens(cx, later);
            self.wake(cx);
        }
        if self.mishaps.sum() != mishaps {
            cx.mistake();
        }
    }

    fn receive(&mut self, cx: &mut Cx<'_>, packet: Packet) {
        self.packet_arrives(cx, packet);
        self.wake(cx);
    }

    fn sent(&mut self, cx: &mut Cx<'_>, class: u8) {
        if class == PACKETS {
            self.packet_left(cx);
            self.wake(cx);
        }
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let Nic { requests, completions, transmit, copies, receive, .. } = self;
        let mut all = vec![
            ("requests", requests.count),
            ("most requests waiting", requests.most),
            ("completions", completions.count),
            ("headers", receive.count),
            ("most headers waiting", receive.most),
            ("packets sent", transmit.packets),
            ("bytes sent", transmit.bytes),
            ("packets received", receive.packets),
            ("bytes received", receive.bytes),
            ("most packets waiting", receive.most_arrivals),
            ("copies", copies.count),
            ("bytes copied", copies.bytes),
            ("waiting for credits, ns", transmit.waited.0 / 1000),
        ];
        all.extend(self.mishaps.statistics());
        all.extend(self.units.statistics());
        all
    }

    fn waiting(&self) -> Vec<String> {
        self.all_waiting()
    }

    fn complaint(&self) -> Option<String> {
        let all: Vec<_> = self.mishaps.complaint().into_iter().chain(self.units.complaints()).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }
}
