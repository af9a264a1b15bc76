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
    known
        .map(|name| (strsim::jaro_winkler(given, name), name))
        .filter(|(score, _)| *score > 0.69)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| format!(" (did you mean `{name}`?)"))
        .unwrap_or_default()
}
