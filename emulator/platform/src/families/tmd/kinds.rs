//! The kinds of nodes of a TMD machine (`tmd.nodes`): the processor of each kind, and how kinds and
//! `[hart]` are kept the same.

use crate::document::replace;
use crate::family::{LibraryBuild, Processor};
use rankine_devices::tmd::TmdParams;
use rankine_devices::tmd::params::{DataMemory, NodeKind, NodeParams};
use toml_edit::{DocumentMut, Item};

/// The library's channel for nodes without a TMD-MPE.
const FSL_CHANNEL: &str = "fsl";

/// The library's channel for nodes with a TMD-MPE between the node and its NetIf.
const MPE_CHANNEL: &str = "mpe";

/// Keys of `[hart]` that each kind has, too.
const OF_KINDS: [&str; 2] = ["isa", "profile"];

/// The name of a kind of node, for people.
pub(super) fn title(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Mb => "MicroBlaze",
        NodeKind::MbFpu => "MicroBlaze with floating-point unit",
        NodeKind::Ppc => "PowerPC 405",
        NodeKind::Engine => "Jacobi engine",
    }
}

/// The processor that runs programs at a node. None for an engine.
pub(super) fn processor(tmd: &TmdParams, node: &NodeParams) -> Option<Processor> {
    let kind = tmd.processor(node.kind)?;
    let is_external = node.memory == DataMemory::External;
    Some(Processor {
        key: format!("tmd.{}", node.kind.name()),
        isa: kind.isa.clone(),
        profile: kind.profile.clone(),
        channel: node.mpe.then_some(MPE_CHANNEL),
        data_cycles: is_external.then_some((tmd.external_read_cycles, tmd.external_write_cycles)),
    })
}

/// How the C library is built for the channel with this name. Once the library has opened a
/// TMD-MPE, that passes the packets of channel `fsl`. So both channels have the same sources. The
/// smaller library is TMD-MPI.
pub(super) fn library(channel: &str) -> LibraryBuild {
    let directory = if channel == MPE_CHANNEL { FSL_CHANNEL } else { channel };
    let has_subset = directory == FSL_CHANNEL;
    LibraryBuild { directory: directory.to_owned(), has_subset, ..LibraryBuild::default() }
}

/// A key of `[hart]` has changed: gives all kinds the same value.
pub(super) fn spread(document: &mut DocumentMut, key: &str) {
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
            replace(old, value.as_str());
        }
    }
}

/// Kinds and nodes are final: gives `[hart]` the values of node 0.
pub(super) fn lead(document: &mut DocumentMut) {
    let of_first = |key: &str| {
        let tmd = document.get("tmd")?;
        let kind = tmd.get("nodes")?.as_array()?.get(0)?.as_inline_table()?.get("kind")?.as_str()?;
        Some(tmd.get(kind)?.get(key)?.as_str()?.to_owned())
    };
    for (key, value) in OF_KINDS.map(|key| (key, of_first(key))) {
        let old = document.get_mut("hart").and_then(|hart| hart.get_mut(key)).and_then(Item::as_value_mut);
        if let (Some(value), Some(old)) = (value, old) {
            replace(old, value.as_str());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Platform;

    /// Platform, setting, rank, and the view of its node: ISA, profile, channel, costs of a load, a
    /// store and a shift; and the lowest rank with the same view.
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
