//! The lexer: it splits a program's text into words and signs.

use super::error::{AssemblyError, Place};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A mnemonic, name, or directive.
    Word(String),
    Number(i64),
    /// One of `, : ( ) | + - *` and `->`.
    Mark(&'static str),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub at: Place,
    pub sign: Sign,
}

/// The text between two `;` or line ends.
pub struct Piece {
    pub at: Place,
    /// Without comment and surrounding blanks.
    pub text: String,
    pub tokens: Result<Vec<Token>, AssemblyError>,
}

const MARKS: [&str; 9] = ["->", ",", ":", "(", ")", "|", "+", "-", "*"];

/// The pieces of a text that are not empty. A comment goes from `#` to the end of the line.
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut all = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let code = line.split('#').next().unwrap_or_default();
        let mut column = 1;
        for piece in code.split(';') {
            let blanks = piece.chars().take_while(|c| c.is_whitespace()).count();
            let at = Place { line: index + 1, column: column + blanks };
            column += piece.chars().count() + 1;
            let text = piece.trim();
            if !text.is_empty() {
                all.push(Piece { at, text: text.to_string(), tokens: tokens(text, at) });
            }
        }
    }
    all
}

fn tokens(text: &str, start: Place) -> Result<Vec<Token>, AssemblyError> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut at = start;
    while let Some(first) = rest.chars().next() {
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else {
            let (sign, length) = sign(rest, first, at)?;
            tokens.push(Token { at, sign });
            length
        };
        at.column += rest[..length].chars().count();
        rest = &rest[length..];
    }
    Ok(tokens)
}

/// The sign that `rest` begins with, and its length in bytes.
fn sign(rest: &str, first: char, at: Place) -> Result<(Sign, usize), AssemblyError> {
    if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(**mark)) {
        return Ok((Sign::Mark(mark), mark.len()));
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let word: &str = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
    match first {
        '0'..='9' => number(word, at).map(|value| (Sign::Number(value), word.len())),
        _ if !word.is_empty() => Ok((Sign::Word(word.to_string()), word.len())),
        _ => Err(AssemblyError::new(at, format!("unexpected character {first:?}"))),
    }
}

fn number(word: &str, at: Place) -> Result<i64, AssemblyError> {
    let digits = word.replace('_', "");
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => i64::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    value.map_err(|_| AssemblyError::new(at, format!("`{word}` is no number: write 12 or 0x0c, of at most 32 bits")))
}
