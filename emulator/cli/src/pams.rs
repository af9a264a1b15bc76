//! `rankine pams`: assembles and disassembles programs of active-message sequencers.

use crate::atomic;
use crate::tell::{failed, say};
use crate::text::read;
use clap::ValueEnum;
use rankine_devices::pams::{Assembly, AssemblyError, CODE_WORDS_MAX, Options, assemble, disassemble};
use rankine_platform::suggestion;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// One word per line, eight hexadecimal digits
    Hex,
    /// A C array
    C,
    /// Addresses and words beside the text
    Listing,
}

#[derive(clap::Args)]
pub struct Arguments {
    /// Program: one instruction per line (docs/pams.md)
    #[arg(required_unless_present = "disassemble")]
    file: Option<PathBuf>,
    /// Write to this file (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Format of the output
    #[arg(long, value_enum, default_value = "hex")]
    format: Format,
    /// Value of a constant, in place of the value of .equ; may be repeated
    #[arg(long = "define", value_name = "NAME=VALUE")]
    defines: Vec<String>,
    /// Size of the instruction memory in words
    #[arg(long, value_name = "N", default_value_t = CODE_WORDS_MAX, value_parser = clap::value_parser!(u32).range(1..=1024))]
    words: u32,
    /// Allow features that only the later design has (key pams.later)
    #[arg(long)]
    later: bool,
    /// Disassemble a program in the format hex
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "format", "defines", "words", "later"])]
    disassemble: Option<PathBuf>,
}

pub fn main(arguments: &Arguments) -> i32 {
    let result = match (&arguments.disassemble, &arguments.file) {
        (Some(file), _) => read(file).and_then(|text| words_of(file, &text)).map(|words| disassemble(&words)),
        (None, Some(file)) => translate(arguments, file),
        (None, None) => Err("no program given".to_string()),
    };
    match result.and_then(|text| write(arguments.output.as_deref(), &text)) {
        Ok(()) => 0,
        Err(message) => failed(message),
    }
}

fn write(file: Option<&Path>, text: &str) -> Result<(), String> {
    match file {
        None => say!("{}", text.trim_end()),
        Some(file) => atomic::write(file, text).map_err(|e| format!("cannot write {}: {e}", file.display()))?,
    }
    Ok(())
}

fn translate(arguments: &Arguments, file: &Path) -> Result<String, String> {
    let text = read(file)?;
    let defines = arguments.defines.iter().map(|define| name_and_value(define)).collect::<Result<_, _>>()?;
    let options = Options { code_words: arguments.words, later: arguments.later, defines };
    let assembly = assemble(&text, &options).map_err(|errors| told(file, &errors))?;
    if assembly.lines.is_empty() {
        return Err(format!("{} has no instruction", file.display()));
    }
    Ok(match arguments.format {
        Format::Hex => assembly.words().iter().map(|word| format!("{word:08x}\n")).collect(),
        Format::C => array(file, &assembly),
        Format::Listing => listing(&assembly),
    })
}

/// All errors, a line for each, with suggestions.
fn told(file: &Path, errors: &[AssemblyError]) -> String {
    let line =
        |error: &AssemblyError| format!("{}:{}", file.display(), error.told(|word, known| suggestion(word, known)));
    errors.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn name_and_value(define: &str) -> Result<(String, i64), String> {
    let wrong = || format!("--define {define}: write NAME=NUMBER");
    let (name, value) = define.split_once('=').ok_or_else(wrong)?;
    let (sign, digits) = value.strip_prefix('-').map_or((1, value), |digits| (-1, digits));
    let number = match digits.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    number.map(|number| (name.to_string(), sign * i64::from(number))).map_err(|_| wrong())
}

/// A C array; its name is that of the file.
fn array(file: &Path, assembly: &Assembly) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let name: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let words = assembly.words().len();
    let mut text = String::from("/* A program of an active-message sequencer, made by `rankine pams --format c`. */\n");
    let _ = writeln!(text, "#include <stdint.h>\n\nstatic const uint32_t pams_{name}[{words}] = {{");
    for line in &assembly.lines {
        let words: String = line.words.iter().map(|word| format!("0x{word:08x}, ")).collect();
        let _ = writeln!(text, "    {words}/* {} */", line.text);
    }
    text.push_str("};\n");
    text
}

fn listing(assembly: &Assembly) -> String {
    let mut text = String::new();
    for line in &assembly.lines {
        for (offset, word) in line.words.iter().enumerate() {
            let source = if offset == 0 { line.text.as_str() } else { "" };
            let row = format!("{:4}  {word:08x}  {source}", line.address as usize + offset);
            let _ = writeln!(text, "{}", row.trim_end());
        }
    }
    text
}

/// The words of a hexadecimal file, in which a comment begins with `#`.
fn words_of(file: &Path, text: &str) -> Result<Vec<u32>, String> {
    let mut words = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for word in line.split('#').next().unwrap_or_default().split_whitespace() {
            let digits = word.strip_prefix("0x").unwrap_or(word);
            let value = u32::from_str_radix(digits, 16).map_err(|_| {
                format!("{}:{}: `{word}` is no word of up to eight hexadecimal digits", file.display(), index + 1)
            })?;
            words.push(value);
        }
    }
    match words.len() {
        0 => Err(format!("{} has no words", file.display())),
        count if count > CODE_WORDS_MAX as usize => {
            Err(format!("{} has {count} words, more than an instruction memory ({CODE_WORDS_MAX})", file.display()))
        }
        _ => Ok(words),
    }
}
