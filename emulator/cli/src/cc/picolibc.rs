//! The functions of the C library that the glue replaces but also calls: `vfprintf` and `vfscanf`.
//! They are taken out of the archive under other names. (The linker's `--wrap` would do, too, but
//! then the time of every link grows with the square of the number of global symbols.)

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use super::error::CcError;
use super::flags;
use super::target::Target;
use super::toolchain::{Gcc, finished, output_of};

/// The functions that are taken. The glue (`toolchain/glue/stream.h`) calls them with this prefix
/// in front of their names.
pub(super) const BORROWED: [&str; 2] = ["vfprintf", "vfscanf"];
const PREFIX: &str = "__picolibc_";

/// Writes the C library's object of function `name` for this target; in it the function has the
/// other name.
pub(super) fn borrow(gcc: &Gcc, work: &Path, target: &Target, name: &str, object: &str) -> Result<(), CcError> {
    let (archive, member) = place(gcc, work, target, name)?;
    let extracted = output_of(&gcc.tool("ar"), work, &["p", &archive, &member])?;
    let path = work.join(object);
    fs::write(&path, &extracted.stdout).map_err(|error| CcError::file("write", &path, error))?;
    finished(&archive, extracted)?;
    let rename = format!("--redefine-sym={name}={PREFIX}{name}");
    finished(&member, output_of(&gcc.tool("objcopy"), work, &[&rename, object])?)
}

/// The archive from which the linker would take the function, and the member there.
fn place(gcc: &Gcc, work: &Path, target: &Target, name: &str) -> Result<(String, String), CcError> {
    let mut args = flags::machine(target);
    args.extend(["-nostdlib", "-r", "-T", "/dev/null", "-lc", "-o", "obj/found.o"].map(OsString::from));
    args.extend([format!("-Wl,-u,{name}"), format!("-Wl,--trace-symbol={name}")].map(OsString::from));
    let output = gcc.capture_alone(work, &args)?;
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let lines = said.lines().filter_map(|line| line.split_once("): definition of "));
    let found =
        lines.filter_map(|(place, _)| place.rsplit_once(": ").map_or(place, |(_, rest)| rest).split_once('(')).next();
    found.map(|(archive, member)| (archive.to_owned(), member.to_owned())).ok_or(CcError::Library {
        file: format!("{name} of the C library, which the linker does not find"),
        output: said.clone(),
    })
}
