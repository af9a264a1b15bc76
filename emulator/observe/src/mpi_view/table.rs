//! Tables of an [`MpiView`] for a terminal.

use super::columns::{Columns, cell, compact, percent};
use super::{Cost, Distribution, Flow, LongestQueue, Matrix, MpiView, Spent, counted, grouped};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The most ranks for which a matrix is shown.
const MATRIX_RANKS_MAX: usize = 16;
/// The number of pairs that are shown if there are more ranks.
const PAIRS_SHOWN: usize = 10;
/// The number of ranks that are shown, those with the longest queues.
const QUEUES_SHOWN: usize = 16;

/// The tables of functions, of the `sites_shown` costliest call sites, of traffic, latencies and
/// queues. They are at most 100 columns wide.
pub fn table(view: &MpiView, sites_shown: usize) -> String {
    if view.functions.is_empty() && view.messages.messages == 0 {
        return "no MPI calls\n".into();
    }
    let mut out = String::new();
    section(
        &mut out,
        "MPI functions (% of the time of all ranks)",
        &functions(&view.functions, &view.total, view.cycles),
    );
    let title = match view.call_sites.len() {
        all if all > sites_shown => format!("MPI call sites: {sites_shown} of {all} (cycles per call)"),
        _ => "MPI call sites (cycles per call)".into(),
    };
    section(&mut out, &title, &sites(view, sites_shown));
    if view.messages.messages > 0 {
        heading(&mut out, &messages(view));
    }
    matrix(&mut out, view);
    section(&mut out, "Message latency, from sent to received, in cycles", &latency(view));
    queues(&mut out, view);
    out
}

/// A sentence that says which messages the tables below it count.
fn messages(view: &MpiView) -> String {
    let [own, collective] = view.matrix.sums().map(grouped);
    let all = counted(view.messages.messages, "message");
    format!("{all}: {own} of point-to-point calls, {collective} within collective calls")
}

/// Adds a section; nothing if there are no rows.
pub(crate) fn section(out: &mut String, title: &str, columns: &Columns) {
    if !columns.is_empty() {
        heading(out, title);
        columns.write(out);
    }
}

fn heading(out: &mut String, title: &str) {
    if !out.is_empty() {
        out.push('\n');
    }
    *out += title;
    out.push('\n');
}

pub(crate) fn functions(functions: &BTreeMap<String, Spent>, total: &Cost, all_cycles: u64) -> Columns {
    let mut columns = Columns::new(["<function", "calls", "bytes", "cycles", "waiting", "% time"]);
    let mut rows: Vec<_> = functions.iter().map(|(name, spent)| (name.as_str(), &spent.total)).collect();
    rows.sort_by_key(|(_, cost)| Reverse(cost.cycles));
    rows.push(("all", total));
    for (name, cost) in rows {
        columns.row(vec![
            name.into(),
            cell(cost.calls),
            cell(cost.bytes),
            cell(cost.cycles),
            cell(cost.wait_cycles),
            percent(cost.cycles, all_cycles),
        ]);
    }
    columns
}

fn sites(view: &MpiView, shown: usize) -> Columns {
    let mut columns =
        Columns::new(["calls", "cycles", "% waiting", "minimum", "median", "maximum", "<function and place"]);
    for site in view.call_sites.iter().take(shown) {
        let total = &site.spent.total;
        let each = |value: fn(&Distribution) -> u64| site.each.as_ref().map_or_else(|| "-".into(), |d| cell(value(d)));
        columns.row(vec![
            cell(total.calls),
            cell(total.cycles),
            percent(total.wait_cycles, total.cycles),
            each(|d| d.minimum_cycles),
            each(|d| d.median_cycles),
            each(|d| d.maximum_cycles),
            format!("{} {}", site.function, site.place),
        ]);
    }
    columns
}

fn matrix(out: &mut String, view: &MpiView) {
    if view.ranks <= MATRIX_RANKS_MAX {
        let flows = view.matrix.all();
        section(out, "Messages from rank (row) to rank (column)", &square(view.ranks, &flows, |flow| flow.messages));
        section(out, "Bytes from rank (row) to rank (column)", &square(view.ranks, &flows, |flow| flow.bytes));
    } else {
        section(out, "Pairs of ranks with most bytes", &heaviest(&view.matrix));
    }
}

