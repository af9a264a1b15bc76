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

/// The extensions of a hart beyond machine mode, which brings Zicsr, Zifencei and Zicntr along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extensions {
    pub i: bool,
    pub m: bool,
    pub a: bool,
    pub f: bool,
    pub d: bool,
    pub c: bool,
    pub zba: bool,
    pub zbb: bool,
    pub zbs: bool,
}

/// Why an ISA string was not understood.
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

impl Extensions {
    /// The base instruction set alone.
    pub const BASE: Extensions =
        Extensions { i: true, m: false, a: false, f: false, d: false, c: false, zba: false, zbb: false, zbs: false };

    /// IMAFDC.
    pub const GC: Extensions = Extensions { m: true, a: true, f: true, d: true, c: true, ..Extensions::BASE };

    /// IMAFDC and bit manipulation: all there is.
    pub const GCB: Extensions = Extensions { zba: true, zbb: true, zbs: true, ..Extensions::GC };

    /// The letters in canonical order, e.g. `imafdc`. `b` stands for Zba, Zbb and Zbs together.
    pub fn letters(&self) -> String {
        let b = self.zba && self.zbb && self.zbs;
        [(self.i, 'i'), (self.m, 'm'), (self.a, 'a'), (self.f, 'f'), (self.d, 'd'), (self.c, 'c'), (b, 'b')]
            .iter()
            .filter_map(|&(present, letter)| present.then_some(letter))
            .collect()
    }

    /// Has a hart with these all that `other` has?
    pub fn contains(&self, other: &Extensions) -> bool {
        let all = |e: &Extensions| [e.i, e.m, e.a, e.f, e.d, e.c, e.zba, e.zbb, e.zbs];
        all(other).iter().zip(all(self)).all(|(wanted, there)| there || !wanted)
    }

    fn add_letter(&mut self, letter: char) -> Result<(), String> {
        match letter {
            'i' => (),
            'm' => self.m = true,
            'a' => self.a = true,
            'f' => self.f = true,
            'd' => (self.f, self.d) = (true, true),
            'c' => self.c = true,
            'b' => (self.zba, self.zbb, self.zbs) = (true, true, true),
            'g' => (self.m, self.a, self.f, self.d) = (true, true, true, true),
            other => return Err(format!("extension '{other}' is not known (known: i m a f d c b, g = imafd)")),
        }
        Ok(())
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
        ext.add_letter(letter).map_err(fail)?;
    }
    for name in parts {
        match name {
            "zicsr" | "zifencei" | "zicntr" => (),
            "zba" => ext.zba = true,
            "zbb" => ext.zbb = true,
            "zbs" => ext.zbs = true,
            single if single.chars().count() == 1 => {
                single.chars().try_for_each(|l| ext.add_letter(l)).map_err(fail)?
            }
            other => {
                let known = "zicsr zifencei zicntr zba zbb zbs";
                return Err(fail(format!("extension '{other}' is not known (known: {known})")));
            }
        }
    }
    Ok((xlen, ext))
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
            (
                "rv64i_zfoo",
                Err("ISA \"rv64i_zfoo\": extension 'zfoo' is not known (known: zicsr zifencei zicntr zba zbb zbs)"),
            ),
        ] {
            let actual = parse_isa(isa).map(|(xlen, ext)| (xlen, ext.letters())).map_err(|e| e.to_string());
            assert_eq!(actual, expected.map(|(x, l)| (x, l.to_string())).map_err(str::to_string), "{isa}");
        }
    }
}
