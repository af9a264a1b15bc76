//! Machines whose nodes differ: the view of the platform that each node has. On such a platform,
//! `[hart]`, `[timing]` and `[caches]` are those of node 0.

use crate::family::Processor;
use crate::general::HartParams;
use crate::profiles;
use rankine_isa::parse_isa;
use rankine_timing::{CacheParams, TimingParams};

/// The differences between a node and the platform.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub processor: Processor,
    pub timing: TimingParams,
    pub caches: CacheParams,
    /// The lowest rank with the same view.
    pub like: u32,
}

/// The view of each node, by rank; None for a node without a hart. A node with the platform's
/// profile has the platform's costs, including changes by settings. An error is a sentence.
pub(crate) fn views(
    processors: &[Option<Processor>],
    hart: &HartParams,
    costs: (&TimingParams, &CacheParams),
) -> Result<Vec<Option<View>>, String> {
    let mut views: Vec<Option<View>> = Vec::new();
    for (rank, processor) in processors.iter().enumerate() {
        let before = processors[..rank].iter().position(|other| other == processor);
        let view = match (before, processor) {
            (Some(before), _) => views[before].clone(),
            (None, Some(processor)) => Some(view(processor, rank as u32, hart, costs)?),
            (None, None) => None,
        };
        views.push(view);
    }
    Ok(views)
}

/// The view of a node that differs from all nodes before it.
fn view(
    processor: &Processor,
    rank: u32,
    hart: &HartParams,
    (timing, caches): (&TimingParams, &CacheParams),
) -> Result<View, String> {
    let at_key = |e: String| format!("{}: {e}", processor.key);
    parse_isa(&processor.isa).map_err(|e| at_key(format!("isa: {e}")))?;
    let (mut timing, caches) = match processor.profile == hart.profile {
        true => (timing.clone(), caches.clone()),
        false => profiles::sections(&processor.profile).map_err(at_key)?,
    };
    if let Some(cycles) = processor.data_cycles {
        (timing.load, timing.store) = cycles;
    }
    Ok(View { processor: processor.clone(), timing, caches, like: rank })
}
