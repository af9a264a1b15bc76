//! Presets by their role: those that others use without knowing a family.

/// The preset used when nobody names one.
pub const DEFAULT_PLATFORM: &str = "manycore";

/// The preset for programs that do not say what they were linked for: those without our C library.
pub const PLATFORM_OF_OTHERS: &str = "bare";

/// A configuration of a preset, for tests: nodes differ, and some ranks have no hart.
pub const EXAMPLE_CONFIGURATION: &str = "tmd-9:4uB_FPU_2PPC_3HW";

/// A setting that the default platform understands, for messages.
pub(crate) const EXAMPLE_SETTING: &str = "ni.command_fifo=8";
