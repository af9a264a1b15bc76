//! The envelope memory of a TMD-MPE: requests to send that came before their receive; each has two
//! words (Saldaña 2006 §4.4).

/// The payload of a clear-to-send. Applications may not use it as a tag (Saldaña 2006 §4.3.2).
pub const CLEAR_TO_SEND: u32 = 0xffff_ffff;

/// Payload words of an envelope and of a clear-to-send (Saldaña 2006 §4.3.2: 8 bytes in all).
pub const ENVELOPE_WORDS: u32 = 1;

/// The rank that wants to send, and the message's tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Envelope {
    pub src: u8,
    pub tag: u32,
}

pub struct Envelopes {
    /// In order of arrival.
    stored: Vec<Envelope>,
    capacity: usize,
}

impl Envelopes {
    pub fn new(capacity: u32) -> Envelopes {
        Envelopes { stored: Vec::new(), capacity: capacity as usize }
    }

    pub fn is_full(&self) -> bool {
        self.stored.len() >= self.capacity
    }

    pub fn len(&self) -> usize {
        self.stored.len()
    }

    pub fn store(&mut self, envelope: Envelope) {
        self.stored.push(envelope);
    }

    /// Looks for the oldest envelope like this and takes it out. Returns whether it was there, and
    /// how many envelopes were looked at.
    pub fn search(&mut self, wanted: Envelope) -> (bool, usize) {
        match self.stored.iter().position(|stored| *stored == wanted) {
            Some(index) => {
                self.stored.remove(index);
                (true, index + 1)
            }
            None => (false, self.stored.len()),
        }
    }

    /// All of them, in order of arrival.
    pub fn take_all(&mut self) -> Vec<Envelope> {
        std::mem::take(&mut self.stored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oldest_first() {
        let mut envelopes = Envelopes::new(3);
        for (src, tag) in [(1, 5), (2, 5), (1, 6)] {
            assert!(!envelopes.is_full());
            envelopes.store(Envelope { src, tag });
        }
        assert!(envelopes.is_full());
        for (src, tag, expected) in [
            (1, 6, (true, 3)),
            (1, 6, (false, 2)),
            (2, 6, (false, 2)),
            (1, 5, (true, 1)),
            (2, 5, (true, 1)),
            (2, 5, (false, 0)),
        ] {
            assert_eq!(envelopes.search(Envelope { src, tag }), expected, "{src} {tag}");
        }
        assert_eq!(envelopes.len(), 0);
    }
}
