//! A model of a node's network interface, with the units of the device model. Each step of a unit
//! may take any time.
//!
//! A header or a request is delivered to its unit at the moment at which the processor can see it,
//! as in `rankine_devices::nic`.

use rankine_bus::{Memory, Ram};
use rankine_devices::alpu::AlpuParams;
use rankine_devices::alpu::control::{Command, Control, Response};
use rankine_devices::alpu::list::{Entry, Probe};
use rankine_devices::regs::{alpu, nic};
use std::collections::{BTreeMap, VecDeque};

/// Number of a message or of a request, in the order of arrival.
pub type Number = usize;

/// Tag of a message. A receive has a tag, or none if it accepts any tag.
pub type Tag = u64;
pub type Wanted = Option<Tag>;

/// A request of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Receive(Wanted),
    /// Cancels the receive of this request.
    Cancel(Number),
}

/// Length of each buffer in bytes. Messages are shorter.
const BUFFER_BYTES: u32 = 64;

/// The match bits besides the tag, the same for all messages.
const SOURCE: u64 = 1 << alpu::MATCH_SOURCE_SHIFT;

/// Number of places for entries, completions and transmit commands. There are always enough here.
const PLACES: u64 = 4;

pub fn length(message: Number) -> u32 {
    message as u32 + 1
}

/// The cookie of a request, which is also the address of its buffer.
fn cookie(request: Number) -> u32 {
    (request as u32 + 1) << 12
}

fn request_of(cookie: u32) -> Option<Number> {
    (cookie >> 12).checked_sub(1).map(|number| number as Number)
}

/// Contents of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Completion {
    pub bytes: u32,
    pub tag: Tag,
    pub flag: bool,
}

/// A unit, and the words written so far of the next entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Unit {
    control: Control,
    is_enabled: bool,
    staged: [u32; 4],
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Interface {
    /// Number of messages and of requests that have arrived.
    pub came: [Number; 2],
    /// Messages whose headers the processor has not finished with.
    headers: VecDeque<(Number, Tag)>,
    /// Entries for new requests that the firmware has given; and below, entries with requests that it has not taken.
    entries: VecDeque<u32>,
    requests: VecDeque<u32>,
    units: [Unit; 2],
    is_enabled: bool,
    /// Words written so far for the next copy, and below for the next completion.
    copy: [u32; 2],
    completion: [u32; 2],
    /// Messages in the memory of the NIC, by address; below, messages in buffers, by request.
    payloads: BTreeMap<u32, Number>,
    pub buffers: BTreeMap<Number, Number>,
    pub completions: BTreeMap<Number, Completion>,
    /// A mistake that the interface has noticed.
    pub mistake: Option<&'static str>,
}

/// A register of the interface or of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    Nic(u64),
    Unit(usize, u64),
}

fn encode(response: Option<Response>) -> u32 {
    let (kind, value) = match response {
        None => (alpu::RESULT_NONE, 0),
        Some(Response::StartAck(free)) => (alpu::RESULT_START_ACK, free),
        Some(Response::Success(tag)) => (alpu::RESULT_SUCCESS, tag),
        Some(Response::Failure) => (alpu::RESULT_FAILURE, 0),
    };
    (kind << alpu::RESULT_KIND_SHIFT) as u32 | value
}

fn both(low: u32, high: u32) -> u64 {
    u64::from(high) << u32::BITS | u64::from(low)
}

impl Unit {
    fn new(params: &AlpuParams) -> Unit {
        Unit { control: Control::new(params), is_enabled: false, staged: [0; 4] }
    }

    fn deliver(&mut self, probe: Probe) {
        assert!(!self.is_enabled || self.control.put_header(probe), "the FIFO has places for all");
    }

    /// The unit ends its step or begins one. Returns false if it must wait.
    fn step(&mut self) -> bool {
        if self.control.is_running() {
            self.control.finish();
            return true;
        }
        self.control.begin().is_some()
    }

    /// Returns false if the store is a mistake of the firmware.
    fn store(&mut self, register: u64, value: u32) -> bool {
        let command = match register {
            alpu::REG_CTRL => {
                self.is_enabled = u64::from(value) == alpu::CTRL_ENABLE;
                return self.is_enabled;
            }
            alpu::REG_MATCH_LOW..=alpu::REG_MASK_HIGH => {
                self.staged[((register - alpu::REG_MATCH_LOW) / 4) as usize] = value;
                return true;
            }
            alpu::REG_TAG => {
                let [low, high, mask_low, mask_high] = self.staged;
                Command::Insert(Entry { bits: both(low, high), mask: both(mask_low, mask_high), tag: value })
            }
            alpu::REG_COMMAND if u64::from(value) == alpu::COMMAND_RESET => Command::Reset,
            alpu::REG_COMMAND if u64::from(value) == alpu::COMMAND_START_INSERT => Command::StartInsert,
            alpu::REG_COMMAND if u64::from(value) == alpu::COMMAND_STOP_INSERT => Command::StopInsert,
            _ => return false,
        };
        assert!(self.control.put_command(command), "the FIFO has places for all");
        true
    }

