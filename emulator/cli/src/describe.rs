//! `rankine describe`: prints what a platform is, its keys and its connections. `rankine
//! platforms`: lists the presets.

use crate::tell::{failed, say};
use rankine_bus::counted;
use rankine_platform::{DEFAULT_PLATFORM, Platform, PlatformError, is_preset, presets, profiles};
use std::path::Path;

#[derive(clap::Args)]
pub struct Arguments {
    /// Sections (noc) or keys (noc.width) to print; the first word may be a platform. Without words: a description of the platform and
    /// its most important keys
    words: Vec<String>,
    /// A preset, a configuration of a preset (NAME:CONFIGURATION), or a TOML file: docs/platforms.md
    #[arg(long, value_name = "NAME|FILE")]
    platform: Option<String>,
    /// Change a key, then describe: SECTION.KEY=VALUE
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Print every key of every section, and the connections of the parts
    #[arg(long)]
    all: bool,
    /// Print the platform as a TOML file that you can edit and use with --platform
    #[arg(long)]
    toml: bool,
}

pub fn main(arguments: &Arguments) -> i32 {
    match describe(arguments) {
        Ok(text) => say!("{}", text.trim_end()),
        Err(e) => return failed(e),
    }
    0
}

/// The text that the arguments ask for.
fn describe(arguments: &Arguments) -> Result<String, PlatformError> {
    let (name, parts) = match (&arguments.platform, arguments.words.split_first()) {
        (Some(name), _) => (name.as_str(), &arguments.words[..]),
        (None, Some((first, rest)))
            if is_preset(first) || Path::new(first).extension().is_some_and(|e| e == "toml") =>
        {
            (first.as_str(), rest)
        }
        (None, _) => (DEFAULT_PLATFORM, &arguments.words[..]),
    };
    let platform = Platform::resolve(name, &arguments.settings)?;
    if arguments.toml {
        return Ok(platform.text);
    }
    if !parts.is_empty() {
        return parts.iter().map(|part| platform.describe_part(part)).collect();
    }
    let title = format!("{}: {}", platform.platform.name, platform.platform.description);
    if arguments.all {
        let profiles = profiles().collect::<Vec<_>>().join(", ");
        let keys = platform.describe();
        return Ok(format!("{title}\nprofiles (hart.profile): {profiles}\n\n{keys}\n{}", platform.connections()));
    }
    let nodes = counted(platform.platform.nodes_max.into(), "node");
    let (section, all) = (format!("--platform {name} SECTION"), format!("--platform {name} --all"));
    let width = section.len();
    Ok(format!(
        "{title}\nEach MPI rank has its own node; the platform has at most {nodes}.\n\n{}\n\
         The most important keys; `rankine run --set KEY=VALUE` changes one:\n{}\n\
         More:\n  rankine describe {section}  the keys of a section: {}\n  \
         rankine describe {all:width$}  every key with its meaning and source, and the connections of the parts\n  \
         rankine platforms {:width$} the other platforms\n",
        platform.drawing(),
        platform.describe_main_keys(),
        platform.sections().join(", "),
        "",
    ))
}

/// Prints a line for each preset (name, nodes, description); returns the exit code.
pub fn list() -> i32 {
    for name in presets() {
        match Platform::resolve(name, &[]) {
            Ok(Platform { platform, .. }) => {
                let noun = if platform.nodes_max == 1 { "node" } else { "nodes" };
                say!("{name:<14} {:>4} {noun:<5}  {}", platform.nodes_max, platform.description);
            }
            Err(e) => return failed(e),
        }
    }
    say!(
        "\n`rankine run --platform NAME` runs a program on a platform; `rankine describe --platform NAME` describes it."
    );
    0
}
