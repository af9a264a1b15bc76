//! The C library and the toolchain's files are part of the program: build again when any of them changes.

fn main() {
    println!("cargo:rerun-if-changed=../../libmpi-c");
    println!("cargo:rerun-if-changed=../../toolchain");
}
