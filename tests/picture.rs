//! Program that writes the picture of the crates into ARCHITECTURE.md.

fn main() {
    let path = rankine_tests::root().join("ARCHITECTURE.md");
    std::fs::write(path, rankine_tests::picture::page()).expect("ARCHITECTURE.md can be written");
}
