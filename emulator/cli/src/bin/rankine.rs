//! `rankine`: the program. What it does is in the library beside it, so that it compiles while other crates do.

fn main() -> std::process::ExitCode {
    rankine_cli::main()
}
