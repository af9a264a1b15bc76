//! The rows of a calibration: what was printed, what comes out here, and whether that is near enough.

use std::fmt::Write as _;

/// How near is near enough.
#[derive(Clone, Debug, PartialEq)]
pub enum Criterion {
    /// The same number.
    Exactly,
    /// So many per cent of each printed value.
    Within(f64),
    /// A statement that holds or does not, in words.
    Holds(&'static str),
    /// None: it is told, and not counted.
    Told,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Values beside the printed ones, in their order.
    Values(Vec<f64>),
    /// What was found, and whether the statement holds.
    Statement(String, bool),
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub id: &'static str,
    pub quantity: &'static str,
    /// The printed values; what was printed in words where there are none.
    pub printed: Vec<f64>,
    pub words: &'static str,
    pub criterion: Criterion,
    pub outcome: Outcome,
    /// What our own library makes of the same hardware, where that is another number.
    pub best: Option<Vec<f64>>,
}

impl Row {
    /// The largest error of a value, in per cent of the printed one.
    pub fn error(&self) -> Option<f64> {
        let Outcome::Values(ours) = &self.outcome else { return None };
        let errors = self.printed.iter().zip(ours).map(|(printed, ours)| 100.0 * (ours - printed) / printed);
        errors.max_by(|a, b| a.abs().total_cmp(&b.abs()))
    }

    /// Is there anything to be within?
    fn counts(&self) -> bool {
        self.criterion != Criterion::Told
    }

    pub fn is_within(&self) -> bool {
        match (&self.outcome, &self.criterion) {
            (Outcome::Statement(_, holds), _) => *holds,
            (Outcome::Values(_), Criterion::Within(most)) => self.error().is_some_and(|error| error.abs() <= *most),
            (Outcome::Values(ours), _) => *ours == self.printed,
        }
    }

    pub fn verdict(&self) -> &'static str {
        match (self.counts(), self.is_within()) {
            (false, _) => "told",
            (true, true) => "within",
            (true, false) => "outside",
        }
    }

    pub fn printed_text(&self) -> String {
        if self.printed.is_empty() { self.words.to_owned() } else { numbers(&self.printed) }
    }

    pub fn ours_text(&self) -> String {
        match &self.outcome {
            Outcome::Values(values) => numbers(values),
            Outcome::Statement(text, _) => text.clone(),
        }
    }

    pub fn best_text(&self) -> String {
        self.best.as_deref().map(numbers).unwrap_or_default()
    }

    pub fn error_text(&self) -> String {
        self.error().map(|error| format!("{error:+.1} %")).unwrap_or_default()
    }

    pub fn criterion_text(&self) -> String {
        match &self.criterion {
            Criterion::Exactly => "exact".to_owned(),
            Criterion::Within(percent) => format!("± {percent} %"),
            Criterion::Holds(words) => (*words).to_owned(),
            Criterion::Told => "none".to_owned(),
        }
    }
}

/// A row of numbers.
pub fn number(
    id: &'static str,
    quantity: &'static str,
    printed: Vec<f64>,
    criterion: Criterion,
    ours: Vec<f64>,
) -> Row {
    Row { id, quantity, printed, words: "", criterion, outcome: Outcome::Values(ours), best: None }
}

/// A row of a statement.
pub fn statement(
    id: &'static str,
    quantity: &'static str,
    words: &'static str,
    holds: &'static str,
    found: (String, bool),
) -> Row {
    let outcome = Outcome::Statement(found.0, found.1);
    Row { id, quantity, printed: Vec::new(), words, criterion: Criterion::Holds(holds), outcome, best: None }
}

/// At most two digits behind the point, and none that say nothing; three for what is small.
fn numbers(values: &[f64]) -> String {
    let number = |value: &f64| {
        let digits = if value.abs() < 10.0 { 3 } else { 1 };
        let text = format!("{value:.digits$}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    values.iter().map(number).collect::<Vec<_>>().join(" ")
}

/// Headings of the columns, and what a row has in them.
pub const COLUMNS: [&str; 8] = ["row", "quantity", "printed", "ours", "error", "criterion", "verdict", "best library"];

pub fn cells(row: &Row) -> [String; 8] {
    [
        row.id.to_owned(),
        row.quantity.to_owned(),
        row.printed_text(),
        row.ours_text(),
        row.error_text(),
        row.criterion_text(),
        row.verdict().to_owned(),
        row.best_text(),
    ]
}

/// How many rows are within their criteria, of how many.
pub fn summary(rows: &[Row]) -> String {
    let counted = rows.iter().filter(|row| row.counts());
    let within = counted.clone().filter(|row| row.is_within()).count();
    format!("{within} of {} rows within their criteria", counted.count())
}

pub fn text(rows: &[Row]) -> String {
    let mut out = String::new();
    for row in rows {
        let _ = writeln!(out, "{:<4} {} [{}]: {}", row.id, row.quantity, row.criterion_text(), row.verdict());
        let _ = writeln!(out, "     printed {}", row.printed_text());
        let error = row.error_text();
        let error = if error.is_empty() { error } else { format!(" ({error})") };
        let _ = writeln!(out, "     ours    {}{error}", row.ours_text());
        if row.best.is_some() {
            let _ = writeln!(out, "     best    {}", row.best_text());
        }
    }
    let _ = writeln!(out, "{}", summary(rows));
    out
}

pub fn csv(rows: &[Row]) -> String {
    let quoted = |cell: &str| format!("\"{}\"", cell.replace('"', "\"\""));
    let line = |cells: &[String]| cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",");
    let heading = COLUMNS.map(str::to_owned);
    let lines = std::iter::once(line(&heading)).chain(rows.iter().map(|row| line(&cells(row))));
    lines.map(|line| line + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(printed: &[f64], criterion: Criterion, outcome: Outcome) -> Row {
        Row {
            id: "K0",
            quantity: "q",
            printed: printed.to_vec(),
            words: "in \"words\"",
            criterion,
            outcome,
            best: None,
        }
    }

    #[test]
    fn verdicts() {
        for (row, verdict, error) in [
            (row(&[34.0, 52.0], Criterion::Exactly, Outcome::Values(vec![34.0, 52.0])), "within", "+0.0 %"),
            (row(&[34.0, 52.0], Criterion::Exactly, Outcome::Values(vec![34.0, 53.0])), "outside", "+1.9 %"),
            (row(&[100.0], Criterion::Within(10.0), Outcome::Values(vec![91.0])), "within", "-9.0 %"),
            (row(&[100.0, 10.0], Criterion::Within(10.0), Outcome::Values(vec![101.0, 12.0])), "outside", "+20.0 %"),
            (row(&[], Criterion::Holds("h"), Outcome::Statement("s".into(), true)), "within", ""),
            (row(&[], Criterion::Told, Outcome::Statement("s".into(), true)), "told", ""),
        ] {
            assert_eq!((row.verdict(), row.error_text().as_str()), (verdict, error), "{row:?}");
        }
        let rows = [row(&[], Criterion::Holds("h"), Outcome::Statement("a, b".into(), false))];
        assert!(csv(&rows).ends_with("\"in \"\"words\"\"\",\"a, b\",\"\",\"h\",\"outside\",\"\"\n"), "{}", csv(&rows));
    }
}
