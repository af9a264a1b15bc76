//! Objects that a rank has made and must free, by handle.

use super::call::CallRef;
use super::functions::Object;
use std::collections::BTreeMap;

/// Handles below this one are predefined (MPI 5.0 §20: those of the zero page).
pub(super) const FIRST_HANDLE: u64 = 0x1000;

impl Object {
    pub fn name(self) -> &'static str {
        match self {
            Object::Communicator => "communicator",
            Object::Group => "group",
            Object::Datatype => "datatype",
            Object::Window => "window",
            Object::Operation => "operation",
            Object::Info => "info object",
            Object::File => "file",
        }
    }

    /// May the object be used and freed after `MPI_Finalize` (MPI 5.0 §11.4.1)?
    pub fn outlives_finalize(self) -> bool {
        self == Object::Info
    }
}

/// The existing objects, and the calls that made them. A library may return the same handle again
/// for the same object.
#[derive(Default)]
pub(super) struct Handles(BTreeMap<(Object, u64), Vec<CallRef>>);

impl Handles {
    pub fn make(&mut self, object: Object, handle: u64, call: CallRef) {
        if handle >= FIRST_HANDLE {
            self.0.entry((object, handle)).or_default().push(call);
        }
    }

    /// Returns true if nothing refers to the object any more.
    pub fn free(&mut self, object: Object, handle: u64) -> bool {
        let Some(made) = self.0.get_mut(&(object, handle)) else { return true };
        made.pop();
        let is_last = made.is_empty();
        if is_last {
            self.0.remove(&(object, handle));
        }
        is_last
    }

    /// The objects that were never freed.
    pub fn left(&self) -> impl Iterator<Item = (Object, CallRef)> {
        self.0.iter().flat_map(|((object, _), made)| made.iter().map(|call| (*object, *call)))
    }
}
