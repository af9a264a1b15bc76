//! `rankine describe`: the keys of a platform, and what is connected to what.

use crate::tell::{failed, say};
use rankine_platform::{DEFAULT_PLATFORM, Platform, presets, profiles};

#[derive(clap::Args)]
pub struct Arguments {
    /// Preset, configuration of one (NAME:CONFIGURATION), or TOML file: docs/platforms.md
    #[arg(default_value = DEFAULT_PLATFORM)]
    platform: String,
    /// Change a key first: SECTION.KEY=VALUE
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Print the resolved platform as TOML, ready to be edited and given to --platform
    #[arg(long)]
    toml: bool,
}

pub fn main(arguments: &Arguments) -> i32 {
    match Platform::resolve(&arguments.platform, &arguments.settings) {
        Ok(platform) if arguments.toml => say!("{}", platform.text.trim_end()),
        Ok(platform) => {
            say!("{}: {}", platform.platform.name, platform.platform.description);
            say!("presets: {}", presets().collect::<Vec<_>>().join(", "));
            say!("profiles (hart.profile): {}\n", profiles().collect::<Vec<_>>().join(", "));
            say!("{}", platform.describe().trim_end());
            let connections = platform.connections();
            if !connections.is_empty() {
                say!("\n{}", connections.trim_end());
            }
        }
        Err(e) => return failed(e),
    }
    0
}
