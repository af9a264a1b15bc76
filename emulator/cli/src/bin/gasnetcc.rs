//! `gasnetcc`: `rankine cc` under the name that programs for GASNet expect.

#[path = "../exec.rs"]
mod exec;

fn main() -> std::process::ExitCode {
    exec::rankine("cc")
}
