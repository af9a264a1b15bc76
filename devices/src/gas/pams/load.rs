//! Handler calls that load code.

/// Handler codes whose calls load the words behind their parameters as code: from address 0, behind
/// the code loaded last, or from the address in the first word.
pub const LOAD: u32 = 64;
pub const LOAD_MORE: u32 = 65;
pub const LOAD_AT: u32 = 66;

/// Where the next word of code goes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loader {
    pub address: u32,
    takes_address: bool,
}

/// Does a call of this handler load code?
pub fn loads(handler: u32) -> bool {
    [LOAD, LOAD_MORE, LOAD_AT].contains(&handler)
}

impl Loader {
    /// A call of a handler that loads begins.
    pub fn begin(&mut self, handler: u32) {
        self.takes_address = handler == LOAD_AT;
        if handler == LOAD {
            self.address = 0;
        }
    }

    /// Takes a word of the call. An error is an address beyond the memory.
    pub fn take(&mut self, word: u32, code: &mut [u32]) -> Result<(), u32> {
        if std::mem::take(&mut self.takes_address) {
            self.address = word;
            return Ok(());
        }
        let place = code.get_mut(self.address as usize).ok_or(self.address)?;
        *place = word;
        self.address += 1;
        Ok(())
    }
}
