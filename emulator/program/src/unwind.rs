//! Stacks: unwinding by the program's call frame information (DWARF 5 §6.4).

use crate::sections::{Sections, Slice};
use gimli::{
    BaseAddresses, CfaRule, DebugFrame, EhFrame, EvaluationResult, FrameDescriptionEntry, Location, RegisterRule,
    UnwindContext, UnwindExpression, UnwindSection, Value,
};
use std::sync::{Arc, OnceLock};

/// Most frames of one stack.
pub const DEPTH_MAX: usize = 256;
/// Most operations of one DWARF expression.
const EXPRESSION_STEPS_MAX: u32 = 1000;
/// Most functions whose call frame information is indexed.
const FDES_MAX: usize = 1 << 20;

/// Number of the stack pointer and of the return address register (RISC-V psABI, "Integer Register
/// Convention"); DWARF numbers integer registers as the ISA does (psABI, "DWARF Register Numbers").
const SP: usize = 2;
const RA: usize = 1;

/// The integer registers of a hart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registers {
    pub x: [u64; 32],
    pub pc: u64,
}

/// One level of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnwoundFrame {
    /// The pc of this level: for callers the return address.
    pub pc: u64,
    /// An address inside the instruction that is being executed: for callers one byte before the
    /// return address, so that a call at the end of a function or line belongs to it.
    pub lookup: u64,
}

/// Reads guest memory. Returns false if the range is not memory.
pub type ReadMemory<'a> = dyn FnMut(u64, &mut [u8]) -> bool + 'a;

/// The call frame information of one program, indexed when first needed.
pub struct Unwinder {
    bytes: Arc<[u8]>,
    tables: OnceLock<Tables>,
}

struct Tables {
    debug_frame: DebugFrame<Slice>,
    eh_frame: EhFrame<Slice>,
    bases: BaseAddresses,
    /// Sorted by `start`.
    index: Vec<Entry>,
    address_bytes: usize,
}

/// The place of one function's description.
struct Entry {
    start: u64,
    end: u64,
    place: Place,
}

#[derive(Clone, Copy)]
enum Place {
    DebugFrame(usize),
    EhFrame(usize),
}

/// The known registers of a level.
#[derive(Clone)]
struct Level {
    x: [Option<u64>; 32],
    pc: u64,
}

impl Unwinder {
    pub fn new(bytes: Arc<[u8]>) -> Unwinder {
        Unwinder { bytes, tables: OnceLock::new() }
    }

    /// The stack of a hart, innermost level first. It ends at a lookup address for which
    /// `is_outermost` returns true, at a level without information on its caller, or at
    /// [`DEPTH_MAX`].
    pub fn unwind(
        &self,
        registers: &Registers,
        read: &mut ReadMemory<'_>,
        is_outermost: &dyn Fn(u64) -> bool,
    ) -> Vec<UnwoundFrame> {
        let tables = self.tables.get_or_init(|| Tables::load(&self.bytes));
        let mut level = Level { x: registers.x.map(Some), pc: registers.pc };
        level.x[0] = Some(0);
        let mut frames = vec![UnwoundFrame { pc: level.pc, lookup: level.pc }];
        let mut context = UnwindContext::new();
        let mut last_cfa = None;
        while frames.len() < DEPTH_MAX {
            let lookup = frames.last().map_or(0, |frame| frame.lookup);
            if is_outermost(lookup) {
                break;
            }
            let innermost = frames.len() == 1;
            let caller = match tables.caller(&level, lookup, &mut context, read) {
                // A stack grows down, so a caller's frame is above. Only the innermost function may
                // have no frame.
                Some((cfa, caller)) if last_cfa.is_none_or(|last| cfa > last) => {
                    last_cfa = if innermost && level.x[SP] == Some(cfa) { None } else { Some(cfa) };
                    caller
                }
                None if innermost => match leaf_caller(&level) {
                    Some(caller) => caller,
                    None => break,
                },
                _ => break,
            };
            if caller.pc == 0 {
                break;
            }
            level = caller;
            frames.push(UnwoundFrame { pc: level.pc, lookup: level.pc - 1 });
        }
        frames
    }
}

