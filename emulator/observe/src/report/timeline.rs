//! The data that the page's script draws, as short integers: calls and messages over time, and the
//! matrix.

use super::anatomy::{Anatomies, Site};
use super::html::{Interned, Text};
use super::links::{Drawing, Links};
use super::thinning::{self, Arrow};
use crate::anatomy::Taker;
use crate::mpi_view::{Flow, MpiView, counted, grouped, place_of_call};
use crate::recording::{Lane, Message, MpiCall, RankRecording, Recording};
use rankine_program::Debug;
use rankine_program::mpi::{ANY_SOURCE, ANY_TAG, COMM_WORLD, Kind, PROC_NULL, ROOT};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The most lines and columns of the heat map. If there are more ranks, several share a line.
const HEAT_CELLS_MAX: usize = 128;
/// Kinds of calls by colour: point-to-point, collective, wait, other.
const KINDS: usize = 4;
const COLLECTIVE: i64 = 4;
const UNEXPECTED: i64 = 8;
/// In a message's flags, the bits from this one on are the place of the processor at which the
/// message matched its receive.
const PLACE_SHIFT: u32 = 4;

/// The data of the page. Tables are flat arrays with a fixed number of values for each row.
#[derive(Serialize)]
pub(super) struct Timeline {
    clock_hz: u64,
    cycles: u64,
    /// (name, kind by colour)
    functions: Vec<(String, usize)>,
    places: Vec<String>,
    /// (index of function, index of place)
    sites: Vec<(usize, usize)>,
    /// The arguments of calls, as text.
    arguments: Vec<String>,
    ranks: Vec<Line>,
    /// The lanes of further processors.
    lanes: Vec<LaneLine>,
    /// Groups of calls that are drawn as one: for each kind of calls, the cycles and the part of
    /// them spent waiting.
    groups: Vec<[u64; 2 * KINDS]>,
    /// 8 numbers for a message or a group of messages, in order of time: sent (since the one
    /// before), cycles until received or -1, source, destination, bytes, tag, flags (protocol,
    /// [`COLLECTIVE`], [`UNEXPECTED`], place), number of messages.
    messages: Vec<i64>,
    anatomies: Anatomies,
    /// The critical path. 3 numbers for a step, in order of time: rank, begin (since the end of the
    /// step before; negative if they overlap), cycles.
    path: Vec<i64>,
    heat: Heat,
    network: Drawing,
    #[serde(skip)]
    notes: Vec<String>,
}

/// The calls of one rank.
#[derive(Serialize)]
struct Line {
    rank: u32,
    cycles: u64,
    /// Was the last call still in progress at the end?
    is_in_call: bool,
    /// 6 numbers for a call or a group of calls: entered (since the one before was left), cycles,
    /// index of site or -1 for a group, cycles spent waiting, number of calls, index of arguments
    /// or of group.
    calls: Vec<i64>,
}

/// The states of a further processor of a rank's node.
#[derive(Serialize)]
struct LaneLine {
    rank: u32,
    place: u32,
    name: String,
    /// 3 numbers for a span: begin (since the end of the one before), cycles, and cycles of
    /// polling. In the other cycles it computed.
    polling: Vec<i64>,
}

/// The matrix; several ranks may share a line. 4 numbers for a pair: source, destination, messages,
/// bytes.
#[derive(Serialize)]
struct Heat {
    ranks: usize,
    ranks_a_cell: usize,
    own: Vec<u64>,
    collective: Vec<u64>,
}

/// Gives numbers to values that calls have in common.
struct Names<'a> {
    recording: &'a Recording,
    debug: &'a [&'a Debug],
    functions: Interned<(String, usize)>,
    places: Interned<String>,
    sites: Interned<(usize, usize)>,
    arguments: Interned<String>,
    /// Sites by program, function and return address.
    known: BTreeMap<(usize, u32, u64), usize>,
}

