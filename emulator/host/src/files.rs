//! A rank's open files, and the operations on them by descriptor.

use super::console::Channel;
use super::errno::{Errno, Result};
use super::guest::{CHUNK_BYTES, Caller};
use super::sandbox::Components;
use super::stat::{FileKind, FileStatus, encode_console, encode_file};
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::PermissionsExt;

/// Most files that a rank may have open, including its standard streams.
pub(super) const FILES_MAX: usize = 256;
/// Most bytes that one call moves (Linux's limit).
const TRANSFER_BYTES_MAX: u64 = 0x7fff_f000;
/// Largest file a program may make, and largest position it may seek.
pub(super) const FILE_BYTES_MAX: u64 = 1 << 40;

/// Contents of semihosting's `:semihosting-features`: a magic number, and one byte of features:
/// exit with a status, and separate standard error (Semihosting for AArch32 and AArch64, "Feature
/// bits").
pub(super) const FEATURES: [u8; 5] = [0x53, 0x48, 0x46, 0x42, 0b11];

/// The open files of one rank, by descriptor.
pub(super) struct FileTable {
    files: Vec<Option<Open>>,
}

/// An open stream or file.
pub(super) enum Open {
    Input,
    Output(Channel),
    File(OpenFile),
    /// Semihosting's list of features, with the position of the next byte to read.
    Features(usize),
}

/// A file or directory of the host.
pub(super) struct OpenFile {
    pub file: File,
    pub readable: bool,
    pub writable: bool,
    /// Does each write go to the end of the file?
    pub appends: bool,
    pub read_only_dir: bool,
    pub inode: u64,
    /// If it is a directory: its components, at which relative paths begin.
    pub directory: Option<Components>,
}

impl Default for FileTable {
    fn default() -> FileTable {
        let standard = [Open::Input, Open::Output(Channel::Output), Open::Output(Channel::Error)];
        FileTable { files: standard.into_iter().map(Some).collect() }
    }
}

impl FileTable {
    /// Reserves the lowest free descriptor.
    pub(super) fn reserve(&mut self) -> Result<usize> {
        let free = self.files.iter().position(Option::is_none).unwrap_or(self.files.len());
        if free == FILES_MAX {
            return Err(Errno::MFILE);
        }
        if free == self.files.len() {
            self.files.push(None);
        }
        Ok(free)
    }

    /// Fills the descriptor that [`FileTable::reserve`] returned.
    pub(super) fn put(&mut self, fd: usize, open: Open) {
        self.files[fd] = Some(open);
    }

    pub(super) fn get(&mut self, fd: i32) -> Result<&mut Open> {
        let slot = usize::try_from(fd).ok().and_then(|fd| self.files.get_mut(fd));
        slot.and_then(Option::as_mut).ok_or(Errno::BADF)
    }

    fn close(&mut self, fd: i32) -> Result<()> {
        self.get(fd)?;
        self.files[fd as usize] = None;
        Ok(())
    }

    /// A regular file or directory. For the console the error is `otherwise`.
    fn file(&mut self, fd: i32, otherwise: Errno) -> Result<&mut OpenFile> {
        match self.get(fd)? {
            Open::File(file) => Ok(file),
            _ => Err(otherwise),
        }
    }
}

impl OpenFile {
    fn status(&self) -> Result<FileStatus> {
        let metadata = self.file.metadata()?;
        let kind = if metadata.is_dir() { FileKind::Directory } else { FileKind::Regular };
        Ok(FileStatus { kind, bytes: metadata.len(), executable: metadata.permissions().mode() & 0o100 != 0 })
    }

    pub(super) fn len(&self) -> Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    fn read_once(&mut self, into: &mut [u8]) -> Result<usize> {
        loop {
            match self.file.read(into) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => return Ok(result?),
            }
        }
    }
}

