//! An associative list processing unit (ALPU) on its bus: hardware that searches a list (Underwood
//! et al. 2005).
//!
//! ```text
//! network or host ──► header FIFO ──┐
//!                                   ├─► cells ──► result FIFO ──► processor
//! processor ──► command FIFO ───────┘
//! ```
//!
//! [`control`] has the modes and the order of steps, [`unit`] their times. This file has the
//! registers and the bus: each access reaches the unit `bus_delay_ns` after it begins, and accesses
//! stay in order. If the unit is at rest and no store is on its way, nothing can change what a load
//! sees. The value of such a load is read when the load begins, so that rounds of a polling loop
//! can be skipped.

pub mod control;
pub mod list;
mod params;
pub mod unit;

pub use params::AlpuParams;
pub use unit::Flavour;

use crate::regs::alpu as regs;
use control::{Command, Response};
use list::{Entry, Probe};
use rankine_bus::{Access, Clock, Cx, Device, Fault, Kind, Reply, Time, Width};
use std::collections::VecDeque;
use unit::Unit;

/// Tokens of events: the unit has something to do, the oldest store arrives, the load arrives. A
/// device that contains units hands each unit its own events.
const UNIT: u64 = 0;
const STORE: u64 = 1;
const LOAD: u64 = 2;

/// What happened to a header, or a request to receive, that was delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The unit has taken it and will answer.
    Taken,
    /// The unit is not enabled: it does not see the header and will not answer.
    Disabled,
    /// The header FIFO is full. Try again after an event of the unit.
    Full,
}

/// A store on its way.
#[derive(Clone, Copy)]
struct Posted {
    register: u64,
    value: u32,
}

/// A load on its way. The machine repeats it until it has its value.
struct Load {
    register: u64,
    value: Option<u32>,
}

/// Match bits and mask, written in halves.
#[derive(Default)]
struct Staged {
    bits: u64,
    mask: u64,
}

pub struct Alpu {
    unit: Unit,
    base: u64,
    flavour: Flavour,
    clock: Clock,
    /// Clock of the processor on the bus.
    processor: Clock,
    bus_delay: Time,
    enabled: bool,
    entry: Staged,
    probe: Staged,
    stores: VecDeque<Posted>,
    load: Option<Load>,
    /// Reasons for which stores and fences wait.
    stalled: Vec<Stalled>,
    timer: Option<Time>,
    /// Mistakes that have been reported to the machine.
    mistakes: u64,
    delivered: u64,
    not_delivered: u64,
}

/// A reason for which the processor waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stalled {
    CommandFifo,
    HeaderFifo,
    Stores,
}

impl Alpu {
    /// Makes the unit of this flavour. `processor` is the clock of the processor that reads its
    /// registers. An error is a sentence on the parameters.
    pub fn new(params: &AlpuParams, flavour: Flavour, processor: Clock) -> Result<Alpu, String> {
        params.check()?;
        Ok(Alpu {
            unit: Unit::new(params, flavour),
            base: match flavour {
                Flavour::Posted => params.posted_base,
                Flavour::Unexpected => params.unexpected_base,
            },
            flavour,
            clock: Clock::from_hz(params.clock_hz),
            processor,
            bus_delay: Time(u64::from(params.bus_delay_ns) * 1000),
            enabled: false,
            entry: Staged::default(),
            probe: Staged::default(),
            stores: VecDeque::new(),
            load: None,
            stalled: Vec::new(),
            timer: None,
            mistakes: 0,
            delivered: 0,
            not_delivered: 0,
        })
    }

    /// Takes a header from the network, or a request to receive from the host.
    pub fn deliver(&mut self, cx: &mut Cx<'_>, probe: Probe) -> Delivery {
        self.advance(cx);
        let delivery = if !self.enabled {
            self.not_delivered += 1;
            Delivery::Disabled
        } else if self.header_places() > 0 && self.unit.probe(self.clock.cycle(cx.now), probe) {
            self.delivered += 1;
            Delivery::Taken
        } else {
            Delivery::Full
        };
        self.settle(cx);
        delivery
    }

