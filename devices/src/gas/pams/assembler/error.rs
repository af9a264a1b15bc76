//! Errors in a program's text: message and place.

/// At most this many errors of a text are reported.
pub const MOST: usize = 20;

/// A place in the text. Both numbers begin with 1; columns count characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssemblyError {
    pub at: Place,
    pub message: String,
    /// An unknown word, and the known words that may have been meant.
    pub unknown: Option<(String, Vec<String>)>,
}

impl AssemblyError {
    pub fn new(at: Place, message: impl Into<String>) -> AssemblyError {
        AssemblyError { at, message: message.into(), unknown: None }
    }

    /// Place and message. If a word is unknown, `suggestion` makes the end of the sentence from it
    /// and the known words.
    pub fn told(&self, suggestion: impl FnOnce(&str, &mut dyn Iterator<Item = &str>) -> String) -> String {
        let hint = self.unknown.as_ref().map(|(word, known)| suggestion(word, &mut known.iter().map(String::as_str)));
        format!("{}:{}: {}{}", self.at.line, self.at.column, self.message, hint.unwrap_or_default())
    }

    /// There is no `what` with the name `word`; `known` are the names that exist.
    pub fn unknown<'a>(at: Place, what: &str, word: &str, known: impl Iterator<Item = &'a str>) -> AssemblyError {
        let known = known.map(str::to_string).collect();
        AssemblyError { at, message: format!("unknown {what} `{word}`"), unknown: Some((word.to_string(), known)) }
    }
}

/// The errors found so far.
#[derive(Default)]
pub struct Errors(Vec<AssemblyError>);

impl Errors {
    pub fn add(&mut self, error: AssemblyError) {
        self.0.push(error);
    }

    /// The result, if there is no error.
    pub fn finish<T>(mut self, result: T) -> Result<T, Vec<AssemblyError>> {
        self.0.sort_by_key(|error| error.at);
        self.0.truncate(MOST);
        if self.0.is_empty() { Ok(result) } else { Err(self.0) }
    }
}
