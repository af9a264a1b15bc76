//! MPI calls for observers: the addresses of the functions, and the meaning of their arguments.

mod calls;
mod constants;
mod describe;
mod signatures;

pub use calls::{Arguments, FunctionId, MpiCalls, MpiFunction};
pub use constants::{ANY_SOURCE, ANY_TAG, COMM_WORLD, PROC_NULL, ROOT};
pub use constants::{IN_PLACE, datatype as datatype_name, datatype_bytes, operation as operation_name};
pub use describe::{Call, Direction, Remote, Transfer};
pub use signatures::Kind;
