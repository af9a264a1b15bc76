//! Sections of an ELF file by name, with shared ownership, for the DWARF readers.

use gimli::{EndianArcSlice, RunTimeEndian};
use object::{CompressionFormat, FileKind, Object, ObjectSection};
use std::sync::Arc;

/// Largest accepted uncompressed size of a compressed debug section, because a header may claim any
/// size.
const UNCOMPRESSED_BYTES_MAX: u64 = 1 << 26;

/// A part of the file that keeps the file in memory.
pub(crate) type Slice = EndianArcSlice<RunTimeEndian>;

/// An ELF file whose sections can be read by name. Missing sections are empty.
pub(crate) struct Sections<'a> {
    bytes: &'a Arc<[u8]>,
    file: Option<object::File<'a>>,
    endian: RunTimeEndian,
}

impl<'a> Sections<'a> {
    pub(crate) fn new(bytes: &'a Arc<[u8]>) -> Sections<'a> {
        let file = parse_elf(bytes).ok();
        let little = file.as_ref().is_none_or(|file| file.is_little_endian());
        let endian = if little { RunTimeEndian::Little } else { RunTimeEndian::Big };
        Sections { bytes, file, endian }
    }

    /// Size of an address in bytes.
    pub(crate) fn address_bytes(&self) -> u8 {
        if self.file.as_ref().is_some_and(|file| !file.is_64()) { 4 } else { 8 }
    }

    pub(crate) fn address_of(&self, name: &str) -> u64 {
        self.file.as_ref().and_then(|file| file.section_by_name(name)).map_or(0, |section| section.address())
    }

    pub(crate) fn data(&self, name: &str) -> Slice {
        self.find(name).unwrap_or_else(|| Slice::new(Arc::from([]), self.endian))
    }

    fn find(&self, name: &str) -> Option<Slice> {
        let section = self.file.as_ref()?.section_by_name(name)?;
        let data = section.compressed_data().ok()?;
        if data.format != CompressionFormat::None {
            if data.uncompressed_size > UNCOMPRESSED_BYTES_MAX {
                return None;
            }
            return Some(Slice::new(Arc::from(&*data.decompress().ok()?), self.endian));
        }
        let (offset, len) = section.file_range()?;
        let start = usize::try_from(offset).ok()?;
        let end = start.checked_add(usize::try_from(len).ok()?)?;
        let whole = Slice::new(self.bytes.clone(), self.endian);
        (end <= self.bytes.len()).then(|| whole.range(start..end))
    }
}

/// Reads the headers of an ELF file. The error says what is wrong.
pub fn parse_elf(bytes: &[u8]) -> Result<object::File<'_>, String> {
    match FileKind::parse(bytes) {
        Ok(FileKind::Elf32 | FileKind::Elf64) => object::File::parse(bytes).map_err(|error| error.to_string()),
        _ => Err("not an ELF file".into()),
    }
}
