//! Parameters of simulation control.

use rankine_keys::keys;

keys! {
    /// Simulation control, which every platform has.
    pub struct SimParams [sim] {
        /// where the simulation control registers lie
        base: u64 = 0x100_0000, "address", "ours";
        /// time of an access to them
        access_cycles: u64 = 4, "cycles", "ours: an uncached device";
    }
}
