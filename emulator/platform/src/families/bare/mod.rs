//! The family of a hart alone, or of two, for programs that know no network.

use super::roles::DEFAULT_PLATFORM;
use crate::family::{Family, Parts};
use crate::further::{Further, FurtherParams};
use rankine_keys::Section;
use serde::Deserialize;
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
        &[FurtherParams::SECTION]
    }

    fn parts(&self, text: &str) -> Result<Arc<dyn Parts>, toml::de::Error> {
        Ok(Arc::new(toml::from_str::<Node>(text)?))
    }
}

/// A hart and its memory have no other parts, unless there is a second one.
#[derive(Debug, Deserialize)]
struct Node {
    second: FurtherParams,
}

impl Parts for Node {
    fn further(&self) -> Vec<Further> {
        let second = Further { name: "second", section: FurtherParams::SECTION.name, params: self.second.clone() };
        if self.second.isa.is_empty() { Vec::new() } else { vec![second] }
    }

    fn more_ranks_advice(&self) -> String {
        NoParts.more_ranks_advice()
    }
}

/// A platform whose family has not made its parts yet.
#[derive(Debug)]
pub(crate) struct NoParts;

impl Parts for NoParts {
    fn more_ranks_advice(&self) -> String {
        format!("compile an MPI program with `rankine cc`, or use --platform {DEFAULT_PLATFORM}")
    }
}
