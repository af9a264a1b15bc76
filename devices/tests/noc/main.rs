//! Networks on chip against their descriptions: latency, order, fairness, back-pressure, nothing
//! lost.

mod crossbar;
mod mesh;
mod world;
