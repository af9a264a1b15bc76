//! Results as files for other programs: JUnit XML, Gradescope's results, and CSV.

use super::grading::Graded;
use super::lab::Lab;
use super::show::{explanation, total};
use rankine_bus::printable_but;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// JUnit XML: a suite for each submission and a case for each check. A check without full points is
/// a failure.
pub fn junit(lab: &Lab, all: &[Graded], for_teacher: bool) -> String {
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
    for graded in all {
        let pairs = || lab.checks.iter().zip(&graded.verdicts);
        let failures = pairs().filter(|(check, verdict)| verdict.earned < check.points).count();
        let name = escaped(&graded.name);
        let tests = lab.checks.len();
        let _ = writeln!(xml, "<testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\">"); // cannot fail
        for (check, verdict) in pairs() {
            let _ = write!(xml, "<testcase classname=\"{}\" name=\"{}\">", escaped(&lab.name), escaped(&check.name));
            if verdict.earned < check.points {
                let text = explanation(lab, graded, check, &verdict.reasons, for_teacher).unwrap_or_default();
                let (earned, points, text) = (verdict.earned, check.points, escaped(&text));
                let _ = write!(xml, "<failure message=\"{earned} of {points} points\">{text}</failure>");
            }
            xml += "</testcase>\n";
        }
        xml += "</testsuite>\n";
    }
    xml + "</testsuites>\n"
}

/// Escapes a text for XML and removes characters that XML forbids.
fn escaped(text: &str) -> String {
    let text = printable_but(text, &['\n', '\t']);
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The results of an autograder for Gradescope (its "Autograder Specifications", "Output Format").
/// A single submission is one object; a class is a list of objects, each with the additional member
/// `submission`.
pub fn gradescope(lab: &Lab, all: &[Graded], is_class: bool, for_teacher: bool) -> String {
    let value = match all {
        [only] if !is_class => results(lab, only, for_teacher),
        _ => {
            let named = |graded| {
                let mut value = results(lab, graded, for_teacher);
                value["submission"] = json!(graded.name);
                value
            };
            Value::Array(all.iter().map(named).collect())
        }
    };
    format!("{value:#}\n")
}

fn results(lab: &Lab, graded: &Graded, for_teacher: bool) -> Value {
    let tests = lab.checks.iter().zip(&graded.verdicts).map(|(check, verdict)| {
        let output = explanation(lab, graded, check, &verdict.reasons, for_teacher).unwrap_or_default();
        json!({
            "name": check.name,
            "score": verdict.earned.as_number(),
            "max_score": check.points.as_number(),
            "output": output,
            // Students see name and points of a hidden check, unless the file has a teacher's
            // explanations: then they see nothing of it.
            "visibility": if check.is_hidden && for_teacher { "hidden" } else { "visible" },
        })
    });
    json!({
        "score": graded.earned().as_number(),
        "max_score": total(lab).as_number(),
        "output": format!("{}: {} of {} points", lab.name, graded.earned(), total(lab)),
        "tests": tests.collect::<Vec<_>>(),
    })
}

/// A table: a line for each submission with its name, its points, and the points of each check.
pub fn csv(lab: &Lab, all: &[Graded]) -> String {
    let names = lab.checks.iter().map(|check| check.name.as_str());
    let mut text = line(["submission", "points"].into_iter().chain(names));
    for graded in all {
        let points = graded.verdicts.iter().map(|verdict| verdict.earned.to_string());
        let fields: Vec<String> =
            [graded.name.clone(), graded.earned().to_string()].into_iter().chain(points).collect();
        text += &line(fields.iter().map(String::as_str));
    }
    text
}

/// A line of fields as in RFC 4180. If a spreadsheet would take a field for a formula, an
/// apostrophe is put in front.
fn line<'a>(fields: impl Iterator<Item = &'a str>) -> String {
    let field = |field: &str| {
        let is_formula = field.starts_with(['=', '+', '-', '@']);
        let text = if is_formula { format!("'{field}") } else { field.to_owned() };
        if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
    };
    let fields: Vec<String> = fields.map(field).collect();
    format!("{}\n", fields.join(","))
}
