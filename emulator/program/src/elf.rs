//! ELF programs: the segments to load and their addresses, and the Rankine note.

use goblin::elf::{Elf, header, program_header};
use rankine_bus::{Ram, printable};
use sha2::{Digest, Sha256};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Size of the largest ELF file that is read.
const FILE_BYTES_MAX: u64 = 1 << 27;
/// Size of the largest Rankine note that is read.
const NOTE_BYTES_MAX: usize = 4096;

/// The reason why a program file cannot be run, as a complete message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElfError(pub String);

impl std::fmt::Display for ElfError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ElfError {}

/// A loadable segment.
#[derive(Clone, Debug)]
pub struct Segment {
    pub addr: u64,
    pub memory_bytes: u64,
    pub file: Range<usize>,
    pub executable: bool,
}

/// The note that `rankine cc` writes into a program: the platform for which it was linked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    pub platform: String,
    pub channel: String,
    pub isa: String,
}

/// A RISC-V executable, checked and ready to be loaded.
pub struct Program {
    pub path: PathBuf,
    pub bytes: Arc<[u8]>,
    pub is_64: bool,
    pub entry: u64,
    pub segments: Vec<Segment>,
    pub note: Option<Note>,
    /// Is it a program for Linux, with the GNU C library?
    pub is_gnu_linux: bool,
    pub tohost: Option<u64>,
}

impl Program {
    pub fn read(path: &Path) -> Result<Program, ElfError> {
        let fail = |what: String| ElfError(format!("{}: {what}", path.display()));
        let length = std::fs::metadata(path).map_err(|e| fail(format!("cannot be read: {e}")))?;
        if !length.is_file() {
            return Err(fail("is not a file".into()));
        }
        if length.len() > FILE_BYTES_MAX {
            return Err(fail(format!("is larger than {FILE_BYTES_MAX} bytes")));
        }
        let bytes: Arc<[u8]> = std::fs::read(path).map_err(|e| fail(format!("cannot be read: {e}")))?.into();
        Program::from_bytes(path, bytes)
    }

    /// The program in these bytes of a file. `path` is its name in messages.
    pub fn from_bytes(path: &Path, bytes: Arc<[u8]>) -> Result<Program, ElfError> {
        parse(path, bytes).map_err(|what| ElfError(format!("{}: {what}", path.display())))
    }

    /// SHA-256 of the file, in hexadecimal digits.
    pub fn sha256(&self) -> String {
        sha256(&self.bytes)
    }

    /// Lowest and one past the highest address of all segments.
    pub fn extent(&self) -> Range<u64> {
        let start = self.segments.iter().map(|s| s.addr).min().unwrap_or(0);
        let end = self.segments.iter().map(|s| s.addr + s.memory_bytes).max().unwrap_or(0);
        start..end
    }

    /// Ranges of executable addresses whose contents are in the file.
    pub fn code(&self) -> Vec<Range<u64>> {
        self.segments
            .iter()
            .filter(|s| s.executable && !s.file.is_empty())
            .map(|s| s.addr..s.addr + s.file.len() as u64)
            .collect()
    }

    /// `bytes` bytes of the file's code or data from `addr` on; none if the file does not have all
    /// of them.
    pub fn loaded(&self, addr: u64, bytes: usize) -> Option<&[u8]> {
        self.segments.iter().find_map(|segment| {
            let at = usize::try_from(addr.checked_sub(segment.addr)?).ok()?;
            self.bytes[segment.file.clone()].get(at..at.checked_add(bytes)?)
        })
    }

    /// Copies the segments into zeroed memory.
    pub fn load(&self, ram: &mut Ram) -> Result<(), ElfError> {
        for segment in &self.segments {
            let end = segment.addr + segment.memory_bytes;
            let Some(into) = ram.slice_mut(segment.addr, segment.memory_bytes as usize) else {
                return Err(ElfError(format!(
                    "{}: the segment {:#x} to {end:#x} is outside memory, {:#x} to {:#x}; link it for this platform \
                     with `rankine cc`, choose another with --platform, or change memory.base and memory.bytes",
                    self.path.display(),
                    segment.addr,
                    ram.base(),
                    ram.base() + ram.len()
                )));
            };
            into[..segment.file.len()].copy_from_slice(&self.bytes[segment.file.clone()]);
        }
        Ok(())
    }
}