    /// Brings the unit up to the current cycle.
    fn advance(&mut self, cx: &Cx<'_>) {
        self.unit.advance(self.clock.cycle(cx.now));
    }

    /// Sets the timer for the unit's next step, wakes the processor if it can go on, and reports
    /// mistakes.
    fn settle(&mut self, cx: &mut Cx<'_>) {
        let counts = self.unit.control().counts();
        let mistakes = counts.overflow + counts.discarded;
        if std::mem::replace(&mut self.mistakes, mistakes) != mistakes {
            cx.mistake();
        }
        if let Some(next) = self.unit.next().map(|cycle| self.clock.span(cycle))
            && self.timer.is_none_or(|timer| next < timer)
        {
            cx.after(next - cx.now, UNIT);
            self.timer = Some(next);
        }
        // Those that still cannot go on will stall again.
        if self.stalled.iter().any(|&stalled| self.has_place(stalled)) {
            self.stalled.clear();
            cx.wake();
        }
    }

    fn on_the_way(&self, register: impl Fn(u64) -> bool) -> usize {
        self.stores.iter().filter(|store| register(store.register)).count()
    }

    /// Places of the command FIFO for which no command is on its way.
    fn command_places(&self) -> usize {
        let coming = self.on_the_way(|register| matches!(register, regs::REG_COMMAND | regs::REG_TAG));
        self.unit.control().command_places().saturating_sub(coming)
    }

    /// Places of the header FIFO for which no test header is on its way.
    fn header_places(&self) -> usize {
        let coming = self.on_the_way(|register| register == regs::REG_PROBE);
        self.unit.control().header_places().saturating_sub(coming)
    }

    fn has_place(&self, stalled: Stalled) -> bool {
        match stalled {
            Stalled::CommandFifo => self.command_places() > 0,
            Stalled::HeaderFifo => self.header_places() > 0,
            Stalled::Stores => self.stores.is_empty(),
        }
    }

    fn stall(&mut self, stalled: Stalled) -> Reply {
        if !self.stalled.contains(&stalled) {
            self.stalled.push(stalled);
        }
        Reply::Stall
    }

    /// The register that an access names; an error if it does not allow this access.
    fn register(&self, access: &Access) -> Result<u64, Fault> {
        let offset = access.addr.wrapping_sub(self.base);
        if access.width != Width::B4 || !offset.is_multiple_of(Width::B4.bytes()) {
            return Err(Fault::Width);
        }
        let (readable, writable) = match offset {
            regs::REG_CTRL => (true, true),
            regs::REG_STATUS | regs::REG_RESULT => (true, false),
            regs::REG_COMMAND | regs::REG_MATCH_LOW..=regs::REG_TAG | regs::REG_PROBE_LOW..=regs::REG_PROBE => {
                (false, true)
            }
            _ => return Err(Fault::Unmapped),
        };
        match access.kind {
            Kind::Load if readable => Ok(offset),
            Kind::Store(_) if writable => Ok(offset),
            Kind::Load | Kind::Store(_) => Err(Fault::Direction),
            Kind::Atomic | Kind::Fence => Err(Fault::Refused("no atomic accesses here".into())),
        }
    }

    /// Is nothing under way that a load could see?
    fn is_at_rest(&self) -> bool {
        self.stores.is_empty() && self.load.is_none() && self.unit.next().is_none()
    }

    fn load(&mut self, cx: &mut Cx<'_>, register: u64) -> Reply {
        let cycles = self.processor.cycle_ceil(self.bus_delay).max(1);
        match self.load.take() {
            Some(Load { register: other, value: Some(value) }) if other == register => {
                // A load of another processor waits behind this one.
                cx.wake();
                return Reply::Done { value: u64::from(value), latency: 1 };
            }
            Some(waiting) => {
                self.load = Some(waiting);
                return Reply::Stall;
            }
            None => {}
        }
        if self.is_at_rest() || cycles == 1 {
            return Reply::Done { value: u64::from(self.read(cx, register)), latency: cycles };
        }
        self.load = Some(Load { register, value: None });
        cx.after(self.processor.span(cycles - 1), LOAD);
        Reply::Stall
    }

