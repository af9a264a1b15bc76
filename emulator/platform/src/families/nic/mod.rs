//! The family of nodes whose network interface matches messages. A node has a host processor, and a
//! NIC processor that runs firmware.

use crate::document::replace;
use crate::family::{Family, Further, Parts, Span};
use crate::general::{HartParams, MemoryParams};
use rankine_bus::{Clock, Device, Network, NodeId};
use rankine_devices::alpu::{Alpu, AlpuParams, Flavour};
use rankine_devices::nic::{InterfaceParams, Nic};
use rankine_devices::noc::{Crossbar, CrossbarParams};
use rankine_devices::regs::alpu::UNIT_BYTES;
use rankine_isa::{Xlen, parse_isa};
use rankine_keys::{Section, keys};
use serde::Deserialize;
use std::ops::Range;
use std::sync::Arc;
use toml_edit::{DocumentMut, Item, Value};

/// The value of `nic.alpu` if there are no units.
const NO_UNITS: &str = "none";

/// The firmware in the library, by the value of `nic.firmware`.
const FIRMWARE: [(&str, &str); 2] = [("list", "firmware/list.c"), ("hash", "firmware/hash.c")];

/// The units hold 16 bytes for each entry's number (`alpu.tag_bits`).
const ENTRY_STEP: u64 = 16;

/// The least memory of a NIC: firmware and some entries fit into it.
const MEMORY_BYTES_LEAST: u64 = 0x1_0000;

/// Bytes of address space of each block of registers.
const REGISTER_BYTES: u64 = 0x1000;

pub(crate) struct NicFamily;

impl Family for NicFamily {
    fn name(&self) -> &'static str {
        "nic"
    }

    fn about(&self) -> &'static str {
        "Nodes with a host processor and a NIC processor. Firmware of the NIC processor matches messages, with or without associative units."
    }

    fn drawing(&self) -> &'static str {
        include_str!("drawing.txt")
    }

    fn main_keys(&self) -> &'static [&'static str] {
        &[
            "hart.profile",
            "hart.clock_hz",
            "nic.alpu",
            "nic.firmware",
            "nic.clock_hz",
            "interface.host_delay_ns",
            "interface.packet_bytes",
            "interface.credits",
            "alpu.cells",
            "crossbar.pass_cycles",
        ]
    }

    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        &[("nic", include_str!("presets/nic.toml"))]
    }

    fn profiles(&self) -> &'static [(&'static str, &'static str)] {
        &[("nic", include_str!("profiles/nic.toml")), ("host", include_str!("profiles/host.toml"))]
    }

    fn sections(&self) -> &'static [Section] {
        &[NicParams::SECTION, InterfaceParams::SECTION, AlpuParams::SECTION, CrossbarParams::SECTION]
    }

    fn parts(&self, text: &str) -> Result<Arc<dyn Parts>, toml::de::Error> {
        Ok(Arc::new(toml::from_str::<Nodes>(text)?))
    }

    /// If `nic.alpu` is a number, sets `alpu.cells` to it.
    fn settle(&self, document: &mut DocumentMut) {
        let alpu = document.get("nic").and_then(|table| table.get("alpu")).and_then(Item::as_value).cloned();
        let Some(mut alpu) = alpu else { return };
        alpu.decor_mut().clear();
        let text = alpu.as_str().map_or_else(|| alpu.to_string().trim().to_owned(), str::to_owned);
        let mut set = |section: &str, key: &str, new: Value| {
            let old = document.get_mut(section).and_then(|table| table.get_mut(key)).and_then(Item::as_value_mut);
            if let Some(old) = old {
                replace(old, new);
            }
        };
        if let Ok(cells) = text.parse::<u32>() {
            set("alpu", "cells", Value::from(i64::from(cells)));
        }
        set("nic", "alpu", Value::from(text));
    }
}

keys! {
    /// The NIC processor of a node and its means of matching. It has a clock and a private memory of its own.
    pub struct NicParams [nic] {
        /// associative list processing units: `none`, or the number of entries of each of the two units, which then
        /// also sets alpu.cells
        alpu: String = "none", "text", "Underwood et al. 2005 §VI: none, 128 and 256";
        /// built-in program of the NIC processor: `list` = linked lists, with the units if there are any; `hash` =
        /// hash tables, without units. `--firmware` replaces it by a program of your own
        firmware: String = "list", "text", "Underwood et al. 2005 §V-C; hash tables: ours";
        /// instruction set of the NIC processor
        isa: String = "rv32im", "text", "ours: the paper's is like a PowerPC 440 (§V-B)";
        /// name of the timing profile of the NIC processor, as hart.profile for the host
        profile: String = "nic", "text", "Underwood et al. 2005 Table III";
        /// clock frequency of the NIC processor; hart.clock_hz is that of the host, the interface and the network
        clock_hz: u64 = 500_000_000, "Hz", "Underwood et al. 2005 Table III";
        /// address at which firmware is linked; the stack lies below it
        memory_base: u64 = 0xc000_0000, "address", "ours: above the host's memory";
        /// size of the memory from memory_base upwards, for firmware, entries of queues and data of messages that
        /// arrived before their receive
        memory_bytes: u64 = 0x100_0000, "bytes", "ours: 16 MiB, all that entries' numbers of 20 bits reach";
        /// number of cycles after which the run ends as a deadlock if all hosts wait and the firmware does nothing
        /// but compute and read registers that reading does not change
        silent_cycles: u64 = 100_000_000, "cycles", "ours";
        /// size of the stack below memory_base
        stack_bytes: u64 = 0x1_0000, "bytes", "ours: 64 KiB";
    }
}

#[derive(Debug, Deserialize)]
struct Nodes {
    hart: HartParams,
    nic: NicParams,
    interface: InterfaceParams,
    alpu: AlpuParams,
    crossbar: CrossbarParams,
}

