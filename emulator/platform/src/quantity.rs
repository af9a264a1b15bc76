//! Reads numbers as people write them: `3e8`, `300M`, `64KiB`.

/// Prefixes for powers of 1000 and of 1024, in small letters. They stand behind a number, and a
/// unit may follow. `m` is a million: a thousandth is no whole number.
const PREFIXES: &[(&str, u64)] = &[
    ("ki", 1 << 10),
    ("mi", 1 << 20),
    ("gi", 1 << 30),
    ("ti", 1 << 40),
    ("k", 1_000),
    ("m", 1_000_000),
    ("g", 1_000_000_000),
    ("t", 1_000_000_000_000),
];

/// The whole number that `text` means. It consists of digits (with `_` allowed), a fraction or a
/// power of ten, a prefix, and `unit`; all but the digits may be missing. Letters may be small or
/// capital. None if it means no whole number below 2^64.
pub fn quantity(text: &str, unit: &str) -> Option<u64> {
    let text = text.replace('_', "").to_ascii_lowercase();
    let text = text.strip_suffix(&unit.to_ascii_lowercase()).unwrap_or(&text);
    let prefix = PREFIXES.iter().find_map(|(name, factor)| Some((text.strip_suffix(name)?, *factor)));
    let (number, factor) = prefix.unwrap_or((text, 1));
    if !number.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let (digits, power) = match number.split_once('e') {
        Some((digits, power)) => (digits, power.parse::<u32>().ok()?),
        None => (number, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    let scale = 10_u128.checked_pow(fraction.len() as u32)?;
    let value = format!("{whole}{fraction}").parse::<u128>().ok()?;
    let value = value.checked_mul(u128::from(factor))?.checked_mul(10_u128.checked_pow(power)?)?;
    if value % scale != 0 {
        return None;
    }
    u64::try_from(value / scale).ok()
}

#[cfg(test)]
mod tests {
    use super::quantity;

    #[test]
    fn numbers() {
        for (text, unit, expected) in [
            ("300", "", Some(300)),
            ("3e8", "", Some(300_000_000)),
            ("1.5G", "Hz", Some(1_500_000_000)),
            ("1GHz", "Hz", Some(1_000_000_000)),
            ("1GB", "B", Some(1_000_000_000)),
            ("64KiB", "B", Some(65_536)),
            ("64kib", "B", Some(65_536)),
            ("1m", "", Some(1_000_000)),
            ("3E8", "", Some(300_000_000)),
            ("2ghz", "Hz", Some(2_000_000_000)),
            ("1_000k", "", Some(1_000_000)),
            ("2.50", "", None),
            ("1.0", "", Some(1)),
            ("-1", "", None),
            ("", "", None),
            ("M", "", None),
            ("1Q", "", None),
            ("1GB", "", None),
            ("18446744073709551615", "", Some(u64::MAX)),
            ("18446744073709551616", "", None),
            ("1e99", "", None),
        ] {
            assert_eq!(quantity(text, unit), expected, "{text}");
        }
    }
}
