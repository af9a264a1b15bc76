//! Register descriptions: the model behind `regs/*.toml`.

use serde::Deserialize;

/// One device's registers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    pub name: String,
    pub title: String,
    pub about: String,
    #[serde(rename = "section")]
    pub sections: Vec<Section>,
    #[serde(rename = "mishap", default)]
    pub mishaps: Vec<Mishap>,
}

/// A mistake of software and its consequences.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mishap {
    pub mistake: String,
    pub happens: String,
    /// Where it can be seen afterwards.
    pub seen: String,
}

/// Registers, words or values that belong together and share a prefix.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    pub title: String,
    pub prefix: String,
    pub unit: Unit,
    pub about: String,
    /// False if software never sees the section: it stays out of the C header.
    #[serde(default = "yes")]
    pub software: bool,
    #[serde(rename = "item")]
    pub items: Vec<Item>,
}

/// The unit of an item's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Unit {
    #[serde(rename = "byte offset")]
    ByteOffset,
    #[serde(rename = "word index")]
    WordIndex,
    #[serde(rename = "value")]
    Value,
}

/// A register, a word of a line, or a value of an enumeration.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    pub name: String,
    pub at: u64,
    /// Bits, or "word" for the platform's word. None for values.
    pub width: Option<Width>,
    pub access: Option<Access>,
    pub reset: Option<String>,
    pub meaning: String,
    pub source: String,
    /// Prefix of the fields' constants; the item's own name if there is none.
    pub field_prefix: Option<String>,
    #[serde(rename = "field", default)]
    pub fields: Vec<Field>,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Width {
    Bits(u32),
    Named(String),
}

/// Access rights of software.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Access {
    RO,
    WO,
    RW,
    /// Read, and write 1 to clear.
    RW1C,
}

/// A bit or a range of bits.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    pub name: String,
    /// "high:low" or "bit".
    pub bits: String,
    pub meaning: String,
}

fn yes() -> bool {
    true
}

impl Description {
    pub fn parse(text: &str) -> Result<Description, String> {
        let description: Description = toml::from_str(text).map_err(|error| error.to_string())?;
        for item in description.sections.iter().flat_map(|section| &section.items) {
            for field in &item.fields {
                field.range().ok_or_else(|| {
                    format!("{}: field {}: bits = {:?} is no range", item.name, field.name, field.bits)
                })?;
            }
        }
        Ok(description)
    }
}

impl Field {
    /// (high, low) bit numbers.
    pub fn range(&self) -> Option<(u32, u32)> {
        let (high, low) = self.bits.split_once(':').unwrap_or((&self.bits, &self.bits));
        let (high, low) = (high.parse().ok()?, low.parse().ok()?);
        (low <= high && high < 64).then_some((high, low))
    }

    /// The field's bits in place. Zero if the range is bad, which `Description::parse` excludes.
    pub fn mask(&self) -> u64 {
        self.range().map_or(0, |(high, low)| (u64::MAX >> (63 - high)) & (u64::MAX << low))
    }
}
