//! Parameters: limits, and sections that must agree.

use crate::world::*;
use rankine_devices::gas::GasCoreParams;
use rankine_devices::gas::gascore::GasCore;
use rankine_devices::gas::node::GasNode;
use rankine_devices::gas::ring::params::{NodeKind, NodeParams};
use rankine_devices::gas::ring::{Ring, RingParams};

#[test]
fn limits() {
    let of_core = |params: GasCoreParams| GasCore::new(&params, 0, 1).err().unwrap_or_default();
    for (params, expected) in [
        (GasCoreParams { tokens: 0, ..core() }, "gascore.tokens = 0: must be 1 to 1024"),
        (GasCoreParams { tokens: 1025, ..core() }, "gascore.tokens = 1025"),
        (GasCoreParams { fifo_words: 32, ..core() }, "gascore.fifo_words = 32: must be 1 to 31"),
        (GasCoreParams { long_bytes: 1 << 20, ..core() }, "gascore.long_bytes"),
        (core(), ""),
    ] {
        assert!(of_core(params).starts_with(expected), "{expected}");
    }
    let node = |fpga| NodeParams { fpga, kind: NodeKind::Hart };
    for (params, nodes, expected) in [
        (RingParams { fpgas: 0, ..ring() }, 1, "gas.fpgas = 0: must be 2 to 64"),
        (RingParams { fpgas: 1, ..ring() }, 1, "gas.fpgas = 1: must be 2 to 64"),
        (RingParams { hop_cycles: 4, ..ring() }, 1, "gas.hop_cycles = 4: must be 5"),
        (RingParams { nodes: vec![], ..ring() }, 1, "gas.nodes has 0 entries"),
        (RingParams { nodes: vec![node(0); 257], ..ring() }, 1, "gas.nodes has 257 entries"),
        (RingParams { nodes: vec![node(0), node(4)], ..ring() }, 1, "gas.nodes[1].fpga = 4: must be 0 to 3"),
        (ring(), 21, "gas.nodes has 20 entries: 21 nodes cannot take part"),
        (ring(), 0, "gas.nodes has 20 entries: 0 nodes"),
        (ring(), 20, ""),
    ] {
        let error = Ring::new(&params, 16, nodes, clock()).err().unwrap_or_default();
        assert!(error.starts_with(expected) && error.is_empty() == expected.is_empty(), "{error}");
    }
    assert_eq!(GasCore::new(&core(), 3, 3).err().unwrap(), "gascore: node 3 of 3: must be one of 256 nodes at most");
}

#[test]
fn sections_agree() {
    for (links, depth, expected) in [
        (4, 16, ""),
        (1, 16, "fsl.links = 1: a hart has 4 links to its GAScore; make it 4"),
        (4, 8, "fsl.depth = 8: gascore.fifo_words is 16, and both mean the same FIFOs: make them equal"),
    ] {
        let mut fsl = fsl(depth);
        fsl.links = links;
        assert_eq!(GasNode::new(&core(), &fsl, 0, 1).err().unwrap_or_default(), expected);
    }
}
