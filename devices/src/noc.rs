//! Networks on chip.

mod flight;
mod grid;
mod link;
pub mod mesh;

pub use mesh::{Mesh, MeshParams};
