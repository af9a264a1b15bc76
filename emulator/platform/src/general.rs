//! The sections that every platform has, and their order.

use rankine_devices::sim::SimParams;
use rankine_keys::{Section, keys};

/// The sections that every platform has, besides those of its profile, in the order of documents.
pub(crate) const SECTIONS: [Section; 5] =
    [General::SECTION, HartParams::SECTION, MemoryParams::SECTION, HostParams::SECTION, SimParams::SECTION];

keys! {
    /// General properties of the platform.
    pub struct General [platform] {
        /// name of the platform
        name: String = "", "text", "ours";
        /// description of the platform, shown by `rankine describe`
        description: String = "", "text", "ours";
        /// name of the channel by which the MPI library sends messages; empty = the platform has no MPI
        channel: String = "", "text", "ours";
        /// largest number of nodes; each node is one rank
        nodes_max: u32 = 1, "nodes", "ours";
    }
}

keys! {
    /// The processor of a node. Its profile gives the sections `[timing]` and `[caches]`.
    pub struct HartParams [hart] {
        /// instruction set of the processor; `elf` = rv32gc or rv64gc, by the class of the program's ELF file. If
        /// nodes differ, the instruction set of node 0
        isa: String = "elf", "text", "ours";
        /// name of the timing profile, which gives the costs of instructions and memory; `rankine describe --all`
        /// lists the profiles, and `untimed` has 1 cycle for each instruction. If nodes differ, the profile of node 0
        profile: String = "inorder64", "text", "ours";
        /// clock frequency of harts, devices and network
        clock_hz: u64 = 1_000_000_000, "Hz", "ours: 1 ns a cycle";
    }
}

keys! {
    /// The memory of a node.
    pub struct MemoryParams [memory] {
        /// address at which programs are linked; the stack lies below it; 0 = the page of the program's lowest
        /// segment
        base: u64 = 0, "address", "ours";
        /// size of the memory from base upwards, for text, data and heap
        bytes: u64 = 0x1000_0000, "bytes", "ours: 256 MiB, enough for what is seen in practice";
        /// size of the stack. It lies below base, and a program that uses more faults. If base is 0, the stack is at
        /// the upper end of memory, and the heap does not grow into it
        stack_bytes: u64 = 0x80_0000, "bytes", "ours: 8 MiB as on Linux";
    }
}

keys! {
    /// Services of the emulator for programs, and the length of private runs of a hart.
    pub struct HostParams [host] {
        /// time of an ecall or a semihosting call
        call_cycles: u64 = 100, "cycles", "ours: about a trap and its return";
        /// extra time of a call that reads or writes a file; each node has a drive of its own
        file_call_cycles: u64 = 20_000, "cycles", "ours: as a solid-state drive, 20 µs at 1 GHz";
        /// rate at which files are read and written; this time is added to file_call_cycles; 0 = it takes no extra
        /// time
        file_bytes_per_cycle: u64 = 2, "bytes a cycle", "ours: as a solid-state drive, 2 GB/s at 1 GHz";
        /// longest time that a hart runs on private memory before it takes its place in the global order again, for
        /// the first such run after a shared access; each further run may be twice as long as the one before
        first_stretch_cycles: u64 = 4096, "cycles", "ours";
        /// upper limit of the length of all such runs
        stretch_cycles: u64 = 1_000_000, "cycles", "ours";
    }
}
