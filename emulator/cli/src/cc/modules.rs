//! Fortran's modules `mpi` and `mpi_f08`, which are compiled when the library is built: the compiler
//! reads only descriptions of modules that it has written itself.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use super::error::CcError;
use super::flags;
use super::target::Target;
use super::toolchain::{Gcc, finished};

/// The directory of the sources of the functions for Fortran, and of the modules.
const DIRECTORY: &str = "libmpi-c/fortran";
/// The modules, each after those that it uses; for each, options of the preprocessor that make its
/// interfaces, and the file of these, which its source includes.
const MODULES: [(&str, &[&str], &str); 2] =
    [("mpi", &[], "interfaces.inc"), ("mpi_f08", &["-DFORTRAN_F08"], "interfaces_f08.inc")];

/// Sources and objects of the modules, for the archive.
pub(super) fn objects() -> Vec<(String, String)> {
    MODULES.map(|(name, ..)| (format!("{DIRECTORY}/{name}.f90"), object(name))).to_vec()
}

fn object(name: &str) -> String {
    format!("obj/module-{name}.o")
}

/// Compiles the modules. Their descriptions for the compiler lie beside their sources, where programs
/// find `mpif.h`, too. `flags` are those of the C files, `tables` the files in C from which
/// interfaces are made.
pub(super) fn compile(
    gcc: &Gcc,
    work: &Path,
    target: &Target,
    flags: &[OsString],
    tables: &[(String, String)],
) -> Result<(), CcError> {
    let sources = work.join("src");
    let directory = sources.join(DIRECTORY);
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| CcError::file("read", path, error));
    let (numbers, handles) =
        constants(&read(&directory.join("mpif.h"))?, &read(&sources.join("libmpi-c/include/mpi.h"))?);
    write(&directory.join("numbers.inc"), &numbers)?;
    write(&directory.join("handles.inc"), &handles)?;
    for (name, options, place) in MODULES {
        write(&directory.join(place), &interfaces(gcc, &sources, flags, options, tables)?)?;
        let source = format!("{DIRECTORY}/{name}.f90");
        let mut args = flags::base(target);
        args.push(flags::debug_prefix_map(&sources));
        let options =
            ["-O2", "-Wall", "-Werror", "-Wno-unused-dummy-argument", "-ffree-line-length-none", "-cpp", "-c"];
        args.extend(options.map(OsString::from));
        args.extend([&source, "-J", DIRECTORY].map(OsString::from));
        args.extend(["-o".into(), work.join(object(name)).into()]);
        finished(&source, gcc.capture_alone(&sources, &args)?)?;
    }
    Ok(())
}

fn write(place: &Path, text: &str) -> Result<(), CcError> {
    fs::write(place, text).map_err(|error| CcError::file("write", place, error))
}

/// The interfaces of a module, which the tables become with these options (`interfaces.h`).
fn interfaces(
    gcc: &Gcc,
    sources: &Path,
    flags: &[OsString],
    options: &[&str],
    tables: &[(String, String)],
) -> Result<String, CcError> {
    let mut args = flags.to_vec();
    args.extend(["-E", "-P", "-DFORTRAN_INTERFACES", "-x", "c"].iter().chain(options).map(OsString::from));
    args.extend(tables.iter().map(|(table, _)| table.into()));
    let text = gcc.capture_alone(sources, &args)?;
    let lines = String::from_utf8_lossy(&text.stdout)
        .lines()
        .filter(|line| line.starts_with('@'))
        .map(|line| line.replace('@', "\n"))
        .collect();
    finished("the interfaces of Fortran's modules", text)?;
    Ok(lines)
}

/// `mpif.h` in two parts: without the constants that are handles; and these, each of the type that it
/// has in `mpi.h`.
fn constants(mpif: &str, header: &str) -> (String, String) {
    let (mut numbers, mut handles) = (String::new(), String::new());
    for line in mpif.lines() {
        let constant = line.trim().strip_prefix("INTEGER, PARAMETER :: ").and_then(|line| line.split_once(" = "));
        match constant.and_then(|(name, value)| Some((handle_type(name, header)?, name, value))) {
            Some((kind, name, value)) => {
                handles.push_str(&format!("type({kind}), parameter :: {name} = {kind}({value})\n"));
            }
            None => numbers.extend([line, "\n"]),
        }
    }
    (numbers, handles)
}

/// The type of a constant of `mpi.h`, if it is a handle: `((MPI_Comm)0x101)`, or another name of one.
fn handle_type<'a>(name: &str, header: &'a str) -> Option<&'a str> {
    let mut defines = header.lines().filter_map(|line| line.strip_prefix("#define ")?.split_once(' '));
    let (_, value) = defines.find(|(defined, _)| *defined == name)?;
    match value.strip_prefix("((") {
        Some(cast) => cast.split_once(")0x").map(|(kind, _)| kind),
        None if value.starts_with("MPI_") => handle_type(value, header),
        None => None,
    }
}
