//! Platforms: the machines that can be emulated, and the parts of each.
//!
//! [`Platform::resolve`] makes a platform from a preset or a file, and from settings. The platform
//! gives the devices and the network of its machines. Code for one family of machines is in that
//! family's directory under `families`. Nothing here knows harts, programs or the machine that runs
//! them.

mod changes;
mod document;
mod error;
mod families;
mod family;
mod further;
mod general;
mod nodes;
pub mod page;
mod platform;
mod profiles;
mod quantity;

pub use error::{PlatformError, suggestion};
pub use families::{DEFAULT_PLATFORM, EXAMPLE_CONFIGURATION, PLATFORM_OF_OTHERS, is_preset, presets};
pub use family::{Hardware, LibraryBuild};
pub use further::FurtherProcessor;
pub use platform::Platform;
pub use profiles::profiles;
pub use quantity::quantity;
