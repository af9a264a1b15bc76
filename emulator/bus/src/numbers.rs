//! Numbers in a readable form.

/// `1 234 567`.
pub fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A number and the noun of what it counts: `1 message`, `40 messages`. `one` is the singular, to
/// which an `s` makes the plural.
pub fn counted(value: u64, one: &str) -> String {
    format!("{} {one}{}", grouped(value), if value == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_nouns_agree() {
        for (value, text) in [(0, "0 ranks"), (1, "1 rank"), (2, "2 ranks"), (12_345, "12 345 ranks")] {
            assert_eq!(counted(value, "rank"), text);
        }
    }
}
