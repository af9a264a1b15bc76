//! What RISC-V instructions are: table, decoder, disassembler. No state, no semantics.
//!
//! Adding an operation: a line in `table.rs`, its encoding in a file of `decode/`, its body in the
//! hart's file of the group (the compiler asks for it).

pub mod csr;
mod decode;
mod disasm;
mod extensions;
mod instr;
mod op;
mod table;

pub use decode::{Compressed, decode};
pub use disasm::{F_NAMES, X_NAMES, disassemble};
pub use extensions::{Extensions, IsaError, Xlen, parse_isa};
pub use instr::{Instr, Reg};
pub use op::{Bank, Class, Format, Op};
