//! The connection to a debugger. Written bytes are sent packet by packet.

use gdbstub::conn::Connection;
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Most bytes read from the connection at once.
const READ_BYTES: usize = 4096;
/// If a debugger reads nothing of an answer for so long, it counts as gone.
const WRITE_PATIENCE: Duration = Duration::from_secs(5);

pub struct Wire {
    stream: TcpStream,
    unsent: Vec<u8>,
}

impl Wire {
    pub fn new(stream: TcpStream) -> io::Result<Wire> {
        stream.set_write_timeout(Some(WRITE_PATIENCE))?;
        Ok(Wire { stream, unsent: Vec::new() })
    }

    /// Returns the bytes that have come, waiting for them for at most `patience`; empty if none
    /// have. An error means that the other side has gone.
    pub fn receive(&mut self, patience: Duration) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; READ_BYTES];
        self.stream.set_read_timeout(Some(patience))?;
        match self.stream.read(&mut bytes) {
            Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                bytes.truncate(count);
                Ok(bytes)
            }
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {
                Ok(Vec::new())
            }
            Err(e) => Err(e),
        }
    }

    /// Has any byte come, or has the other side gone?
    pub fn has_news(stream: &TcpStream) -> bool {
        let mut byte = [0];
        let _ = stream.set_nonblocking(true);
        let peeked = stream.peek(&mut byte);
        let _ = stream.set_nonblocking(false);
        !matches!(peeked, Err(e) if e.kind() == ErrorKind::WouldBlock)
    }

    /// A second handle of the stream, for [`Wire::has_news`].
    pub fn stream(&self) -> io::Result<TcpStream> {
        self.stream.try_clone()
    }
}

impl Connection for Wire {
    type Error = io::Error;

    fn write(&mut self, byte: u8) -> io::Result<()> {
        self.unsent.push(byte);
        Ok(())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.unsent.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = Write::write_all(&mut self.stream, &self.unsent);
        self.unsent.clear();
        result
    }
}
