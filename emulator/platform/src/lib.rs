//! Platforms: which machines there are, and what each is made of.
//!
//! [`Platform::resolve`] makes a platform of a preset or a file, and of settings; it gives the devices and the network of
//! its machines. Nothing here knows harts, programs or the machine that runs them.

mod configuration;
mod kinds;
mod parts;
mod platform;
mod tmd;

pub use platform::{DEFAULT_PLATFORM, Platform, PlatformError, is_preset, presets, profiles, suggestion};
