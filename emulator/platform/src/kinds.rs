//! Machines whose nodes differ (`tmd.nodes`): the platform as each node sees it, with the ISA, the costs and the channel of its
//! kind. `[hart]`, `[timing]` and `[caches]` of such a platform are those of node 0.

use crate::platform::{Platform, profile_sections};
use rankine_devices::tmd::TmdParams;
use rankine_devices::tmd::params::{DataMemory, KindParams, NodeKind, NodeParams};
use rankine_isa::parse_isa;
use rankine_timing::{CacheParams, TimingParams};
use std::borrow::Cow;
use toml_edit::{DocumentMut, Item, Value};

/// The library's channel where a TMD-MPE stands between a node and its NetIf.
const MPE_CHANNEL: &str = "mpe";

/// Keys of `[hart]` that each kind has, too.
const OF_KINDS: [&str; 2] = ["isa", "profile"];

/// Where a node differs from the platform.
#[derive(Clone, Debug)]
pub(crate) struct View {
    kind: KindParams,
    channel: String,
    timing: TimingParams,
    caches: CacheParams,
    /// The lowest rank that sees the same.
    like: u32,
}

impl Platform {
    /// The platform as this rank's node sees it.
    pub fn of_node(&self, rank: u32) -> Cow<'_, Platform> {
        let Some(view) = self.views.get(rank as usize).and_then(Option::as_ref) else { return Cow::Borrowed(self) };
        let mut own = self.clone();
        own.hart.isa.clone_from(&view.kind.isa);
        own.hart.profile.clone_from(&view.kind.profile);
        own.platform.channel.clone_from(&view.channel);
        (own.timing, own.caches) = (view.timing.clone(), view.caches.clone());
        Cow::Owned(own)
    }

    /// The lowest rank whose node is as this one's, so that both run the same programs at the same costs; none for an engine,
    /// which runs none.
    pub fn like(&self, rank: u32) -> Option<u32> {
        match self.views.get(rank as usize) {
            Some(view) => view.as_ref().map(|view| view.like),
            None => Some(0),
        }
    }

    /// Do nodes differ, or may they?
    pub fn has_kinds(&self) -> bool {
        !self.views.is_empty()
    }

    /// What is at a rank's node, for people: `a PowerPC 405`; nothing where all are the same.
    pub fn kind_text(&self, rank: u32) -> Option<String> {
        let node = self.tmd.as_ref()?.nodes.get(rank as usize)?;
        Some(title(node.kind).to_owned())
    }
}

/// A kind of node, for people.
pub(crate) fn title(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Mb => "MicroBlaze",
        NodeKind::MbFpu => "MicroBlaze with floating-point unit",
        NodeKind::Ppc => "PowerPC 405",
        NodeKind::Engine => "Jacobi engine",
    }
}

/// What each node of a platform sees; empty where all see the same. An error is a sentence.
pub(crate) fn views(platform: &Platform) -> Result<Vec<Option<View>>, String> {
    let Some(tmd) = &platform.tmd else { return Ok(Vec::new()) };
    let mut views: Vec<Option<View>> = Vec::new();
    for (rank, node) in tmd.nodes.iter().enumerate() {
        let before = tmd.nodes[..rank].iter().position(|other| is_like(other, node));
        let view = match before {
            Some(before) => views[before].clone(),
            None => view(platform, tmd, node, rank as u32)?,
        };
        views.push(view);
    }
    Ok(views)
}

fn is_like(one: &NodeParams, other: &NodeParams) -> bool {
    (one.kind, one.mpe, one.memory) == (other.kind, other.mpe, other.memory)
}

/// Of a node that differs from all before it.
fn view(platform: &Platform, tmd: &TmdParams, node: &NodeParams, rank: u32) -> Result<Option<View>, String> {
    let Some(kind) = tmd.processor(node.kind) else { return Ok(None) };
    let of_kind = |e: String| format!("tmd.{}: {e}", node.kind.name());
    parse_isa(&kind.isa).map_err(|e| of_kind(format!("isa: {e}")))?;
    let (mut timing, caches) = match kind.profile == platform.hart.profile {
        true => (platform.timing.clone(), platform.caches.clone()),
        false => profile_sections(&kind.profile).map_err(|e| of_kind(e.0))?,
    };
    if node.memory == DataMemory::External {
        (timing.load, timing.store) = (tmd.external_read_cycles, tmd.external_write_cycles);
    }
    let channel = match &platform.platform.channel {
        channel if !channel.is_empty() && node.mpe => MPE_CHANNEL.to_owned(),
        channel => channel.clone(),
    };
    Ok(Some(View { kind: kind.clone(), channel, timing, caches, like: rank }))
}

