//! Reads the command line of `rankine cc`: our own options, and what gcc is asked to do. All other
//! arguments go to gcc unchanged.

use std::ffi::OsString;
use std::path::Path;

use super::dropped;
use super::error::CcError;
use super::language::Language;
use crate::regular;

/// What `-show` and similar options print instead of compiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Show {
    Command,
    CompileCommand,
    LinkCommand,
    CompileFlags,
    LinkFlags,
    Compiler,
    IncludeDirectories,
    LibraryDirectories,
    Libraries,
    Version,
}

/// The most bytes of a response file that are read.
const RESPONSE_BYTES_MAX: u64 = 1 << 24;

/// The names of these options in MPICH and Open MPI.
const SHOWS: &[(&str, Show)] = &[
    ("-show", Show::Command),
    ("--show", Show::Command),
    ("-showme", Show::Command),
    ("--showme", Show::Command),
    ("-compile-info", Show::CompileCommand),
    ("-compile_info", Show::CompileCommand),
    ("-link-info", Show::LinkCommand),
    ("-link_info", Show::LinkCommand),
    ("-showme:compile", Show::CompileFlags),
    ("--showme:compile", Show::CompileFlags),
    ("-showme:link", Show::LinkFlags),
    ("--showme:link", Show::LinkFlags),
    ("-showme:command", Show::Compiler),
    ("--showme:command", Show::Compiler),
    ("-showme:incdirs", Show::IncludeDirectories),
    ("--showme:incdirs", Show::IncludeDirectories),
    ("-showme:libdirs", Show::LibraryDirectories),
    ("--showme:libdirs", Show::LibraryDirectories),
    ("-showme:libs", Show::Libraries),
    ("--showme:libs", Show::Libraries),
    ("-showme:version", Show::Version),
    ("--showme:version", Show::Version),
];

/// Options of gcc that take the next argument as their value; it is therefore no input file.
const WITH_VALUE: &[&str] = &[
    "-o",
    "-x",
    "-I",
    "-J",
    "-L",
    "-l",
    "-D",
    "-U",
    "-A",
    "-B",
    "-T",
    "-u",
    "-z",
    "-e",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "-imultilib",
    "-MF",
    "-MT",
    "-MQ",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-aux-info",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-wrapper",
    "--param",
    "--entry",
    "--output",
    "--sysroot",
];

const OPENMP: &str =
    "-fopenmp: each rank has one thread, so pragmas of OpenMP are ignored and omp_get_num_threads() is 1";
const PTHREAD: &str = "-pthread: each rank has one thread, so pthread_create fails with EAGAIN";

/// Libraries that are linked whole in any case. Named by the user, too, they would be linked twice.
const LINKED_ANYWAY: [&str; 2] = ["-lmpi", "-lranksys"];

/// A command line, sorted by what its arguments are for.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    language: Language,
    pub platform: Option<String>,
    /// The rank for whose node the program is compiled, where nodes differ.
    pub node: Option<String>,
    pub show: Option<Show>,
    /// Build parameters of the library, `NAME=VALUE`.
    pub library: Vec<String>,
    /// The arguments for gcc, in order.
    pub user: Vec<OsString>,
    pub inputs: usize,
    /// `-c`, `-S`, `-E`, `-M`, `-fsyntax-only`: nothing is linked.
    pub compiles_only: bool,
    pub sets_language: bool,
    has_c: bool,
    has_fortran: bool,
    pub own_script: bool,
    pub own_start: bool,
    pub own_libraries: bool,
    /// `-print-...`, `--version` and the like.
    asks: bool,
    /// Options that mean something else here, a sentence for each.
    pub notes: Vec<&'static str>,
}

impl Arguments {
    /// The arguments of a command for C.
    pub fn parse(args: &[OsString]) -> Result<Arguments, CcError> {
        Arguments::parse_for(Language::C, args)
    }

    pub fn parse_for(language: Language, args: &[OsString]) -> Result<Arguments, CcError> {
        let mut parsed = Arguments { language, ..Arguments::default() };
        parsed.read(args, 0)?;
        if !parsed.own_libraries {
            parsed.user.retain(|word| !LINKED_ANYWAY.iter().any(|library| word == library));
        }
        Ok(parsed)
    }

    /// Is there nothing to compile? Then gcc answers by itself.
    pub fn is_question(&self) -> bool {
        self.asks || self.inputs == 0
    }

    /// Does the command get options for Fortran only? The compiler of C warns of them.
    pub fn takes_fortran(&self) -> bool {
        self.language == Language::Fortran && (self.has_fortran || !self.has_c)
    }

    pub fn links(&self) -> bool {
        !self.compiles_only
    }

