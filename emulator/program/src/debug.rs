//! All debug information of one program together: symbols, lines and stacks, in readable form.

use crate::unwind::ReadMemory;
use crate::{Frame, Lines, Registers, Symbols, Unwinder};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// Functions that have no caller: stacks end there.
const OUTERMOST: [&str; 2] = ["main", "_start"];

/// The debug information of one program. Symbols are read at once, everything else when first
/// needed.
pub struct Debug {
    pub symbols: Symbols,
    pub lines: Lines,
    pub unwinder: Unwinder,
}

/// One function on a stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackFrame {
    pub pc: u64,
    pub function: Option<String>,
    /// Distance of `pc` from the start of the function; none for a function inlined into the next frame.
    pub offset: Option<u64>,
    pub file: Option<String>,
    pub line: Option<u32>,
}

/// A stack, innermost function first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backtrace(pub Vec<StackFrame>);

impl Debug {
    /// Loads the debug information. Files below `current_dir` are named relative to it.
    pub fn load(bytes: Arc<[u8]>, current_dir: PathBuf) -> Debug {
        Debug {
            symbols: Symbols::load(&bytes),
            lines: Lines::new(bytes.clone(), current_dir),
            unwinder: Unwinder::new(bytes),
        }
    }

    /// The stack of a hart with these registers.
    pub fn backtrace(&self, registers: &Registers, read: &mut ReadMemory<'_>) -> Backtrace {
        let outermost = |pc| self.symbols.at(pc).is_some_and(|(name, _)| OUTERMOST.contains(&name));
        let levels = self.unwinder.unwind(registers, read, &outermost);
        Backtrace(levels.iter().flat_map(|level| self.at(level.pc, level.lookup)).collect())
    }

    /// The functions at `pc`, inlined ones first. For a return address use [`Debug::caller`].
    pub fn place(&self, pc: u64) -> Vec<StackFrame> {
        self.at(pc, pc)
    }

    /// The functions that contain the call that returns to `return_address`, inlined ones first.
    pub fn caller(&self, return_address: u64) -> Vec<StackFrame> {
        self.at(return_address, return_address.saturating_sub(1))
    }

    fn at(&self, pc: u64, lookup: u64) -> Vec<StackFrame> {
        let symbol = self.symbols.function_at(lookup);
        let mut frames: Vec<StackFrame> =
            self.lines.frames(lookup).into_iter().map(|frame| inlined(pc, frame)).collect();
        if frames.is_empty() {
            frames.push(StackFrame { pc, function: None, offset: None, file: None, line: None });
        }
        // The last frame is the real function. The symbol table has its linkage name.
        if let (Some(real), Some(symbol)) = (frames.last_mut(), symbol) {
            real.function = Some(symbol.name.clone());
            real.offset = Some(pc.saturating_sub(symbol.address));
        }
        frames
    }
}

fn inlined(pc: u64, frame: Frame) -> StackFrame {
    StackFrame { pc, function: frame.function, offset: None, file: frame.file, line: frame.line }
}

impl StackFrame {
    /// `file:line`, if known.
    pub fn source(&self) -> Option<String> {
        let file = self.file.as_ref()?;
        Some(self.line.map_or_else(|| file.clone(), |line| format!("{file}:{line}")))
    }
}

impl fmt::Display for StackFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.function, self.source(), self.offset) {
            (Some(function), Some(source), _) => write!(f, "{function} at {source}"),
            (Some(function), None, Some(offset)) => write!(f, "{function}+{offset:#x} at {:#x}", self.pc),
            (Some(function), None, None) => write!(f, "{function} at {:#x}", self.pc),
            (None, Some(source), _) => f.write_str(&source),
            (None, None, _) => write!(f, "{:#x}", self.pc),
        }
    }
}

impl fmt::Display for Backtrace {
    /// One line for each function: `#0 name at file:line`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, frame) in self.0.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            write!(f, "#{number} {frame}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "tests/debug.rs"]
mod tests;