fn parse(path: &Path, bytes: Arc<[u8]>) -> Result<Program, String> {
    if !bytes.starts_with(b"\x7fELF") {
        return Err("is not an ELF file; give a program compiled by `rankine cc` or a C source file".into());
    }
    let elf = Elf::parse(&bytes).map_err(|e| format!("is a damaged or truncated ELF file: {e}"))?;
    check_header(&elf)?;
    let segments = segments(&elf, bytes.len())?;
    let (note, is_gnu_linux) = (note(&elf, &bytes), is_gnu_linux(&elf, &bytes));
    let tohost =
        elf.syms.iter().find(|s| elf.strtab.get_at(s.st_name) == Some("tohost") && s.st_shndx != 0).map(|s| s.st_value);
    let (entry, is_64) = (elf.entry, elf.is_64);
    if !segments.iter().any(|s| s.executable && (s.addr..s.addr + s.memory_bytes).contains(&entry)) {
        return Err(format!("its entry point {entry:#x} is not in an executable segment"));
    }
    Ok(Program { path: path.to_path_buf(), bytes, is_64, entry, segments, note, is_gnu_linux, tohost })
}

fn check_header(elf: &Elf<'_>) -> Result<(), String> {
    if elf.header.e_machine != header::EM_RISCV {
        let machine = header::machine_to_str(elf.header.e_machine).trim_start_matches("EM_");
        return Err(format!("is a program for {machine}, not for RISC-V; compile it with `rankine cc`"));
    }
    if !elf.little_endian {
        return Err("is big-endian; Rankine's harts are little-endian".into());
    }
    match elf.header.e_type {
        header::ET_EXEC => Ok(()),
        header::ET_REL => Err("is an object file; link it with `rankine cc` first".into()),
        header::ET_DYN => Err("is a shared object or position-independent; link it with -static -no-pie".into()),
        other => Err(format!("has ELF type {other}; only executables run")),
    }
}

fn segments(elf: &Elf<'_>, file_len: usize) -> Result<Vec<Segment>, String> {
    let mut segments = Vec::new();
    for ph in elf.program_headers.iter().filter(|ph| ph.p_type == program_header::PT_LOAD && ph.p_memsz > 0) {
        let end = ph.p_offset.checked_add(ph.p_filesz).filter(|&end| end <= file_len as u64);
        let Some(end) = end else {
            return Err(format!("is truncated: the segment at {:#x} lies beyond the end of the file", ph.p_vaddr));
        };
        if ph.p_filesz > ph.p_memsz || ph.p_vaddr.checked_add(ph.p_memsz).is_none() {
            return Err(format!("is damaged: the segment at {:#x} has impossible sizes", ph.p_vaddr));
        }
        let file = ph.p_offset as usize..end as usize;
        // The linker script of the RISC-V conformance programs gives no permissions at all. So no
        // permissions count as executable.
        let executable = ph.p_flags & program_header::PF_X != 0 || ph.p_flags == 0;
        // Programs in flash have their data at its physical address, and copy it to its virtual
        // address.
        let elsewhere = ph.p_paddr != 0 && ph.p_paddr != ph.p_vaddr;
        if elsewhere && ph.p_filesz > 0 {
            if ph.p_paddr.checked_add(ph.p_filesz).is_none() {
                return Err(format!("is damaged: a segment at {:#x} has impossible sizes", ph.p_paddr));
            }
            segments.push(Segment { addr: ph.p_paddr, memory_bytes: ph.p_filesz, file: file.clone(), executable });
        }
        let file = if elsewhere { 0..0 } else { file };
        segments.push(Segment { addr: ph.p_vaddr, memory_bytes: ph.p_memsz, file, executable });
    }
    if segments.is_empty() {
        return Err("has nothing to load".into());
    }
    // This check keeps a small file from needing much work and memory.
    if segments.iter().map(|segment| segment.file.len()).sum::<usize>() > file_len {
        return Err("is damaged: its segments share bytes of the file".into());
    }
    Ok(segments)
}

