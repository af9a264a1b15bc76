//! Tables of what the run did in MPI.

use super::html::{Cell, table};
use crate::mpi_view::{Cost, Distribution, Flow, MpiView};
use crate::recording::Recording;
use std::cmp::Reverse;
use std::io::{self, Write};

/// The most call sites, and the most pairs of ranks, that are shown.
const SITES_SHOWN: usize = 100;
const PAIRS_SHOWN: usize = 64;

pub(super) fn write(recording: &Recording, view: &MpiView, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"<section>\n<h2>Communication matrix</h2>\n")?;
    if view.messages.messages == 0 {
        out.write_all(b"<p>No messages.</p>\n")?;
    } else {
        out.write_all(HEAT_MAP.as_bytes())?;
        pairs(view, out)?;
    }
    out.write_all(b"</section>\n<section>\n<h2>Messages</h2>\n")?;
    latency(view, out)?;
    queues(view, out)?;
    out.write_all(b"</section>\n<section>\n<h2>Time by MPI call</h2>\n")?;
    if recording.ranks.iter().all(|rank| rank.calls.is_empty()) {
        out.write_all(b"<p>No MPI calls.</p>\n")?;
    }
    functions(view, out)?;
    sites(view, out)?;
    out.write_all(b"</section>\n")
}

const HEAT_MAP: &str = "<div class=\"script\" hidden>\n<div class=\"controls\">\
    <fieldset><legend>Value</legend>\
    <label><input type=\"radio\" name=\"value\" value=\"2\"> messages</label>\
    <label><input type=\"radio\" name=\"value\" value=\"3\" checked> bytes</label></fieldset>\
    <fieldset><legend>Messages</legend>\
    <label><input type=\"radio\" name=\"part\" value=\"all\" checked> all</label>\
    <label><input type=\"radio\" name=\"part\" value=\"own\"> point-to-point</label>\
    <label><input type=\"radio\" name=\"part\" value=\"collective\"> in collectives</label></fieldset></div>\n\
    <div class=\"wide\"><canvas id=\"heat\" role=\"img\" \
    aria-label=\"Heat map of messages between ranks; the table below has the heaviest pairs\"></canvas></div>\n\
    <p id=\"heat-scale\" class=\"note\"></p></div>\n";

fn costs(cost: &Cost, view: &MpiView) -> Vec<Cell> {
    vec![
        Cell::Number(cost.calls),
        Cell::Number(cost.bytes),
        Cell::Number(cost.cycles),
        Cell::Number(cost.wait_cycles),
        Cell::Percent(cost.cycles, view.cycles),
    ]
}

fn functions(view: &MpiView, out: &mut dyn Write) -> io::Result<()> {
    let mut functions: Vec<(&String, &Cost)> = view.functions.iter().map(|(name, of)| (name, &of.total)).collect();
    functions.sort_by_key(|function| Reverse(function.1.cycles));
    let most = functions.first().map_or(0, |function| function.1.cycles);
    let rows: Vec<Vec<Cell>> = functions
        .into_iter()
        .map(|(name, cost)| {
            let waiting = cost.wait_cycles.min(cost.cycles);
            let bar = Cell::Bar(vec![("mpi", cost.cycles - waiting), ("waiting", waiting)], most);
            let mut cells = vec![Cell::Code(name.clone()), bar];
            cells.extend(costs(cost, view));
            cells
        })
        .collect();
    let names = ["<function", "<working, waiting", "calls", "bytes", "cycles", "waiting cycles", "of all time"];
    table(out, "By function, over all ranks.", &names, &rows)
}