/// The caller of a function without description: hand-written leaf code, or a jump to a wrong
/// address. The return address is then still in its register.
fn leaf_caller(level: &Level) -> Option<Level> {
    let pc = level.x[RA].filter(|&ra| ra != 0 && ra != level.pc)?;
    Some(Level { pc, ..level.clone() })
}

impl Tables {
    fn load(bytes: &Arc<[u8]>) -> Tables {
        let sections = Sections::new(bytes);
        let mut debug_frame = DebugFrame::from(sections.data(".debug_frame"));
        let mut eh_frame = EhFrame::from(sections.data(".eh_frame"));
        debug_frame.set_address_size(sections.address_bytes());
        eh_frame.set_address_size(sections.address_bytes());
        let bases = BaseAddresses::default()
            .set_eh_frame(sections.address_of(".eh_frame"))
            .set_text(sections.address_of(".text"));
        let mut index = entries(&debug_frame, &bases, Place::DebugFrame);
        index.extend(entries(&eh_frame, &bases, Place::EhFrame));
        index.sort_by_key(|entry| entry.start);
        Tables { debug_frame, eh_frame, bases, index, address_bytes: usize::from(sections.address_bytes()) }
    }

    /// The canonical frame address of the function at `lookup`, and the registers of its caller.
    fn caller(
        &self,
        level: &Level,
        lookup: u64,
        context: &mut UnwindContext<usize>,
        read: &mut ReadMemory<'_>,
    ) -> Option<(u64, Level)> {
        let after = self.index.partition_point(|entry| entry.start <= lookup);
        let entry = self.index[..after].last().filter(|entry| lookup < entry.end)?;
        match entry.place {
            Place::DebugFrame(at) => self.step(&self.debug_frame, at, level, lookup, context, read),
            Place::EhFrame(at) => self.step(&self.eh_frame, at, level, lookup, context, read),
        }
    }

    fn step<S: UnwindSection<Slice>>(
        &self,
        section: &S,
        at: usize,
        level: &Level,
        lookup: u64,
        context: &mut UnwindContext<usize>,
        read: &mut ReadMemory<'_>,
    ) -> Option<(u64, Level)> {
        let fde = section.fde_from_offset(&self.bases, S::Offset::from(at), S::cie_from_offset).ok()?;
        let return_register = usize::from(fde.cie().return_address_register().0);
        let row = fde.unwind_info_for_address(section, &self.bases, context, lookup).ok()?.clone();
        let mut rules = Rules { tables: self, section, fde: &fde, level, read, cfa: None };
        let cfa = rules.cfa(row.cfa())?;
        rules.cfa = Some(cfa);
        let mut caller = level.clone();
        for (number, register) in caller.x.iter_mut().enumerate() {
            // GCC omits the rules of registers that a function does not change. Registers that the
            // ABI lets a function clobber are never read. So a register without a rule counts as
            // unchanged.
            match row.register(gimli::Register(number as u16)) {
                None | Some(RegisterRule::SameValue) => {}
                Some(rule) => *register = rules.register(&rule),
            }
        }
        caller.pc = *caller.x.get(return_register)?.as_ref()?;
        // The stack pointer of the caller is the CFA, by the definition of the CFA (DWARF 5 §6.4).
        caller.x[SP] = Some(cfa);
        Some((cfa, caller))
    }

    fn read_word(&self, addr: u64, read: &mut ReadMemory<'_>) -> Option<u64> {
        let mut word = [0; 8];
        read(addr, &mut word[..self.address_bytes]).then(|| u64::from_le_bytes(word))
    }

    fn masked(&self, addr: u64) -> u64 {
        if self.address_bytes == 4 { addr & 0xffff_ffff } else { addr }
    }
}