    /// Does the unit do nothing, and have all its results been read?
    fn is_quiet(&self) -> bool {
        let control = &self.control;
        !control.is_running() && !control.can_begin() && control.results() == 0 && !control.is_holding()
    }

    fn is_misused(&self) -> bool {
        self.control.counts().overflow + self.control.counts().discarded > 0
    }
}

impl Interface {
    pub fn new(params: &AlpuParams) -> Interface {
        Interface {
            came: [0; 2],
            headers: VecDeque::new(),
            entries: VecDeque::new(),
            requests: VecDeque::new(),
            units: [Unit::new(params), Unit::new(params)],
            is_enabled: false,
            copy: [0; 2],
            completion: [0; 2],
            payloads: BTreeMap::new(),
            buffers: BTreeMap::new(),
            completions: BTreeMap::new(),
            mistake: None,
        }
    }

    pub fn is_enabled(&self) -> bool {
        self.is_enabled
    }

    /// Does a unit hold a header that matched nothing in insert mode?
    pub fn is_holding(&self) -> bool {
        self.units.iter().any(|unit| unit.control.is_holding())
    }

    /// Does a message or a request that has arrived still need work?
    pub fn has_work(&self) -> bool {
        !self.headers.is_empty() || !self.requests.is_empty() || !self.units.iter().all(Unit::is_quiet)
    }

    // ---- Events outside the processor

    pub fn message_comes(&mut self, tag: Tag) {
        self.units[0].deliver(Probe { bits: SOURCE | tag, mask: 0 });
        self.headers.push_back((self.came[0], tag));
        self.came[0] += 1;
    }

    pub fn request_comes(&mut self, asked: Asked, memory: &mut Ram) {
        let Some(entry) = self.entries.pop_front() else {
            self.mistake = Some("no entry is there for a request");
            return;
        };
        let number = self.came[1];
        let (kind, bits, mask, address) = match asked {
            Asked::Receive(Some(tag)) => (nic::REQUEST_KIND_RECEIVE, SOURCE | tag, 0, cookie(number)),
            Asked::Receive(None) => (nic::REQUEST_KIND_RECEIVE, SOURCE, alpu::MATCH_TAG_MASK, cookie(number)),
            Asked::Cancel(other) => (nic::REQUEST_KIND_CANCEL, 0, 0, cookie(other)),
        };
        let words = [
            (nic::ENTRY_NODE, (kind as u32) << 16),
            (nic::ENTRY_COOKIE_LOW, cookie(number)),
            (nic::ENTRY_COOKIE_HIGH, 0),
            (nic::ENTRY_ADDRESS_LOW, address),
            (nic::ENTRY_ADDRESS_HIGH, 0),
            (nic::ENTRY_LENGTH, BUFFER_BYTES),
            (nic::ENTRY_HANDLE, 0),
            (nic::ENTRY_MATCH_LOW, bits as u32),
            (nic::ENTRY_MATCH_HIGH, (bits >> u32::BITS) as u32),
            (nic::ENTRY_MASK_LOW, mask as u32),
            (nic::ENTRY_MASK_HIGH, (mask >> u32::BITS) as u32),
        ];
        let write = |(offset, word): (u64, u32)| memory.write(u64::from(entry) + offset, &word.to_le_bytes());
        assert!(words.into_iter().all(write), "entry {entry:#x} is in memory");
        if matches!(asked, Asked::Receive(_)) {
            self.units[1].deliver(Probe { bits, mask });
        }
        self.requests.push_back(entry);
        self.came[1] += 1;
    }

    pub fn unit_steps(&mut self, unit: usize) -> bool {
        self.units[unit].step()
    }

    // ---- Accesses of the processor

