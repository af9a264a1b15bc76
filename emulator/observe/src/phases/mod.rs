//! Phases of MPI calls: what each part of a call costs. A phase begins at a label of the library's source
//! (`libmpi-c/mark/phase.h`), of which nothing but debug information remains, and ends where the next one begins or
//! the call is left. Member `phases` of the statistics, and a table of it; `docs/phases.md` describes them. Of firmware, which
//! makes no calls, single stays in phases are told: member `firmware_phases`, and a table for each kind of processor.

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
