//! The error of a platform that cannot be used.

/// The message about a platform that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformError(pub String);

impl std::fmt::Display for PlatformError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PlatformError {}

pub(crate) fn error<T>(message: impl Into<String>) -> Result<T, PlatformError> {
    Err(PlatformError(message.into()))
}

/// ` (did you mean `x`?)` if a known name is similar, else nothing.
pub fn suggestion<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> String {
    // Without the limit of three letters, any two short words would be similar.
    let near = |name: &str| (given.len() >= 3 && name.starts_with(given)) || mistakes(given, name) <= given.len() / 3;
    known
        .filter(|name| near(name))
        .min_by_key(|name| mistakes(given, name))
        .map(|name| format!(" (did you mean `{name}`?)"))
        .unwrap_or_default()
}

/// The number of letters that are wrong, missing, superfluous or exchanged.
fn mistakes(given: &str, name: &str) -> usize {
    strsim::damerau_levenshtein(given, name)
}
