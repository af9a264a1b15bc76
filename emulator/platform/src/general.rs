//! The sections that every platform has, and their order.

use rankine_devices::sim::SimParams;
use rankine_keys::{Section, keys};

/// The sections that every platform has, besides those of its profile, in the order of documents.
pub(crate) const SECTIONS: [Section; 5] =
    [General::SECTION, HartParams::SECTION, MemoryParams::SECTION, HostParams::SECTION, SimParams::SECTION];

keys! {
    /// The platform as a whole.
    pub struct General [platform] {
        /// name of the platform
        name: String = "", "text", "ours";
        /// for people
        description: String = "", "text", "ours";
        /// MPI channel of the C library; empty = there is none
        channel: String = "", "text", "ours";
        /// most nodes, a rank each
        nodes_max: u32 = 1, "nodes", "ours";
    }
}

keys! {
    /// A node's processor. The sections `[timing]` and `[caches]` come from its profile.
    pub struct HartParams [hart] {
        /// ISA string; `elf` = rv32gc or rv64gc as the program's ELF class says; where nodes differ, that of node 0,
        /// and what programs are compiled for unless more is said
        isa: String = "elf", "text", "ours";
        /// costs of instructions and memory, see `rankine describe`; `untimed` = 1 cycle an instruction; where nodes
        /// differ, that of node 0
        profile: String = "inorder64", "text", "ours";
        /// clock of harts, devices and network
        clock_hz: u64 = 1_000_000_000, "Hz", "ours: 1 ns a cycle";
    }
}

keys! {
    /// A node's memory.
    pub struct MemoryParams [memory] {
        /// where programs are linked; the stack lies below it; 0 = the page of the lowest segment of the program
        base: u64 = 0, "address", "ours";
        /// memory from base upwards: text, data, heap
        bytes: u64 = 0x1000_0000, "bytes", "ours: 256 MiB, enough for what is seen in practice";
        /// stack below base; running out of it leaves memory and faults; with base = 0 at the upper end of memory, kept
        /// free of the heap
        stack_bytes: u64 = 0x80_0000, "bytes", "ours: 8 MiB as on Linux";
    }
}

keys! {
    /// What the emulator does for programs, and how far a hart runs by itself.
    pub struct HostParams [host] {
        /// time of an ecall or semihosting call, which the host answers
        call_cycles: u64 = 100, "cycles", "ours: about a trap and its return";
        /// time beyond call_cycles of a call that reads or writes a file; each node has a drive of its own
        file_call_cycles: u64 = 20_000, "cycles", "ours: as a solid-state drive, 20 µs at 1 GHz";
        /// bytes of a file that are read or written in a cycle, beyond file_call_cycles; 0: any number
        file_bytes_per_cycle: u64 = 2, "bytes a cycle", "ours: as a solid-state drive, 2 GB/s at 1 GHz";
        /// longest run of a hart between two places in the global order, for the first one after a shared access; each
        /// next one is twice as long
        first_stretch_cycles: u64 = 4096, "cycles", "ours";
        /// longest run of a hart between two places in the global order
        stretch_cycles: u64 = 1_000_000, "cycles", "ours";
    }
}