impl Names<'_> {
    fn kind(&self, program: usize, call: &MpiCall) -> (String, usize) {
        let function = self.recording.programs.get(program).and_then(|of| of.functions.get(call.function as usize));
        function.map_or_else(|| ("unknown".into(), KINDS - 1), |of| (of.name.clone(), color(of.kind)))
    }

    fn site(&mut self, program: usize, call: &MpiCall) -> usize {
        let key = (program, call.function, call.return_address);
        if let Some(&site) = self.known.get(&key) {
            return site;
        }
        let place = match self.debug.get(program) {
            Some(debug) => place_of_call(debug, call.return_address),
            None => format!("{:#x}", call.return_address),
        };
        let place = self.places.number(place);
        let function = self.kind(program, call);
        let function = self.functions.number(function);
        let site = self.sites.number((function, place));
        self.known.insert(key, site);
        site
    }
}

fn color(kind: Kind) -> usize {
    match kind {
        Kind::Send | Kind::Receive | Kind::SendReceive | Kind::Probe => 0,
        Kind::Collective => 1,
        Kind::Wait => 2,
        Kind::Request | Kind::OneSided | Kind::Other => 3,
    }
}

/// The arguments of a call, as far as known: `dest 1, tag 7, 8 bytes`.
fn arguments(call: &MpiCall) -> String {
    let special = |value: i32, names: &[(i32, &str)]| {
        names.iter().find(|name| name.0 == value).map_or_else(|| value.to_string(), |name| name.1.into())
    };
    let rank = |value| special(value, &[(ANY_SOURCE, "ANY"), (PROC_NULL, "PROC_NULL"), (ROOT, "ROOT")]);
    let mut words: Vec<String> = Vec::new();
    for (name, transfer) in [("dest", call.send), ("source", call.receive)] {
        let Some(transfer) = transfer else { continue };
        words.extend(transfer.peer.map(|peer| format!("{name} {}", rank(peer))));
        words.extend(transfer.tag.map(|tag| format!("tag {}", special(tag, &[(ANY_TAG, "ANY")]))));
    }
    words.extend(call.root.map(|root| format!("root {}", rank(root))));
    words.extend(call.bytes.map(|bytes| counted(bytes, "byte")));
    words.extend(
        call.communicator.filter(|&handle| handle != COMM_WORLD).map(|handle| format!("communicator {handle:#x}")),
    );
    words.join(", ")
}

/// Converts a number and saturates. JavaScript cannot distinguish larger values anyway.
pub(super) fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// The difference between `from` and `to`.
pub(super) fn step(from: u64, to: u64) -> i64 {
    signed(to).saturating_sub(signed(from))
}

impl Timeline {
    /// `path` is the critical path in order of time: rank, from cycle, to cycle. It is empty if none
    /// is known.
    pub(super) fn of(
        recording: &Recording,
        debug: &[&Debug],
        view: &MpiView,
        path: &[(u32, u64, u64)],
        (taker, site): (&Taker<'_>, &Site<'_>),
        links: &Links<'_>,
    ) -> Timeline {
        let mut names = Names {
            recording,
            debug,
            functions: Interned::new(),
            places: Interned::new(),
            sites: Interned::new(),
            arguments: Interned::new(),
            known: BTreeMap::new(),
        };
        let mut groups = Vec::new();
        let bin = thinning::call_bin(&recording.ranks);
        let ranks: Vec<Line> = recording.ranks.iter().map(|rank| line(rank, bin, &mut names, &mut groups)).collect();
        let cycles = recording.ranks.iter().map(|rank| rank.cycles).max().unwrap_or(0);
        let arrows = thinning::arrows(&recording.messages, cycles);
        let mut notes = Vec::new();
        if let Some(bin) = bin {
            notes.push(format!(
                "Simplified: calls of a rank within {} cycles are drawn as one block; {} blocks for {} calls.",
                grouped(bin),
                grouped(ranks.iter().map(|rank| rank.calls.len() as u64 / 6).sum()),
                grouped(recording.ranks.iter().map(|rank| rank.calls.len() as u64).sum())
            ));
        }
        if arrows.len() < recording.messages.len() {
            notes.push(format!(
                "Simplified: {} arrows for {} of {} messages.",
                grouped(arrows.len() as u64),
                grouped(arrows.iter().map(|arrow| arrow.count).sum()),
                grouped(recording.messages.len() as u64)
            ));
        }
        Timeline {
            clock_hz: recording.clock_hz,
            cycles,
            functions: names.functions.values,
            places: names.places.values,
            sites: names.sites.values,
            arguments: names.arguments.values,
            ranks,
            lanes: lanes(recording),
            groups,
            messages: messages(&arrows),
            anatomies: Anatomies::of(taker, site, &arrows),
            path: steps(path),
            heat: Heat::of(view),
            network: links.drawing(),
            notes,
        }
    }

