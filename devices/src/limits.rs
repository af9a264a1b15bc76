//! Limits of parameters.

/// Is each value within its limits? A row is a key of `section`, its value, and the least and the
/// most allowed. An error is a sentence on the first value outside its limits.
pub(crate) fn check(section: &str, limits: &[(&str, u32, u32, u32)]) -> Result<(), String> {
    match limits.iter().find(|(_, value, low, high)| value < low || value > high) {
        Some((name, value, low, high)) => Err(format!("{section}.{name} = {value}: must be {low} to {high}")),
        None => Ok(()),
    }
}