impl Caller<'_> {
    /// Reads `length` bytes, or less if there are fewer.
    pub(super) fn read(&mut self, fd: i32, to: u64, length: u64) -> Result<i64> {
        let done = self.read_pieces(fd, to, length);
        self.note_moved(fd, done)
    }

    pub(super) fn write(&mut self, fd: i32, from: u64, length: u64) -> Result<i64> {
        self.count_write(fd, length)?;
        let done = self.write_pieces(fd, from, length);
        self.note_moved(fd, done)
    }

    /// Counts a write of `length` bytes, and of the gap that it leaves behind the end of the file.
    fn count_write(&mut self, fd: i32, length: u64) -> Result<()> {
        if !self.written.is_limited() {
            return Ok(());
        }
        let length = self.unsigned(length).min(TRANSFER_BYTES_MAX);
        match self.state.files.get(fd) {
            Ok(Open::File(file)) if file.writable && length > 0 => {
                let gap = if file.appends { 0 } else { file.file.stream_position()?.saturating_sub(file.len()?) };
                self.written.add(length.saturating_add(gap))
            }
            _ => Ok(()),
        }
    }

    /// Records the bytes that a call has moved, if `fd` is a file. Returns `done`.
    fn note_moved(&mut self, fd: i32, done: Result<i64>) -> Result<i64> {
        if let (Ok(bytes), Ok(Open::File(_))) = (&done, self.state.files.get(fd)) {
            *self.moved = Some(*bytes as u64);
        }
        done
    }

    fn read_pieces(&mut self, fd: i32, to: u64, length: u64) -> Result<i64> {
        let (to, length) = (self.unsigned(to), self.unsigned(length).min(TRANSFER_BYTES_MAX));
        self.state.files.get(fd)?;
        let mut done = 0;
        let mut chunk = vec![0; (length as usize).min(CHUNK_BYTES)];
        while done < length {
            let room = chunk.len().min((length - done) as usize);
            let (count, more) = match self.read_chunk(fd, &mut chunk[..room]) {
                Ok(piece) => piece,
                Err(_) if done > 0 => break,
                Err(error) => return Err(error),
            };
            if count == 0 {
                break;
            }
            if let Err(fault) = self.store(to.wrapping_add(done), &chunk[..count]) {
                self.unread(fd, count);
                return if done > 0 { Ok(done as i64) } else { Err(fault) };
            }
            done += count as u64;
            if !more {
                break;
            }
        }
        Ok(done as i64)
    }

    /// Reads one piece. Also returns whether another one may follow in the same call.
    fn read_chunk(&mut self, fd: i32, into: &mut [u8]) -> Result<(usize, bool)> {
        match self.state.files.get(fd)? {
            Open::Input => Ok((self.console.read(self.rank, into)?, false)),
            Open::Output(_) => Err(Errno::BADF),
            Open::Features(position) => {
                let count = into.len().min(FEATURES.len() - *position);
                into[..count].copy_from_slice(&FEATURES[*position..*position + count]);
                *position += count;
                Ok((count, false))
            }
            Open::File(file) if !file.readable => Err(Errno::BADF),
            Open::File(file) => Ok((file.read_once(into)?, true)),
        }
    }

    /// Moves the file position back over bytes that could not be stored in the program's memory.
    fn unread(&mut self, fd: i32, count: usize) {
        if let Ok(Open::File(file)) = self.state.files.get(fd) {
            // A file that has just been read can seek.
            let _ = file.file.seek(SeekFrom::Current(-(count as i64)));
        }
    }

    fn write_pieces(&mut self, fd: i32, from: u64, length: u64) -> Result<i64> {
        let (from, length) = (self.unsigned(from), self.unsigned(length).min(TRANSFER_BYTES_MAX));
        self.state.files.get(fd)?;
        let mut done = 0;
        let mut chunk = vec![0; (length as usize).min(CHUNK_BYTES)];
        while done < length {
            let count = chunk.len().min((length - done) as usize);
            let piece = self.load(from.wrapping_add(done), &mut chunk[..count]);
            match piece.and_then(|()| self.write_chunk(fd, &chunk[..count])) {
                Ok(()) => done += count as u64,
                Err(_) if done > 0 => return Ok(done as i64),
                Err(error) => return Err(error),
            }
        }
        Ok(done as i64)
    }

    fn write_chunk(&mut self, fd: i32, bytes: &[u8]) -> Result<()> {
        match self.state.files.get(fd)? {
            Open::Output(channel) => self.console.write(self.rank, *channel, bytes),
            Open::File(file) if file.writable => Ok(file.file.write_all(bytes)?),
            _ => Err(Errno::BADF),
        }
    }

    pub(super) fn close(&mut self, fd: i32) -> Result<i64> {
        self.state.files.close(fd)?;
        Ok(0)
    }

    pub(super) fn lseek(&mut self, fd: i32, offset: i64, whence: i32) -> Result<i64> {
        let narrow = self.rv32;
        let file = self.state.files.file(fd, Errno::SPIPE)?;
        let base = match whence {
            libc::SEEK_SET => 0,
            libc::SEEK_CUR => file.file.stream_position()?,
            libc::SEEK_END => file.len()?,
            _ => return Err(Errno::INVAL),
        };
        let position = base.checked_add_signed(offset).filter(|&at| at <= FILE_BYTES_MAX).ok_or(Errno::INVAL)?;
        if narrow && i32::try_from(position).is_err() {
            return Err(Errno::OVERFLOW);
        }
        file.file.seek(SeekFrom::Start(position))?;
        Ok(position as i64)
    }

    pub(super) fn fstat(&mut self, fd: i32, to: u64) -> Result<i64> {
        let stat = match self.state.files.get(fd)? {
            Open::File(file) => encode_file(file.status()?, file.inode, file.read_only_dir),
            _ => encode_console(),
        };
        self.store(self.unsigned(to), &stat)?;
        Ok(0)
    }

    pub(super) fn ftruncate(&mut self, fd: i32, length: i64) -> Result<i64> {
        let file = self.state.files.file(fd, Errno::INVAL)?;
        let length = u64::try_from(length).map_err(|_| Errno::INVAL)?;
        if !file.writable {
            return Err(Errno::INVAL);
        }
        if length > FILE_BYTES_MAX {
            return Err(Errno::FBIG);
        }
        self.written.add(length.saturating_sub(file.len()?))?;
        file.file.set_len(length)?;
        Ok(0)
    }

    pub(super) fn fsync(&mut self, fd: i32) -> Result<i64> {
        self.state.files.file(fd, Errno::INVAL)?.file.sync_all()?;
        Ok(0)
    }

    /// No file has any controls.
    pub(super) fn ioctl(&mut self, fd: i32) -> Result<i64> {
        self.state.files.get(fd).and(Err(Errno::NOTTY))
    }
}
