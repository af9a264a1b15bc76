//! Phases of MPI calls: the cost of each part of a call. A phase begins at a label in the library's
//! source (`libmpi-c/mark/phase.h`); the label stays in the debug information only. The phase ends
//! where the next one begins or where the call is left. Phases are the member `phases` of the
//! statistics, and are shown as a table; `docs/phases.md` describes them. Firmware makes no calls;
//! for firmware, single stays in phases are counted. They are the member `firmware_phases`, and a
//! table for each kind of processor.

mod firmware;
mod recorder;
mod stays;
mod table;
mod view;

pub use firmware::{FirmwarePhases, firmware_phases, firmware_table};
pub use recorder::{CallPhases, PhaseObserver, PhasePosition, PhaseRecorder};
pub use stays::{StayObserver, StayRecorder};
pub use table::{Shown, table};
pub use view::{CallsByPhase, FunctionPhases, PhaseCycles, PhaseSums, Recorded};

#[cfg(test)]
#[path = "../tests/phases.rs"]
mod tests;
