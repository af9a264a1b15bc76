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

/// How much a row's agreement says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A number of the source is built in, and comes out again.
    Constructed,
    /// Something was chosen knowing this row, or one that moves with it.
    Fitted,
    /// Nothing was chosen knowing it. Only such rows are evidence.
    Predicted,
}

impl Class {
    const ALL: [Class; 3] = [Class::Predicted, Class::Fitted, Class::Constructed];

    pub fn name(self) -> &'static str {
        match self {
            Class::Constructed => "constructed",
            Class::Fitted => "fitted",
            Class::Predicted => "predicted",
        }
    }
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
    /// The class, and why: what is built in, or what was chosen. None: nobody has classed the row.
    pub class: Option<(Class, &'static str)>,
}

impl Row {
    /// The same row with its class.
    pub fn classed(self, class: Class, reason: &'static str) -> Row {
        Row { class: Some((class, reason)), ..self }
    }

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

    pub fn class_text(&self) -> &'static str {
        self.class.map(|(class, _)| class.name()).unwrap_or_default()
    }

    pub fn reason_text(&self) -> &'static str {
        self.class.map(|(_, reason)| reason).unwrap_or_default()
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
    Row { id, quantity, printed, words: "", criterion, outcome: Outcome::Values(ours), best: None, class: None }
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
    let criterion = Criterion::Holds(holds);
    Row { id, quantity, printed: Vec::new(), words, criterion, outcome, best: None, class: None }
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
pub const COLUMNS: [&str; 10] = [
    "row",
    "quantity",
    "printed",
    "ours",
    "error",
    "criterion",
    "verdict",
    "best library",
    "class",
    "reason of the class",
];

pub fn cells(row: &Row) -> [String; COLUMNS.len()] {
    [
        row.id.to_owned(),
        row.quantity.to_owned(),
        row.printed_text(),
        row.ours_text(),
        row.error_text(),
        row.criterion_text(),
        row.verdict().to_owned(),
        row.best_text(),
        row.class_text().to_owned(),
        row.reason_text().to_owned(),
    ]
}

/// How many of these rows are within their criteria, of how many that have one.
fn score<'a>(rows: impl Iterator<Item = &'a Row>) -> (usize, usize) {
    let counted = rows.filter(|row| row.counts());
    counted.fold((0, 0), |(within, all), row| (within + usize::from(row.is_within()), all + 1))
}

/// How many rows are within their criteria, of how many; each class by itself, if there are classes.
pub fn summary(rows: &[Row]) -> String {
    let (within, all) = score(rows.iter());
    let mut out = format!("{within} of {all} rows within their criteria");
    if rows.iter().any(|row| row.class.is_some()) {
        let of = |class: Class| rows.iter().filter(move |row| row.class.is_some_and(|(of, _)| of == class));
        let classes = Class::ALL.map(|class| {
            let (within, all) = score(of(class));
            format!("{} {within} of {all}", class.name())
        });
        let _ = write!(out, ": {}; only predicted rows are evidence", classes.join(", "));
    }
    out
}

pub fn text(rows: &[Row]) -> String {
    let mut out = String::new();
    for row in rows {
        let class = row.class.map(|(class, _)| format!(", {}", class.name())).unwrap_or_default();
        let _ = writeln!(out, "{:<4} {} [{}]: {}{class}", row.id, row.quantity, row.criterion_text(), row.verdict());
        let _ = writeln!(out, "     printed {}", row.printed_text());
        let error = row.error_text();
        let error = if error.is_empty() { error } else { format!(" ({error})") };
        let _ = writeln!(out, "     ours    {}{error}", row.ours_text());
        if row.best.is_some() {
            let _ = writeln!(out, "     best    {}", row.best_text());
        }
        if !row.reason_text().is_empty() {
            let _ = writeln!(out, "     class   {}", row.reason_text());
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
            class: None,
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
        assert!(
            csv(&rows).ends_with("\"in \"\"words\"\"\",\"a, b\",\"\",\"h\",\"outside\",\"\",\"\",\"\"\n"),
            "{}",
            csv(&rows)
        );
    }

    #[test]
    fn classes_are_counted_apart() {
        let holds = |holds| row(&[], Criterion::Holds("h"), Outcome::Statement("s".into(), holds));
        let told = row(&[], Criterion::Told, Outcome::Statement("s".into(), true));
        assert_eq!(summary(&[holds(true), holds(false)]), "1 of 2 rows within their criteria");
        let rows = [
            holds(true).classed(Class::Predicted, "nothing"),
            holds(false).classed(Class::Predicted, "nothing"),
            holds(true).classed(Class::Fitted, "a number"),
            told.classed(Class::Constructed, "built in"),
        ];
        let classes = "predicted 1 of 2, fitted 1 of 1, constructed 0 of 0; only predicted rows are evidence";
        assert_eq!(summary(&rows), format!("2 of 3 rows within their criteria: {classes}"));
        assert!(text(&rows).contains("[h]: outside, predicted\n"), "{}", text(&rows));
        assert!(text(&rows).contains("     class   a number\n"), "{}", text(&rows));
        assert!(csv(&rows).contains("\"fitted\",\"a number\"\n"), "{}", csv(&rows));
    }
}
