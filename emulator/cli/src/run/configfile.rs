//! The text of `-configfile FILE`: programs and their options, a program a line.

/// The words of each line that has any. White space separates words; quotes of both kinds group; a
/// backslash takes the next character as it is, except within single quotes, and continues a line
/// at its end (MPI 4.1 §11.5). A `#` at the beginning of a word begins a comment. A `:` at the end
/// of a line, which Hydra allows, is left out. An error tells the line.
pub fn lines(text: &str) -> Result<Vec<Vec<String>>, String> {
    let (mut lines, mut words, mut word): (_, Vec<String>, Option<String>) = (Vec::new(), Vec::new(), None);
    let (mut quote, mut number, mut opened) = (None, 1, 1);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, quote) {
            ('\\', None | Some('"')) => match characters.next() {
                Some('\n') => number += 1,
                Some(taken) => word.get_or_insert_default().push(taken),
                None => {}
            },
            (_, Some(open)) if character == open => quote = None,
            ('"' | '\'', None) => {
                (quote, opened) = (Some(character), number);
                word.get_or_insert_default();
            }
            ('#', None) if word.is_none() => while characters.next_if(|next| *next != '\n').is_some() {},
            (_, None) if character.is_whitespace() => {
                words.extend(word.take());
                if character == '\n' {
                    lines.push(std::mem::take(&mut words));
                }
            }
            _ => word.get_or_insert_default().push(character),
        }
        number += usize::from(character == '\n');
    }
    if quote.is_some() {
        return Err(format!(
            "line {opened}: a quote has no closing quote; write \\ before a quote that is part of a word"
        ));
    }
    words.extend(word);
    lines.push(words);
    for line in &mut lines {
        line.pop_if(|last| last == ":");
    }
    lines.retain(|line| !line.is_empty());
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn words_of_lines() {
        let rows: [(&str, &[&[&str]]); 8] = [
            ("", &[]),
            ("# nothing\n\n  \n", &[]),
            ("-n 1 a x : -n 2 b\n", &[&["-n", "1", "a", "x", ":", "-n", "2", "b"]]),
            ("-n 1 a :\n-n 2 b # two\n", &[&["-n", "1", "a"], &["-n", "2", "b"]]),
            ("a 'x y' \"p q\"r ''\n", &[&["a", "x y", "p qr", ""]]),
            (r#"a x\ y \# \" 'b\c' "\"""#, &[&["a", "x y", "#", "\"", "b\\c", "\""]]),
            ("a b \\\n c\n", &[&["a", "b", "c"]]),
            ("a x#y", &[&["a", "x#y"]]),
        ];
        for (text, expected) in rows {
            assert_eq!(lines(text).unwrap(), expected, "{text:?}");
        }
        assert!(lines("a\nb 'c\nd").unwrap_err().starts_with("line 2: a quote has no closing quote"));
    }
}