impl Nodes {
    fn has_units(&self) -> bool {
        self.nic.alpu != NO_UNITS
    }

    fn firmware(&self) -> Result<&'static str, String> {
        let known = FIRMWARE.iter().find(|(name, _)| *name == self.nic.firmware);
        known.map(|(_, path)| *path).ok_or_else(|| {
            format!(
                "nic.firmware = \"{}\": there are `list` and `hash`; a program of your own is given with --firmware FILE",
                self.nic.firmware
            )
        })
    }

    fn clock(&self) -> Clock {
        Clock::from_hz(self.nic.clock_hz)
    }

    fn memory(&self) -> Range<u64> {
        self.nic.memory_base..self.nic.memory_base.saturating_add(self.nic.memory_bytes)
    }

    fn check_processors(&self) -> Result<(), String> {
        let is_64 = |isa: &str| parse_isa(isa).is_ok_and(|(xlen, _)| xlen == Xlen::Rv64);
        if !is_64(&self.hart.isa) {
            return Err(format!(
                "hart.isa = \"{}\": the host's registers of the interface have 64 bits; it needs rv64",
                self.hart.isa
            ));
        }
        if is_64(&self.nic.isa) {
            return Err(format!(
                "nic.isa = \"{}\": the interface has 32 bits for addresses of the NIC; it needs rv32",
                self.nic.isa
            ));
        }
        if self.nic.memory_bytes < MEMORY_BYTES_LEAST {
            return Err(format!(
                "nic.memory_bytes = {}: firmware needs {MEMORY_BYTES_LEAST} at least",
                self.nic.memory_bytes
            ));
        }
        Ok(())
    }

    fn check_units(&self) -> Result<(), String> {
        if !self.has_units() {
            return Ok(());
        }
        if self.nic.alpu.parse::<u32>().is_err() {
            return Err(format!("nic.alpu = \"{}\": write none, or a number of entries such as 128", self.nic.alpu));
        }
        if self.nic.firmware == "hash" {
            return Err(
                "nic.firmware = \"hash\" uses no associative units; set nic.alpu=none, or nic.firmware=list".into()
            );
        }
        self.alpu.check().map_err(|error| match self.nic.alpu.parse() == Ok(self.alpu.cells) {
            true => format!("nic.alpu = {}: {error}", self.alpu.cells),
            false => error,
        })?;
        let reach = ENTRY_STEP << self.alpu.tag_bits;
        if self.nic.memory_bytes > reach {
            return Err(format!(
                "nic.memory_bytes = {:#x}: numbers of alpu.tag_bits = {} bits reach {reach:#x} bytes of entries",
                self.nic.memory_bytes, self.alpu.tag_bits
            ));
        }
        Ok(())
    }
}

impl Parts for Nodes {
    fn check(&self, _nodes_max: u32) -> Result<(), String> {
        self.check_processors()?;
        self.firmware()?;
        self.interface.check()?;
        self.check_units()
    }

    fn further(&self) -> Vec<Further> {
        let NicParams { isa, profile, clock_hz, .. } = self.nic.clone();
        let memory = MemoryParams {
            base: self.nic.memory_base,
            bytes: self.nic.memory_bytes,
            stack_bytes: self.nic.stack_bytes,
        };
        vec![Further {
            name: "nic",
            section: NicParams::SECTION.name,
            hart: HartParams { isa, profile, clock_hz },
            memory,
            silent_cycles: Some(self.nic.silent_cycles),
            program: self.firmware().ok(),
            defines: vec![
                ("NIC_REGISTERS_BASE", self.interface.nic_base),
                ("ALPU_POSTED_BASE", self.alpu.posted_base),
                ("ALPU_UNEXPECTED_BASE", self.alpu.unexpected_base),
                ("NIC_MEMORY_BASE", self.memory().start),
                ("NIC_MEMORY_END", self.memory().end),
                ("NIC_EAGER_BYTES", u64::from(self.interface.packet_bytes)),
            ],
        }]
    }

    fn addresses(&self, _node: NodeId) -> Result<Vec<Span>, String> {
        let mut all = vec![
            ("interface.host_base", self.interface.host_base, REGISTER_BYTES),
            ("interface.nic_base", self.interface.nic_base, REGISTER_BYTES),
        ];
        if self.has_units() {
            all.push(("alpu.posted_base", self.alpu.posted_base, UNIT_BYTES));
            all.push(("alpu.unexpected_base", self.alpu.unexpected_base, UNIT_BYTES));
        }
        Ok(all)
    }

    fn devices(&self, node: NodeId, nodes: u32, memory: Range<u64>) -> Result<Vec<Box<dyn Device>>, String> {
        let clock = self.clock();
        let unit = |flavour| Alpu::new(&self.alpu, flavour, clock);
        let units = match self.has_units() {
            true => Some((unit(Flavour::Posted)?, unit(Flavour::Unexpected)?)),
            false => None,
        };
        Ok(vec![Box::new(Nic::new(&self.interface, units, (node, nodes), clock, memory, self.memory())?)])
    }

    fn network(&self, nodes: u32, clock: Clock) -> Result<Option<Box<dyn Network>>, String> {
        Ok(Some(Box::new(Crossbar::new(self.crossbar.clone(), nodes, clock)?)))
    }

    fn library_defines(&self) -> Result<Vec<(&'static str, u64)>, String> {
        Ok(vec![
            ("NIC_HOST_BASE", self.interface.host_base),
            ("NIC_EAGER_BYTES", u64::from(self.interface.packet_bytes)),
        ])
    }

    fn more_ranks_advice(&self) -> String {
        super::interface::MORE_RANKS_ADVICE.into()
    }
}