    fn store(&mut self, cx: &mut Cx<'_>, register: u64, value: u32) -> Reply {
        match register {
            regs::REG_COMMAND | regs::REG_TAG if self.command_places() == 0 => return self.stall(Stalled::CommandFifo),
            regs::REG_PROBE if self.header_places() == 0 => return self.stall(Stalled::HeaderFifo),
            _ => {}
        }
        self.stores.push_back(Posted { register, value });
        cx.after(self.bus_delay, STORE);
        Reply::Done { value: 0, latency: 1 }
    }

    /// A load reaches the unit.
    fn read(&mut self, cx: &Cx<'_>, register: u64) -> u32 {
        let value = match register {
            regs::REG_CTRL if self.enabled => regs::CTRL_ENABLE,
            regs::REG_STATUS => self.status(),
            regs::REG_RESULT => self.unit.result(self.clock.cycle(cx.now)).map_or(regs::RESULT_NONE, encode),
            _ => 0,
        };
        value as u32
    }

    fn status(&self) -> u64 {
        let control = self.unit.control();
        let (results, entries) = (control.results() as u64, control.entries() as u64);
        let bit = |is_set: bool, mask: u64| if is_set { mask } else { 0 };
        bit(results > 0, regs::STATUS_RESULT)
            | bit(self.command_places() == 0, regs::STATUS_COMMAND_FULL)
            | bit(control.is_inserting(), regs::STATUS_INSERT_MODE)
            | bit(control.is_holding(), regs::STATUS_HELD)
            | results << regs::STATUS_RESULTS_SHIFT
            | entries << regs::STATUS_ENTRIES_SHIFT
    }

    /// The oldest store reaches the unit.
    fn write(&mut self, cx: &mut Cx<'_>, Posted { register, value }: Posted) {
        match register {
            regs::REG_CTRL => self.write_ctrl(cx, u64::from(value)),
            regs::REG_MATCH_LOW => self.entry.bits = with_low(self.entry.bits, value),
            regs::REG_MATCH_HIGH => self.entry.bits = with_high(self.entry.bits, value),
            regs::REG_MASK_LOW => self.entry.mask = with_low(self.entry.mask, value),
            regs::REG_MASK_HIGH => self.entry.mask = with_high(self.entry.mask, value),
            regs::REG_PROBE_LOW => self.probe.bits = with_low(self.probe.bits, value),
            regs::REG_PROBE_HIGH => self.probe.bits = with_high(self.probe.bits, value),
            regs::REG_PROBE_MASK_LOW => self.probe.mask = with_low(self.probe.mask, value),
            regs::REG_PROBE_MASK_HIGH => self.probe.mask = with_high(self.probe.mask, value),
            regs::REG_PROBE => {
                let Staged { bits, mask } = self.probe;
                self.deliver(cx, Probe { bits, mask });
            }
            regs::REG_TAG => {
                let Staged { bits, mask } = self.entry;
                self.command(cx, Command::Insert(Entry { bits, mask, tag: value }));
            }
            _ => self.command(cx, decode(u64::from(value))),
        }
    }

    fn write_ctrl(&mut self, cx: &Cx<'_>, value: u64) {
        self.enabled = value & regs::CTRL_ENABLE != 0;
        if value & regs::CTRL_FORCE_RESET != 0 {
            self.unit.reset(self.clock.cycle(cx.now));
        }
    }

    /// A command arrives. Its place was reserved when the store began.
    fn command(&mut self, cx: &Cx<'_>, command: Command) {
        let is_taken = self.unit.command(self.clock.cycle(cx.now), command);
        debug_assert!(is_taken, "the store waits until there is a place");
    }
}

fn with_low(bits: u64, value: u32) -> u64 {
    bits & !u64::from(u32::MAX) | u64::from(value)
}

fn with_high(bits: u64, value: u32) -> u64 {
    bits & u64::from(u32::MAX) | (u64::from(value) & regs::MATCH_CONTEXT_HIGH_MASK) << u32::BITS
}

