//! The numbers of a reproduction's curves, as text and as CSV.

use super::bench::at;
use super::page::Figure;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The least width of a column.
const WIDTH: usize = 10;

/// A figure as a table: a line for each x, a column for each curve, and `-` if a curve has no point
/// at this x.
pub fn text(figure: &Figure) -> String {
    let xs: BTreeSet<u32> = figure.curves.iter().flat_map(|(_, series)| series).map(|(x, _)| *x).collect();
    let width = |name: &str| name.chars().count().max(WIDTH);
    let mut out = format!("{}\n{:>WIDTH$}", figure.title, "");
    for (name, _) in &figure.curves {
        let _ = write!(out, " {name:>width$}", width = width(name));
    }
    out.push('\n');
    for x in xs {
        let _ = write!(out, "{x:>WIDTH$}");
        for (name, series) in &figure.curves {
            let y = at(series, x).map_or_else(|_| "-".to_owned(), |y| format!("{y:.1}"));
            let _ = write!(out, " {y:>width$}", width = width(name));
        }
        out.push('\n');
    }
    out
}

/// A line for each point of each curve.
pub fn csv(figures: &[Figure]) -> String {
    let mut out = "\"figure\",\"curve\",\"x\",\"y\"\n".to_owned();
    for figure in figures {
        for (name, series) in &figure.curves {
            for (x, y) in series {
                let _ = writeln!(out, "\"{}\",\"{name}\",{x},{y}", figure.title);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repro::page::Scale;

    #[test]
    fn points_as_text_and_csv() {
        let curves = vec![("one", vec![(1, 2.0), (10, 3.25)]), ("another one", vec![(10, 4.0)])];
        let figure = Figure { title: "ns by length", scale: Scale::Linear, curves };
        let lines = ["ns by length", "            one another one", " 1   2.0      -", "10   3.2    4.0"];
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let told = text(&figure);
        assert_eq!(told.lines().map(words).collect::<Vec<_>>(), lines.map(words));
        assert!(told.lines().skip(1).all(|line| line.len() == 33), "{told}");
        assert_eq!(csv(&[figure]).lines().nth(2), Some("\"ns by length\",\"one\",10,3.25"));
    }
}
