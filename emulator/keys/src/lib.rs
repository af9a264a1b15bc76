//! Keys (parameters) of platforms. Each key is declared once, beside the code that it is a
//! parameter of, with unit, default, meaning and source.
//!
//! [`keys!`] makes two things of a declaration: the structure into which a section of a TOML
//! document is read, and a table. That document, its comments, `rankine describe` and the manual's
//! page are written from the table.

/// A parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    pub name: &'static str,
    pub unit: &'static str,
    /// The default value, in TOML.
    pub default: &'static str,
    pub meaning: &'static str,
    /// The source of the default; `ours` if no publication gives it.
    pub source: &'static str,
}

/// Parameters that form a section of a platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    pub name: &'static str,
    pub about: &'static str,
    pub keys: &'static [Key],
}

impl Key {
    /// The comment behind a value in a document. `source` is the source of that value.
    pub fn comment(&self, source: &str) -> String {
        format!("{}: {} [{source}]", self.unit, self.meaning)
    }
}

/// Declares the keys of a section:
///
/// ```ignore
/// keys! {
///     /// What the section is about.
///     pub struct MutexParams [mutex] {
///         /// what the key means, without its unit
///         access_cycles: u32 = 12, "cycles", "source of the default";
///     }
/// }
/// ```
///
/// This declares `struct MutexParams`, which serde reads and which refuses unknown keys, and
/// `MutexParams::SECTION`. The crate with the declaration needs serde with `derive`. The entries of
/// lists are declared in the same way. In an entry, a key may be left out if it is an `Option` or
/// carries `#[serde(default)]`.
#[macro_export]
macro_rules! keys {
    (
        $(#[doc = $about:literal])+
        $(#[derive($derived:ident)])?
        pub struct $params:ident [$section:ident] {
            $(
                $(#[doc = $meaning:literal])+
                $(#[serde($attribute:ident)])?
                $key:ident: $type:ty = $default:tt, $unit:literal, $source:literal;
            )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Deserialize $(, $derived)?)]
        #[serde(deny_unknown_fields)]
        pub struct $params {
            $(
                #[doc = concat!($unit, ":", $($meaning),+)]
                $(#[serde($attribute)])?
                pub $key: $type,
            )+
        }

        impl $params {
            /// The declarations of these keys.
            pub const SECTION: $crate::Section = $crate::Section {
                name: stringify!($section),
                about: concat!($($about),+).trim_ascii(),
                keys: &[$($crate::Key {
                    name: stringify!($key),
                    unit: $unit,
                    default: stringify!($default),
                    meaning: concat!($($meaning),+).trim_ascii(),
                    source: $source,
                }),+],
            };
        }
    };
}

#[cfg(test)]
mod tests {
    keys! {
        /// An example
        /// in two lines.
        #[derive(Default)]
        pub struct Example [example] {
            /// of the first
            /// register
            base: u64 = 0x1000_0000, "address", "ours";
            /// who is meant
            name: String = "none", "text", "ours: nobody";
            /// a list
            values: Vec<u32> = [1, 2], "list", "ours";
        }
    }

    #[test]
    fn declarations() {
        let section = Example::SECTION;
        assert_eq!((section.name, section.about), ("example", "An example in two lines."));
        let base = section.keys[0];
        assert_eq!((base.name, base.default), ("base", "0x1000_0000"));
        assert_eq!(base.comment("a book"), "address: of the first register [a book]");
        let defaults = section.keys.iter().map(|key| format!("{} = {}\n", key.name, key.default)).collect::<String>();
        let example: Example = toml::from_str(&defaults).unwrap();
        assert_eq!(example, Example { base: 0x1000_0000, name: "none".into(), values: vec![1, 2] });
        assert!(toml::from_str::<Example>(&format!("{defaults}other = 1")).is_err());
        assert_eq!(Example::default().base, 0);
    }
}
