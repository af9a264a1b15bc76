//! The anatomy of messages: a section with one message of each frequent size and protocol, and, for
//! the script, the parts of the messages of the timeline.

use super::html::{Cell, Interned, Text, table};
use super::thinning::Arrow;
use super::timeline::{signed, step};
use crate::anatomy::{CallName, Kind, Kinds, Part, Payload, Taker, Untold, Waterfall};
use crate::mpi_view::{counted, grouped};
use serde::Serialize;
use std::io::{self, Write};

/// The most sizes and protocols that are shown: those with most messages.
const KINDS_SHOWN: usize = 12;
/// The class of a bar's space before its part.
const BEFORE: &str = "before";
/// The classes of the colours of parts, in the order of [`Kind::ALL`].
const CLASSES: [&str; Kind::ALL.len()] =
    ["part-0", "part-1", "part-2", "part-3", "part-4", "part-5", "part-6", "part-7", "part-8"];

/// Gives the place of a rank's call by its return address.
pub(super) type Site<'a> = dyn Fn(u32, u64) -> String + 'a;

/// Writes the rules for the colours of parts.
pub(super) fn write_colours(out: &mut dyn Write) -> io::Result<()> {
    Kind::ALL
        .iter()
        .zip(CLASSES)
        .try_for_each(|(kind, class)| writeln!(out, "i.{class} {{ background: {}; }}", kind.colour()))
}

/// Writes the section. There is none if no message was sent, or if nothing was recorded.
pub(super) fn write(taker: &Taker<'_>, site: &Site<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (kinds, all) = Kinds::of(taker, KINDS_SHOWN);
    if kinds.averages.is_empty() && kinds.left_out == 0 {
        return Ok(());
    }
    out.write_all(
        b"<section>\n<h2>Anatomy of a message</h2>\n\
          <p class=\"note\">Where the time goes from the entry of the call that sends a message to the return of the call that \
          receives it. Click on a message of the timeline to see its own parts there.</p>\n",
    )?;
    if kinds.left_out > 0 {
        writeln!(
            out,
            "<p class=\"note\">Not in these tables: {}. {}</p>",
            counted(kinds.left_out, "message"),
            Text(&reason(taker))
        )?;
    }
    averages(&kinds, all, out)?;
    for (index, (median, average)) in kinds.medians.iter().zip(&kinds.averages).enumerate() {
        let message = &median.message;
        let summary = format!(
            "{}, {}: the message of median latency of {}, rank {} to rank {}, {} cycles",
            counted(message.bytes, "byte"),
            message.protocol.name(),
            counted(average.messages, "message"),
            message.source,
            message.destination,
            grouped(median.cycles())
        );
        let open = if index == 0 { " open=\"\"" } else { "" };
        writeln!(out, "<details{open}><summary>{}</summary>", Text(&summary))?;
        waterfall(median, site, out)?;
        out.write_all(b"</details>\n")?;
    }
    out.write_all(b"</section>\n")
}

/// The first reason why a message of a point-to-point call is not taken apart, as a sentence.
fn reason(taker: &Taker<'_>) -> String {
    let untold = taker.numbered().find_map(|(number, message)| taker.take(number, &message).err());
    untold.map(|untold| untold.to_string()).unwrap_or_default()
}

/// The mean parts of messages by size and protocol.
fn averages(kinds: &Kinds, all: usize, out: &mut dyn Write) -> io::Result<()> {
    let is_shown = |index: usize| kinds.averages.iter().any(|average| average.parts[index] > 0.0);
    let shown: Vec<usize> = (0..Kind::ALL.len()).filter(|index| is_shown(*index)).collect();
    let mut names = vec!["bytes", "<protocol", "messages", "total", "<"];
    names.extend(shown.iter().map(|index| Kind::ALL[*index].short()));
    let row = |average: &crate::anatomy::Average| {
        let parts = shown.iter().map(|index| (CLASSES[*index], average.parts[*index].round() as u64)).collect();
        let whole = average.mean_cycles.round() as u64;
        let mut cells = vec![
            Cell::Number(average.bytes),
            Cell::Text(average.protocol.name().into()),
            Cell::Number(average.messages),
            Cell::Number(whole),
            Cell::Bar(parts, whole),
        ];
        cells.extend(shown.iter().map(|index| Cell::Number(average.parts[*index].round() as u64)));
        cells
    };
    let rows: Vec<Vec<Cell>> = kinds.averages.iter().map(row).collect();
    let caption = format!("Mean cycles of a message, by size and protocol: {} of {all}.", rows.len());
    table(out, &caption, &names, &rows)
}

