//! RISC-V instructions: table, decoder, disassembler. No state, no semantics.

mod compressed;
pub mod csr;
mod decode;
mod disasm;
mod extensions;
mod instr;
mod op;
mod table;

pub use compressed::Compressed;
pub use decode::decode;
pub use disasm::{F_NAMES, X_NAMES, disassemble};
pub use extensions::{Extensions, IsaError, Xlen, parse_isa};
pub use instr::{Instr, Reg};
pub use op::{Bank, Class, Format, Op};