fn decode(value: u64) -> Command {
    match value {
        regs::COMMAND_RESET => Command::Reset,
        regs::COMMAND_START_INSERT => Command::StartInsert,
        regs::COMMAND_STOP_INSERT => Command::StopInsert,
        _ => Command::Unknown,
    }
}

fn encode(response: Response) -> u64 {
    let (kind, value) = match response {
        Response::StartAck(free) => (regs::RESULT_START_ACK, free),
        Response::Success(tag) => (regs::RESULT_SUCCESS, tag),
        Response::Failure => (regs::RESULT_FAILURE, 0),
    };
    kind << regs::RESULT_KIND_SHIFT | u64::from(value)
}

impl Device for Alpu {
    fn name(&self) -> &'static str {
        match self.flavour {
            Flavour::Posted => "posted alpu",
            Flavour::Unexpected => "unexpected alpu",
        }
    }

    fn answers(&self, addr: u64) -> bool {
        addr.wrapping_sub(self.base) < regs::UNIT_BYTES
    }

    fn access(&mut self, cx: &mut Cx<'_>, access: Access) -> Reply {
        let register = match self.register(&access) {
            Ok(register) => register,
            Err(fault) => return Reply::Fault(fault),
        };
        self.advance(cx);
        let reply = match access.kind {
            Kind::Store(value) => self.store(cx, register, value as u32),
            _ => self.load(cx, register),
        };
        self.settle(cx);
        reply
    }

    fn fence(&mut self, _: &mut Cx<'_>) -> Reply {
        match self.stores.is_empty() {
            true => Reply::Done { value: 0, latency: 1 },
            false => self.stall(Stalled::Stores),
        }
    }

    fn is_pure(&self, access: &Access) -> bool {
        match (access.kind, self.register(access)) {
            (Kind::Fence, _) => self.stores.is_empty(),
            (Kind::Load, Ok(regs::REG_RESULT)) => self.is_at_rest() && self.unit.control().results() == 0,
            (Kind::Load, Ok(_)) => self.is_at_rest(),
            _ => false,
        }
    }

    fn event(&mut self, cx: &mut Cx<'_>, token: u64) {
        if self.timer.is_some_and(|timer| timer <= cx.now) {
            self.timer = None;
        }
        self.advance(cx);
        match token {
            STORE => {
                if let Some(store) = self.stores.pop_front() {
                    self.write(cx, store);
                }
            }
            LOAD => {
                if let Some(register) = self.load.as_ref().map(|load| load.register) {
                    let value = Some(self.read(cx, register));
                    self.load = Some(Load { register, value });
                    cx.wake();
                }
            }
            _ => {}
        }
        self.settle(cx);
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let counts = self.unit.control().counts();
        vec![
            ("headers delivered", self.delivered),
            ("headers not delivered, disabled", self.not_delivered),
            ("matches", counts.successes),
            ("failures", counts.failures),
            ("headers held in insert mode", counts.held),
            ("entries inserted", counts.inserted),
            ("entries lost, unit full", counts.overflow),
            ("commands discarded", counts.discarded),
            ("most entries", counts.most_entries),
        ]
    }

    fn waiting(&self) -> Vec<String> {
        let name = self.name();
        let processor = self.stalled.iter().map(|stalled| match stalled {
            Stalled::CommandFifo => format!("processor waits for a place in the command FIFO of the {name}"),
            Stalled::HeaderFifo => format!("processor waits for a place in the header FIFO of the {name}"),
            Stalled::Stores => format!("processor waits for its stores to the {name}"),
        });
        let unit = self.unit.control().waiting().into_iter().map(|line| format!("{name} {line}"));
        unit.chain(processor).collect()
    }

    fn complaint(&self) -> Option<String> {
        let counts = self.unit.control().counts();
        let rows = [(counts.overflow, "entries lost, unit full"), (counts.discarded, "commands discarded")];
        let told: Vec<_> =
            rows.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{what}: {count}")).collect();
        (!told.is_empty()).then(|| format!("{}: {}", self.name(), told.join(", ")))
    }
}