/// The note of owner `Rankine`, type 1: `key=value` strings, each ended by a zero byte.
fn note(elf: &Elf<'_>, bytes: &[u8]) -> Option<Note> {
    let found = elf
        .iter_note_headers(bytes)?
        .filter_map(Result::ok)
        .find(|n| n.name == "Rankine" && n.n_type == 1 && n.desc.len() <= NOTE_BYTES_MAX)?;
    let mut note = Note::default();
    for field in found.desc.split(|&b| b == 0).filter_map(|field| std::str::from_utf8(field).ok()) {
        match field.split_once('=').map(|(name, value)| (name, printable(value).into_owned())) {
            Some(("platform", value)) => note.platform = value,
            Some(("channel", value)) => note.channel = value,
            Some(("isa", value)) => note.isa = value,
            _ => {}
        }
    }
    Some(note)
}

/// Does the program have the note of owner `GNU`, type 1, for operating system 0 (`NT_GNU_ABI_TAG`)?
/// The start-up code of the GNU C library brings it.
fn is_gnu_linux(elf: &Elf<'_>, bytes: &[u8]) -> bool {
    let mut notes = elf.iter_note_headers(bytes).into_iter().flatten().filter_map(Result::ok);
    notes.any(|note| note.name == "GNU" && note.n_type == 1 && note.desc.starts_with(&[0; 4]))
}

/// SHA-256 of some bytes, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A minimal RV64 executable: header, one program header, eight bytes of code.
    fn minimal() -> Vec<u8> {
        let mut elf = vec![0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let push = |elf: &mut Vec<u8>, width: usize, value: u64| elf.extend(&value.to_le_bytes()[..width]);
        for (width, value) in [(2, 2), (2, 243), (4, 1), (8, 0x1000), (8, 64), (8, 0), (4, 0), (2, 64), (2, 56), (2, 1)]
        {
            push(&mut elf, width, value);
        }
        for _ in 0..3 {
            push(&mut elf, 2, 0);
        }
        for (width, value) in [(4, 1), (4, 5), (8, 120), (8, 0x1000), (8, 0x1000), (8, 8), (8, 16), (8, 8)] {
            push(&mut elf, width, value);
        }
        elf.extend([0x13, 0, 0, 0, 0x6f, 0, 0, 0]);
        elf
    }

    #[test]
    fn rows() {
        let good = minimal();
        let edited = |at: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[at] = byte;
            bytes
        };
        for (bytes, expected) in [
            (good.clone(), ""),
            (b"#!/bin/sh".to_vec(), "is not an ELF file"),
            (vec![], "is not an ELF file"),
            (good[..70].to_vec(), "damaged or truncated"),
            (good[..124].to_vec(), "truncated"),
            (edited(18, 62), "is a program for X86_64, not for RISC-V"),
            (edited(16, 1), "is an object file"),
            (edited(16, 3), "is a shared object"),
            (edited(24, 0x40), "entry point"),
            (edited(68, 6), "entry point"),
            (edited(68, 0), ""),
            (edited(104, 4), "damaged"),
        ] {
            let message = parse(Path::new("x"), bytes.into()).err().unwrap_or_default();
            assert!(message.contains(expected) && message.is_empty() == expected.is_empty(), "{expected}: {message}");
        }
    }

    #[test]
    fn segments_do_not_share_bytes() {
        let mut elf = minimal();
        elf.resize(1000, 0);
        // Two segments, each with all bytes.
        for (at, value) in [(72, 0), (96, 1000), (104, 1000)] {
            elf[at..at + 8].copy_from_slice(&u64::to_le_bytes(value));
        }
        assert!(parse(Path::new("x"), elf.clone().into()).is_ok());
        let header = elf[64..120].to_vec();
        elf[120..176].copy_from_slice(&header);
        elf[56] = 2;
        let message = parse(Path::new("x"), elf.into()).err().unwrap_or_default();
        assert!(message.contains("share bytes"), "{message}");
    }

    #[test]
    fn load_checks_memory() {
        let program = parse(Path::new("x"), minimal().into()).unwrap();
        let mut ram = Ram::new(0x1000, 0x1000).unwrap();
        program.load(&mut ram).unwrap();
        assert_eq!(ram.slice(0x1000, 1), Some(&[0x13][..]));
        let mut elsewhere = Ram::new(0x8000, 0x1000).unwrap();
        assert!(program.load(&mut elsewhere).unwrap_err().0.contains("outside memory"));
    }
}
