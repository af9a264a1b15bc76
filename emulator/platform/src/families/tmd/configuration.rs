//! `PRESET:CONFIGURATION`: the kinds of nodes of a TMD platform, written as in Saldaña 2006 Table
//! 5.1, such as `4uB_FPU_2PPC_3HW`. Each part is a count and `uB`, `PPC` or `HW` (engines). `_FPU`
//! follows MicroBlazes with floating-point units, and `_MPE` follows processors with TMD-MPEs;
//! engines always have these. Nodes are MicroBlazes, then engines, then PowerPCs (§5.2), each in
//! the order written.

use rankine_bus::counted;
use rankine_devices::tmd::params::NodeKind;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Value};

/// Nodes of one kind.
struct Part {
    count: usize,
    kind: NodeKind,
    mpe: bool,
}

/// Gives the preset's nodes these kinds. An error is a sentence.
pub(super) fn apply(document: &mut DocumentMut, preset: &str, configuration: &str) -> Result<(), String> {
    let nodes = document.get_mut("tmd").and_then(|tmd| tmd.get_mut("nodes")).and_then(Item::as_array_mut);
    let nodes = nodes.ok_or("tmd.nodes is no list")?;
    let mut parts = parse(configuration)?;
    let count: usize = parts.iter().map(|part| part.count).sum();
    if count != nodes.len() {
        return Err(format!(
            "it has {}, but {preset} has {}; change the counts so that their sum is {1}",
            counted(count as u64, "node"),
            nodes.len()
        ));
    }
    parts.sort_by_key(|part| match part.kind {
        NodeKind::Mb | NodeKind::MbFpu => 0,
        NodeKind::Engine => 1,
        NodeKind::Ppc => 2,
    });
    write(nodes, parts.iter().flat_map(|part| std::iter::repeat_n(part, part.count)));
    Ok(())
}

/// Writes the kinds. The nodes stay on their boards.
fn write<'a>(nodes: &mut Array, parts: impl Iterator<Item = &'a Part>) {
    for (node, part) in nodes.iter_mut().filter_map(Value::as_inline_table_mut).zip(parts) {
        let mut set = |key: &str, value: Value| {
            InlineTable::insert(node, key, value);
        };
        set("kind", part.kind.name().into());
        set("mpe", part.mpe.into());
    }
}

fn parse(text: &str) -> Result<Vec<Part>, String> {
    let mut parts: Vec<Part> = Vec::new();
    for word in text.split('_') {
        match (word, parts.last_mut()) {
            ("FPU", Some(part)) if part.kind == NodeKind::Mb && !part.mpe => part.kind = NodeKind::MbFpu,
            ("MPE", Some(part)) if part.kind != NodeKind::Engine && !part.mpe => part.mpe = true,
            _ => parts.push(part(word).ok_or_else(|| refused(word))?),
        }
    }
    Ok(parts)
}

/// Parses a part such as `9uB`.
fn part(word: &str) -> Option<Part> {
    let digits = word.find(|letter: char| !letter.is_ascii_digit())?;
    let (count, kind) = word.split_at(digits);
    let kind = match kind {
        "uB" => NodeKind::Mb,
        "PPC" => NodeKind::Ppc,
        "HW" => NodeKind::Engine,
        _ => return None,
    };
    let count = count.parse().ok().filter(|count| (1..=256).contains(count))?;
    Some(Part { count, kind, mpe: kind == NodeKind::Engine })
}

fn refused(word: &str) -> String {
    format!(
        "`{word}` is no part of a configuration; write counts and kinds as in 4uB_FPU_2PPC_3HW: uB, uB_FPU, PPC or HW, and _MPE \
         behind uB, uB_FPU or PPC where there are TMD-MPEs"
    )
}

#[cfg(test)]
mod tests {
    use super::super::Machine;
    use crate::Platform;

    /// Configuration, and the kinds of its nodes, with a `+` where there is a TMD-MPE; or the
    /// error.
    #[test]
    fn configurations() {
        for (name, expected) in [
            ("tmd-9:9uB", "mb mb mb mb mb mb mb mb mb"),
            ("tmd-9:9uB_FPU", "mb_fpu mb_fpu mb_fpu mb_fpu mb_fpu mb_fpu mb_fpu mb_fpu mb_fpu"),
            ("tmd-9:7uB_FPU_2PPC", "mb_fpu mb_fpu mb_fpu mb_fpu mb_fpu mb_fpu mb_fpu ppc ppc"),
            ("tmd-9:1uB_FPU_8HW", "mb_fpu engine+ engine+ engine+ engine+ engine+ engine+ engine+ engine+"),
            ("tmd-9:4uB_FPU_2PPC_3HW", "mb_fpu mb_fpu mb_fpu mb_fpu engine+ engine+ engine+ ppc ppc"),
            ("tmd-simple:1uB_FPU_MPE_1uB_1PPC_MPE", "mb_fpu+ mb ppc+"),
            ("tmd-simple:1PPC_1uB_1PPC_MPE", "mb ppc ppc+"),
        ] {
            let platform = Platform::resolve(name, &[]).unwrap_or_else(|e| panic!("{e}"));
            let nodes = toml::from_str::<Machine>(&platform.text).unwrap().tmd.nodes;
            let kinds = nodes.iter().map(|node| format!("{}{}", node.kind.name(), if node.mpe { "+" } else { "" }));
            assert_eq!(kinds.collect::<Vec<_>>().join(" "), expected);
            assert_eq!(platform.platform.name, name);
            let again = Platform::from_text("again.toml", &platform.text, &[]).unwrap();
            assert_eq!(again.text, platform.text, "{name}: the resolved text, as a file, is something else");
        }
        for (name, expected) in [
            ("tmd-9:8uB", "platform tmd-9:8uB: it has 8 nodes, but tmd-9 has 9"),
            ("tmd-9:", "`` is no part of a configuration"),
            ("tmd-9:\u{7}", "is no part of a configuration"),
            ("tmd-9:9ub", "`9ub` is no part of a configuration; write counts"),
            ("tmd-9:0uB_9PPC", "`0uB` is no part"),
            ("tmd-9:FPU_9uB", "`FPU` is no part"),
            ("tmd-9:9PPC_FPU", "`FPU` is no part"),
            ("tmd-9:1uB_8HW_MPE", "`MPE` is no part"),
            ("tmd-9:9uB_MPE_MPE", "`MPE` is no part"),
            ("tmd-9:99999999999999999999uB", "is no part"),
            ("tmd-9:1PPC_8HW", "tmd.nodes[0].kind = \"engine\": rank 0"),
            ("sarc:9uB", "sarc has no kinds of nodes"),
            ("tmd-8:9uB", "unknown platform `tmd-8:9uB` (did you mean"),
        ] {
            let message = Platform::resolve(name, &[]).err().map(|e| e.to_string()).unwrap_or_default();
            assert!(message.contains(expected), "{name}: {message}");
        }
    }
}
