//! What the compiler has to know of a platform, such as instruction set, ABI, channel and
//! addresses.

use rankine_platform::{DEFAULT_PLATFORM, LibraryBuild, Platform, quantity, suggestion};

use super::error::CcError;
use super::language::{CLibrary, Language};
use super::sources;

/// The build parameter that chooses the implementation of `match.h`, and its default.
const MATCHING: &str = "MATCH";
const DEFAULT_MATCHING: &str = "list";

/// The instruction set and ABI for which the GNU C library is there.
const GNU_MACHINE: (&str, &str) = ("rv64imafdc", "lp64d");

/// One platform as the compiler sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub platform: String,
    pub language: Language,
    /// gcc's `-march`, one for which Debian's compiler and picolibc have libraries.
    pub march: String,
    pub mabi: &'static str,
    pub mcmodel: &'static str,
    /// The MPI library's channel; empty if there is no MPI library.
    pub channel: String,
    /// How the MPI library is built.
    pub build: LibraryBuild,
    /// The implementation of `match.h`: a directory of `libmpi-c/match`.
    pub matching: String,
    /// The ISA of the hart, as the program's note names it.
    pub isa: String,
    /// The address at which programs are linked.
    pub text_address: u64,
    /// The end of the node's memory.
    pub memory_end: u64,
    /// Names and values for the library's sources: addresses of devices, and the shape of
    /// scratchpads.
    pub defines: Vec<String>,
}

impl Target {
    pub fn of(platform: &Platform) -> Result<Target, CcError> {
        let name = &platform.platform.name;
        if platform.platform.channel.is_empty() {
            return Err(CcError::Platform(format!(
                "platform '{name}' has no MPI library; name another with --platform, or compile with the RISC-V GCC itself"
            )));
        }
        Target::with_or_without_library(platform)
    }

    /// The target of firmware, which is linked without an MPI library. `platform` is the platform
    /// as the processor that runs it sees it.
    pub fn of_firmware(platform: &Platform) -> Result<Target, CcError> {
        debug_assert!(platform.platform.channel.is_empty(), "firmware has no channel");
        Target::with_or_without_library(platform)
    }

    /// The target with the MPI library for the platform's channel, if it has one.
    fn with_or_without_library(platform: &Platform) -> Result<Target, CcError> {
        let (name, isa) = (&platform.platform.name, &platform.hart.isa);
        let (march, mabi) = march_and_mabi(isa).ok_or_else(|| {
            CcError::Platform(format!("platform '{name}': no compiler flags are known for isa '{isa}'"))
        })?;
        Ok(Target {
            platform: name.clone(),
            language: Language::C,
            march,
            mabi,
            mcmodel: "medany",
            channel: platform.platform.channel.clone(),
            build: platform.library(),
            matching: DEFAULT_MATCHING.into(),
            isa: isa.clone(),
            text_address: platform.memory.base,
            memory_end: platform.memory.base.saturating_add(platform.memory.bytes),
            defines: defines(platform)?,
        })
    }

    /// The target for the node of a rank, whether the platform's nodes differ or not.
    pub fn of_node(platform: &Platform, rank: &str) -> Result<Target, CcError> {
        let name = &platform.platform.name;
        let refused = |why: String| CcError::Usage(format!("--node {rank}: {why}"));
        let most = platform.platform.nodes_max;
        let number = rank.parse().ok().filter(|rank| *rank < most);
        let number =
            number.ok_or_else(|| refused(format!("platform {name} has ranks 0 to {}; give one of them", most - 1)))?;
        if platform.like(number).is_none() {
            let what = platform.hardware(number).one;
            return Err(refused(format!("that rank of platform {name} is {what}, which runs no program")));
        }
        Target::of(&platform.of_node(number))
    }

