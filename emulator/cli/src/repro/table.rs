//! The rows of a reproduction: the printed value, our value, and whether they agree.

use std::fmt::Write as _;

/// When our values agree with the printed ones.
#[derive(Clone, Debug, PartialEq)]
pub enum Criterion {
    /// If they are equal.
    Exactly,
    /// If each is within so many per cent of the printed value.
    Within(f64),
    /// If this statement holds.
    Holds(&'static str),
    /// No criterion: the row is shown for comparison and does not count.
    None,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Our values, in the order of the printed ones.
    Values(Vec<f64>),
    /// What was found, and whether the criterion's statement holds.
    Statement(String, bool),
}

/// The result under another hypothesis or with another library: a column beside ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Heading of the column; variants of several rows with the same label share it.
    pub label: &'static str,
    pub outcome: Outcome,
}

impl Variant {
    /// A variant with values in the order of the printed ones.
    pub fn values(label: &'static str, values: Vec<f64>) -> Variant {
        Variant { label, outcome: Outcome::Values(values) }
    }
}

impl Outcome {
    fn text(&self) -> String {
        match self {
            Outcome::Values(values) => numbers(values),
            Outcome::Statement(text, _) => text.clone(),
        }
    }
}

/// How much a row's agreement proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A number of the source is built in and comes out again.
    Constructed,
    /// A choice was made with knowledge of this row, or of a row that moves with it.
    Fitted,
    /// No choice was made with knowledge of it. Only such rows are evidence.
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
    /// Section, table or figure of the source.
    pub source: &'static str,
    /// The printed values. If there are none, `words` says what is printed.
    pub printed: Vec<f64>,
    pub words: &'static str,
    /// For values that the source does not print: how they were read off a figure, interpolated or
    /// computed.
    pub derived: Option<&'static str>,
    pub criterion: Criterion,
    pub outcome: Outcome,
    pub variants: Vec<Variant>,
    /// The class and its reason: what is built in, or which choices were made. None if the row does
    /// not count.
    pub class: Option<(Class, String)>,
}

impl Row {
    /// The same row, with an explanation of how its values follow from printed ones.
    pub fn derived(self, how: &'static str) -> Row {
        Row { derived: Some(how), ..self }
    }

    /// The same row, shown for comparison only.
    pub fn without_criterion(self) -> Row {
        Row { criterion: Criterion::None, ..self }
    }

    /// The same row, with one more column.
    pub fn beside(mut self, variant: Variant) -> Row {
        self.variants.push(variant);
        self
    }

    /// The largest error of a value, in per cent of the printed one.
    pub fn error(&self) -> Option<f64> {
        self.error_of(&self.outcome)
    }

    /// The largest error of another outcome of this row.
    fn error_of(&self, outcome: &Outcome) -> Option<f64> {
        let Outcome::Values(ours) = outcome else { return None };
        let errors = self.printed.iter().zip(ours).map(|(printed, ours)| 100.0 * (ours - printed) / printed);
        errors.max_by(|a, b| a.abs().total_cmp(&b.abs()))
    }

