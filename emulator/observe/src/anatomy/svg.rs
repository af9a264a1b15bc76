//! Anatomies as a drawing: a row for each part, with its bar at its time.

use super::Anatomy;
use super::parts::{Kind, Part};
use crate::mpi_view::{counted, grouped};
use std::io::{self, Write};

const WIDTH: u64 = 1000;
/// The position at which the bars begin, and the width of all bars together.
const LEFT: u64 = 420;
const BARS: u64 = 500;
const ROW: u64 = 22;
const HEAD: u64 = 34;

/// Draws the chosen message of each run, one below the other.
pub fn svg(anatomies: &[&Anatomy], out: &mut dyn Write) -> io::Result<()> {
    let height = |of: &Anatomy| HEAD + ROW * of.chosen.parts.len() as u64 + ROW + payload_height(of);
    let whole: u64 = anatomies.iter().map(|of| height(of)).sum();
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {whole}\" width=\"{WIDTH}\" height=\"{whole}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"{WIDTH}\" height=\"{whole}\" fill=\"white\"/>"
    )?;
    let mut top = 0;
    for of in anatomies {
        draw(of, top, out)?;
        top += height(of);
    }
    writeln!(out, "</svg>")
}

fn draw(of: &Anatomy, top: u64, out: &mut dyn Write) -> io::Result<()> {
    let chosen = &of.chosen;
    let title = format!(
        "{}: rank {} to rank {}, {}, {}: {} cycles, {} of them late receiver",
        of.platform,
        chosen.message.source,
        chosen.message.destination,
        counted(chosen.message.bytes, "byte"),
        chosen.message.protocol.name(),
        grouped(chosen.cycles()),
        grouped(chosen.of(Kind::LateReceiver))
    );
    writeln!(out, "<text x=\"8\" y=\"{}\" font-weight=\"bold\">{}</text>", top + 20, Escaped(&title))?;
    let payload_top = bars(of, &chosen.parts, top + HEAD, out)?;
    let Some(payload) = &chosen.payload else { return Ok(()) };
    for (row, sentence) in (1..).zip(&payload.sentences) {
        let y = payload_top + ROW * row - 4;
        writeln!(out, "<text x=\"8\" y=\"{y}\">Payload: {}</text>", Escaped(sentence))?;
    }
    bars(of, &payload.parts, payload_top + ROW * payload.sentences.len() as u64, out).map(drop)
}

/// The height of the part that shows the packets with the payload.
fn payload_height(of: &Anatomy) -> u64 {
    of.chosen.payload.as_ref().map_or(0, |payload| ROW * (payload.sentences.len() + payload.parts.len()) as u64)
}

/// Draws a row for each part; returns the position below them.
fn bars(of: &Anatomy, parts: &[Part], top: u64, out: &mut dyn Write) -> io::Result<u64> {
    let chosen = &of.chosen;
    for (row, part) in (0..).zip(parts) {
        let y = top + ROW * row;
        let x = |cycle: u64| LEFT as f64 + (cycle - chosen.begin) as f64 * BARS as f64 / chosen.cycles().max(1) as f64;
        let (begin, end) = (x(part.begin), x(part.end));
        writeln!(
            out,
            "<text x=\"8\" y=\"{}\">{}</text><rect x=\"{begin:.1}\" y=\"{y}\" width=\"{:.1}\" height=\"{}\" fill=\"{}\">\
             <title>{}</title></rect><text x=\"{:.1}\" y=\"{}\">{}</text>",
            y + 14,
            Escaped(&label(part)),
            (end - begin).max(1.0),
            ROW - 4,
            part.kind.colour(),
            Escaped(&format!("{}: {}", part.kind.name(), counted(part.cycles(), "cycle"))),
            end + 6.0,
            y + 14,
            grouped(part.cycles())
        )?;
    }
    Ok(top + ROW * parts.len() as u64)
}

fn label(part: &Part) -> String {
    format!("{}: {}, {}", part.place, part.kind.name(), part.name)
}

/// Text in a document.
struct Escaped<'a>(&'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                _ => write!(f, "{letter}")?,
            }
        }
        Ok(())
    }
}
