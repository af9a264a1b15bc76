//! Register width and extensions, from an ISA string such as `rv64gc`.

/// Width of the integer registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Xlen {
    Rv32,
    Rv64,
}

impl Xlen {
    pub const fn bits(self) -> u32 {
        match self {
            Xlen::Rv32 => 32,
            Xlen::Rv64 => 64,
        }
    }
}

macro_rules! define_extensions {
    ($($name:ident)+) => {
        /// The extensions of a hart beyond machine mode, which includes Zicsr, Zifencei and Zicntr.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Extensions {
            $(pub $name: bool,)+
        }

        impl Extensions {
            /// Their names in ISA strings, in the order of [`Extensions::of`].
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];

            /// All extensions.
            pub const ALL: Extensions = Extensions { $($name: true),+ };

            /// The base instruction set only.
            pub const BASE: Extensions = Extensions { i: true, ..Extensions { $($name: false),+ } };

            /// Extensions from bits: one bit for each, the lowest for the first name.
            pub fn of(bits: u32) -> Extensions {
                let mut rest = bits;
                $(
                    let $name = rest & 1 != 0;
                    rest >>= 1;
                )+
                assert!(rest == 0, "{bits:#x}: a bit of no extension");
                Extensions { $($name),+ }
            }

            /// The bits of [`Extensions::of`].
            pub fn bits(&self) -> u32 {
                [$(self.$name),+].iter().rev().fold(0, |bits, &there| bits << 1 | u32::from(there))
            }
        }
    };
}

// The one list of extensions: letters in canonical order, then longer names.
define_extensions! { i m a f d c zba zbb zbs }

/// The reason why an ISA string is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IsaError {
    isa: String,
    reason: String,
}

impl std::fmt::Display for IsaError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ISA \"{}\": {}", self.isa, self.reason)
    }
}

impl std::error::Error for IsaError {}

/// Letters that stand for several extensions, or that imply others.
const LETTERS: [(char, &[&str]); 3] = [('g', &["m", "a", "f", "d"]), ('b', &["zba", "zbb", "zbs"]), ('d', &["f", "d"])];

/// Extensions that every hart has. An ISA string may name them.
const ALWAYS: [&str; 3] = ["zicsr", "zifencei", "zicntr"];

impl Extensions {
    /// IMAFDC.
    pub const GC: Extensions = Extensions { m: true, a: true, f: true, d: true, c: true, ..Extensions::BASE };

    /// The letters of `misa`, in canonical order, for example `imafdc`. `b` stands for Zba, Zbb and
    /// Zbs together.
    pub fn letters(&self) -> String {
        let own = Self::NAMES.iter().filter(|name| name.len() == 1 && self.has(name)).copied();
        let b = if self.zba && self.zbb && self.zbs { "b" } else { "" };
        own.chain([b]).collect()
    }

    /// The extensions as in an ISA string after the register width.
    pub fn names(&self) -> String {
        let written = |name: &&str| if name.len() == 1 { name.to_string() } else { format!("_{name}") };
        Self::NAMES.iter().filter(|name| self.has(name)).map(written).collect()
    }

    /// Does a hart with these extensions have all of `other`, too?
    pub fn contains(&self, other: &Extensions) -> bool {
        other.bits() & !self.bits() == 0
    }

    fn has(&self, name: &str) -> bool {
        Self::NAMES.iter().position(|known| *known == name).is_some_and(|at| self.bits() >> at & 1 != 0)
    }

    /// Adds the extensions of a letter or a longer name. Returns false if it is unknown.
    fn add(&mut self, name: &str) -> bool {
        let several = LETTERS.iter().find(|(letter, _)| name.chars().eq([*letter])).map(|(_, several)| *several);
        several.unwrap_or(&[name]).iter().all(|one| {
            let at = Self::NAMES.iter().position(|known| known == one);
            at.inspect(|at| *self = Extensions::of(self.bits() | 1 << at)).is_some()
        })
    }
}

