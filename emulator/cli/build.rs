//! Build script: builds `rankine` again when a file of the C library or the toolchain changes,
//! because the program carries these files.

fn main() {
    println!("cargo:rerun-if-changed=../../libmpi-c");
    println!("cargo:rerun-if-changed=../../toolchain");
}
