//! The HTML page of a reproduction: the rows, and the curves beside the printed points. The page
//! needs no other file.

use super::bench::Series;
use super::table::{Column, REASON, Row, VERDICT, columns, summary};
use std::fmt::Write as _;

/// The results of a reproduction.
pub struct Results {
    /// Name of the machine, and what was measured on it.
    pub machine: &'static str,
    pub title: &'static str,
    /// Remarks on the measurement, a line each.
    pub about: Vec<String>,
    pub rows: Vec<Row>,
    pub figures: Vec<Figure>,
    /// Are the curves printed behind the rows?
    pub prints_figures: bool,
}

/// A figure: curves with their names. Curves whose names begin with `printed` or `derived` are
/// drawn as points.
pub struct Figure {
    pub title: &'static str,
    pub scale: Scale,
    pub curves: Vec<(&'static str, Series)>,
}

/// Beginnings of names: curves of printed values, and curves of values that follow from printed
/// ones.
pub const PRINTED: &str = "printed";
pub const DERIVED: &str = "derived";

/// The scale of the vertical axis.
#[derive(Clone, Copy, PartialEq)]
pub enum Scale {
    Linear,
    Logarithmic,
}

/// The size of a figure, and the margin for its axes.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 56.0;

const COLOURS: [&str; 10] =
    ["#b03030", "#2060a0", "#208050", "#a06010", "#7040a0", "#404040", "#e07090", "#30b0c0", "#90b020", "#c0a000"];

/// The number of columns for the curves' names above a figure, and the height of this area.
const NAME_COLUMNS: usize = 3;
const NAMES_HEIGHT: f64 = 45.0;

const STYLE: &str = "body{font:15px/1.4 sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222}\
table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .5em;text-align:left;vertical-align:top}\
td.within{background:#dff2df}td.outside{background:#f6dcdc}td.no-criterion{background:#eee}\
td.reason{min-width:24em;font-size:85%}svg{max-width:100%}\
text{font:12px sans-serif}@media print{body{margin:0}}";

/// A page with this title around `body`.
pub fn framed(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Rankine: {title}</title><style>{STYLE}</style>\
         </head><body>\n{body}</body></html>\n"
    )
}

/// A figure as a file of its own.
pub fn svg(figure: &Figure) -> String {
    const ALONE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" font-family=\"sans-serif\" font-size=\"12\"";
    let title = format!(">\n<title>{}</title>\n", escaped(figure.title));
    drawn(figure).replacen("<svg", ALONE, 1).replacen(">\n", &title, 1) + "\n"
}

pub fn page(results: &Results) -> String {
    let mut out = format!("<h1>{}</h1>\n<p>{}.</p>\n", escaped(results.title), escaped(&summary(&results.rows)));
    for line in &results.about {
        let _ = writeln!(out, "<p>{}</p>", escaped(line));
    }
    out.push_str(&table(&results.rows));
    for figure in &results.figures {
        let _ = writeln!(out, "<h2>{}</h2>\n{}", escaped(figure.title), drawn(figure));
    }
    framed(results.machine, &out)
}

/// The rows as a table. Columns that are empty in all rows are left out.
fn table(rows: &[Row]) -> String {
    let is_used = |column: &Column| column.cells.iter().any(|cell| !cell.is_empty());
    let used: Vec<Column> = columns(rows).into_iter().filter(is_used).collect();
    let mut out = "<table><tr>".to_owned();
    for column in &used {
        let _ = write!(out, "<th>{}</th>", escaped(column.heading));
    }
    out.push_str("</tr>\n");
    for row in 0..rows.len() {
        out.push_str("<tr>");
        for column in &used {
            let cell = escaped(&column.cells[row]);
            let class = match column.heading {
                VERDICT => format!(" class=\"{}\"", cell.replace(' ', "-")),
                REASON => " class=\"reason\"".to_owned(),
                _ => String::new(),
            };
            let _ = write!(out, "<td{class}>{cell}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Turns values into positions in a figure.
struct Axes {
    scale: Scale,
    most_x: f64,
    /// The values at the foot and at the top.
    least_y: f64,
    most_y: f64,
}

impl Axes {
    fn of(figure: &Figure) -> Axes {
        let points = || figure.curves.iter().flat_map(|(_, series)| series);
        let most_x = points().map(|(x, _)| f64::from(*x)).fold(1.0, f64::max);
        let most_y = points().map(|(_, y)| *y).fold(1.0, f64::max);
        let least = points().map(|(_, y)| *y).fold(most_y, f64::min).max(1.0);
        let least_y = if figure.scale == Scale::Linear { 0.0 } else { 10_f64.powf(least.log10().floor()) };
        Axes { scale: figure.scale, most_x, least_y, most_y }
    }

    fn x(&self, x: f64) -> f64 {
        MARGIN + x / self.most_x * (WIDTH - 2.0 * MARGIN)
    }

    fn y(&self, y: f64) -> f64 {
        let up = match self.scale {
            Scale::Linear => y / self.most_y,
            Scale::Logarithmic => (y / self.least_y).log10() / (self.most_y / self.least_y).log10(),
        };
        HEIGHT - MARGIN - up * (HEIGHT - 2.0 * MARGIN)
    }

    /// The values that are written beside the vertical axis.
    fn marks(&self) -> Vec<f64> {
        match self.scale {
            Scale::Linear => (0..=4).map(|part| f64::from(part) / 4.0 * self.most_y).collect(),
            Scale::Logarithmic => std::iter::successors(Some(self.least_y), |y| Some(y * 10.0))
                .take_while(|y| *y <= self.most_y)
                .collect(),
        }
    }

    fn drawn(&self) -> String {
        let (left, low, right) = (MARGIN, HEIGHT - MARGIN, WIDTH - MARGIN);
        let mut out = format!("<path d=\"M{left} {MARGIN}V{low}H{right}\" fill=\"none\" stroke=\"#888\"/>\n");
        for part in 0..=4 {
            let value = f64::from(part) / 4.0 * self.most_x;
            let (x, y) = (self.x(value), low + 18.0);
            let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{value:.0}</text>");
        }
        for value in self.marks() {
            let (x, y) = (left - 6.0, self.y(value));
            let digits = if self.most_y < 100.0 { 1 } else { 0 };
            let _ = writeln!(out, "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{value:.digits$}</text>");
        }
        out
    }
}

/// Are the values of a curve printed in the source, or do they follow from printed values?
fn is_of_source(name: &str) -> bool {
    [PRINTED, DERIVED].iter().any(|of| name.starts_with(of))
}

fn drawn(figure: &Figure) -> String {
    let axes = Axes::of(figure);
    let place = |&(x, y): &(u32, f64)| (axes.x(f64::from(x)), axes.y(y));
    let mut out = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\">\n");
    out.push_str(&axes.drawn());
    let lines = figure.curves.len().div_ceil(NAME_COLUMNS).max(3);
    for (index, (name, series)) in figure.curves.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let mut series = series.clone();
        series.sort_by_key(|(x, _)| *x);
        if is_of_source(name) {
            for (x, y) in series.iter().map(place) {
                let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>");
            }
        } else {
            let line: Vec<String> = series.iter().map(place).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let _ = writeln!(out, "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\"/>", line.join(" "));
        }
        let (column, line) = (index / lines, index % lines);
        let (x, y) = (MARGIN + 8.0 + 180.0 * column as f64, MARGIN - 36.0 + NAMES_HEIGHT / lines as f64 * line as f64);
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\">{}</text>", escaped(name));
    }
    out.push_str("</svg>");
    out
}
