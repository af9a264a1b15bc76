//! The part of a log that is not written yet.

/// Bytes of room that a line has while its parts are put without checks.
pub const WINDOW: usize = 1024;

/// Text that grows at its end.
#[derive(Debug, Default)]
pub struct Buffer {
    /// The bytes in use, followed by room that was used before.
    bytes: Vec<u8>,
    used: usize,
}

impl Buffer {
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.used]
    }

    pub fn len(&self) -> usize {
        self.used
    }

    pub fn clear(&mut self) {
        self.used = 0;
    }

    pub fn put(&mut self, text: &[u8]) {
        self.make_room(text.len());
        self.bytes[self.used..][..text.len()].copy_from_slice(text);
        self.used += text.len();
    }

    /// Room behind the bytes in use. [`Buffer::advance`] takes some of it into use.
    #[inline(always)]
    pub fn window(&mut self) -> &mut [u8; WINDOW] {
        if self.used + WINDOW > self.bytes.len() {
            self.make_room(WINDOW);
        }
        match self.bytes[self.used..].first_chunk_mut() {
            Some(window) => window,
            None => unreachable!("room was made"),
        }
    }

    /// Takes `bytes` bytes of the window into use.
    #[inline(always)]
    pub fn advance(&mut self, bytes: usize) {
        self.used += bytes.min(WINDOW);
    }

    #[inline(never)]
    fn make_room(&mut self, bytes: usize) {
        if self.used + bytes > self.bytes.len() {
            self.bytes.resize((self.used + bytes).next_power_of_two(), 0);
        }
    }
}
