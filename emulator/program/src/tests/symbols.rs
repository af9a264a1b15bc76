//! Tests of the symbol tables of compiled programs.

use super::*;
use crate::testing::{Source, compile};

const PROGRAM: &str = r#"
int PMPI_Send(int x) { return x + 1; }
int MPI_Send(int x) __attribute__((weak, alias("PMPI_Send")));
int MPI_Recv(int x) { return x; }
static int triple(int x) { __asm__ volatile ("inside: nop"); return x * 3; }
int (*volatile keep)(int) = triple;
int data[4] = {1};
int main(void) { return MPI_Send(keep(1)) + data[0]; }
__asm__ (".text\n.globl bare\nbare: nop\nnop\nret\n");
"#;

#[test]
fn functions_by_address_and_name() {
    let program = compile("symbols", &[Source::C(PROGRAM)], &[]);
    let symbols = Symbols::load(&program);
    assert_eq!(symbols.problem(), None);
    assert_eq!(symbols.address("PMPI_Send"), symbols.address("MPI_Send"));
    for (symbol, offset, function) in [
        ("MPI_Send", 0, Some("MPI_Send")),
        ("PMPI_Send", 2, Some("MPI_Send")),
        ("main", 2, Some("main")),
        ("inside", 0, Some("triple")),
        ("bare", 4, Some("bare")),
        ("data", 0, None),
    ] {
        let pc = symbols.address(symbol).expect(symbol) + offset;
        assert_eq!(symbols.at(pc).map(|at| at.0), function, "{symbol}+{offset}");
    }
    assert_eq!(symbols.at(symbols.address("bare").unwrap() + 4), Some(("bare", 4)));
    let mpi: Vec<&str> = symbols.functions_with_prefix("MPI_").map(|(name, _)| name).collect();
    assert_eq!(mpi, ["MPI_Recv", "MPI_Send"]);
    assert_eq!((symbols.at(0), symbols.at(u64::MAX), symbols.address("absent")), (None, None, None));
}

#[test]
fn says_why_there_are_none() {
    let stripped = compile("stripped", &[Source::C("int main(void) { return 0; }")], &["-s"]);
    for (bytes, problem) in [
        (&stripped[..], "the program has no function symbols: it is stripped"),
        (b"", "not an ELF file"),
        (b"#!/bin/sh\necho an ordinary script of more than sixty-four bytes of length\n", "not an ELF file"),
        (&stripped[..40], "Invalid ELF header size or alignment"),
    ] {
        let symbols = Symbols::load(bytes);
        assert!(symbols.is_empty());
        assert_eq!(symbols.problem(), Some(problem));
    }
}

/// A file whose symbols all have the same long name. If each kept a copy of the name, they would
/// fill memory.
#[test]
fn long_names_are_not_kept_for_ever() {
    const COUNT: u64 = 1000;
    const NAME: u64 = 1 << 20;
    let section = |kind: u64, at: u64, size: u64, link: u64, entry: u64| {
        [kind << 32, 0, 0, at, size, link, 1, entry].map(u64::to_le_bytes).concat()
    };
    let mut file = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\xf3\0\x01\0\0\0".to_vec();
    // No entry, no segments; sections at 64: none, names, symbols.
    file.extend([0, 0, 64, 64 << 32, 64 << 16 | 3 << 32 | 1 << 48].map(u64::to_le_bytes).concat());
    file.resize(64 + 64, 0);
    let symbols = 64 + 3 * 64;
    file.extend(section(3, symbols + 24 * COUNT, NAME + 2, 0, 0));
    file.extend(section(2, symbols, 24 * COUNT, 1, 24));
    for number in 0..COUNT {
        // A function with a global name.
        file.extend([1 | 0x12 << 32 | 1 << 48, 0x1000 + number, 1].map(u64::to_le_bytes).concat());
    }
    file.push(0);
    file.resize(file.len() + NAME as usize, b'x');
    file.push(0);
    let symbols = Symbols::load(&file);
    assert!((1..=NAME_BYTES_MAX / NAME as usize).contains(&symbols.functions().len()), "{}", symbols.functions().len());
}
