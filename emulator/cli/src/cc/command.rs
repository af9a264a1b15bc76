//! Builds gcc's command line: the platform's flags, the user's arguments, then the library.

use std::ffi::OsString;

use super::arguments::{Arguments, Show};
use super::flags::{base, debug_prefix_map, machine};
use super::language::{CLibrary, Language};
use super::library::Library;
use super::target::Target;
use super::toolchain::Gcc;

/// The options for the headers. Debug information gets a name for their directory that does not
/// depend on the place of the cache.
fn includes(library: &Library) -> Vec<OsString> {
    let mut args: Vec<OsString> =
        library.include_directories().into_iter().flat_map(|directory| ["-I".into(), directory.into()]).collect();
    args.push(debug_prefix_map(&library.sources()));
    args
}

fn link(target: &Target, library: &Library, arguments: &Arguments) -> Vec<OsString> {
    match target.c_library() {
        CLibrary::Picolibc => link_picolibc(target, library, arguments),
        CLibrary::Gnu => link_gnu(target, library, arguments),
    }
}

/// An addition to the linker's script, the program's note, and the MPI library. The compiler itself
/// brings its start-up code and its other libraries.
fn link_gnu(target: &Target, library: &Library, arguments: &Arguments) -> Vec<OsString> {
    let mut args: Vec<OsString> = vec!["-static".into()];
    if arguments.sets_language {
        args.extend(["-x".into(), "none".into()]);
    }
    if !arguments.own_script {
        args.extend(["-T".into(), library.script().into()]);
        args.push(format!("-Wl,-Ttext-segment={:#x}", target.text_address).into());
    }
    if !arguments.own_start {
        args.push(library.start_file().into());
    }
    if !arguments.own_libraries {
        args.extend(["-L".into(), library.library_directory().into()]);
        if target.language == Language::Fortran {
            // libgfortran, which follows, uses this function and its like (libmpi-c/fortran/traps.c).
            args.extend(["-Wl,--undefined=fegetexcept", "-lmpifort", EXECUTABLE_STACK].map(OsString::from));
        }
        let libraries = [
            "-Wl,--gc-sections",
            "-Wl,--whole-archive",
            "-lmpi",
            "-Wl,--no-whole-archive",
            "-lmpi_dynamic",
            "-lgasnet",
        ];
        args.extend(libraries.map(OsString::from));
    }
    args
}

/// Start-up code, linker script and libraries, except those that the user brings.
fn link_picolibc(target: &Target, library: &Library, arguments: &Arguments) -> Vec<OsString> {
    let mut args: Vec<OsString> = ["-static", "-nostartfiles", "-nostdlib"].map(OsString::from).to_vec();
    if arguments.sets_language {
        args.extend(["-x".into(), "none".into()]);
    }
    if !arguments.own_script {
        args.extend(["-T".into(), library.script().into()]);
        args.push(format!("-Wl,-Ttext-segment={:#x}", target.text_address).into());
        args.push(format!("-Wl,--defsym=rankine.memory_end={:#x}", target.memory_end).into());
    }
    if !arguments.own_start {
        // The start-up code stands behind the user's archives, and one of them may hold `main`.
        args.push("-Wl,--undefined=main".into());
        args.push(library.start_file().into());
    }
    if !arguments.own_libraries {
        args.extend(["-L".into(), library.library_directory().into()]);
        args.extend(libraries(target));
    }
    args
}

/// The glue is linked whole; else picolibc's own functions of the same names would be found first.
/// The MPI library is linked whole, too, so that its parts lie in the same order in every program.
/// The linker removes unused sections. If the MPI library provides memory itself, it has to see
/// each call of malloc.
fn libraries(target: &Target) -> Vec<OsString> {
    let wrapped = ["malloc", "calloc", "realloc", "free"].iter().filter(|_| target.gives_memory());
    let libraries = [
        "-Wl,--gc-sections",
        "-Wl,--start-group",
        "-Wl,--whole-archive",
        "-lmpi",
        "-lranksys",
        "-Wl,--no-whole-archive",
        "-lmpi_dynamic",
        "-lgasnet",
        "-lm",
        "-lc",
        "-lgcc",
        "-Wl,--end-group",
    ];
    let wrapped = wrapped.map(|name| format!("-Wl,--wrap={name}").into());
    wrapped.chain(libraries.map(OsString::from)).collect()
}

