//! Completion of the instruction at which a run stopped.

use crate::entry::Parcel;
use crate::ops::memory::loaded;
use crate::state::{Hart, NOWHERE};

impl Hart {
    /// Completes the load at pc with the loaded value, zero-extended from the width of the access.
    ///
    /// # Panics
    /// All `finish_…` calls panic unless the last exit was one that they complete.
    pub fn finish_load(&mut self, value: u64, latency: u64) {
        let e = self.pending("a load");
        let value = loaded(e.account.handler, value);
        if e.writes_f() {
            self.f[usize::from(e.entry.rd)] = value;
            self.csr.fp_is_dirty();
        } else {
            self.x[usize::from(e.entry.rd)] = value;
        }
        self.complete(&e, latency);
    }

    /// Completes the store at pc.
    pub fn finish_store(&mut self, latency: u64) {
        let e = self.pending("a store");
        self.complete(&e, latency);
    }

    /// Completes the `fence` at pc.
    pub fn finish_fence(&mut self, latency: u64) {
        let e = self.pending("a fence");
        self.complete(&e, latency);
    }

    /// Completes the `ecall` or `ebreak` at pc. `a0` is its result, if it has one.
    pub fn finish_call(&mut self, a0: Option<u64>, latency: u64) {
        let e = self.pending("a call");
        if let Some(value) = a0 {
            self.set_x(10, value);
        }
        self.complete(&e, latency);
    }

    fn pending(&mut self, what: &str) -> Parcel {
        self.pending.take().unwrap_or_else(|| panic!("no instruction waits to be completed as {what}"))
    }

    fn complete(&mut self, e: &Parcel, latency: u64) {
        self.pc = self.address(self.pc.wrapping_add(u64::from(e.entry.len)));
        self.passed_hook = NOWHERE;
        self.cycles += latency;
        self.instret += 1;
    }
}
