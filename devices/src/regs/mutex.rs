//! Mutex bank: constants, from `regs/mutex.toml`.
//! Generated: `cargo run -p rankine-devices --example generate`.

// Registers of a mutex
/// Who holds the mutex.
pub const REG_LOCK: u64 = 0x0;
/// It is held.
pub const LOCK_LOCKED: u64 = 0x1;
/// By this CPU.
pub const LOCK_CPU_SHIFT: u64 = 1;
/// By this CPU.
pub const LOCK_CPU_MASK: u64 = 0x1fe;
/// Any value; the lock does not protect it.
pub const REG_USER: u64 = 0x4;