    /// Writes the section into which the script draws.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"<section>\n<h2>Timeline</h2>\n")?;
        let polling = if self.lanes.is_empty() { "" } else { POLLING };
        out.write_all(PLOT.replace("POLLING", polling).as_bytes())?;
        for note in &self.notes {
            writeln!(out, "<p class=\"note\">{}</p>", Text(note))?;
        }
        out.write_all(b"</section>\n")
    }
}

/// An entry of the legend, if there are lanes.
const POLLING: &str = "<li><i class=\"waiting\"></i>polling, of further processors</li>";
const PLOT: &str = "\
    <noscript><p class=\"note\">Timeline and heat map need JavaScript; all tables do not.</p></noscript>\n\
    <div class=\"script\" hidden>\n<ul class=\"legend\">\
    <li><i class=\"computing\"></i>computing</li><li><i class=\"own\"></i>point-to-point</li>\
    <li><i class=\"collective\"></i>collective</li><li><i class=\"wait\"></i>wait or test</li>\
    <li><i class=\"other\"></i>other MPI</li><li><i class=\"hatched\"></i>light and hatched part: waiting</li>POLLING\
    <li><b class=\"arrow\">→</b>message</li><li><b class=\"arrow unexpected\">→</b>unexpected message</li>\
    <li class=\"of-path\" hidden><i class=\"path\"></i>critical path</li></ul>\n\
    <div class=\"controls\" role=\"group\" aria-label=\"Timeline\">\
    <button type=\"button\" data-zoom=\"in\" title=\"Zoom in (+)\">+ Zoom in</button>\
    <button type=\"button\" data-zoom=\"out\" title=\"Zoom out (-)\">− Zoom out</button>\
    <button type=\"button\" data-zoom=\"left\" title=\"Earlier (left arrow)\">← Earlier</button>\
    <button type=\"button\" data-zoom=\"right\" title=\"Later (right arrow)\">Later →</button>\
    <button type=\"button\" data-zoom=\"all\" title=\"Whole run (0)\">Whole run</button>\
    <label><input type=\"checkbox\" id=\"arrows\" checked> messages</label>\
    <label><input type=\"checkbox\" id=\"collectives\"> messages in collectives</label>\
    <label class=\"of-path\" hidden><input type=\"checkbox\" id=\"path\"> critical path</label>\
    <label>Find <input type=\"search\" id=\"search\" placeholder=\"0-15, 40 or Allreduce\" \
    title=\"Ranks: only their rows are shown. Names of calls: only these calls have colours. Escape clears.\"></label>\
    <span id=\"found\" aria-live=\"polite\"></span></div>\n\
    <canvas id=\"timeline\" tabindex=\"0\" role=\"img\" aria-label=\"MPI calls of each rank over time\"></canvas>\n\
    <p id=\"range\" class=\"note\" aria-live=\"polite\"></p>\n\
    <p class=\"note controls\">\
    Wheel: zoom. Drag: zoom into a span. Shift and drag: move. Double click: whole run. Click on a message: where its time \
    goes.</p>\n\
    <div id=\"details\" aria-live=\"polite\" hidden></div>\n\
    </div>\n";

fn lanes(recording: &Recording) -> Vec<LaneLine> {
    let all = recording.ranks.iter().flat_map(|rank| rank.lanes().map(|(place, lane)| (rank.rank, place, lane)));
    let line = |(rank, place, lane): (u32, u32, &Lane)| {
        let mut before = 0;
        let mut polling = Vec::new();
        for (begin, end, polled) in thinning::polling(recording, lane) {
            polling.extend([step(before, begin), step(begin, end), signed(polled)]);
            before = end;
        }
        LaneLine { rank, place, name: lane.name.clone(), polling }
    };
    all.map(line).collect()
}

