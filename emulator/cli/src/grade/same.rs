//! Finds submissions that are alike: they have the same instructions in the same order, whatever
//! names, comments and layout their sources have.

use super::lab::Lab;
use super::outcome::Compiled;
use super::place::Place;
use super::submissions::Submission;
use crate::regular;
use crate::tell::say;
use goblin::elf::Elf;
use goblin::elf::section_header::SHF_EXECINSTR;
use rankine_observe::mpi_view::counted;
use std::collections::BTreeSet;
use std::io;

/// Number of consecutive instructions that are compared as one row.
const ROW: usize = 8;

/// Pairs that are less alike than this, in per cent, are not shown.
const ALIKE_MIN: usize = 60;

/// The rows of a program's instructions, without those of the skeleton.
type Rows = BTreeSet<Vec<u8>>;

/// Prints the pairs of submissions that are alike, the most alike first. The reference solution
/// counts as a submission, too.
pub fn print(lab: &Lab, submissions: &[Submission]) -> Result<(), String> {
    let broken = |error: io::Error| format!("a submission cannot be compiled here: {error}");
    let skeleton = read(lab, &lab.directory.join(&lab.source)).map_err(broken)?;
    let own = |mut rows: Rows| {
        rows.retain(|row| !skeleton.contains(row));
        rows
    };
    let mut all = Vec::new();
    if let Some(solution) = &lab.solution {
        all.push(("(the reference solution)", own(read(lab, solution).map_err(broken)?)));
    }
    for submission in submissions {
        let text = submission.text.as_deref().unwrap_or_default();
        all.push((submission.name.as_str(), own(rows(lab, text).map_err(broken)?)));
    }
    let mut pairs = Vec::new();
    for (index, (name, rows)) in all.iter().enumerate() {
        for (other, other_rows) in &all[index + 1..] {
            let (common, least) = (rows.intersection(other_rows).count(), rows.len().min(other_rows.len()));
            if least > 0 && common * 100 >= least * ALIKE_MIN {
                pairs.push((common * 100 / least, common, *name, *other));
            }
        }
    }
    pairs.sort_by(|one, other| (other.0, other.1, one.2, one.3).cmp(&(one.0, one.1, other.2, other.3)));
    let [submissions, found] =
        [(submissions.len(), "submission"), (pairs.len(), "pair")].map(|(n, one)| counted(n as u64, one));
    say!("{}: {submissions}; {found} with {ALIKE_MIN} % or more of the code in common", lab.name);
    for (percent, common, name, other) in pairs {
        let common = counted(common as u64, "common sequence");
        say!("  {percent:3} %  {name}  {other}  ({common} of {ROW} instructions)");
    }
    Ok(())
}

/// The rows of a file of the lab.
fn read(lab: &Lab, file: &std::path::Path) -> io::Result<Rows> {
    let text = regular::read(file, super::lab::FILE_BYTES_MAX).unwrap_or_default();
    rows(lab, &text)
}

/// The rows of a source; none if it does not compile.
fn rows(lab: &Lab, text: &[u8]) -> io::Result<Rows> {
    let Some(check) = lab.checks.first().filter(|_| !text.is_empty()) else { return Ok(Rows::new()) };
    let (compiled, object) = Place::new(lab, text)?.compile(check)?;
    Ok(if matches!(compiled, Compiled::Needs(_)) { rows_of(&object) } else { Rows::new() })
}

/// The rows of an object's code. The linker puts names and addresses in later, so they do not
/// count.
fn rows_of(object: &[u8]) -> Rows {
    let Ok(elf) = Elf::parse(object) else { return Rows::new() };
    let code = elf.section_headers.iter().filter(|section| section.sh_flags & u64::from(SHF_EXECINSTR) != 0);
    let bytes = code.filter_map(|section| object.get(section.file_range()?));
    let instructions: Vec<Vec<&[u8]>> = bytes.map(instructions).collect();
    instructions.iter().flat_map(|section| section.windows(ROW).map(<[&[u8]]>::concat)).collect()
}

/// Splits code into instructions: they are two bytes long, or four if the two lowest bits are set
/// (RISC-V, unprivileged, §1.5).
fn instructions(mut code: &[u8]) -> Vec<&[u8]> {
    let mut all = Vec::new();
    while let Some(first) = code.first() {
        let length = if first & 3 == 3 { 4 } else { 2 };
        let (instruction, rest) = code.split_at(length.min(code.len()));
        all.push(instruction);
        code = rest;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::instructions;

    #[test]
    fn code_is_cut_into_instructions() {
        let lengths = |code: &[u8]| instructions(code).iter().map(|one| one.len()).collect::<Vec<_>>();
        assert_eq!(lengths(&[1, 0, 0x13, 0, 0, 0, 2, 0]), [2, 4, 2]);
        assert_eq!(lengths(&[0x13, 0]), [2]);
        assert_eq!(lengths(&[]), [0; 0]);
    }
}
