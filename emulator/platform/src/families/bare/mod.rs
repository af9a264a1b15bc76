//! The family of a hart alone.

use super::roles::DEFAULT_PLATFORM;
use crate::family::{Family, Parts};
use rankine_keys::Section;
use std::sync::Arc;

pub(crate) struct Bare;

impl Family for Bare {
    fn name(&self) -> &'static str {
        "bare"
    }

    fn about(&self) -> &'static str {
        "One hart and its memory, for programs that know no network."
    }

    fn presets(&self) -> &'static [(&'static str, &'static str)] {
        &[("bare", include_str!("presets/bare.toml"))]
    }

    fn sections(&self) -> &'static [Section] {
        &[]
    }

    fn parts(&self, _text: &str) -> Result<Arc<dyn Parts>, toml::de::Error> {
        Ok(Arc::new(NoParts))
    }
}

/// A hart and its memory have no other parts.
#[derive(Debug)]
pub(crate) struct NoParts;

impl Parts for NoParts {
    fn more_ranks_advice(&self) -> String {
        format!("compile an MPI program with `rankine cc`, or use --platform {DEFAULT_PLATFORM}")
    }
}
