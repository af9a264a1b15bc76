//! `rankine doctor`: checks whether this computer has all that compiling and testing need, and
//! names the command that installs a missing part.

use crate::tell::say;
use std::fs;
use std::path::{Path, PathBuf};

use super::cache;
use super::error::TOOL_ERROR;
use super::language::Language;
use super::toolchain::{Gcc, output_of};

/// What a part is needed for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Compiling,
    Language(Language),
    Debugging,
    Tests,
}

struct Finding {
    what: String,
    need: Need,
    /// What was found, or the command that installs it.
    result: Result<String, String>,
}

/// The instruction sets and ABIs of the platforms' harts: each needs its own C library.
const MULTILIBS: &[(&str, &str)] = &[("rv64imafdc", "lp64d"), ("rv32imafdc", "ilp32d")];

/// Prints a line for each part; returns 0 if programs can be compiled.
pub fn main() -> i32 {
    let mut findings = compiler();
    findings.extend(multilibs());
    findings.push(cache());
    findings.extend([Language::Cxx, Language::Fortran].map(of_language));
    findings.push(program("gdb-multiarch", Need::Debugging, "gdb-multiarch"));
    findings.push(program("qemu-riscv64", Need::Tests, "qemu-user"));
    findings.push(program("qemu-riscv32", Need::Tests, "qemu-user"));
    findings.push(program("mpicc.mpich", Need::Tests, "mpich"));
    findings.iter().for_each(print);
    let broken = findings.iter().any(|finding| finding.need == Need::Compiling && finding.result.is_err());
    if broken { TOOL_ERROR } else { 0 }
}

fn print(finding: &Finding) {
    let purpose = match finding.need {
        Need::Compiling => String::new(),
        Need::Language(language) => format!(" (for `{}`)", language.commands().0),
        Need::Debugging => " (for `rankine debug`)".into(),
        Need::Tests => " (for developers: tests)".into(),
    };
    match &finding.result {
        Ok(found) => say!("ok       {}{purpose}: {found}", finding.what),
        Err(mend) => say!("missing  {}{purpose}: {mend}", finding.what),
    }
}

/// The command that installs a package: on other systems than Debian it is the set-up script, which
/// knows their packages.
fn install(package: &str) -> String {
    if Path::new("/etc/debian_version").exists() {
        format!("sudo apt-get install {package}")
    } else {
        "toolchain/setup.sh".to_owned()
    }
}

fn compiler() -> Vec<Finding> {
    let gcc = Gcc::find();
    let found = gcc.as_ref().map(|gcc| gcc.identity.replace('\n', " for "));
    let mut findings = vec![Finding {
        what: "RISC-V compiler".into(),
        need: Need::Compiling,
        result: found.map_err(|_| install("gcc-riscv64-unknown-elf")),
    }];
    if let Ok(gcc) = gcc {
        let specs = if gcc.has_picolibc() { gcc.ask(&["-print-file-name=picolibc.specs"]) } else { None };
        findings.push(Finding {
            what: "C library picolibc".into(),
            need: Need::Compiling,
            result: specs.ok_or_else(|| install("picolibc-riscv64-unknown-elf")),
        });
        for (tool, need) in [("ar", Need::Compiling), ("objdump", Need::Tests)] {
            let path = gcc.tool(tool).display().to_string();
            findings.push(program(&path, need, "binutils-riscv64-unknown-elf"));
        }
    }
    findings
}

fn of_language(language: Language) -> Finding {
    let found = Gcc::of(language).map(|gcc| gcc.identity.replace('\n', " for "));
    Finding {
        what: format!("{} compiler", language.name()),
        need: Need::Language(language),
        result: found.map_err(|_| install(language.compiler().package)),
    }
}

fn multilibs() -> Vec<Finding> {
    let Ok(gcc) = Gcc::find() else { return Vec::new() };
    let of = |(march, mabi): &(&str, &str)| Finding {
        what: format!("C library for {march}/{mabi}"),
        need: Need::Compiling,
        result: links(&gcc, march, mabi).ok_or_else(|| install("picolibc-riscv64-unknown-elf")),
    };
    MULTILIBS.iter().map(of).collect()
}

/// Compiles and links a program that uses the C library. None if that fails.
fn links(gcc: &Gcc, march: &str, mabi: &str) -> Option<String> {
    let directory = std::env::temp_dir().join(format!("rankine-doctor-{}", std::process::id()));
    fs::create_dir_all(&directory).ok()?;
    let mut args = vec![format!("-march={march}"), format!("-mabi={mabi}")];
    args.extend(PROBE_FLAGS.iter().map(|flag| flag.to_string()));
    let source = "#include <string.h>\nint main(int c, char **v) { return c * (int)strlen(v[0]); }\n";
    let written = fs::write(directory.join("probe.c"), source).is_ok();
    let linked = written && output_of(&gcc.program, &directory, &args).is_ok_and(|output| output.status.success());
    // a directory that is left among temporary files does no harm, and the answer stays the same
    drop(fs::remove_dir_all(&directory));
    linked.then(|| "compiles and links".to_owned())
}

const PROBE_FLAGS: &[&str] = &[
    "--specs=picolibc.specs",
    "-mcmodel=medany",
    "-nostartfiles",
    "-nostdlib",
    "-Wl,--entry=main",
    "probe.c",
    "-lc",
    "-lgcc",
    "-o",
    "probe",
];

fn cache() -> Finding {
    let of = |root: PathBuf| match root.exists() {
        true => root.display().to_string(),
        false => format!("{} (Rankine creates it when it is needed)", root.display()),
    };
    let result = cache::place().map(of);
    Finding {
        what: "cache directory".into(),
        need: Need::Compiling,
        result: result.map_err(|error| format!("{error}; choose another one: export RANKINE_CACHE=DIRECTORY")),
    }
}

fn program(name: &str, need: Need, package: &str) -> Finding {
    let version = output_of(Path::new(name), Path::new("."), &["--version"]);
    let first_line = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().next().unwrap_or_default().to_owned();
    let result = match version {
        Ok(output) if output.status.success() => Ok(first_line(&output.stdout)),
        _ => Err(install(package)),
    };
    Finding { what: Path::new(name).file_name().unwrap_or_default().to_string_lossy().into_owned(), need, result }
}
