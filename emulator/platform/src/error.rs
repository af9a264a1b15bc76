//! What is said of a platform that cannot be used.

/// A platform that cannot be used, said in full.
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

/// ` (did you mean `x`?)` when a known name is near, else nothing.
pub fn suggestion<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> String {
    // Any two short words are near.
    let near = |name: &str| (given.len() >= 3 && name.starts_with(given)) || mistakes(given, name) <= given.len() / 3;
    known
        .filter(|name| near(name))
        .min_by_key(|name| mistakes(given, name))
        .map(|name| format!(" (did you mean `{name}`?)"))
        .unwrap_or_default()
}

/// Letters that are wrong, left out, too many or exchanged.
fn mistakes(given: &str, name: &str) -> usize {
    strsim::damerau_levenshtein(given, name)
}
