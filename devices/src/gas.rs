//! The machine of GAScore and PAMS (Willenberg and Chow 2013): nodes of a computing element and a GAScore, which carries out
//! active messages and remote writes.

pub mod links;
pub mod pams;