/// A matrix: a line for each source, and a column for each destination.
pub(crate) fn square(ranks: usize, flows: &[Flow], value: fn(&Flow) -> u64) -> Columns {
    let mut columns = Columns::new(std::iter::once(String::new()).chain((0..ranks).map(|rank| rank.to_string())));
    let by_pair: BTreeMap<(u32, u32), u64> =
        flows.iter().map(|flow| ((flow.source, flow.destination), value(flow))).collect();
    if by_pair.is_empty() {
        return columns;
    }
    for source in 0..ranks as u32 {
        let cells = (0..ranks as u32)
            .map(|destination| by_pair.get(&(source, destination)).map_or_else(|| "·".into(), |&sum| compact(sum)));
        columns.row(std::iter::once(source.to_string()).chain(cells).collect());
    }
    columns
}

/// The pairs with the largest values, and their messages.
pub(crate) fn heaviest_flows(flows: &[Flow], value: fn(&Flow) -> u64) -> Columns {
    let mut columns = Columns::new(["from", "to", "messages", "bytes"]);
    let mut sorted: Vec<&Flow> = flows.iter().collect();
    sorted.sort_by_key(|flow| Reverse((value(flow), flow.messages)));
    for flow in sorted.iter().take(PAIRS_SHOWN) {
        columns.row(vec![flow.source.to_string(), flow.destination.to_string(), cell(flow.messages), cell(flow.bytes)]);
    }
    columns
}

fn heaviest(matrix: &Matrix) -> Columns {
    let mut columns = Columns::new(["from", "to", "messages", "bytes", "collective messages", "collective bytes"]);
    let kind = |flows: &[Flow]| -> BTreeMap<(u32, u32), Flow> {
        flows.iter().map(|flow| ((flow.source, flow.destination), *flow)).collect()
    };
    let (own, collective) = (kind(&matrix.point_to_point), kind(&matrix.collective));
    let mut flows = matrix.all();
    flows.sort_by_key(|flow| Reverse((flow.bytes, flow.messages)));
    for flow in flows.iter().take(PAIRS_SHOWN) {
        let pair = (flow.source, flow.destination);
        let [own, collective] = [&own, &collective].map(|flows| flows.get(&pair).copied().unwrap_or_default());
        columns.row(vec![
            pair.0.to_string(),
            pair.1.to_string(),
            cell(own.messages),
            cell(own.bytes),
            cell(collective.messages),
            cell(collective.bytes),
        ]);
    }
    columns
}

fn latency(view: &MpiView) -> Columns {
    let mut columns = Columns::new(["<protocol", "messages", "bytes", "minimum", "median", "mean", "99 %", "maximum"]);
    let mut row = |name: &str, messages: u64, bytes: u64, latency: &Option<Distribution>| {
        let numbers = latency.as_ref().map_or(std::array::from_fn(|_| "-".into()), |d| {
            [d.minimum_cycles, d.median_cycles, d.mean_cycles.round() as u64, d.percentile_99_cycles, d.maximum_cycles]
                .map(cell)
        });
        columns.row([name.into(), cell(messages), cell(bytes)].into_iter().chain(numbers).collect());
    };
    for (name, of) in &view.messages.by_protocol {
        row(name, of.messages, of.bytes, &of.latency);
    }
    if view.messages.messages > 0 {
        row("all", view.messages.messages, view.messages.bytes, &view.messages.latency);
    }
    columns
}

fn queues(out: &mut String, view: &MpiView) {
    let unexpected = &view.messages.unexpected;
    if unexpected.messages > 0 {
        let mut title = format!("Unexpected messages: {}", grouped(unexpected.messages));
        if let Some(waited) = &unexpected.waited {
            let [least, median, most] = [waited.minimum_cycles, waited.median_cycles, waited.maximum_cycles].map(cell);
            title += &format!("; waiting time {least} to {most} cycles, median {median}");
        }
        heading(out, &title);
        longest_queues(&unexpected.longest_queues).write(out);
    }
    if view.messages.unreceived > 0 {
        heading(out, &format!("Messages sent and not received: {}", grouped(view.messages.unreceived)));
    }
}

fn longest_queues(queues: &[LongestQueue]) -> Columns {
    let mut columns = Columns::new(["rank", "longest queue", "from cycle"]);
    let mut longest: Vec<_> = queues.iter().filter(|queue| queue.messages > 0).collect();
    longest.sort_by_key(|queue| Reverse(queue.messages));
    for queue in longest.iter().take(QUEUES_SHOWN) {
        columns.row(vec![queue.rank.to_string(), cell(queue.messages.into()), cell(queue.at_cycle)]);
    }
    columns
}
