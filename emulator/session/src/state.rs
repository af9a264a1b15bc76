//! Describes the contents of a machine's devices.

use crate::launch::Loaded;
use crate::report;
use rankine_bus::NodeId;
use rankine_machine::Node;
use std::fmt::Write as _;

/// The place of every rank, and the current registers of the devices of these ranks, one on each
/// line.
pub fn state(loaded: &Loaded, ranks: impl Fn(NodeId) -> bool) -> String {
    let mut text = report::places(loaded, "state") + "\n";
    for node in loaded.machine.nodes.iter().filter(|node| ranks(node.id)) {
        tell_devices(loaded, node, &mut text);
    }
    text
}

fn tell_devices(loaded: &Loaded, node: &Node, text: &mut String) {
    let machine = &loaded.machine;
    let clock = node.processors.first().map_or(machine.clock, |processor| processor.clock);
    for device in &node.devices {
        let rows = device.state(clock.cycle(machine.now));
        if rows.is_empty() {
            continue;
        }
        let _ = writeln!(text, "rank {}: {}", node.id, device.name());
        let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, value) in rows {
            let _ = writeln!(text, "  {name:<width$}  {value}");
        }
    }
}
