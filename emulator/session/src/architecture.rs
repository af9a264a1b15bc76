//! The instruction set that a program runs on.

use rankine_isa::{Extensions, Xlen, parse_isa};
use rankine_platform::Platform;
use rankine_program::{ElfError, Program};

/// The architecture a program runs on.
pub struct Architecture {
    pub xlen: Xlen,
    pub extensions: Extensions,
}

impl Architecture {
    /// The platform's ISA, checked against the program's ELF class.
    pub fn of(platform: &Platform, program: &Program) -> Result<Architecture, ElfError> {
        let isa = match (platform.hart.isa.as_str(), program.is_64) {
            ("elf", true) => "rv64gc",
            ("elf", false) => "rv32gc",
            (isa, _) => isa,
        };
        let (xlen, extensions) = parse_isa(isa).map_err(|e| ElfError(format!("platform key hart.isa = {isa}: {e}")))?;
        if (xlen == Xlen::Rv64) != program.is_64 {
            let bits = |is_64: bool| if is_64 { 64 } else { 32 };
            return Err(ElfError(format!(
                "{}: is a {}-bit program, but the harts of platform {} are {}-bit; compile it with \
                 `rankine cc --platform {}`",
                program.path.display(),
                bits(program.is_64),
                platform.platform.name,
                bits(!program.is_64),
                platform.platform.name
            )));
        }
        Ok(Architecture { xlen, extensions })
    }
}
