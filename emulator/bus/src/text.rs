//! Makes text that comes from programs safe to show: it can neither move a terminal's cursor nor
//! hide text before it.

use std::borrow::Cow;

/// The text with control characters, and characters that change the direction of writing, escaped
/// as in a Rust string: `\u{1b}`, `\n`.
pub fn printable(text: &str) -> Cow<'_, str> {
    printable_but(text, &[])
}

/// As [`printable`], but leaves these characters as they are.
pub fn printable_but<'a>(text: &'a str, stay: &[char]) -> Cow<'a, str> {
    let is_bad = |c: char| (c.is_control() || turns_direction(c)) && !stay.contains(&c);
    if !text.contains(is_bad) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_bad(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

/// The directional formatting characters of Unicode (UAX #9, table "Explicit Directional Formatting Characters").
fn turns_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_escaped() {
        for (text, shown) in [
            ("plain: äöü 漢 \"quoted\" \\x", "plain: äöü 漢 \"quoted\" \\x"),
            ("\u{1b}[2Jgone", "\\u{1b}[2Jgone"),
            ("a\rb\nc\td\0", "a\\rb\\nc\\td\\u{0}"),
            ("\u{9b}2J", "\\u{9b}2J"),
            ("x\u{202e}y", "x\\u{202e}y"),
        ] {
            assert_eq!(printable(text), shown);
        }
        assert_eq!(printable_but("a\tb\n\u{7f}", &['\n', '\t']), "a\tb\n\\u{7f}");
    }
}