fn line(rank: &RankRecording, bin: Option<u64>, names: &mut Names<'_>, groups: &mut Vec<[u64; 2 * KINDS]>) -> Line {
    let mut calls = Vec::new();
    let mut before = 0;
    for group in thinning::groups(rank, bin) {
        let group: Vec<MpiCall> = rank.calls.range(group).collect();
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let left = if group.len() == 1 { last.left } else { last.end() };
        calls.extend([step(before, first.entered), step(first.entered, left)]);
        let made: u64 = group.iter().map(|call| call.repeats.saturating_add(1)).fold(0, u64::saturating_add);
        if group.len() == 1 {
            let arguments = names.arguments.number(arguments(first));
            let site = names.site(rank.program, first);
            calls.extend([site as i64, signed(first.wait_cycles), signed(made), arguments as i64]);
        } else {
            let costs = costs(rank.program, &group, names);
            let waiting = costs.iter().skip(1).step_by(2).copied().fold(0, u64::saturating_add);
            calls.extend([-1, signed(waiting), signed(made), groups.len() as i64]);
            groups.push(costs);
        }
        before = left;
    }
    let is_in_call = rank.calls.last().is_some_and(|call| call.is_under_way);
    Line { rank: rank.rank, cycles: rank.cycles, is_in_call, calls }
}

/// For each kind of calls, the cycles and the part of them spent waiting.
fn costs(program: usize, group: &[MpiCall], names: &Names<'_>) -> [u64; 2 * KINDS] {
    let mut costs = [0u64; 2 * KINDS];
    for call in group {
        let times = call.repeats.saturating_add(1);
        let kind = names.kind(program, call).1;
        let values = [call.left.saturating_sub(call.entered).saturating_mul(times), call.wait_cycles];
        for (sum, value) in costs.iter_mut().skip(2 * kind).zip(values) {
            *sum = sum.saturating_add(value);
        }
    }
    costs
}

fn messages(arrows: &[Arrow]) -> Vec<i64> {
    let mut before = 0;
    let mut numbers = Vec::with_capacity(8 * arrows.len());
    for Arrow { first, bytes, count, .. } in arrows {
        let span = first.received.map_or(-1, |received| step(first.sent, received).max(0));
        numbers.extend([step(before, first.sent), span, first.source.into(), first.destination.into()]);
        numbers.extend([signed(*bytes), first.tag.into(), flags(first), signed(*count)]);
        before = first.sent;
    }
    numbers
}

/// The steps of the critical path, as [`Timeline::path`] has them.
fn steps(path: &[(u32, u64, u64)]) -> Vec<i64> {
    let mut before = 0;
    let mut numbers = Vec::with_capacity(3 * path.len());
    for &(rank, from, to) in path {
        numbers.extend([rank.into(), step(before, from), step(from, to)]);
        before = to;
    }
    numbers
}

fn flags(message: &Message) -> i64 {
    let collective = if message.is_collective { COLLECTIVE } else { 0 };
    let unexpected = if message.is_unexpected { UNEXPECTED } else { 0 };
    message.protocol as i64 | collective | unexpected | i64::from(message.place) << PLACE_SHIFT
}

impl Heat {
    fn of(view: &MpiView) -> Heat {
        let ranks_a_cell = view.ranks.div_ceil(HEAT_CELLS_MAX).max(1);
        Heat {
            ranks: view.ranks,
            ranks_a_cell,
            own: cells(&view.matrix.point_to_point, ranks_a_cell),
            collective: cells(&view.matrix.collective, ranks_a_cell),
        }
    }
}

fn cells(flows: &[Flow], ranks_a_cell: usize) -> Vec<u64> {
    let mut cells: BTreeMap<[u64; 2], [u64; 2]> = BTreeMap::new();
    for flow in flows {
        let sums =
            cells.entry([flow.source, flow.destination].map(|rank| u64::from(rank) / ranks_a_cell as u64)).or_default();
        *sums = [sums[0].saturating_add(flow.messages), sums[1].saturating_add(flow.bytes)];
    }
    cells.into_iter().flat_map(|(pair, sums)| [pair[0], pair[1], sums[0], sums[1]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn critical_paths() {
        assert!(steps(&[]).is_empty());
        // The second step begins before the first ends.
        assert_eq!(steps(&[(3, 10, 100), (0, 90, 150), (1, 155, 160)]), [3, 10, 90, 0, -10, 60, 1, 5, 5]);
        assert_eq!(steps(&[(0, 0, u64::MAX)]), [0, 0, i64::MAX]);
    }
}
