//! The names that a C source uses: those of its object or, if it does not compile, those that its
//! text calls.

use super::symbols::{self, Names};
use crate::cc;
use crate::regular;
use rankine_platform::Platform;
use std::path::Path;

/// Reads the names. If the text was read instead of compiling it, also returns the reason.
pub fn read(path: &Path, platform: &Platform, flags: &[String]) -> Result<(Names, Option<String>), String> {
    let text = regular::read(path, super::FILE_BYTES_MAX)?;
    match cc::compile_object(path, platform, flags) {
        Ok(object) => Ok((symbols::read(&object)?, None)),
        Err(why) => Ok((called(&String::from_utf8_lossy(&text)), Some(why))),
    }
}

/// Every name that is followed by a `(`.
fn called(text: &str) -> Names {
    let plain = without_comments(text);
    let mut names = Names::default();
    let mut word_start = None;
    for (at, c) in plain.char_indices() {
        if c.is_ascii_alphanumeric() || c == '_' {
            word_start = word_start.or(Some(at));
        } else if let Some(start) = word_start.take()
            && plain[at..].trim_start().starts_with('(')
        {
            names.needed.insert(plain[start..at].to_owned());
        }
    }
    names
}

/// Replaces comments, strings and character constants by spaces.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = match c {
            '/' if rest.starts_with("/*") => rest[2..].find("*/").map(|at| at + 4),
            '/' if rest.starts_with("//") => rest.find('\n'),
            '"' | '\'' => end_of_string(rest, c),
            _ => {
                plain.push(c);
                rest = &rest[c.len_utf8()..];
                continue;
            }
        };
        plain.push(' ');
        rest = &rest[end.unwrap_or(rest.len())..];
    }
    plain
}

fn end_of_string(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\\' => escaped = !escaped,
            _ if c == quote && !escaped => return Some(at + 1),
            '\n' if !escaped => return Some(at),
            _ => escaped = false,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_in_text() {
        let text =
            "/* MPI_A( */ int main() { // MPI_B(\n MPI_C (x, \"MPI_D( \\\" \"); f('\"'); g = MPI_E; MPI_F\n(); }";
        let names: Vec<String> = called(text).needed.into_iter().collect();
        assert_eq!(names, ["MPI_C", "MPI_F", "f", "main"]);
    }
}