/// A key of `[hart]` has been changed: it is so for all kinds.
pub(crate) fn spread(document: &mut DocumentMut, key: &str) {
    let Some(value) = document.get("hart").and_then(|hart| hart.get(key)).and_then(Item::as_str).map(str::to_owned)
    else {
        return;
    };
    let Some(tmd) = document.get_mut("tmd").and_then(Item::as_table_mut).filter(|_| OF_KINDS.contains(&key)) else {
        return;
    };
    for kind in [NodeKind::Mb, NodeKind::MbFpu, NodeKind::Ppc] {
        if let Some(kind) = tmd.get_mut(kind.name()).and_then(Item::as_inline_table_mut)
            && let Some(old) = kind.get_mut(key)
        {
            replace(old, &value);
        }
    }
}

/// Kinds and nodes are as they shall be: `[hart]` is what node 0 is.
pub(crate) fn lead(document: &mut DocumentMut) {
    let of_first = |key: &str| {
        let tmd = document.get("tmd")?;
        let kind = tmd.get("nodes")?.as_array()?.get(0)?.as_inline_table()?.get("kind")?.as_str()?;
        Some(tmd.get(kind)?.get(key)?.as_str()?.to_owned())
    };
    for (key, value) in OF_KINDS.map(|key| (key, of_first(key))) {
        let old = document.get_mut("hart").and_then(|hart| hart.get_mut(key)).and_then(Item::as_value_mut);
        if let (Some(value), Some(old)) = (value, old) {
            replace(old, &value);
        }
    }
}

/// Keeps the comment behind it.
fn replace(old: &mut Value, text: &str) {
    let mut new = Value::from(text);
    *new.decor_mut() = old.decor().clone();
    *old = new;
}

#[cfg(test)]
mod tests {
    use crate::Platform;

    /// Platform, setting, rank, and what its node sees: ISA, profile, channel, costs of a load, a store and a shift; the lowest
    /// rank that is like it.
    #[test]
    fn nodes_of_kinds() {
        let external = "tmd.nodes=[{board=0, kind='mb', mpe=false, memory='external'}, {board=0, kind='ppc', mpe=true}, \
                        {board=0, kind='mb', mpe=false}]";
        for (name, setting, rank, expected) in [
            ("sarc", "", 3, "rv32i mb5 rings 1 1 1 0"),
            ("tmd-45", "", 6, "rv32i mb3 fsl 2 2 1 0"),
            ("tmd-45", "", 17, "rv32im ppc405 fsl 1 1 1 7"),
            ("tmd-45", "timing.shift=9", 6, "rv32i mb3 fsl 2 2 9 0"),
            ("tmd-45", "timing.shift=9", 7, "rv32im ppc405 fsl 1 1 1 7"),
            ("tmd-45", "hart.profile=untimed", 7, "rv32im untimed fsl 1 1 1 7"),
            ("tmd-9", "hart.isa=rv32i", 8, "rv32i mb3 fsl 2 2 1 0"),
            ("tmd-9", "tmd.mb_fpu={isa='rv32i', profile='ppc405', fsl_extra_cycles=0}", 8, "rv32i ppc405 fsl 1 1 1 0"),
            ("tmd-9:8uB_1PPC_MPE", "", 8, "rv32im ppc405 mpe 1 1 1 8"),
            ("tmd-9:8uB_1PPC_MPE", "platform.channel=\"\"", 8, "rv32im ppc405  1 1 1 8"),
            ("tmd-simple", external, 0, "rv32i mb3 fsl 12 8 1 0"),
            ("tmd-simple", external, 1, "rv32im ppc405 mpe 1 1 1 1"),
            ("tmd-simple", external, 2, "rv32i mb3 fsl 2 2 1 2"),
        ] {
            let settings: Vec<String> = (!setting.is_empty()).then(|| setting.to_owned()).into_iter().collect();
            let platform = Platform::resolve(name, &settings).unwrap_or_else(|e| panic!("{e}"));
            let own = platform.of_node(rank);
            let (hart, timing) = (&own.hart, &own.timing);
            let seen = format!(
                "{} {} {} {} {} {} {}",
                hart.isa,
                hart.profile,
                own.platform.channel,
                timing.load,
                timing.store,
                timing.shift,
                platform.like(rank).map_or(String::new(), |like| like.to_string())
            );
            assert_eq!(seen, expected, "{name} {setting} {rank}");
        }
        let engines = Platform::resolve("tmd-9:1uB_FPU_8HW", &[]).unwrap();
        assert_eq!((engines.like(0), engines.like(1)), (Some(0), None));
        assert_eq!(engines.hart.isa, "rv32if");
    }
}
