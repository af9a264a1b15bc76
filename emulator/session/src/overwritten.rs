//! Finds programs whose code was overwritten, by stores or by devices, without `fence.i`. Such a
//! program still runs its old code.

use crate::launch::Loaded;
use rankine_machine::Processor;
use rankine_program::{Function, Program, Symbols};

/// A sentence for each program whose code in memory is no longer that of its file: the first
/// processor, the place, and the number of further processors.
pub fn overwritten(loaded: &Loaded) -> Vec<String> {
    let programs = loaded.programs.iter().zip(&loaded.debug).enumerate();
    programs.filter_map(|(number, (program, debug))| of_program(loaded, number, program, &debug.symbols)).collect()
}

fn of_program(loaded: &Loaded, number: usize, program: &Program, symbols: &Symbols) -> Option<String> {
    let processors = loaded.machine.processors().filter(|processor| processor.program() == number);
    let mut changed = processors.filter_map(|one| Some((one.id, changed_function(one, program, symbols)?)));
    let (id, (function, address)) = changed.next()?;
    let more = match changed.count() {
        0 => String::new(),
        more => format!(" ({more} more likewise)"),
    };
    Some(format!(
        "the code of {id} has been written over, at {address:#x} in {}{more}; without fence.i it runs what was there before; if a \
         store has done it, `watch *(char *){address:#x}` of GDB finds that in `rankine debug`",
        function.name
    ))
}

/// The first function whose code in memory differs from the file, and the first address that
/// differs. None if the hart has executed `fence.i`.
fn changed_function<'a>(processor: &Processor, program: &Program, symbols: &'a Symbols) -> Option<(&'a Function, u64)> {
    if !processor.code.is_as_loaded() {
        return None;
    }
    // Functions are in order of their addresses. If functions overlap, no byte is compared twice.
    let mut compared = 0;
    symbols.functions().iter().find_map(|function| {
        let start = function.address.max(compared);
        let bytes = usize::try_from(function.end.checked_sub(start)?).ok()?;
        let (now, then) = (processor.ram.slice(start, bytes)?, program.loaded(start, bytes)?);
        compared = function.end;
        if now == then {
            return None;
        }
        let differs = now.iter().zip(then).position(|(now, then)| now != then)?;
        Some((function, start + differs as u64))
    })
}
