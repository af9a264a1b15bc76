//! Networks on chip: a crossbar and a mesh.

pub mod crossbar;
mod flight;
mod grid;
mod link;
pub mod mesh;

pub use crossbar::{Crossbar, CrossbarParams};
pub use mesh::{Mesh, MeshParams};
