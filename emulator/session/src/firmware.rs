//! Programs of the further processors of nodes: finds the program of each, and checks that the
//! processor can run it.

use crate::request::{self, Firmware, Launch, LaunchError, failed};
use rankine_isa::{Xlen, parse_isa};
use rankine_platform::{FurtherProcessor, Platform};
use rankine_program::Program;

/// Reads the firmware of all launches and adds it to `programs`. Returns the indices of each
/// launch's programs, in the order of the platform's further processors. If several further
/// processors run the same file, it is added once for each of them, because each decodes it for
/// itself.
pub fn read(
    platform: &Platform,
    launches: &[Launch],
    programs: &mut Vec<Program>,
) -> Result<Vec<Vec<usize>>, LaunchError> {
    let mut all = vec![Vec::new(); launches.len()];
    check_processors(platform, launches)?;
    for processor in platform.further() {
        let first = programs.len();
        for (launch, numbers) in launches.iter().zip(&mut all) {
            let firmware = of_processor(platform, launch, processor)?;
            let known = programs[first..].iter().position(|program| program.path == firmware.path);
            numbers.push(first + known.unwrap_or(programs.len() - first));
            if known.is_none() {
                let program = request::program(&firmware.path, firmware.image.as_ref())?;
                check(platform, processor, &program, &firmware.name)?;
                programs.push(program);
            }
        }
    }
    Ok(all)
}

/// Fails if a firmware is for a processor that does not exist.
fn check_processors(platform: &Platform, launches: &[Launch]) -> Result<(), LaunchError> {
    let is_known = |one: &&Firmware| platform.further().iter().any(|further| further.name == one.processor);
    match launches.iter().flat_map(|launch| &launch.firmware).find(|one| !is_known(one)) {
        None => Ok(()),
        Some(Firmware { processor, name, .. }) => Err(LaunchError(format!(
            "firmware {name}: the nodes of platform {} have no processor `{processor}`",
            platform.platform.name
        ))),
    }
}

/// The program that a launch gives to a further processor.
fn of_processor<'a>(
    platform: &Platform,
    launch: &'a Launch,
    processor: &FurtherProcessor,
) -> Result<&'a Firmware, LaunchError> {
    let FurtherProcessor { name, section, .. } = processor;
    let firmware = launch.firmware.iter().find(|firmware| firmware.processor == *name);
    firmware.ok_or_else(|| {
        LaunchError(format!(
            "the nodes of platform {} have a processor `{name}` (section [{section}]), and no program for it is given; name \
             one with --firmware FILE, an ELF file or a C file",
            platform.platform.name
        ))
    })
}

/// Checks that a processor can run this program, and that its memory can hold it.
fn check(platform: &Platform, processor: &FurtherProcessor, program: &Program, name: &str) -> Result<(), LaunchError> {
    let FurtherProcessor { name: of, section, view, .. } = processor;
    let refused = |why: String| {
        let platform = &platform.platform.name;
        Err(LaunchError(format!("firmware {name}: {why} (processor `{of}` of platform {platform})")))
    };
    let (isa, note) = (&view.hart.isa, program.note.as_ref());
    if let Some(note) = note.filter(|note| !note.channel.is_empty()) {
        return refused(format!(
            "was linked with the MPI library (channel `{}`), which runs on the first processor of a node only; give the C \
             file to --firmware, which links without that library",
            note.channel
        ));
    }
    let (xlen, has) = parse_isa(isa).map_err(failed)?;
    let lacks =
        note.and_then(|note| Some((&note.isa, parse_isa(&note.isa).ok()?.1))).filter(|(_, used)| !has.contains(used));
    let compiled = match lacks {
        _ if (xlen == Xlen::Rv64) != program.is_64 => Some(if program.is_64 { "a 64-bit ISA" } else { "a 32-bit ISA" }),
        Some((used, _)) => Some(used.as_str()),
        None => None,
    };
    if let Some(compiled) = compiled {
        return refused(format!(
            "was compiled for {compiled}, but its processor has {isa}; compile it for that, or give the C file to --firmware, \
             which does"
        ));
    }
    let (memory, extent) = (&view.memory, program.extent());
    let (base, end) = (memory.base, memory.base + memory.bytes);
    if extent.start < base || extent.end > end {
        return refused(format!(
            "takes {:#x} to {:#x}, which is not all inside its processor's memory, {base:#x} to {end:#x}; make it smaller or \
             link it there, or change {section}.memory_base and {section}.memory_bytes with --set",
            extent.start, extent.end
        ));
    }
    Ok(())
}