fn sites(view: &MpiView, out: &mut dyn Write) -> io::Result<()> {
    let rows: Vec<Vec<Cell>> = view
        .call_sites
        .iter()
        .take(SITES_SHOWN)
        .map(|site| {
            let each = |value: fn(&Distribution) -> u64| Cell::number(site.each.as_ref().map(value));
            let mut cells = vec![Cell::Code(site.function.clone()), Cell::Code(site.place.clone())];
            cells.extend(costs(&site.spent.total, view));
            cells.extend([each(|d| d.minimum_cycles), each(|d| d.median_cycles), each(|d| d.maximum_cycles)]);
            cells
        })
        .collect();
    let caption = match view.call_sites.len() {
        all if all > SITES_SHOWN => format!("By call site: the {SITES_SHOWN} costliest of {all}."),
        _ => "By call site.".into(),
    };
    let names = [
        "<function",
        "<place",
        "calls",
        "bytes",
        "cycles",
        "waiting cycles",
        "of all time",
        "least per call",
        "median",
        "most per call",
    ];
    table(out, &caption, &names, &rows)
}

fn latency(view: &MpiView, out: &mut dyn Write) -> io::Result<()> {
    let row = |name: &str, messages: u64, bytes: u64, latency: &Option<Distribution>| {
        let of = |value: fn(&Distribution) -> u64| Cell::number(latency.as_ref().map(value));
        vec![
            Cell::Text(name.into()),
            Cell::Number(messages),
            Cell::Number(bytes),
            of(|d| d.minimum_cycles),
            of(|d| d.median_cycles),
            of(|d| d.mean_cycles.round() as u64),
            of(|d| d.percentile_99_cycles),
            of(|d| d.maximum_cycles),
        ]
    };
    let messages = &view.messages;
    let mut rows: Vec<Vec<Cell>> =
        messages.by_protocol.iter().map(|(name, of)| row(name, of.messages, of.bytes, &of.latency)).collect();
    rows.push(row("all", messages.messages, messages.bytes, &messages.latency));
    rows.push({
        let mut cells = row("unexpected", messages.unexpected.messages, 0, &messages.unexpected.waited);
        cells[2] = Cell::NoNumber;
        cells
    });
    let caption = format!(
        "Cycles from sent to received, by protocol; of unexpected messages, cycles from arrived to matched. \
         Not received: {}.",
        messages.unreceived
    );
    table(out, &caption, &["<protocol", "messages", "bytes", "least", "median", "mean", "99 %", "most"], &rows)
}

fn queues(view: &MpiView, out: &mut dyn Write) -> io::Result<()> {
    let queues = view.messages.unexpected.longest_queues.iter().filter(|queue| queue.messages > 0);
    let rows: Vec<Vec<Cell>> = queues
        .map(|queue| {
            vec![queue.rank.into(), queue.messages.into(), queue.at_cycle].into_iter().map(Cell::Number).collect()
        })
        .collect();
    table(out, "Longest queues of unexpected messages.", &["rank", "messages", "from cycle"], &rows)
}

fn pairs(view: &MpiView, out: &mut dyn Write) -> io::Result<()> {
    let mut flows: Vec<(&str, &Flow)> =
        view.matrix.point_to_point.iter().map(|flow| ("point-to-point", flow)).collect();
    flows.extend(view.matrix.collective.iter().map(|flow| ("in collectives", flow)));
    flows.sort_by_key(|(_, flow)| Reverse((flow.bytes, flow.messages)));
    let caption = format!("Heaviest pairs of ranks: {} of {}.", flows.len().min(PAIRS_SHOWN), flows.len());
    let rows: Vec<Vec<Cell>> = flows
        .into_iter()
        .take(PAIRS_SHOWN)
        .map(|(kind, flow)| {
            let numbers = [flow.source.into(), flow.destination.into(), flow.messages, flow.bytes].map(Cell::Number);
            numbers.into_iter().chain([Cell::Text(kind.into())]).collect()
        })
        .collect();
    out.write_all(b"<details><summary>Pairs of ranks as a table</summary>\n")?;
    table(out, &caption, &["from", "to", "messages", "bytes", "<kind"], &rows)?;
    out.write_all(b"</details>\n")
}
