//! Parameters of simulation control.

use rankine_keys::keys;

keys! {
    /// Simulation control: registers by which a program talks to the emulator. Every platform has them.
    pub struct SimParams [sim] {
        /// address of the simulation control registers
        base: u64 = 0x100_0000, "address", "ours";
        /// time of an access to a simulation control register
        access_cycles: u64 = 4, "cycles", "ours: an uncached device";
    }
}
