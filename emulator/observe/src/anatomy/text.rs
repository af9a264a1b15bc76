//! Anatomies as text for a terminal.

use super::parts::{CallName, Kind, Waterfall};
use super::{Anatomy, Average, Payload};
use crate::mpi_view::{Columns, counted, grouped};

/// Width of the bars in characters.
const BAR: u64 = 20;

/// Averages from this value on are shown in whole cycles.
const EXACT_BELOW: f64 = 1000.0;

/// The chosen message as text: what it is, its parts, and their sums. `site` gives the place of a
/// rank's call by its return address.
pub fn waterfall(anatomy: &Anatomy, site: &dyn Fn(u32, u64) -> String) -> String {
    let chosen = &anatomy.chosen;
    let mut out = title(anatomy);
    let call =
        |rank: u32, call: &CallName| format!("{}, called from {}", call.function, site(rank, call.return_address));
    out +=
        &format!("  sent     by rank {} in {}\n", chosen.message.source, call(chosen.message.source, &chosen.sender));
    out += &format!(
        "  received by rank {} in {}\n\n",
        chosen.message.destination,
        call(chosen.message.destination, &chosen.receiver)
    );
    let mut columns = Columns::new(["from", "cycles", "<part", "<what", "<time"]);
    for part in &chosen.parts {
        columns.row(vec![
            grouped(part.begin - chosen.begin),
            grouped(part.cycles()),
            part.kind.name().to_owned(),
            format!("{}: {}", part.place, part.name),
            bar(chosen, part.begin, part.end),
        ]);
    }
    columns.row(vec![String::new(), grouped(chosen.cycles()), "total".into(), String::new(), String::new()]);
    columns.write(&mut out);
    out.push('\n');
    out += &sums(chosen);
    if let Some(payload) = &chosen.payload {
        out += &packets(chosen, payload);
    }
    out
}

/// The packets that carry the payload, as a table of the first and the last one.
fn packets(chosen: &Waterfall, payload: &Payload) -> String {
    let mut out = format!("\nPayload: {}\n", payload.sentences.join("\n  "));
    let mut columns = Columns::new(["from", "cycles", "<what", "<time"]);
    for part in &payload.parts {
        columns.row(vec![
            grouped(part.begin - chosen.begin),
            grouped(part.cycles()),
            format!("{}: {}", part.place, part.name),
            bar(chosen, part.begin, part.end),
        ]);
    }
    let (begin, end) = payload.span();
    columns.row(vec![String::new(), grouped(end - begin), format!("all {}s", payload.unit), String::new()]);
    columns.write(&mut out);
    out
}

fn title(anatomy: &Anatomy) -> String {
    let Waterfall { number, message, begin, .. } = &anatomy.chosen;
    format!(
        "Message {} of {} on {}: rank {} to rank {}, {}, tag {}, {}{}; begun at cycle {}\n",
        grouped(*number),
        grouped(anatomy.messages),
        anatomy.platform,
        message.source,
        message.destination,
        counted(message.bytes, "byte"),
        message.tag,
        message.protocol.name(),
        if message.is_unexpected { ", unexpected" } else { "" },
        grouped(*begin)
    )
}

/// The latency in two parts: the message's own way, and the late receiver.
fn sums(chosen: &Waterfall) -> String {
    let (late, whole) = (chosen.of(Kind::LateReceiver), chosen.cycles());
    let share = |cycles: u64| 100.0 * cycles as f64 / whole.max(1) as f64;
    let way = whole - late;
    format!(
        "latency {} cycles = message path {} ({:.1} %) + late receiver {} ({:.1} %)\n",
        grouped(whole),
        grouped(way),
        share(way),
        grouped(late),
        share(late)
    )
}

fn bar(chosen: &Waterfall, begin: u64, end: u64) -> String {
    let whole = u128::from(chosen.cycles().max(1));
    let column = |cycle: u64| (u128::from(cycle - chosen.begin) * u128::from(BAR) / whole) as usize;
    let (from, to) = (column(begin), column(end));
    format!("{}{}", " ".repeat(from), "#".repeat((to - from).max(1)))
}

/// The averages of all messages by size and protocol, in cycles for each message.
pub fn averages(anatomy: &Anatomy) -> String {
    let mut out = "Averages of all messages of point-to-point calls, in cycles per message\n".to_owned();
    let shown: Vec<(usize, Kind)> = Kind::ALL
        .into_iter()
        .enumerate()
        .filter(|(index, _)| anatomy.averages.iter().any(|one| one.parts[*index] > 0.0))
        .collect();
    let names = shown.iter().map(|(_, kind)| kind.short().to_owned());
    let first = ["bytes", "<protocol", "messages", "total"].map(str::to_owned);
    let mut columns = Columns::new(first.into_iter().chain(names));
    for Average { bytes, protocol, messages, mean_cycles, parts } in &anatomy.averages {
        let mean = |value: f64| if value < EXACT_BELOW { format!("{value:.1}") } else { grouped(value.round() as u64) };
        let first = [grouped(*bytes), protocol.name().to_owned(), grouped(*messages), mean(*mean_cycles)];
        columns.row(first.into_iter().chain(shown.iter().map(|(index, _)| mean(parts[*index]))).collect());
    }
    columns.write(&mut out);
    if anatomy.left_out > 0 {
        out += &format!(
            "not included: {}, whose calls did not complete, or came after the limit of records\n",
            counted(anatomy.left_out, "message")
        );
    }
    out
}

/// The same message in two runs, by kinds of parts.
pub fn beside(one: &Anatomy, other: &Anatomy) -> String {
    let both = [one, other];
    let heads = both.iter().flat_map(|of| [format!("{}: cycles", of.platform), "ns".to_owned()]);
    let mut columns = Columns::new(["<part".to_owned()].into_iter().chain(heads));
    let mut row = |name: &str, cycles: &dyn Fn(&Anatomy) -> u64| {
        let cells = both.iter().flat_map(|of| {
            let ns = of.clock.span(cycles(of)).0 as f64 / 1000.0;
            [grouped(cycles(of)), format!("{ns:.1}")]
        });
        columns.row([name.to_owned()].into_iter().chain(cells).collect());
    };
    for kind in Kind::ALL.into_iter().filter(|kind| both.iter().any(|of| of.chosen.of(*kind) > 0)) {
        row(kind.name(), &|of| of.chosen.of(kind));
    }
    row("total", &|of| of.chosen.cycles());
    let mut out = "The same message on both platforms\n".to_owned();
    columns.write(&mut out);
    out
}
