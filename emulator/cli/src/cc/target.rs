//! What the compiler has to know of a platform: instruction set, ABI, channel and address.

use rankine_machine::Platform;

use super::CcError;

/// One platform as the compiler sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub platform: String,
    /// gcc's `-march`, among those that Debian's compiler and picolibc have libraries for.
    pub march: String,
    pub mabi: &'static str,
    pub mcmodel: &'static str,
    /// The MPI library's channel: its directory under `libmpi-c/channel`.
    pub channel: String,
    /// The hart, as the program's note names it.
    pub isa: String,
    /// Where programs are linked.
    pub text_address: u64,
}

impl Target {
    pub fn of(platform: &Platform) -> Result<Target, CcError> {
        let name = &platform.platform.name;
        if platform.platform.channel.is_empty() {
            return Err(CcError::Platform(format!(
                "platform '{name}' has no MPI library; name another with --platform, or compile with the RISC-V GCC itself"
            )));
        }
        let isa = &platform.hart.isa;
        let (march, mabi) = march_and_mabi(isa).ok_or_else(|| {
            CcError::Platform(format!("platform '{name}': no compiler flags are known for isa '{isa}'"))
        })?;
        Ok(Target {
            platform: name.clone(),
            march,
            mabi,
            mcmodel: "medany",
            channel: platform.platform.channel.clone(),
            isa: isa.clone(),
            text_address: platform.memory.base,
        })
    }
}

/// The single-letter extensions, with `g` spelt out, and the ABI that passes what floating point there is in registers.
/// Extensions of several letters are left out: no C library is built for them, and programs do not need them.
pub(super) fn march_and_mabi(isa: &str) -> Option<(String, &'static str)> {
    let letters = isa.split('_').next()?;
    let (base, letters) = letters.split_at_checked(4)?;
    let letters = letters.replace('g', "imafd");
    let mabi = match (base, letters.contains('d'), letters.contains('f')) {
        ("rv64", true, _) => "lp64d",
        ("rv64", false, true) => "lp64f",
        ("rv64", false, false) => "lp64",
        ("rv32", true, _) => "ilp32d",
        ("rv32", false, true) => "ilp32f",
        ("rv32", false, false) => "ilp32",
        _ => return None,
    };
    let known = letters.starts_with('i') && letters.chars().all(|letter| "imafdc".contains(letter));
    known.then(|| (format!("{base}{letters}"), mabi))
}
