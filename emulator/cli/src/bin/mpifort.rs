//! `mpifort`: `rankine fortran` under the name that build systems and users of MPI know.

#[path = "../exec.rs"]
mod exec;

fn main() -> std::process::ExitCode {
    exec::rankine("fortran")
}
