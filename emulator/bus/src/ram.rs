//! Ordinary memory: one contiguous region of guest memory, mapped lazily from the host.

use crate::Memory;
use std::ptr::NonNull;

/// The host could not map guest memory; `errno` says why.
#[derive(Debug)]
pub struct MapError {
    pub bytes: u64,
    pub cause: std::io::Error,
}

impl std::fmt::Display for MapError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot map {} bytes of guest memory: {}", self.bytes, self.cause)?;
        f.write_str("\n  next step: raise the limit (`ulimit -v`), or run fewer ranks or smaller memories (`--set memory.bytes=…`)")
    }
}

impl std::error::Error for MapError {}

/// `len` bytes of guest memory at guest address `base`, all zero at first. Pages cost host memory
/// only once they are touched.
pub struct Ram {
    base: u64,
    len: u64,
    host: NonNull<u8>,
}

// SAFETY: the mapping is private to this value; `&mut` guards every write.
unsafe impl Send for Ram {}

/// Miri does not know MAP_NORESERVE. Without it the only difference is that the host refuses too
/// large mappings sooner.
const MAPPED: i32 = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | if cfg!(miri) { 0 } else { libc::MAP_NORESERVE };

/// Pages that the host is asked about at once.
const PAGES_AT_ONCE: usize = 1 << 14;

impl Ram {
    pub fn new(base: u64, len: u64) -> Result<Ram, MapError> {
        let fail = |cause| MapError { bytes: len, cause };
        let bytes = usize::try_from(len)
            .ok()
            .filter(|&n| n > 0 && base.checked_add(len).is_some())
            .ok_or_else(|| fail(std::io::ErrorKind::InvalidInput.into()))?;
        // SAFETY: a fresh anonymous private mapping; no existing memory is touched.
        let map = unsafe { libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_READ | libc::PROT_WRITE, MAPPED, -1, 0) };
        if map == libc::MAP_FAILED {
            return Err(fail(std::io::Error::last_os_error()));
        }
        let host = NonNull::new(map.cast()).ok_or_else(|| fail(std::io::ErrorKind::Other.into()))?;
        Ok(Ram { base, len, host })
    }

    pub fn base(&self) -> u64 {
        self.base
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    /// Start of the mapping on the host, for the engine's fast path. Valid as long as the `Ram`;
    /// offsets below [`Ram::len`] may be read and written by the holder of `&mut Ram`.
    pub fn host(&mut self) -> *mut u8 {
        self.host.as_ptr()
    }

    /// The bytes at `addr .. addr + len`; none if any of them is outside.
    pub fn slice(&self, addr: u64, len: usize) -> Option<&[u8]> {
        let offset = self.offset(addr, len)?;
        // SAFETY: `offset` checked the range against the mapping.
        Some(unsafe { std::slice::from_raw_parts(self.host.as_ptr().add(offset), len) })
    }

    /// As [`Ram::slice`], for writing.
    pub fn slice_mut(&mut self, addr: u64, len: usize) -> Option<&mut [u8]> {
        let offset = self.offset(addr, len)?;
        // SAFETY: `offset` checked the range against the mapping; `&mut self` makes it exclusive.
        Some(unsafe { std::slice::from_raw_parts_mut(self.host.as_ptr().add(offset), len) })
    }

    /// Bytes of host memory used by the pages touched so far.
    pub fn touched_bytes(&self) -> u64 {
        // SAFETY: asks for a constant.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) }.max(1) as u64;
        let part = page * PAGES_AT_ONCE as u64;
        (0..self.len)
            .step_by(part as usize)
            .map(|from| self.touched_pages(from, part.min(self.len - from), page))
            .sum::<u64>()
            * page
    }

    /// The touched pages among `PAGES_AT_ONCE` or fewer, from byte `from`, the beginning of a page.
    fn touched_pages(&self, from: u64, bytes: u64, page: u64) -> u64 {
        let mut pages = [0_u8; PAGES_AT_ONCE];
        let pages = &mut pages[..bytes.div_ceil(page) as usize];
        // SAFETY: the range is part of the mapping, and there is a byte for each of its pages.
        let failed =
            unsafe { libc::mincore(self.host.as_ptr().add(from as usize).cast(), bytes as usize, pages.as_mut_ptr()) };
        // Bytes are added to bytes where they cannot overflow: the compiler adds many at once.
        let touched = pages.chunks(128).map(|some| u64::from(some.iter().map(|page| page & 1).sum::<u8>()));
        if failed != 0 { 0 } else { touched.sum() }
    }

    fn offset(&self, addr: u64, len: usize) -> Option<usize> {
        let offset = addr.checked_sub(self.base)?;
        (offset.checked_add(len as u64)? <= self.len).then_some(offset as usize)
    }
}

impl Memory for Ram {
    fn read(&self, addr: u64, into: &mut [u8]) -> bool {
        self.slice(addr, into.len()).map(|bytes| into.copy_from_slice(bytes)).is_some()
    }

    fn write(&mut self, addr: u64, bytes: &[u8]) -> bool {
        self.slice_mut(addr, bytes.len()).map(|into| into.copy_from_slice(bytes)).is_some()
    }
}

impl Drop for Ram {
    fn drop(&mut self) {
        // SAFETY: unmaps exactly what `new` mapped.
        unsafe { libc::munmap(self.host.as_ptr().cast(), self.len as usize) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let mut ram = Ram::new(0x1000, 0x100).unwrap();
        assert!(ram.write(0x10f8, &[1; 8]));
        for (addr, len, inside) in
            [(0x10f8, 8, true), (0x10f9, 8, false), (0xfff, 1, false), (u64::MAX, 2, false), (0x1100, 0, true)]
        {
            assert_eq!(ram.slice(addr, len).is_some(), inside, "{addr:#x}+{len}");
        }
        assert_eq!(ram.slice(0x10f7, 2), Some(&[0, 1][..]));
        assert!(Ram::new(0, 0).is_err());
        assert!(Ram::new(u64::MAX, 2).is_err());
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri has no mincore")]
    fn touched() {
        let mut ram = Ram::new(0x1000, 0x100).unwrap();
        assert!(ram.write(0x10f8, &[1; 8]));
        assert!((0x100..=0x1_0000).contains(&ram.touched_bytes()));
    }
}