/// A procedure within a procedure, as an argument, becomes a function on the stack. The linker would warn of it.
const EXECUTABLE_STACK: &str = "-Wl,-z,execstack";

/// When libgfortran ends a program, it would look for its file and map it into memory, which fails.
const NO_BACKTRACE: &str = "-fno-backtrace";

/// The flags before the user's arguments.
fn before(target: &Target, arguments: &Arguments) -> Vec<OsString> {
    let mut args = base(target);
    // A buffer may be of any type. Without interfaces, the compiler compares the calls with each other.
    if arguments.takes_fortran() {
        args.push("-fallow-argument-mismatch".into());
        args.push(NO_BACKTRACE.into());
    }
    args
}

/// The command that does what the user asks for.
pub(super) fn full(target: &Target, library: &Library, arguments: &Arguments) -> Vec<OsString> {
    let mut args = before(target, arguments);
    args.extend(arguments.user.iter().cloned());
    args.extend(includes(library));
    if arguments.links() {
        args.extend(link(target, library, arguments));
    }
    args
}

/// The command for a question to gcc itself, which needs no library.
pub(super) fn question(target: &Target, arguments: &Arguments) -> Vec<OsString> {
    let asks_for_paths = arguments.user.iter().any(|arg| arg.to_string_lossy().contains("-print-"));
    let mut args = machine(target);
    if !asks_for_paths && target.c_library() == CLibrary::Picolibc {
        args.remove(0); // so that --version works without picolibc
    }
    args.extend(arguments.user.iter().cloned());
    args
}

/// What the options of the `-show` family print.
pub(super) fn shown(show: Show, gcc: &Gcc, target: &Target, library: &Library, arguments: &Arguments) -> Vec<OsString> {
    let compiler = || vec![gcc.program.clone().into_os_string()];
    let user = || arguments.user.iter().cloned();
    let compile_flags = || [before(target, arguments), includes(library)].concat();
    match show {
        Show::Command => [compiler(), full(target, library, arguments)].concat(),
        Show::CompileCommand => {
            [compiler(), before(target, arguments), user().collect(), includes(library), vec!["-c".into()]].concat()
        }
        Show::LinkCommand => [compiler(), base(target), user().collect(), link(target, library, arguments)].concat(),
        Show::CompileFlags => compile_flags(),
        Show::LinkFlags => [base(target), link(target, library, arguments)].concat(),
        Show::Compiler => compiler(),
        Show::IncludeDirectories => library.include_directories().into_iter().map(OsString::from).collect(),
        Show::LibraryDirectories => vec![library.library_directory().into()],
        Show::Libraries => match target.c_library() {
            CLibrary::Picolibc => {
                ["mpi", "ranksys", "mpi_dynamic", "gasnet", "m", "c", "gcc"].map(OsString::from).to_vec()
            }
            CLibrary::Gnu => {
                let own: &[&str] = if target.language == Language::Fortran { &["mpifort"] } else { &[] };
                let of_language = if target.language == Language::Fortran { "gfortran" } else { "stdc++" };
                let others = ["mpi", "mpi_dynamic", "gasnet", of_language, "m", "c", "gcc"];
                own.iter().chain(&others).map(OsString::from).collect()
            }
        },
        Show::Version => Vec::new(),
    }
}

/// Joins words so that a shell splits them into the same words again.
pub(super) fn shell_line(words: &[OsString]) -> String {
    words.iter().map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
