//! Mutex bank: constants, from `regs/mutex.toml`.
//! Generated: `cargo run -p rankine-devices --example generate`.

// Registers of a mutex
/// Lock state.
pub const REG_LOCK: u64 = 0x0;
/// 1 = the mutex is locked.
pub const LOCK_LOCKED: u64 = 0x1;
/// Number of the CPU that holds the mutex.
pub const LOCK_CPU_SHIFT: u64 = 1;
/// Number of the CPU that holds the mutex.
pub const LOCK_CPU_MASK: u64 = 0x1fe;
/// A word for software.
pub const REG_USER: u64 = 0x4;
