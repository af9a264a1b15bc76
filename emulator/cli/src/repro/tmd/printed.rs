//! Values that the thesis prints and that more than one part of the reproduction needs.

/// Clock of all nodes (§3.1).
pub const MHZ: f64 = 40.0;

/// App. C, a machine of three nodes on one FPGA: words of a message, and µs. The times are computed
/// from the printed bandwidths, because the printed times are whole µs.
pub const LATENCY: [(u32, f64); 7] =
    [(1, 29.19), (5, 31.49), (10, 33.75), (50, 49.56), (100, 68.71), (500, 234.29), (1000, 437.21)];

/// Table 5.1: the experiments, with the nodes of one FPGA.
pub const EXPERIMENTS: [&str; 5] = ["9uB", "9uB_FPU", "7uB_FPU_2PPC", "1uB_FPU_8HW", "4uB_FPU_2PPC_3HW"];
