//! The MPI functions of one program by address, and reading their arguments.

use super::signatures::{Kind, Role, role, signature};
use crate::unwind::ReadMemory;
use crate::{Registers, Symbols};
use std::collections::BTreeMap;

/// Most arguments read for a call: `MPI_Sendrecv` has 12.
pub(super) const ARGUMENTS_MAX: usize = 12;
/// Arguments in registers a0 to a7 (RISC-V psABI, "Integer Calling Convention"). The others are on
/// the stack.
const REGISTER_ARGUMENTS: usize = 8;
const A0: usize = 10;
const SP: usize = 2;
const RA: usize = 1;
const FRAME_POINTER: usize = 8;

/// The arguments of a call in order. Unknown ones are 0.
pub type Arguments = [u64; ARGUMENTS_MAX];

/// Number of an MPI function in its program's [`MpiCalls`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(pub u32);

/// One MPI function of a program.
#[derive(Debug)]
pub struct MpiFunction {
    /// The name in the program, for example `MPI_Send`.
    pub name: String,
    pub address: u64,
    pub kind: Kind,
    pub(super) parameters: Vec<(&'static str, Role)>,
}

impl MpiFunction {
    /// The position of a parameter among the arguments, if the parameter is known and its argument
    /// is read.
    pub fn position(&self, parameter: &str) -> Option<usize> {
        let position = self.parameters.iter().position(|(name, _)| *name == parameter)?;
        (position < ARGUMENTS_MAX).then_some(position)
    }
}

/// All MPI functions of one program.
#[derive(Debug)]
pub struct MpiCalls {
    functions: Vec<MpiFunction>,
    by_address: BTreeMap<u64, FunctionId>,
    /// Begin and end of the functions for Fortran, which call the others; ascending.
    bindings: Vec<(u64, u64)>,
    word_bytes: usize,
}

impl MpiCalls {
    /// Finds the `MPI_`, `PMPI_` and `gasnet_` functions in a symbol table. If a function has two
    /// names, the first one counts.
    pub fn new(symbols: &Symbols, is_64: bool) -> MpiCalls {
        let mut calls = MpiCalls {
            functions: Vec::new(),
            by_address: BTreeMap::new(),
            bindings: bindings(symbols),
            word_bytes: if is_64 { 8 } else { 4 },
        };
        let names = ["MPI_", "PMPI_", "gasnet_"].into_iter().flat_map(|prefix| symbols.functions_with_prefix(prefix));
        for (name, address) in names {
            let id = FunctionId(calls.functions.len() as u32);
            if calls.by_address.contains_key(&address) {
                continue;
            }
            calls.by_address.insert(address, id);
            // On RV32 the counts of large-count functions take two registers each, so their
            // arguments are not read.
            let readable = is_64 || !name.ends_with("_c");
            let (kind, parameters) = signature(name).filter(|_| readable).unwrap_or((Kind::Other, ""));
            let parameters = parameters.split_whitespace().map(|name| (name, role(name))).collect();
            calls.functions.push(MpiFunction { name: name.to_owned(), address, kind, parameters });
        }
        calls
    }

    /// The function that begins at `address`.
    pub fn at(&self, address: u64) -> Option<FunctionId> {
        self.by_address.get(&address).copied()
    }

    /// Addresses of all functions, ascending.
    pub fn addresses(&self) -> impl Iterator<Item = u64> {
        self.by_address.keys().copied()
    }

    /// Returns a function.
    ///
    /// # Panics
    /// If `id` belongs to another program with more MPI functions.
    pub fn function(&self, id: FunctionId) -> &MpiFunction {
        &self.functions[id.0 as usize]
    }

    /// All functions in the order of their numbers.
    pub fn functions(&self) -> impl Iterator<Item = &MpiFunction> {
        self.functions.iter()
    }

    pub fn len(&self) -> usize {
        self.functions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }

    /// Size of a register in bytes.
    pub fn word_bytes(&self) -> u64 {
        self.word_bytes as u64
    }

    /// The address behind the program's own call. The hart must be at a function's first instruction. If a
    /// function for Fortran calls it, that function's frame tells where the program called.
    pub fn return_address(&self, registers: &Registers, read: &mut ReadMemory<'_>) -> u64 {
        let direct = registers.x[RA];
        let before = self.bindings.partition_point(|(begin, _)| *begin < direct);
        let is_binding = before > 0 && direct <= self.bindings[before - 1].1;
        // The word below the address in the frame pointer (RISC-V psABI, "Frame Pointer Convention").
        let mut word = [0; 8];
        let at = registers.x[FRAME_POINTER].wrapping_sub(self.word_bytes as u64);
        if is_binding && read(at, &mut word[..self.word_bytes]) { u64::from_le_bytes(word) } else { direct }
    }

    /// Reads the arguments of a call of `id`. The hart must be at the function's first instruction.
    pub fn arguments(&self, id: FunctionId, registers: &Registers, read: &mut ReadMemory<'_>) -> Arguments {
        let mut arguments = [0; ARGUMENTS_MAX];
        arguments[..REGISTER_ARGUMENTS].copy_from_slice(&registers.x[A0..A0 + REGISTER_ARGUMENTS]);
        let wanted = self.function(id).parameters.len().min(ARGUMENTS_MAX);
        for (slot, argument) in arguments[..wanted].iter_mut().skip(REGISTER_ARGUMENTS).enumerate() {
            let mut word = [0; 8];
            let at = registers.x[SP].wrapping_add((slot * self.word_bytes) as u64);
            if read(at, &mut word[..self.word_bytes]) {
                *argument = u64::from_le_bytes(word);
            }
        }
        arguments
    }
}

/// The functions that programs in Fortran call: `pmpi_send_` and its like.
fn bindings(symbols: &Symbols) -> Vec<(u64, u64)> {
    let named = symbols.functions_with_prefix("pmpi_").filter(|(name, _)| name.ends_with('_'));
    let mut all: Vec<(u64, u64)> =
        named.filter_map(|(_, address)| symbols.function_at(address).map(|function| (address, function.end))).collect();
    all.sort_unstable();
    all
}