    fn status(&self) -> u64 {
        let bit = |is_set: bool, mask: u64| if is_set { mask } else { 0 };
        let entries = PLACES.saturating_sub((self.entries.len() + self.requests.len()) as u64);
        bit(!self.headers.is_empty(), nic::STATUS_HEADER)
            | bit(!self.requests.is_empty(), nic::STATUS_REQUEST)
            | nic::STATUS_UNITS
            | entries << nic::STATUS_ENTRIES_SHIFT
            | PLACES << nic::STATUS_COMPLETIONS_SHIFT
            | PLACES << nic::STATUS_TRANSMITS_SHIFT
    }

    fn header(&mut self, word: usize) -> u32 {
        let Some(&(message, tag)) = self.headers.front() else {
            self.mistake = Some("a header is read that is not there");
            return 0;
        };
        match word {
            nic::HEADER_MATCH => (SOURCE | tag) as u32,
            nic::HEADER_KIND => (nic::PACKET_EAGER << nic::HEADER_KIND_PACKET_SHIFT) as u32,
            nic::HEADER_BYTES => length(message),
            _ => 0,
        }
    }

    pub fn load(&mut self, register: Register) -> u32 {
        const HEADER_END: u64 = nic::REG_HEADER + 4 * 8;
        match register {
            Register::Unit(unit, alpu::REG_RESULT) => encode(self.units[unit].control.take_result()),
            Register::Nic(nic::REG_STATUS) => self.status() as u32,
            Register::Nic(nic::REG_REQUEST) => self.requests.pop_front().unwrap_or_else(|| {
                self.mistake = Some("a request is taken that is not there");
                0
            }),
            Register::Nic(offset @ nic::REG_HEADER..HEADER_END) => {
                self.header(((offset - nic::REG_HEADER) / 4) as usize)
            }
            _ => panic!("load of {register:x?}"),
        }
    }

    pub fn store(&mut self, register: Register, value: u32) {
        match register {
            Register::Unit(unit, offset) => {
                if !self.units[unit].store(offset, value) {
                    self.mistake = Some("a unit is given something unknown");
                }
            }
            Register::Nic(offset) => self.store_nic(offset, value),
        }
    }

    fn store_nic(&mut self, offset: u64, value: u32) {
        match offset {
            nic::REG_CONTROL => self.is_enabled = u64::from(value) == nic::CONTROL_ENABLE,
            nic::REG_ENTRY => self.entries.push_back(value),
            nic::REG_HEADER_POP => {
                if self.headers.pop_front().is_none() {
                    self.mistake = Some("a header is done with that is not there");
                }
            }
            nic::REG_COPY_FROM => self.copy[0] = value,
            nic::REG_COPY_TO_LOW => self.copy[1] = value,
            nic::REG_COPY => self.copies(value),
            nic::REG_COMPLETION_COOKIE_LOW => self.completion[0] = value,
            nic::REG_COMPLETION_BYTES => self.completion[1] = value,
            nic::REG_COMPLETION => self.completes(value),
            nic::REG_EPOCH
            | nic::REG_COPY_TO_HIGH
            | nic::REG_COMPLETION_COOKIE_HIGH
            | nic::REG_COMPLETION_HANDLE
            | nic::REG_COMPLETION_EPOCH => {}
            _ => panic!("store to register {offset:#x}"),
        }
    }

    fn copies(&mut self, bytes: u32) {
        let [from, to] = self.copy;
        let message = match from {
            0 => self.headers.front().map(|(message, _)| *message),
            _ => self.payloads.get(&from).copied(),
        };
        let Some(message) = message.filter(|&message| length(message) == bytes) else {
            self.mistake = Some("something is copied that is no message");
            return;
        };
        // Addresses of buffers are below those of the NIC's memory.
        match request_of(to).filter(|number| *number < self.came[1]) {
            Some(receive) if self.buffers.insert(receive, message).is_some() => {
                self.mistake = Some("a buffer gets two messages");
            }
            Some(_) => {}
            None => _ = self.payloads.insert(to, message),
        }
    }

    fn completes(&mut self, value: u32) {
        let [cookie, bytes] = self.completion;
        let Some(request) = request_of(cookie).filter(|number| *number < self.came[1]) else {
            self.mistake = Some("something is completed that was not asked");
            return;
        };
        let tag = u64::from(value) & alpu::MATCH_TAG_MASK;
        let completion = Completion { bytes, tag, flag: value >> 31 != 0 };
        if self.completions.insert(request, completion).is_some() {
            self.mistake = Some("a request is completed twice");
        }
    }

    /// A mistake of the firmware so far, if it has made one.
    pub fn mistake(&self) -> Option<&'static str> {
        let is_misused = self.units.iter().any(Unit::is_misused);
        self.mistake.or(is_misused.then_some("a unit is given what it cannot take"))
    }
}