    fn read(&mut self, args: &[OsString], depth: usize) -> Result<(), CcError> {
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            let text = arg.to_string_lossy();
            if let Some(name) = value(&["--platform", "-platform"], "the name of a platform", &text, &mut rest)? {
                self.platform = Some(name);
            } else if let Some(rank) = value(&["--node"], "a rank", &text, &mut rest)? {
                self.node = Some(rank);
            } else if let Some(parameter) = value(&["--library"], "NAME=VALUE", &text, &mut rest)? {
                self.library.push(parameter);
            } else if let Some((_, show)) = SHOWS.iter().find(|(name, _)| *name == text) {
                self.show = Some(*show);
            } else if text.starts_with('@') && text.len() > 1 {
                self.read_response_file(arg, depth)?;
            } else if WITH_VALUE.contains(&&*text) {
                let value = rest.next();
                self.note_value(&text, value)?;
                self.user.push(arg.clone());
                self.user.extend(value.cloned());
            } else {
                self.read_plain(arg, &text)?;
            }
        }
        Ok(())
    }

    fn note_value(&mut self, option: &str, value: Option<&OsString>) -> Result<(), CcError> {
        match option {
            "-T" => self.own_script = true,
            "-x" => {
                self.sets_language = true;
                let language = value.map(|value| value.to_string_lossy()).unwrap_or_default();
                self.admit(Language::of_option(&language), &format!("-x {language}"))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Refuses a file in a language that this command does not compile. None stands for C and for
    /// files that are no sources.
    fn admit(&mut self, language: Option<Language>, what: &str) -> Result<(), CcError> {
        let Some(other) = language.filter(|language| *language != self.language) else {
            self.has_fortran |= language == Some(Language::Fortran);
            return Ok(());
        };
        let (own, other, (name, command)) = (self.language.name(), other.name(), other.commands());
        Err(CcError::Usage(format!("{what}: this command compiles {own}; compile {other} with '{name}' ({command})")))
    }

    fn read_plain(&mut self, arg: &OsString, text: &str) -> Result<(), CcError> {
        match text {
            "-pthread" => {
                self.notes.push(PTHREAD);
                return Ok(());
            }
            _ if dropped::is_dropped(text) => return Ok(()),
            _ if text.starts_with("-Wl,") => {
                self.user.extend(dropped::for_linker(&text["-Wl,".len()..]).map(OsString::from));
                return Ok(());
            }
            // gcc for RISC-V contracts a * b + c into one instruction with one rounding; plain
            // x86-64 has no such instruction.
            "--like-x86" => {
                self.user.push("-ffp-contract=off".into());
                return Ok(());
            }
            // A rank has one thread. The pragmas are ignored, as the serial <omp.h> expects, and
            // gcc must not warn of each.
            _ if text == "-fopenmp" || text.starts_with("-fopenmp=") => {
                if self.language != Language::Fortran {
                    self.user.push("-Wno-unknown-pragmas".into());
                }
                self.notes.push(OPENMP);
                return Ok(());
            }
            "-fdefault-integer-8" => {
                return Err(CcError::Usage(
                    "-fdefault-integer-8: INTEGER has 4 bytes in this MPI library; declare INTEGER(8) where the program needs it".into(),
                ));
            }
            "-shared" => {
                return Err(CcError::Usage(
                    "-shared: a Rankine program is one static file; build a static library (ar) instead".into(),
                ));
            }
            "-c" | "-S" | "-E" | "-M" | "-MM" | "-fsyntax-only" => self.compiles_only = true,
            "-r" => (self.own_script, self.own_start, self.own_libraries) = (true, true, true),
            "-nostdlib" => (self.own_start, self.own_libraries) = (true, true),
            "-nostartfiles" => self.own_start = true,
            "-nodefaultlibs" | "-nolibc" => self.own_libraries = true,
            "--version" | "--help" | "--target-help" | "-dumpversion" | "-dumpfullversion" | "-dumpmachine"
            | "-dumpspecs" => self.asks = true,
            _ if text.starts_with("-print-") || text.starts_with("--print-") || text.starts_with("--help=") => {
                self.asks = true;
            }
            _ if text.starts_with("-T") && !is_section_address(text) => self.own_script = true,
            _ if text.starts_with("-x") => {
                self.sets_language = true;
                self.admit(Language::of_option(&text["-x".len()..]), text)?;
            }
            // A library may contain the whole program.
            _ if text.starts_with("-l") => self.inputs += 1,
            _ if text == "-" || !text.starts_with('-') => {
                self.inputs += 1;
                let ending = Path::new(text).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
                self.has_c |= ending == "c";
                self.admit(if self.sets_language { None } else { Language::of_ending(ending) }, text)?;
            }
            _ => {}
        }
        self.user.push(arg.clone());
        Ok(())
    }

    /// Reads gcc's `@file` in place, so that our own options are found inside it, too.
    fn read_response_file(&mut self, arg: &OsString, depth: usize) -> Result<(), CcError> {
        let text = arg.to_string_lossy();
        let path = Path::new(&text[1..]);
        if depth >= 16 {
            return Err(CcError::Usage(format!("{text}: response files include each other")));
        }
        match regular::read_text(path, RESPONSE_BYTES_MAX) {
            Ok(contents) => self.read(&split(&contents), depth + 1),
            Err(_) => {
                // as gcc does: if no such file can be read, the argument is itself an input
                self.inputs += 1;
                self.user.push(arg.clone());
                Ok(())
            }
        }
    }
}

/// Does the option name an address and not a script? `-Ttext=`, `-Ttext-segment=`, `-Tdata=` and
/// `-Tbss=` do.
fn is_section_address(text: &str) -> bool {
    ["-Ttext", "-Tdata", "-Tbss", "-Trodata"].iter().any(|prefix| text.starts_with(prefix)) && text.contains('=')
}

/// Splits a response file by gcc's rules: white space separates words, quotes of both kinds group,
/// and a backslash takes the next character as it is.
pub(super) fn split(contents: &str) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = contents.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', _) => word.get_or_insert_default().extend(chars.next()),
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take().map(OsString::from)),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word.map(OsString::from));
    words
}

/// The value of one of our options with these names: behind `=` in the same argument, or the next
/// argument. None if this argument is no such option. `what` describes the value for the error
/// message.
fn value(
    names: &[&str],
    what: &str,
    argument: &str,
    rest: &mut std::slice::Iter<'_, OsString>,
) -> Result<Option<String>, CcError> {
    let (name, given) = argument.split_once('=').map_or((argument, None), |(name, given)| (name, Some(given)));
    if !names.contains(&name) {
        return Ok(None);
    }
    let next = || rest.next().map(|next| next.to_string_lossy().into_owned());
    let found = given.map(str::to_owned).or_else(next);
    found.map(Some).ok_or_else(|| CcError::Usage(format!("{name} needs {what}")))
}
