//! The report of a run: one HTML file that needs no network. `docs/report.md` describes the page.

mod anatomy;
mod asked;
mod html;
mod links;
mod platform;
mod profile;
mod summary;
mod tables;
mod thinning;
mod timeline;
mod waits;

pub use asked::Asked;

use crate::anatomy::{Ranks, Taker};
use crate::mpi_view::{MpiView, place_of_call};
use crate::recording::Recording;
use html::{Text, json_in_script};
use rankine_program::Debug;
use std::io::{self, Write};

/// The page must load nothing, whatever names it contains.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src 'none'; \
                      base-uri 'none'; form-action 'none'";

/// Gives the text of the instruction at an address of a program (its index).
pub type Disassemble<'a> = dyn Fn(usize, u64) -> Option<String> + 'a;

/// Writes the page. `debug` has an element for each of [`Recording::programs`]. For a program
/// without one, addresses are shown.
pub fn write(
    recording: &Recording,
    debug: &[&Debug],
    view: &MpiView,
    asked: &Asked<'_>,
    disassemble: &Disassemble<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let command = recording.command.join(" ");
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>rankine run {}</title>\n<style>\n{}",
        Text(&command),
        include_str!("page.css")
    )?;
    anatomy::write_colours(out)?;
    out.write_all(b"</style>\n</head>\n<body>\n<main>\n")?;
    summary::write(recording, view, out)?;
    let place = |program: usize, address: u64| match debug.get(program) {
        Some(debug) => place_of_call(debug, address),
        None => format!("{address:#x}"),
    };
    let waits = crate::waits::of(recording, &place);
    let steps = waits.iter().flat_map(|waits| &waits.path.steps);
    let path: Vec<(u32, u64, u64)> = steps.map(|step| (step.rank, step.from, step.to)).collect();
    let name = |rank, function| recording.function(rank, function).to_owned();
    let ranks = Ranks { watches: asked.watches, name: &name };
    let taker = Taker::of(&recording.messages, &ranks);
    let site = |rank: u32, address| {
        place(recording.index_of(rank).map_or(usize::MAX, |index| recording.ranks[index].program), address)
    };
    let links = links::Links::of(recording);
    let timeline = timeline::Timeline::of(recording, debug, view, &path, (&taker, &site), &links);
    timeline.write(out)?;
    anatomy::write(&taker, &site, out)?;
    let cycles = recording.ranks.iter().map(|rank| rank.cycles).max().unwrap_or(0);
    waits::write(waits.as_ref(), view, cycles, out)?;
    asked::write(asked, out)?;
    tables::write(recording, view, out)?;
    links.write(out)?;
    profile::write(recording, debug, disassemble, out)?;
    platform::write(recording, out)?;
    let data = serde_json::to_string(&timeline)?;
    write!(
        out,
        "</main>\n<div id=\"tip\" role=\"tooltip\" hidden></div>\n\
         <script type=\"application/json\" id=\"data\">{}</script>\n<script>\n{}{}{}{}{}</script>\n</body>\n</html>\n",
        json_in_script(&data),
        include_str!("page.js"),
        include_str!("details.js"),
        include_str!("timeline.js"),
        include_str!("heat.js"),
        include_str!("links.js")
    )
}

#[cfg(test)]
#[path = "../tests/report.rs"]
mod tests;