/// The parts of a message as a table with bars at their times.
fn waterfall(of: &Waterfall, site: &Site<'_>, out: &mut dyn Write) -> io::Result<()> {
    let call =
        |rank: u32, call: &CallName| format!("{}, called from {}", call.function, site(rank, call.return_address));
    writeln!(
        out,
        "<p class=\"note\">Message {}, begun at cycle {}. Sent in <code>{}</code>, received in <code>{}</code>.</p>",
        grouped(of.number),
        grouped(of.begin),
        Text(&call(of.message.source, &of.sender)),
        Text(&call(of.message.destination, &of.receiver))
    )?;
    for remark in of.remarks() {
        writeln!(out, "<p class=\"note\">{}</p>", Text(remark))?;
    }
    let late = of.of(Kind::LateReceiver);
    let caption = format!("{} cycles, {} of them late receiver.", grouped(of.cycles()), grouped(late));
    parts(of, &of.parts, &caption, out)?;
    let Some(payload) = &of.payload else { return Ok(()) };
    parts(of, &payload.parts, &told(payload), out)
}

/// The sentences on a payload.
fn told(payload: &Payload) -> String {
    format!("Payload: {}.", payload.sentences.join("; "))
}

/// A table of some parts of a message's time.
fn parts(of: &Waterfall, shown: &[Part], caption: &str, out: &mut dyn Write) -> io::Result<()> {
    let row = |part: &Part| {
        let before = part.begin - of.begin;
        vec![
            Cell::Number(before),
            Cell::Number(part.cycles()),
            Cell::Text(part.kind.name().into()),
            Cell::Code(format!("{}: {}", part.place, part.name)),
            Cell::Bar(vec![(BEFORE, before), (CLASSES[part.kind as usize], part.cycles())], of.cycles()),
        ]
    };
    let rows: Vec<Vec<Cell>> = shown.iter().map(row).collect();
    table(out, caption, &["from", "cycles", "<part", "<what", "<time"], &rows)
}

/// The parts of the messages of the timeline, for the script.
#[derive(Serialize)]
pub(super) struct Anatomies {
    /// Names of the kinds of parts. The colour of a kind is the class `part-` and its index.
    kinds: Vec<&'static str>,
    texts: Vec<String>,
    /// Index of the kind; of the place and of the name in `texts`.
    parts: Vec<(usize, usize, usize)>,
    shapes: Vec<Shape>,
    /// Why messages are not taken apart.
    untold: Vec<String>,
    /// For each message of the timeline, in the same order, either -1 minus the index in `untold`, or the
    /// index in `shapes`, the message's number, the cycles from the entry of its call until it is sent,
    /// the index of the text on its payload (-1 if there is none), and the cycles of each part of the
    /// shape.
    messages: Vec<i64>,
}

/// What many messages have in common: the calls that send and receive, sentences about what is not
/// known, and parts, as indices (the calls and sentences in `texts`).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Shape(usize, usize, Vec<usize>, Vec<usize>);

impl Anatomies {
    /// The anatomies of these arrows. An arrow of several messages has that of the first one.
    pub(super) fn of(taker: &Taker<'_>, site: &Site<'_>, arrows: &[Arrow]) -> Anatomies {
        let mut texts = Interned::new();
        let mut parts = Interned::new();
        let mut shapes = Interned::new();
        let mut untold: Interned<Untold> = Interned::new();
        let mut messages = Vec::new();
        for Arrow { first, number, .. } in arrows {
            let taken = match taker.take(*number, first) {
                Ok(taken) => taken,
                Err(why) => {
                    messages.push(-1 - untold.number(why) as i64);
                    continue;
                }
            };
            let mut call = |rank: u32, call: &CallName| {
                texts.number(format!(
                    "rank {rank} in {}, called from {}",
                    call.function,
                    site(rank, call.return_address)
                ))
            };
            let calls = (call(first.source, &taken.sender), call(first.destination, &taken.receiver));
            let remarks = taken.remarks().into_iter().map(|remark| texts.number(remark.to_owned())).collect();
            let own = taken.parts.iter().map(|part| {
                let (place, name) = (texts.number(part.place.clone()), texts.number(part.name.clone()));
                parts.number((part.kind as usize, place, name))
            });
            let shape = Shape(calls.0, calls.1, remarks, own.collect());
            let payload = taken.payload.as_ref().map_or(-1, |payload| texts.number(told(payload)) as i64);
            messages.extend([shapes.number(shape) as i64, signed(*number), step(taken.begin, first.sent), payload]);
            messages.extend(taken.parts.iter().map(|part| signed(part.cycles())));
        }
        Anatomies {
            kinds: Kind::ALL.map(Kind::name).to_vec(),
            texts: texts.values,
            parts: parts.values,
            shapes: shapes.values,
            untold: untold.values.iter().map(Untold::to_string).collect(),
            messages,
        }
    }
}
