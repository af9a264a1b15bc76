//! The page of a reproduction: the rows, and the curves beside the printed points. It needs nothing else to be seen.

use super::bench::Series;
use super::sarc::Results;
use super::table::{COLUMNS, cells, summary};
use std::fmt::Write as _;

/// Size of a figure, and its margin for the scales.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 56.0;

const COLOURS: [&str; 3] = ["#b03030", "#2060a0", "#208050"];

const STYLE: &str = "body{font:15px/1.4 sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222}\
table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .5em;text-align:left;vertical-align:top}\
td.within{background:#dff2df}td.outside{background:#f6dcdc}td.not{background:#eee}svg{max-width:100%}\
text{font:12px sans-serif}@media print{body{margin:0}}";

pub fn page(results: &Results) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Rankine: SARC</title><style>{STYLE}</style>\
         </head><body>\n<h1>Katsamani's MPI on the SARC chip multiprocessor</h1>\n<p>{}.</p>\n<table><tr>",
        escaped(&summary(&results.rows))
    );
    for column in COLUMNS {
        let _ = write!(out, "<th>{column}</th>");
    }
    out.push_str("</tr>\n");
    for row in &results.rows {
        out.push_str("<tr>");
        for (column, cell) in COLUMNS.iter().zip(cells(row)) {
            let class = if *column == "verdict" { format!(" class=\"{cell}\"") } else { String::new() };
            let _ = write!(out, "<td{class}>{}</td>", escaped(&cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
    for (title, curves) in &results.figures {
        let _ = writeln!(out, "<h2>{}</h2>\n{}", escaped(title), figure(curves));
    }
    out.push_str("</body></html>\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Points of the first curve as circles if it was printed, all others as lines.
fn figure(curves: &[(&str, Series)]) -> String {
    let points = || curves.iter().flat_map(|(_, series)| series);
    let most_x = points().map(|(x, _)| f64::from(*x)).fold(1.0, f64::max);
    let most_y = points().map(|(_, y)| *y).fold(1.0, f64::max);
    let place = |&(x, y): &(u32, f64)| {
        let across = MARGIN + f64::from(x) / most_x * (WIDTH - 2.0 * MARGIN);
        (across, HEIGHT - MARGIN - y / most_y * (HEIGHT - 2.0 * MARGIN))
    };
    let mut out = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\">\n");
    let (left, low, right) = (MARGIN, HEIGHT - MARGIN, WIDTH - MARGIN);
    let _ = writeln!(out, "<path d=\"M{left} {MARGIN}V{low}H{right}\" fill=\"none\" stroke=\"#888\"/>");
    for part in 0..=4 {
        let share = f64::from(part) / 4.0;
        let (x, y) = (left + share * (right - left), low - share * (low - MARGIN));
        let (bytes, cycles) = (share * most_x, share * most_y);
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{bytes:.0}</text>", low + 18.0);
        let _ = writeln!(out, "<text x=\"{}\" y=\"{y:.1}\" text-anchor=\"end\">{cycles:.0}</text>", left - 6.0);
    }
    for (index, (name, series)) in curves.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let mut series = series.clone();
        series.sort_by_key(|(x, _)| *x);
        if *name == "printed" {
            for (x, y) in series.iter().map(place) {
                let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>");
            }
        } else {
            let line: Vec<String> = series.iter().map(place).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let _ = writeln!(out, "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\"/>", line.join(" "));
        }
        let y = MARGIN - 36.0 + 15.0 * index as f64;
        let _ = writeln!(out, "<text x=\"{}\" y=\"{y}\" fill=\"{colour}\">{}</text>", left + 8.0, escaped(name));
    }
    out.push_str("</svg>");
    out
}