fn entries<S: UnwindSection<Slice>>(section: &S, bases: &BaseAddresses, place: fn(usize) -> Place) -> Vec<Entry> {
    let mut found = Vec::new();
    let mut iterator = section.entries(bases);
    while let Ok(Some(entry)) = iterator.next() {
        let gimli::CieOrFde::Fde(partial) = entry else { continue };
        let Ok(fde) = partial.parse(S::cie_from_offset) else { continue };
        if found.len() == FDES_MAX {
            break;
        }
        // A function that the linker has removed still has a description, at address 0.
        if fde.initial_address() != 0 && fde.initial_address() < fde.end_address() {
            found.push(Entry { start: fde.initial_address(), end: fde.end_address(), place: place(fde.offset()) });
        }
    }
    found
}

/// Evaluates the rules of one row.
struct Rules<'a, 'm, S> {
    tables: &'a Tables,
    section: &'a S,
    fde: &'a FrameDescriptionEntry<Slice>,
    level: &'a Level,
    read: &'a mut ReadMemory<'m>,
    cfa: Option<u64>,
}

impl<S: UnwindSection<Slice>> Rules<'_, '_, S> {
    fn cfa(&mut self, rule: &CfaRule<usize>) -> Option<u64> {
        let cfa = match rule {
            CfaRule::RegisterAndOffset { register, offset } => self.known(register.0)?.wrapping_add_signed(*offset),
            CfaRule::Expression(expression) => self.evaluate(expression)?,
        };
        Some(self.tables.masked(cfa))
    }

    fn register(&mut self, rule: &RegisterRule<usize>) -> Option<u64> {
        let cfa = self.cfa?;
        match rule {
            RegisterRule::Offset(offset) => self.load(cfa.wrapping_add_signed(*offset)),
            RegisterRule::ValOffset(offset) => Some(cfa.wrapping_add_signed(*offset)),
            RegisterRule::Register(other) => self.known(other.0),
            RegisterRule::Expression(expression) => self.evaluate(expression).and_then(|at| self.load(at)),
            RegisterRule::ValExpression(expression) => self.evaluate(expression),
            RegisterRule::Constant(value) => Some(*value),
            RegisterRule::SameValue | RegisterRule::Undefined | RegisterRule::Architectural => None,
        }
    }

    fn known(&self, register: u16) -> Option<u64> {
        *self.level.x.get(usize::from(register))?
    }

    fn load(&mut self, addr: u64) -> Option<u64> {
        self.tables.read_word(self.tables.masked(addr), self.read)
    }

    fn evaluate(&mut self, expression: &UnwindExpression<usize>) -> Option<u64> {
        let expression = expression.get(self.section).ok()?;
        let mut evaluation = expression.evaluation(self.fde.cie().encoding());
        evaluation.set_max_iterations(EXPRESSION_STEPS_MAX);
        if let Some(cfa) = self.cfa {
            evaluation.set_initial_value(cfa);
        }
        let mut result = evaluation.evaluate().ok()?;
        loop {
            result = match result {
                EvaluationResult::Complete => break,
                EvaluationResult::RequiresMemory { address, size, .. } => {
                    let mut word = [0; 8];
                    let into = word.get_mut(..usize::from(size))?;
                    (self.read)(self.tables.masked(address), into).then_some(())?;
                    evaluation.resume_with_memory(Value::Generic(u64::from_le_bytes(word))).ok()?
                }
                EvaluationResult::RequiresRegister { register, .. } => {
                    let value = self.known(register.0)?;
                    evaluation.resume_with_register(Value::Generic(value)).ok()?
                }
                _ => return None,
            };
        }
        match evaluation.result().first()?.location {
            Location::Address { address } => Some(address),
            Location::Value { value: Value::Generic(value) } => Some(value),
            _ => None,
        }
    }
}

#[cfg(test)]
#[path = "tests/unwind.rs"]
mod tests;
