//! Networks on chip.

mod grid;
mod link;
pub mod mesh;

pub use mesh::{Mesh, MeshParams};
