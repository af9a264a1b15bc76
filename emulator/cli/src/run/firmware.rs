//! `--firmware [NAME=]FILE`: finds the programs that the further processors of nodes run.

use super::arguments::Arguments;
use super::compiling::is_source;
use crate::cc::{self, Built};
use rankine_platform::{FurtherProcessor, Platform};
use rankine_session::request::Firmware;
use std::path::Path;

/// Finds the processor of each option, compiles C sources, and gives the programs to every launch.
/// A processor without an option runs its platform's default program, if there is one.
pub fn prepare(arguments: &mut Arguments, platform: &Platform) -> Result<(), String> {
    let mut all: Vec<Firmware> = Vec::new();
    for option in &arguments.firmware {
        let firmware = firmware(option, platform)?;
        if let Some(other) = all.iter().find(|other| other.processor == firmware.processor) {
            return Err(format!(
                "--firmware {option}: processor `{}` has {} already; give one program for each processor",
                firmware.processor, other.name
            ));
        }
        all.push(firmware);
    }
    for processor in platform.further() {
        let Some(program) = processor.program else { continue };
        if all.iter().all(|one| one.processor != processor.name) {
            let Built { path, bytes } = cc::build_firmware(None, processor)?;
            all.push(Firmware { processor: processor.name.into(), path, image: Some(bytes), name: program.into() });
        }
    }
    arguments.launches.iter_mut().for_each(|launch| launch.firmware.clone_from(&all));
    Ok(())
}

fn firmware(option: &str, platform: &Platform) -> Result<Firmware, String> {
    let (processor, name) = processor(option, platform)?;
    let (path, image) = match Path::new(name) {
        source if is_source(source) => {
            let Built { path, bytes } = cc::build_firmware(Some(source), processor)?;
            (path, Some(bytes))
        }
        program => (program.into(), None),
    };
    Ok(Firmware { processor: processor.name.into(), path, image, name: name.into() })
}

/// The processor of an option, and the file. If the name before `=` is no processor, it belongs to
/// the file's name.
fn processor<'a>(option: &'a str, platform: &'a Platform) -> Result<(&'a FurtherProcessor, &'a str), String> {
    let further = platform.further();
    let named = option.split_once('=').and_then(|(name, file)| {
        let processor = further.iter().find(|processor| processor.name == name)?;
        Some((processor, file))
    });
    match (named, further) {
        (Some(named), _) => Ok(named),
        (None, [only]) => Ok((only, option)),
        (None, []) => Err(format!(
            "--firmware {option}: the nodes of platform {} have one processor, which runs PROGRAM; leave --firmware out, or \
             choose a platform whose nodes have a second one (docs/platforms.md)",
            platform.platform.name
        )),
        (None, several) => {
            let names: Vec<&str> = several.iter().map(|processor| processor.name).collect();
            let names = names.join(", ");
            Err(format!("--firmware {option}: which processor is to run it? Write NAME={option} with one of {names}"))
        }
    }
}