    /// Does the row have a criterion?
    pub fn counts(&self) -> bool {
        self.criterion != Criterion::None
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
            (false, _) => NO_CRITERION,
            (true, true) => "within",
            (true, false) => "outside",
        }
    }

    pub fn printed_text(&self) -> String {
        if self.printed.is_empty() { self.words.to_owned() } else { numbers(&self.printed) }
    }

    pub fn ours_text(&self) -> String {
        self.outcome.text()
    }

    /// The cell of this row in the column with this label, with its error.
    fn variant_text(&self, label: &str) -> String {
        let of = self.variants.iter().filter(|variant| variant.label == label);
        of.map(|variant| self.with_error(&variant.outcome)).collect::<Vec<_>>().join("; ")
    }

    /// An outcome in words, with its error.
    fn with_error(&self, outcome: &Outcome) -> String {
        match self.error_of(outcome) {
            Some(error) => format!("{} ({error:+.1} %)", outcome.text()),
            None => outcome.text(),
        }
    }

    pub fn class_text(&self) -> &'static str {
        self.class.as_ref().map(|(class, _)| class.name()).unwrap_or_default()
    }

    pub fn reason_text(&self) -> &str {
        self.class.as_ref().map(|(_, reason)| reason.as_str()).unwrap_or_default()
    }

    pub fn error_text(&self) -> String {
        self.error().map(|error| format!("{error:+.1} %")).unwrap_or_default()
    }

    pub fn criterion_text(&self) -> String {
        match &self.criterion {
            Criterion::Exactly => "exact".to_owned(),
            Criterion::Within(percent) => format!("± {percent} %"),
            Criterion::Holds(words) => (*words).to_owned(),
            Criterion::None => "none".to_owned(),
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
    Row { printed, ..blank(id, quantity, criterion, Outcome::Values(ours)) }
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
    Row { words, ..blank(id, quantity, Criterion::Holds(holds), outcome) }
}

/// A row without printed values, variants and class.
fn blank(id: &'static str, quantity: &'static str, criterion: Criterion, outcome: Outcome) -> Row {
    let (printed, variants) = (Vec::new(), Vec::new());
    Row { id, quantity, source: "", printed, words: "", derived: None, criterion, outcome, variants, class: None }
}

/// Numbers with one digit behind the point, or three if they are below 10. Zeros at the end are
/// left out.
fn numbers(values: &[f64]) -> String {
    let number = |value: &f64| {
        let digits = if value.abs() < 10.0 { 3 } else { 1 };
        let text = format!("{value:.digits$}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    values.iter().map(number).collect::<Vec<_>>().join(" ")
}

/// A column of the table: its heading, and the cell of each row.
pub struct Column {
    pub heading: &'static str,
    pub cells: Vec<String>,
}

/// Heading of the column that says `within`, `outside` or `no criterion`.
pub const VERDICT: &str = "verdict";
/// The verdict of a row that is shown for comparison only.
pub const NO_CRITERION: &str = "no criterion";
/// Heading of the column with the reasons of the classes, which are long texts.
pub const REASON: &str = "reason of the class";

/// All columns. Each label of variants has a column, in the order in which the labels first occur.
pub fn columns(rows: &[Row]) -> Vec<Column> {
    type Cell = fn(&Row) -> String;
    const BEFORE: [(&str, Cell); 9] = [
        ("row", |row| row.id.to_owned()),
        ("quantity", |row| row.quantity.to_owned()),
        ("source", |row| row.source.to_owned()),
        ("printed", |row| row.printed_text()),
        ("derived", |row| row.derived.unwrap_or_default().to_owned()),
        ("ours", |row| row.ours_text()),
        ("error", |row| row.error_text()),
        ("criterion", |row| row.criterion_text()),
        (VERDICT, |row| row.verdict().to_owned()),
    ];
    const BEHIND: [(&str, Cell); 2] =
        [("class", |row| row.class_text().to_owned()), (REASON, |row| row.reason_text().to_owned())];
    let column = |(heading, cell): (&'static str, Cell)| Column { heading, cells: rows.iter().map(cell).collect() };
    let variants = labels(rows)
        .into_iter()
        .map(|label| Column { heading: label, cells: rows.iter().map(|row| row.variant_text(label)).collect() });
    BEFORE.into_iter().map(column).chain(variants).chain(BEHIND.into_iter().map(column)).collect()
}

/// Labels of the rows' variants, each once.
fn labels(rows: &[Row]) -> Vec<&'static str> {
    let mut labels = Vec::new();
    for variant in rows.iter().flat_map(|row| &row.variants) {
        if !labels.contains(&variant.label) {
            labels.push(variant.label);
        }
    }
    labels
}

/// The number of rows that are within their criteria, and the number of rows that have a criterion.
fn score<'a>(rows: impl Iterator<Item = &'a Row>) -> (usize, usize) {
    let counted = rows.filter(|row| row.counts());
    counted.fold((0, 0), |(within, all), row| (within + usize::from(row.is_within()), all + 1))
}

/// A sentence: how many rows are within their criteria, out of how many. If there are classes, each
/// class is counted, too.
pub fn summary(rows: &[Row]) -> String {
    let (within, all) = score(rows.iter());
    let rows_within = if all == 1 { "row within its criterion" } else { "rows within their criteria" };
    let mut out = format!("{within} of {all} {rows_within}");
    if rows.iter().any(|row| row.class.is_some()) {
        let of = |class: Class| rows.iter().filter(move |row| row.class.as_ref().is_some_and(|(of, _)| *of == class));
        let classes = Class::ALL.map(|class| {
            let (within, all) = score(of(class));
            format!("{} {within} of {all}", class.name())
        });
        let _ = write!(out, ": {}; only predicted rows are evidence", classes.join(", "));
    }
    out
}

pub fn text(rows: &[Row]) -> String {
    rows.iter().map(row_text).collect::<String>() + &summary(rows) + "\n"
}

/// A row as lines: a head, and a line for each text that is not empty.
fn row_text(row: &Row) -> String {
    let class = row.class.as_ref().map(|(class, _)| format!(", {}", class.name())).unwrap_or_default();
    let printed = row.printed_text();
    let (printed, derived) = match row.derived {
        None => (printed, String::new()),
        Some(how) => (String::new(), format!("{printed}, not printed: {how}")),
    };
    let mut lines = vec![("source", row.source.to_owned()), ("printed", printed), ("derived", derived)];
    lines.push(("ours", row.with_error(&row.outcome)));
    lines.extend(row.variants.iter().map(|variant| (variant.label, row.with_error(&variant.outcome))));
    lines.push(("class", row.reason_text().to_owned()));
    let criterion = if row.counts() { format!(" [{}]", row.criterion_text()) } else { String::new() };
    let mut out = format!("{:<4} {}{criterion}: {}{class}\n", row.id, row.quantity, row.verdict());
    for (label, text) in lines.into_iter().filter(|(_, text)| !text.is_empty()) {
        let _ = writeln!(out, "     {label:<7} {text}");
    }
    out
}

/// A table in Markdown: for each class, how many rows are within their criteria and how many are
/// not.
pub fn classes(rows: &[Row]) -> String {
    let mut out = "| class | within | outside |\n|---|---|---|\n".to_owned();
    for class in Class::ALL {
        let of = rows.iter().filter(|row| row.class.as_ref().is_some_and(|(of, _)| *of == class));
        let (within, all) = score(of);
        let _ = writeln!(out, "| {} | {within} | {} |", class.name(), all - within);
    }
    out
}

/// A table in Markdown, without the columns of long texts.
pub fn markdown(rows: &[Row]) -> String {
    let mut out = "| row | quantity | source | printed | ours | criterion | verdict | class |\n".to_owned();
    out += "|---|---|---|---|---|---|---|---|\n";
    for row in rows {
        let derived = if row.derived.is_some() { " (derived)" } else { "" };
        let cells = [
            row.id,
            row.quantity,
            row.source,
            &(row.printed_text() + derived),
            &row.with_error(&row.outcome),
            &row.criterion_text(),
            row.verdict(),
            row.class_text(),
        ]
        .map(|cell| cell.replace('|', "\\|"));
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    out
}

pub fn csv(rows: &[Row]) -> String {
    let quoted = |cell: &str| format!("\"{}\"", cell.replace('"', "\"\""));
    let columns = columns(rows);
    let line = |cells: Vec<&str>| cells.into_iter().map(quoted).collect::<Vec<_>>().join(",") + "\n";
    let heading = line(columns.iter().map(|column| column.heading).collect());
    let rows = (0..rows.len()).map(|row| line(columns.iter().map(|column| column.cells[row].as_str()).collect()));
    heading + &rows.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(printed: &[f64], criterion: Criterion, outcome: Outcome) -> Row {
        Row { printed: printed.to_vec(), words: "in \"words\"", ..blank("K0", "q", criterion, outcome) }
    }

    fn classed(row: Row, class: Class, reason: &str) -> Row {
        Row { class: Some((class, reason.to_owned())), ..row }
    }

    #[test]
    fn verdicts() {
        for (row, verdict, error) in [
            (row(&[34.0, 52.0], Criterion::Exactly, Outcome::Values(vec![34.0, 52.0])), "within", "+0.0 %"),
            (row(&[34.0, 52.0], Criterion::Exactly, Outcome::Values(vec![34.0, 53.0])), "outside", "+1.9 %"),
            (row(&[100.0], Criterion::Within(10.0), Outcome::Values(vec![91.0])), "within", "-9.0 %"),
            (row(&[100.0, 10.0], Criterion::Within(10.0), Outcome::Values(vec![101.0, 12.0])), "outside", "+20.0 %"),
            (row(&[], Criterion::Holds("h"), Outcome::Statement("s".into(), true)), "within", ""),
            (row(&[], Criterion::None, Outcome::Statement("s".into(), true)), NO_CRITERION, ""),
        ] {
            assert_eq!((row.verdict(), row.error_text().as_str()), (verdict, error), "{row:?}");
        }
        let rows = [row(&[], Criterion::Holds("h"), Outcome::Statement("a, b".into(), false))];
        assert!(
            csv(&rows).ends_with("\"in \"\"words\"\"\",\"\",\"a, b\",\"\",\"h\",\"outside\",\"\",\"\"\n"),
            "{}",
            csv(&rows)
        );
    }

    #[test]
    fn classes_are_counted_apart() {
        let holds = |holds| row(&[], Criterion::Holds("h"), Outcome::Statement("s".into(), holds));
        let shown = row(&[], Criterion::None, Outcome::Statement("s".into(), true));
        assert_eq!(summary(&[holds(true), holds(false)]), "1 of 2 rows within their criteria");
        assert_eq!(summary(&[holds(true)]), "1 of 1 row within its criterion");
        let rows = [
            classed(holds(true), Class::Predicted, "nothing"),
            classed(holds(false), Class::Predicted, "nothing"),
            classed(holds(true), Class::Fitted, "a number"),
            classed(shown, Class::Constructed, "built in"),
        ];
        let classes = "predicted 1 of 2, fitted 1 of 1, constructed 0 of 0; only predicted rows are evidence";
        assert_eq!(summary(&rows), format!("2 of 3 rows within their criteria: {classes}"));
        let table = "| predicted | 1 | 1 |\n| fitted | 1 | 0 |\n| constructed | 0 | 0 |\n";
        assert!(super::classes(&rows).ends_with(table), "{}", super::classes(&rows));
        assert!(text(&rows).contains("[h]: outside, predicted\n"), "{}", text(&rows));
        assert!(text(&rows).contains("     class   a number\n"), "{}", text(&rows));
        assert!(csv(&rows).contains("\"fitted\",\"a number\"\n"), "{}", csv(&rows));
    }

    #[test]
    fn variants_have_columns_and_derived_values_say_how() {
        let of = |value| Outcome::Values(vec![value]);
        let rows = [
            Row { source: "Table 1", ..row(&[100.0], Criterion::Within(10.0), of(90.0)) }
                .beside(Variant::values("one", vec![100.0]))
                .beside(Variant { label: "two", outcome: Outcome::Statement("s".into(), true) }),
            row(&[200.0], Criterion::Within(10.0), of(220.0))
                .derived("read off Figure 2")
                .beside(Variant::values("two", vec![150.0])),
        ];
        let lines = [
            "K0   q [± 10 %]: within",
            "source  Table 1",
            "printed 100",
            "ours    90 (-10.0 %)",
            "one     100 (+0.0 %)",
            "two     s",
            "K0   q [± 10 %]: within",
            "derived 200, not printed: read off Figure 2",
            "ours    220 (+10.0 %)",
            "two     150 (-25.0 %)",
            "2 of 2 rows within their criteria",
        ];
        let text = text(&rows);
        assert_eq!(text.lines().map(str::trim).collect::<Vec<_>>(), lines);
        let csv = csv(&rows);
        assert!(csv.contains("\"verdict\",\"one\",\"two\",\"class\""), "{csv}");
        assert!(csv.contains("\"200\",\"read off Figure 2\",\"220\",\"+10.0 %\""), "{csv}");
        let markdown = markdown(&rows);
        assert!(markdown.contains("| K0 | q | Table 1 | 100 | 90 (-10.0 %) | ± 10 % | within |  |\n"), "{markdown}");
        assert!(markdown.contains("| K0 | q |  | 200 (derived) | 220 (+10.0 %) |"), "{markdown}");
        assert!(csv.ends_with("\"within\",\"\",\"150 (-25.0 %)\",\"\",\"\"\n"), "{csv}");
    }
}
