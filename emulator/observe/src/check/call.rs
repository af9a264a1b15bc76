//! A logged call, whose parameters are read by name.

use super::functions::{CheckFunctions, Class, Function};
use super::log::LoggedCall;
use rankine_program::mpi::{Arguments, FunctionId};

/// Identifies a call: its rank, and its number in that rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CallRef {
    pub rank: u32,
    pub call: u32,
}

/// A logged call with its function, for reading.
#[derive(Clone)]
pub(super) struct Call<'a> {
    pub at: CallRef,
    pub function: &'a Function,
    pub logged: LoggedCall,
    word_bytes: u64,
}

impl<'a> Call<'a> {
    /// None if the call's function is not checked.
    pub fn new(at: CallRef, functions: &'a CheckFunctions, logged: LoggedCall) -> Option<Call<'a>> {
        let function = functions.functions.get(logged.function as usize)?.as_ref()?;
        Some(Call { at, function, logged, word_bytes: functions.word_bytes })
    }

    pub fn name(&self) -> &'a str {
        &self.function.name
    }

    pub fn class(&self) -> Class {
        self.function.class
    }

    pub fn id(&self) -> FunctionId {
        FunctionId(self.logged.function)
    }

    /// The arguments as [`rankine_program::mpi::MpiCalls::describe`] takes them.
    pub fn arguments(&self) -> Arguments {
        std::array::from_fn(|index| self.logged.arguments[index])
    }

    pub fn has(&self, parameter: &str) -> bool {
        self.function.position(parameter).is_some()
    }

    /// An argument; 0 if there is no such parameter.
    pub fn word(&self, parameter: &str) -> u64 {
        self.function.position(parameter).and_then(|index| self.logged.arguments.get(index)).copied().unwrap_or(0)
    }

    pub fn int(&self, parameter: &str) -> i32 {
        self.word(parameter) as i32
    }

    /// An argument of type `MPI_Aint`.
    pub fn address(&self, parameter: &str) -> i64 {
        let word = self.word(parameter);
        if self.word_bytes == 4 { i64::from(word as i32) } else { word as i64 }
    }

    /// A count: `int`, or 64 bits in functions of large counts.
    pub fn count(&self, parameter: &str) -> i64 {
        if self.function.is_large { self.word(parameter) as i64 } else { i64::from(self.int(parameter)) }
    }

    /// The values that a pointer points to.
    pub fn list(&self, parameter: &str) -> &[i64] {
        let mut pointers = self.function.parameters.iter().filter(|known| known.pointee.is_some());
        let slot = pointers.position(|known| known.name == parameter);
        slot.and_then(|slot| self.logged.lists.get(slot)).map_or(&[], Vec::as_slice)
    }

    /// A handle: the argument, or the value that it points to.
    pub fn handle(&self, parameter: &str) -> u64 {
        let Some(index) = self.function.position(parameter) else { return 0 };
        if self.function.parameters[index].pointee.is_some() {
            self.list(parameter).first().map_or(0, |handle| *handle as u64)
        } else {
            self.word(parameter)
        }
    }

    /// Has the call done its work? That is also true of a truncated receive, and of a call for
    /// several requests if one of them failed.
    pub fn has_succeeded(&self) -> bool {
        const ERR_TRUNCATE: i32 = 15;
        const ERR_IN_STATUS: i32 = 19;
        matches!(self.logged.result, Some(0 | ERR_TRUNCATE | ERR_IN_STATUS))
    }
}
