//! The languages of programs: their commands, compilers and C libraries.

/// The language that a command compiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    C,
    Cxx,
    Fortran,
}

/// The C library that programs are linked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CLibrary {
    /// picolibc, with Rankine's glue: for programs in C.
    Picolibc,
    /// The GNU C library: for programs in languages whose own libraries are built for it.
    Gnu,
}

/// A compiler and how users find it.
pub(super) struct Compiler {
    /// The environment variable that names another compiler of the same kind.
    pub variable: &'static str,
    pub default: &'static str,
    /// The Debian package that brings it with its libraries.
    pub package: &'static str,
}

/// The endings of source files in languages other than C.
const ENDINGS: &[(Language, &[&str])] = &[
    (Language::Cxx, &["cc", "cpp", "cxx", "c++", "C", "CPP", "cp", "hpp"]),
    (
        Language::Fortran,
        &["f", "F", "for", "FOR", "ftn", "FTN", "fpp", "FPP", "f90", "F90", "f95", "F95", "f03", "F03", "f08", "F08"],
    ),
];

impl Language {
    pub fn name(self) -> &'static str {
        match self {
            Language::C => "C",
            Language::Cxx => "C++",
            Language::Fortran => "Fortran",
        }
    }

    /// The name that users of MPI know for the command, and our own.
    pub(super) fn commands(self) -> (&'static str, &'static str) {
        match self {
            Language::C => ("mpicc", "rankine cc"),
            Language::Cxx => ("mpicxx", "rankine cxx"),
            Language::Fortran => ("mpifort", "rankine fortran"),
        }
    }

    pub(super) fn compiler(self) -> Compiler {
        let (variable, default, package) = match self {
            Language::C => ("RANKINE_GCC", "riscv64-unknown-elf-gcc", "gcc-riscv64-unknown-elf"),
            Language::Cxx => ("RANKINE_GXX", "riscv64-linux-gnu-g++", "g++-riscv64-linux-gnu"),
            Language::Fortran => ("RANKINE_GFORTRAN", "riscv64-linux-gnu-gfortran", "gfortran-riscv64-linux-gnu"),
        };
        Compiler { variable, default, package }
    }

    pub(super) fn c_library(self) -> CLibrary {
        match self {
            Language::C => CLibrary::Picolibc,
            Language::Cxx | Language::Fortran => CLibrary::Gnu,
        }
    }

    /// The language of a source file; none for C and for files that are no sources.
    pub(super) fn of_ending(ending: &str) -> Option<Language> {
        ENDINGS.iter().find(|(_, endings)| endings.contains(&ending)).map(|(language, _)| *language)
    }

    /// The language that gcc's option `-x` names; none for C and for others.
    pub(super) fn of_option(value: &str) -> Option<Language> {
        match value {
            _ if value.starts_with("c++") => Some(Language::Cxx),
            _ if value.starts_with("f77") || value.starts_with("f95") => Some(Language::Fortran),
            _ => None,
        }
    }
}
