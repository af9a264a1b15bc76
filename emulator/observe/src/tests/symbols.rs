//! Symbol tables of compiled programs.

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
