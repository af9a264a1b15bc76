//! Presets by their role, so that other code need not name them.

/// The preset that is used if the user names none.
pub const DEFAULT_PLATFORM: &str = "manycore";

/// The preset for programs that do not say for which platform they were linked: those without our C
/// library.
pub const PLATFORM_OF_OTHERS: &str = "bare";

/// A configuration of a preset, for tests. Its nodes differ, and some ranks have no hart.
pub const EXAMPLE_CONFIGURATION: &str = "tmd-9:4uB_FPU_2PPC_3HW";

/// A setting that is valid on the default platform, for messages.
pub(crate) const EXAMPLE_SETTING: &str = "ni.command_fifo=8";
