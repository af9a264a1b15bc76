//! The program `rankine`. Its code is in the library beside it, so that it compiles in parallel
//! with other crates.

fn main() -> std::process::ExitCode {
    rankine_cli::main()
}
