//! The assembler of sequencer programs: it turns text, an instruction a line, into words of code.

mod error;
mod lexer;
mod operands;
mod statement;
mod symbols;

pub use error::AssemblyError;

use error::Errors;
use statement::{Kind, Statement};
use symbols::Symbols;

/// Options of the assembler.
#[derive(Clone, Debug)]
pub struct Options {
    /// Size of the instruction memory.
    pub code_words: u32,
    /// Does the sequencer have the instructions and sources of the later design?
    pub later: bool,
    /// Values of constants. They replace the values that `.equ` gives.
    pub defines: Vec<(String, i64)>,
}

/// A statement's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub address: u32,
    pub words: Vec<u32>,
    /// The statement's text.
    pub text: String,
}

/// A program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assembly {
    pub lines: Vec<Line>,
}

impl Assembly {
    /// The words, from address 0 on.
    pub fn words(&self) -> Vec<u32> {
        self.lines.iter().flat_map(|line| line.words.iter().copied()).collect()
    }
}

/// The words of a program. Errors are in the order of the text, at most [`error::MOST`] of them.
pub fn assemble(text: &str, options: &Options) -> Result<Assembly, Vec<AssemblyError>> {
    let mut errors = Errors::default();
    let statements = statement::parse(text, &mut errors);
    let symbols = Symbols::collect(&statements, &options.defines, &mut errors);
    let mut assembly = Assembly::default();
    let mut address = 0;
    for statement in &statements {
        let Kind::Instruction(instruction) = &statement.kind else { continue };
        let words = operands::encode(instruction, &symbols, options.later).unwrap_or_else(|error| {
            errors.add(error);
            Vec::new()
        });
        let size = instruction.words();
        if address <= options.code_words && address + size > options.code_words {
            errors.add(too_long(statement, options.code_words));
        }
        assembly.lines.push(Line { address, words, text: statement.text.clone() });
        address += size;
    }
    errors.finish(assembly)
}

fn too_long(statement: &Statement, words: u32) -> AssemblyError {
    AssemblyError::new(statement.at, format!("the program is longer than the instruction memory, {words} words"))
}
