//! The family of a hart alone.

use crate::family::{Family, NoParts, Parts};
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