/// Register width and extensions of an ISA string: `rv32` or `rv64`, then `i` or `g`, then further
/// single letters, then multi-letter names after underscores.
pub fn parse_isa(isa: &str) -> Result<(Xlen, Extensions), IsaError> {
    let fail = |reason: String| IsaError { isa: isa.to_string(), reason };
    let lower = isa.to_ascii_lowercase();
    let (xlen, rest) = match (lower.strip_prefix("rv32"), lower.strip_prefix("rv64")) {
        (Some(rest), _) => (Xlen::Rv32, rest),
        (_, Some(rest)) => (Xlen::Rv64, rest),
        _ => return Err(fail("it must begin with rv32 or rv64".to_string())),
    };
    if !rest.starts_with(['i', 'g']) {
        return Err(fail("the base after rv32 or rv64 must be 'i' or 'g'".to_string()));
    }
    let mut ext = Extensions::BASE;
    let mut parts = rest.split('_');
    for letter in parts.next().unwrap_or_default().chars() {
        if !ext.add(&letter.to_string()) {
            return Err(fail(unknown(&letter.to_string())));
        }
    }
    for name in parts.filter(|name| !ALWAYS.contains(name)) {
        if !ext.add(name) {
            return Err(fail(unknown(name)));
        }
    }
    Ok((xlen, ext))
}

/// The message for a name that is no extension.
fn unknown(name: &str) -> String {
    let is_letter = name.chars().count() == 1;
    let known = Extensions::NAMES.iter().filter(|known| (known.len() == 1) == is_letter).copied();
    let known: Vec<&str> =
        if is_letter { known.chain(["b"]).collect() } else { ALWAYS.into_iter().chain(known).collect() };
    let g = if is_letter { ", g = imafd" } else { "" };
    format!("extension '{name}' is not known (known: {}{g})", known.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings() {
        for (isa, expected) in [
            ("rv64gc", Ok((Xlen::Rv64, "imafdc"))),
            ("rv32imac", Ok((Xlen::Rv32, "imac"))),
            ("RV32I", Ok((Xlen::Rv32, "i"))),
            ("rv64imafd_zicsr_zifencei", Ok((Xlen::Rv64, "imafd"))),
            ("rv64id", Ok((Xlen::Rv64, "ifd"))),
            ("rv64i_m", Ok((Xlen::Rv64, "im"))),
            ("rv128i", Err("ISA \"rv128i\": it must begin with rv32 or rv64")),
            ("rv64", Err("ISA \"rv64\": the base after rv32 or rv64 must be 'i' or 'g'")),
            ("rv32e", Err("ISA \"rv32e\": the base after rv32 or rv64 must be 'i' or 'g'")),
            ("rv64iq", Err("ISA \"rv64iq\": extension 'q' is not known (known: i m a f d c b, g = imafd)")),
            ("rv64gcb", Ok((Xlen::Rv64, "imafdcb"))),
            ("rv64gc_zba_zbb_zbs", Ok((Xlen::Rv64, "imafdcb"))),
            ("rv32imac_zbb", Ok((Xlen::Rv32, "imac"))),
        ] {
            if let Ok((xlen, ext)) = parse_isa(isa) {
                assert_eq!(parse_isa(&format!("rv{}{}", xlen.bits(), ext.names())), Ok((xlen, ext)), "{isa}");
            }
            let actual = parse_isa(isa).map(|(xlen, ext)| (xlen, ext.letters())).map_err(|e| e.to_string());
            assert_eq!(actual, expected.map(|(x, l)| (x, l.to_string())).map_err(str::to_string), "{isa}");
        }
    }

    #[test]
    fn unknown_names() {
        let told = parse_isa("rv64i_zfoo").unwrap_err().to_string();
        let known: Vec<&str> = Extensions::NAMES.iter().filter(|name| name.len() > 1).copied().collect();
        let known = format!("zicsr zifencei zicntr {}", known.join(" "));
        assert_eq!(told, format!("ISA \"rv64i_zfoo\": extension 'zfoo' is not known (known: {known})"));
    }
}