    /// The same target for programs in a language.
    pub fn for_language(mut self, language: Language) -> Result<Target, CcError> {
        let ((march, mabi), name) = (GNU_MACHINE, language.name());
        if language.c_library() == CLibrary::Gnu && (self.march.as_str(), self.mabi) != GNU_MACHINE {
            return Err(CcError::Platform(format!(
                "platform '{}' runs no {name}: the {name} library is there for {march}/{mabi} only, and the harts of this \
                 platform are {}; choose platform {DEFAULT_PLATFORM}",
                self.platform, self.isa
            )));
        }
        self.language = language;
        Ok(self)
    }

    pub fn c_library(&self) -> CLibrary {
        self.language.c_library()
    }

    /// Sets build parameters of the library, each `NAME=VALUE`. The library's sources must have a
    /// default for the name; if a name occurs more than once, the last value counts. A value that
    /// is the default is not set, because it would make another library with the same code.
    ///
    /// `MATCH=NAME` chooses the implementation of `match.h`, which may have parameters of its own.
    pub fn set(&mut self, parameters: &[String]) -> Result<(), CcError> {
        let is_choice = |parameter: &&String| parameter.split('=').next() == Some(MATCHING);
        let (choices, numbers): (Vec<&String>, Vec<&String>) = parameters.iter().partition(is_choice);
        choices.into_iter().try_for_each(|choice| self.choose_matching(choice))?;
        let known = sources::parameters(&self.build, &self.matching)?;
        for parameter in numbers {
            let names = || known.keys().map(String::as_str).chain([MATCHING]);
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let Some(default) = known.get(name) else {
                return Err(CcError::Usage(format!(
                    "--library {parameter}: the library for {} has no parameter {name}{}; there are {}",
                    self.platform,
                    suggestion(name, names()),
                    names().collect::<Vec<_>>().join(", ")
                )));
            };
            // The compiler would read a number with a leading zero as octal.
            let Some(value) = quantity(value, "B") else {
                return Err(CcError::Usage(format!(
                    "--library {parameter}: write {name}=NUMBER, a whole number such as 4096, 4k or 4KiB"
                )));
            };
            let define = format!("-D{name}=");
            self.defines.retain(|before| !before.starts_with(&define));
            if default.parse() != Ok(value) {
                self.defines.push(format!("{define}{value}"));
            }
        }
        Ok(())
    }

    fn choose_matching(&mut self, parameter: &str) -> Result<(), CcError> {
        let value = parameter.split_once('=').map_or("", |(_, value)| value);
        let known = sources::matchings()?;
        if !known.contains(value) {
            let names: Vec<&str> = known.iter().map(String::as_str).collect();
            let near = suggestion(value, names.iter().copied());
            return Err(CcError::Usage(format!(
                "--library {parameter}: write {MATCHING}=NAME{near}; there are {}",
                names.join(", ")
            )));
        }
        self.matching = value.to_owned();
        Ok(())
    }

    /// The value of a build parameter, if it is set.
    pub(super) fn parameter(&self, name: &str) -> Option<u64> {
        let prefix = format!("-D{name}=");
        self.defines.iter().find_map(|define| define.strip_prefix(&prefix)?.parse().ok())
    }

    /// Does the library replace the C library's malloc?
    pub(super) fn gives_memory(&self) -> bool {
        self.is_chosen(self.build.memory_parameters)
    }

    /// Is the library compiled with -O3?
    pub(super) fn is_fast(&self) -> bool {
        self.is_chosen(self.build.speed_parameters)
    }

    /// Is the first of these parameters that is set different from 0?
    fn is_chosen(&self, names: &[&str]) -> bool {
        names.iter().find_map(|name| self.parameter(name)).is_some_and(|value| value != 0)
    }
}

/// What the library is told of the platform's devices, as options of gcc.
fn defines(platform: &Platform) -> Result<Vec<String>, CcError> {
    let all = platform.library_defines().map_err(CcError::Platform)?;
    Ok(all.into_iter().map(|(name, value)| format!("-D{name}={value:#x}")).collect())
}

/// gcc's `-march` and `-mabi` for an ISA: the single-letter extensions, with `g` spelt out, and the
/// ABI that passes floating-point values in registers as far as the ISA has them. Extensions of
/// several letters are left out: no C library is built for them, and programs do not need them.
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
