//! Messages in the wire format of protocol buffers, as far as traces need it.

const VARINT: u64 = 0;
const FIXED64: u64 = 1;
const LENGTH_DELIMITED: u64 = 2;

/// The fields of one message as written so far.
#[derive(Default)]
pub(super) struct Fields {
    bytes: Vec<u8>,
}

impl Fields {
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A field of type uint64, uint32, int64, int32, bool or an enumeration; negative numbers as two's complement.
    pub fn varint(&mut self, field: u32, value: u64) {
        self.key(field, VARINT);
        self.number(value);
    }

    pub fn fixed64(&mut self, field: u32, value: u64) {
        self.key(field, FIXED64);
        self.bytes.extend(value.to_le_bytes());
    }

    pub fn text(&mut self, field: u32, text: &str) {
        self.delimited(field, text.as_bytes());
    }

    /// A message within this one.
    pub fn message(&mut self, field: u32, fill: impl FnOnce(&mut Fields)) {
        let mut inner = Fields::default();
        fill(&mut inner);
        self.delimited(field, &inner.bytes);
    }

    fn delimited(&mut self, field: u32, bytes: &[u8]) {
        self.key(field, LENGTH_DELIMITED);
        self.number(bytes.len() as u64);
        self.bytes.extend(bytes);
    }

    fn key(&mut self, field: u32, wire_type: u64) {
        self.number(u64::from(field) << 3 | wire_type);
    }

    /// Writes a number: seven bits in each byte, the lowest first. The top bit says that more
    /// follow.
    fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }
}
