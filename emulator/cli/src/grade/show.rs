//! Results as text for students.

use super::grading::Graded;
use super::lab::{Check, Lab};
use super::place::options;
use super::points::Points;
use crate::tell::say;

/// Prints a submission's points, check by check. Hidden checks show name and points only, except
/// for a teacher.
pub fn print(lab: &Lab, graded: &Graded, for_teacher: bool) {
    say!("{}: {}", lab.name, graded.name);
    for (check, verdict) in lab.checks.iter().zip(&graded.verdicts) {
        let hidden = if check.is_hidden { " (hidden)" } else { "" };
        say!("  {} of {}  {}{hidden}", verdict.earned, check.points, check.name);
        if let Some(text) = explanation(lab, graded, check, &verdict.reasons, for_teacher) {
            say!("      {}", text.replace('\n', "\n      "));
        }
    }
    say!("  points: {} of {}", graded.earned(), total(lab));
}

/// The sum of a lab's points.
pub fn total(lab: &Lab) -> Points {
    lab.checks.iter().map(|check| check.points).sum()
}

/// The reasons for a check's missing points, and the command that repeats its run. None if there
/// are no reasons, or if they are hidden.
pub fn explanation(lab: &Lab, graded: &Graded, check: &Check, reasons: &[String], for_teacher: bool) -> Option<String> {
    if reasons.is_empty() || (check.is_hidden && !for_teacher) {
        return None;
    }
    let reasons: Vec<String> = reasons.iter().map(|reason| reason.replace('\n', "\n  ")).collect();
    Some(format!("{}\nto repeat: {}", reasons.join("\n"), command(lab, graded, check)))
}

/// The command for use in a student's own directory.
fn command(lab: &Lab, graded: &Graded, check: &Check) -> String {
    let mut words = vec!["rankine".to_owned(), "run".into()];
    words.extend(options(check, check.ranks));
    words.push(graded.file.clone());
    words.extend(check.arguments.iter().cloned());
    let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    let input =
        if check.input.is_empty() { String::new() } else { format!("printf %s {} | ", quoted_always(&check.input)) };
    let beside = match lab.beside.len() {
        0 => String::new(),
        _ => format!("   (put {} into the same directory)", lab.beside.join(", ")),
    };
    format!("{input}{}{beside}", quoted.join(" "))
}

/// A word, quoted for a shell if necessary.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=:,+@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { quoted_always(word) }
}

fn quoted_always(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}
