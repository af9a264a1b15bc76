//! The section on the network's links: a drawing for the script, and a table of the busiest ones.

use super::html::{Cell, Text, table};
use crate::mpi_view::grouped;
use crate::recording::{MapLink, NetworkMap, Recording};
use rankine_bus::Clock;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The most rows of the table, and the most links that are drawn.
const ROWS_SHOWN: usize = 100;
const LINKS_DRAWN: usize = 8192;

/// The network's links, the busiest first.
pub(super) struct Links<'a> {
    map: &'a NetworkMap,
    links: Vec<(&'a MapLink, u64)>,
    /// The cycles of the run.
    cycles: u64,
}

/// The drawing, for the script.
#[derive(Serialize)]
pub(super) struct Drawing {
    /// Name, whether it is a node, and position.
    places: Vec<(String, bool, f64, f64)>,
    lanes: Vec<String>,
    /// 5 numbers for a link: the places at its ends, the index of its lane, bytes, cycles in which it
    /// was sending.
    links: Vec<u64>,
}

impl<'a> Links<'a> {
    pub(super) fn of(recording: &'a Recording) -> Links<'a> {
        let map = &recording.network;
        let clock = Clock::from_hz(recording.clock_hz.max(1));
        let mut links: Vec<(&MapLink, u64)> = map.links.iter().map(|link| (link, clock.cycle(link.busy))).collect();
        links.sort_by_key(|(link, busy)| Reverse((*busy, link.bytes)));
        Links { map, links, cycles: recording.ranks.iter().map(|rank| rank.cycles).max().unwrap_or(0) }
    }

    /// The drawing of the busiest links, and of the places that they join.
    pub(super) fn drawing(&self) -> Drawing {
        let drawn = &self.links[..self.links.len().min(LINKS_DRAWN)];
        let mut numbers: BTreeMap<usize, u64> =
            drawn.iter().flat_map(|(link, _)| [(link.from, 0), (link.to, 0)]).collect();
        numbers.values_mut().zip(0..).for_each(|(number, next)| *number = next);
        let place = |index: &usize| {
            let place = self.map.places.get(*index)?;
            // Two digits are enough for a drawing.
            let [x, y] = [place.at.0, place.at.1].map(|value| (100.0 * value).round() / 100.0);
            Some((place.name.clone(), place.is_node, x, y))
        };
        let places = numbers.keys().filter_map(place).collect();
        let mut lanes: Vec<String> = drawn.iter().map(|(link, _)| link.lane.clone()).collect();
        lanes.sort();
        lanes.dedup();
        let numbers = |(link, busy): &(&MapLink, u64)| {
            let lane = lanes.binary_search(&link.lane).unwrap_or(0) as u64;
            [numbers[&link.from], numbers[&link.to], lane, link.bytes, *busy]
        };
        let links = drawn.iter().flat_map(numbers).collect();
        Drawing { places, lanes, links }
    }

    /// Writes the section. There is none if the network has no drawing.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.links.is_empty() {
            return Ok(());
        }
        out.write_all(b"<section>\n<h2>Traffic of network links</h2>\n")?;
        out.write_all(MAP.as_bytes())?;
        if self.links.len() > LINKS_DRAWN {
            let text =
                format!("Only the busiest {} of {} links are drawn.", grouped(LINKS_DRAWN as u64), self.links.len());
            writeln!(out, "<p class=\"note\">{}</p>", Text(&text))?;
        }
        let used = self.links.iter().filter(|(link, _)| link.bytes > 0).count();
        let rows: Vec<Vec<Cell>> = self.links.iter().take(used.min(ROWS_SHOWN)).map(|link| self.row(link)).collect();
        let caption = format!(
            "The busiest links: {} of {} with traffic; the network has {} links. Bytes include headers.",
            rows.len(),
            grouped(used as u64),
            grouped(self.links.len() as u64)
        );
        table(out, &caption, &["<link", "<", "bytes", "busy cycles", "of the run"], &rows)?;
        out.write_all(b"</section>\n")
    }

    fn row(&self, (link, busy): &(&MapLink, u64)) -> Vec<Cell> {
        let most = self.links.first().map_or(0, |(_, busy)| *busy);
        vec![
            Cell::Code(self.map.name(link)),
            Cell::Bar(vec![("mpi", *busy)], most),
            Cell::Number(link.bytes),
            Cell::Number(*busy),
            Cell::Percent(*busy, self.cycles),
        ]
    }
}

const MAP: &str = "<div class=\"script\" hidden>\n<div class=\"controls\"><fieldset><legend>Colour</legend>\
    <label><input type=\"radio\" name=\"traffic\" value=\"bytes\" checked> bytes</label>\
    <label><input type=\"radio\" name=\"traffic\" value=\"busy\"> busy cycles</label></fieldset></div>\n\
    <div class=\"wide\"><canvas id=\"links\" role=\"img\" \
    aria-label=\"The network with the traffic of its links; the table below has the busiest links\"></canvas></div>\n\
    <p id=\"links-scale\" class=\"note\"></p></div>\n";
