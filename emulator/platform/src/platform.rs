//! A platform: a preset of a family, with the changes by `--platform FILE` and `--set key=value`,
//! and the parts that it gives to a machine.

use crate::changes::{self, Change};
use crate::document;
use crate::error::{PlatformError, error, suggestion};
use crate::families::{self, NoParts};
use crate::family::{Family, Hardware, LibraryBuild, Parts, Span};
use crate::further::FurtherProcessor;
use crate::general::{General, HartParams, HostParams, MemoryParams, SECTIONS};
use crate::nodes::{View, views};
use crate::profiles;
use rankine_bus::{Clock, Device, Network, NodeId, SharedDevice};
use rankine_devices::sim::{NodeMask, SIM_BYTES, Sim, SimParams};
use rankine_timing::{CacheParams, DdrParams, TimingParams};
use serde::Deserialize;
use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use toml_edit::{DocumentMut, Item, Value};

/// A resolved platform: every key has a value.
#[derive(Clone, Debug, Deserialize)]
pub struct Platform {
    /// The preset on which the platform is based.
    pub base: String,
    pub platform: General,
    pub hart: HartParams,
    pub memory: MemoryParams,
    pub host: HostParams,
    pub sim: SimParams,
    pub timing: TimingParams,
    pub caches: CacheParams,
    pub ddr: Option<DdrParams>,
    /// The parts that its family makes from the other sections.
    #[serde(skip, default = "no_parts")]
    parts: Arc<dyn Parts>,
    /// The views of nodes that differ, by rank.
    #[serde(skip)]
    views: Vec<Option<View>>,
    /// The further processors of each node with a hart.
    #[serde(skip)]
    further: Vec<FurtherProcessor>,
    /// The resolved text, saved with every result.
    #[serde(skip)]
    pub text: String,
}

fn no_parts() -> Arc<dyn Parts> {
    Arc::new(NoParts)
}

/// The fastest clock: programs read its frequency from a register of 32 bits.
const CLOCK_HZ_MAX: u64 = u32::MAX as u64;

impl Platform {
    /// Resolves a preset's name or a file's path, then applies `settings` (`section.key=value`) in
    /// order.
    pub fn resolve(name_or_path: &str, settings: &[String]) -> Result<Platform, PlatformError> {
        Platform::changed(name_or_path, changes::read(name_or_path)?, settings)
    }

    /// As [`Platform::resolve`], with the text of the file given.
    pub fn from_text(path: &str, text: &str, settings: &[String]) -> Result<Platform, PlatformError> {
        Platform::changed(path, changes::of_text(path, text)?, settings)
    }

    /// Makes a platform from a preset, the changes of a file, and settings.
    fn changed(
        name: &str,
        (base, mut all): (String, Vec<Change>),
        settings: &[String],
    ) -> Result<Platform, PlatformError> {
        for setting in settings {
            all.push(Change::of_setting(setting)?);
        }
        let (of_further, changes): (Vec<Change>, Vec<Change>) =
            all.into_iter().partition(|change| change.of_further().is_some());
        let (family, mut document) = preset(&base)?;
        apply(&changes, family, &mut document)?;
        let text = document.to_string();
        let unfit = |e: toml::de::Error| PlatformError(format!("platform {name}: {}", e.to_string().trim_end()));
        let mut platform: Platform = toml::from_str(&text).map_err(unfit)?;
        platform.parts = family.parts(&text).map_err(unfit)?;
        platform.text = text;
        platform.check()?;
        let costs = (&platform.timing, &platform.caches);
        platform.views = views(&platform.parts.processors(), &platform.hart, costs).map_err(PlatformError)?;
        platform.add_further(&of_further)?;
        Ok(platform)
    }

    /// Adds the further processors of its nodes, with the changes of their costs.
    fn add_further(&mut self, changes: &[Change]) -> Result<(), PlatformError> {
        let all = self.parts.further();
        let has_processor = |change: &&Change| {
            change.of_further().is_none_or(|(section, _)| all.iter().any(|one| one.section == section))
        };
        if let Some(lost) = changes.iter().find(|change| !has_processor(change)) {
            let section = &lost.section;
            let names: Vec<String> = all
                .iter()
                .flat_map(|one| profiles::SECTIONS.map(|of| format!("{}.{}", one.section, of.name)))
                .collect();
            let hint = suggestion(section, names.iter().map(String::as_str));
            let name = &self.platform.name;
            return Err(lost.error(format!("platform {name} has no processor for the section [{section}]{hint}")));
        }
        let further: Result<Vec<_>, _> = all.into_iter().map(|one| one.on(self, changes)).collect();
        for (processor, costs) in further? {
            self.further.push(processor);
            self.text += &costs;
        }
        Ok(())
    }

    fn check(&self) -> Result<(), PlatformError> {
        let limits = [
            ("platform.nodes_max", u64::from(self.platform.nodes_max), 1, 65_536),
            ("hart.clock_hz", self.hart.clock_hz, 1, CLOCK_HZ_MAX),
            ("memory.bytes", self.memory.bytes, 4096, 1 << 40),
            ("memory.stack_bytes", self.memory.stack_bytes, 4096, 1 << 32),
            ("host.call_cycles", self.host.call_cycles, 1, 1 << 32),
            ("host.file_call_cycles", self.host.file_call_cycles, 0, 1 << 32),
            ("host.file_bytes_per_cycle", self.host.file_bytes_per_cycle, 0, 1 << 20),
            ("host.stretch_cycles", self.host.stretch_cycles, 1, 10_000_000),
            ("host.first_stretch_cycles", self.host.first_stretch_cycles, 1, 10_000_000),
            ("sim.access_cycles", self.sim.access_cycles, 1, 1 << 32),
        ];
        for (key, value, least, most) in limits {
            if !(least..=most).contains(&value) {
                return error(format!("{key} = {value} is outside {least} to {most}"));
            }
        }
        if self.memory.base != 0 && self.memory.base < self.memory.stack_bytes {
            return error("memory.stack_bytes does not fit below memory.base");
        }
        self.parts.check(self.platform.nodes_max).map_err(PlatformError)
    }

    /// Every key with value, unit, meaning and source, as `rankine describe` prints it.
    pub fn describe(&self) -> String {
        self.document()
            .map_or_else(|| self.text.clone(), |document| document::describe(&document, &families::entries()))
    }

    /// As [`Platform::describe`], for one section with all sections within it, or for one key, by
    /// name. An error lists the names that exist.
    pub fn describe_part(&self, name: &str) -> Result<String, PlatformError> {
        let document = self.document().unwrap_or_default();
        let text = document::describe_part(&document, name, &families::entries());
        if !text.is_empty() {
            return Ok(text);
        }
        let (sections, platform) = (self.sections().join(", "), &self.platform.name);
        let (section, key) = name.split_once('.').unwrap_or((name, ""));
        let keys = document::describe_part(&document, section, &[]);
        let keys = keys.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        if key.is_empty() || keys.clone().next().is_none() {
            // The user may have meant a preset, so presets are suggested, too.
            let names = self.sections();
            let nearest = suggestion(
                section,
                names.iter().map(String::as_str).chain(families::presets().map(|name| name as &str)),
            );
            let others: Vec<&str> = families::presets_with(section);
            let others = if others.is_empty() { String::new() } else { format!("; it is in {}", others.join(", ")) };
            return error(format!(
                "platform {platform} has no section {section}{nearest}{others}; its sections: {sections}"
            ));
        }
        error(format!("unknown key {name}{}; `rankine describe {section}` lists the keys", suggestion(key, keys)))
    }

    /// Names of its sections, in the order of documents.
    pub fn sections(&self) -> Vec<String> {
        let document = self.document().unwrap_or_default();
        document.iter().filter(|(_, item)| item.is_table()).map(|(name, _)| name.to_owned()).collect()
    }

    /// How the parts of its machines are connected, as a drawing.
    pub fn drawing(&self) -> &'static str {
        families::of_preset(&self.base).map_or("", |(family, _)| family.drawing())
    }

    /// The keys that a newcomer changes first, a line for each: name and value, unit, and the first
    /// part of the meaning.
    pub fn describe_main_keys(&self) -> String {
        let document = self.document().unwrap_or_default();
        let keys = families::of_preset(&self.base).map_or(&[][..], |(family, _)| family.main_keys());
        let lines = keys.iter().map(|key| document::describe_part(&document, key, &[]));
        let brief = |line: String| line.split(['[', ';']).next().unwrap_or_default().trim_end().to_owned() + "\n";
        lines.map(brief).collect()
    }

    /// The value of a key such as `hart.clock_hz`. None if there is no such key, or if it is no
    /// number.
    pub fn number(&self, key: &str) -> Option<u64> {
        let (section, key) = key.split_once('.')?;
        let document = self.document()?;
        document.get(section)?.get(key)?.as_integer()?.try_into().ok()
    }

    fn document(&self) -> Option<DocumentMut> {
        self.text.parse().ok()
    }
}

/// The parts of its machines. Errors are sentences.
impl Platform {
    /// The clock of harts, devices and network.
    pub fn clock(&self) -> Clock {
        Clock::from_hz(self.hart.clock_hz)
    }

    /// The simulation control registers of a node, one of `nodes`. Its program is number `appnum`
    /// on the command line.
    pub fn control(&self, node: NodeId, nodes: u32, appnum: u32) -> Box<dyn Device> {
        let mut sim = Sim::new(self.sim.base, self.sim.access_cycles, node, nodes, self.hart.clock_hz);
        sim.no_hart = self.nodes_without_hart(nodes);
        sim.appnum = appnum;
        Box::new(sim)
    }

    /// The nodes without a hart among the first `nodes` nodes, in the form in which harts read it.
    fn nodes_without_hart(&self, nodes: u32) -> NodeMask {
        let mut mask = NodeMask::default();
        for node in (0..nodes).filter(|node| self.like(*node).is_none()) {
            if let Some(word) = mask.get_mut((node / u32::BITS) as usize) {
                *word |= 1 << (node % u32::BITS);
            }
        }
        mask
    }

    /// The devices of a node, one of `nodes`. `memory` is the memory of its program, including the
    /// stack.
    pub fn devices(&self, node: NodeId, nodes: u32, memory: Range<u64>) -> Result<Vec<Box<dyn Device>>, String> {
        let mut own = self.parts.addresses(node)?;
        own.extend(self.further.iter().map(FurtherProcessor::memory));
        if !own.is_empty() {
            let memory = ("memory with its stack", memory.start, memory.end - memory.start);
            let sim = ("sim", self.sim.base, SIM_BYTES);
            check_apart(&[memory, sim].into_iter().chain(own).collect::<Vec<_>>())?;
        }
        self.parts.devices(node, nodes, memory)
    }

    /// The lowest address at which a node answers, apart from its memory.
    pub fn first_address(&self, node: NodeId) -> u64 {
        let own = self.parts.addresses(node).unwrap_or_default();
        own.iter().map(|(_, base, _)| *base).fold(self.sim.base, u64::min)
    }

    /// Is this the file of a program for nodes without a hart?
    pub fn is_hardware_program(&self, file: &Path) -> bool {
        let suffix = self.parts.hardware_suffix();
        suffix.is_some_and(|suffix| file.extension().is_some_and(|extension| extension == suffix))
    }

    /// The words of a program for nodes without a hart. An error lists the program's mistakes, one
    /// on each line.
    pub fn hardware_program(&self, text: &str) -> Result<Vec<u32>, String> {
        self.parts.hardware_program(text)
    }

    /// The devices of a node without a hart, one of `nodes`. `program` is empty if the node has
    /// none.
    pub fn hardware_devices(&self, node: NodeId, nodes: u32, program: &[u32]) -> Result<Vec<Box<dyn Device>>, String> {
        self.parts.hardware_devices(node, nodes, program)
    }

    /// The network between `nodes` nodes, if there is one.
    pub fn network(&self, nodes: u32) -> Result<Option<Box<dyn Network>>, String> {
        self.parts.network(nodes, self.clock())
    }

    /// The device that all nodes share, if there is one.
    pub fn shared_device(&self) -> Result<Option<Box<dyn SharedDevice>>, String> {
        self.parts.shared_device(self.clock())
    }

    /// How the C library for this platform's channel is built.
    pub fn library(&self) -> LibraryBuild {
        self.parts.library(&self.platform.channel)
    }

    /// What the C library is told of the devices: names and values with which its sources are
    /// compiled.
    pub fn library_defines(&self) -> Result<Vec<(&'static str, u64)>, String> {
        let of_family = self.parts.library_defines().map_err(|e| format!("platform '{}': {e}", self.platform.name))?;
        Ok([("SIM_BASE", self.sim.base)].into_iter().chain(of_family).collect())
    }
}

/// The differences between its nodes, and texts for people.
impl Platform {
    /// The platform as this rank's node sees it.
    pub fn of_node(&self, rank: u32) -> Cow<'_, Platform> {
        let Some(view) = self.views.get(rank as usize).and_then(Option::as_ref) else { return Cow::Borrowed(self) };
        let mut own = self.clone();
        own.hart.isa.clone_from(&view.processor.isa);
        own.hart.profile.clone_from(&view.processor.profile);
        if let Some(channel) = view.processor.channel.filter(|_| !own.platform.channel.is_empty()) {
            own.platform.channel = channel.to_owned();
        }
        (own.timing, own.caches) = (view.timing.clone(), view.caches.clone());
        Cow::Owned(own)
    }

    /// The further processors of each node with a hart, in order of their places on the node, from
    /// 1 on.
    pub fn further(&self) -> &[FurtherProcessor] {
        &self.further
    }

    /// The lowest rank whose node is like that of `rank`: both run the same programs at the same
    /// costs. None for a node without a hart, which runs no program.
    pub fn like(&self, rank: u32) -> Option<u32> {
        match self.views.get(rank as usize) {
            Some(view) => view.as_ref().map(|view| view.like),
            None => Some(0),
        }
    }

    /// May nodes differ?
    pub fn has_kinds(&self) -> bool {
        !self.views.is_empty()
    }

    /// The kind of a rank's node, for people, such as `PowerPC 405`. None if all nodes are the
    /// same.
    pub fn kind_text(&self, rank: u32) -> Option<String> {
        self.parts.title(rank).map(str::to_owned)
    }

    /// The description of a rank's node without a hart, for which [`Platform::like`] is None.
    pub fn hardware(&self, rank: u32) -> Hardware {
        self.parts.hardware(rank)
    }

    /// Warnings, a sentence each, about settings that are possible but perhaps not intended.
    pub fn warnings(&self) -> Vec<String> {
        self.parts.warnings()
    }

    /// The connections of the machine. Empty if the keys say them.
    pub fn connections(&self) -> String {
        self.parts.connections()
    }

    /// What to do when there are more ranks than `platform.nodes_max`, as the end of a sentence.
    pub fn more_ranks_advice(&self) -> String {
        self.parts.more_ranks_advice()
    }
}

/// The family and the document of a preset, or of a configuration of a preset. The document does
/// not contain the profile yet.
fn preset(name: &str) -> Result<(&'static dyn Family, DocumentMut), PlatformError> {
    let (plain, wanted) = name.split_once(':').map_or((name, None), |(plain, wanted)| (plain, Some(wanted)));
    let Some((family, text)) = families::of_preset(plain) else {
        return error(format!("unknown platform `{plain}`"));
    };
    let sections = SECTIONS.iter().chain(family.sections());
    let text = format!("base = {}\n{}", Value::from(name), document::text(sections, family.common(), text));
    let mut document: DocumentMut = text.parse().expect("presets parse: a test reads them all");
    if let Some(wanted) = wanted {
        let configure = family.configure().ok_or_else(|| no_configurations(plain));
        configure
            .and_then(|configure| configure(&mut document, plain, wanted))
            .map_err(|e| PlatformError(format!("platform {name}: {e}")))?;
    }
    document::set(&mut document, "platform", "name", Value::from(name))?;
    Ok((family, document))
}

fn no_configurations(preset: &str) -> String {
    let with = families::FAMILIES.iter().filter(|family| family.configure().is_some());
    let names: Vec<&str> = with.map(|family| family.name()).collect();
    format!("{preset} has no kinds of nodes; only the {} platforms have configurations", names.join(" and "))
}

/// Makes the changes, and adds the sections of the profile that the document names after them.
fn apply(changes: &[Change], family: &dyn Family, document: &mut DocumentMut) -> Result<(), PlatformError> {
    for change in changes.iter().filter(|change| change.section == "hart") {
        change.apply(document)?;
        family.hart_changed(document, &change.key);
    }
    // A section that is missing here may come with the profile.
    let is_there = |change: &Change| document.get(&change.section).is_some_and(Item::is_table);
    let (now, later): (Vec<&Change>, Vec<&Change>) =
        changes.iter().filter(|change| change.section != "hart").partition(|change| is_there(change));
    now.into_iter().try_for_each(|change| change.apply(document))?;
    family.settle(document);
    add_profile(document)?;
    later.into_iter().try_for_each(|change| change.apply(document))
}

/// Adds the sections of the profile that the document names.
fn add_profile(document: &mut DocumentMut) -> Result<(), PlatformError> {
    let name = document.get("hart").and_then(|hart| hart.get("profile")).and_then(Item::as_str).unwrap_or_default();
    let text = profiles::text(name).map_err(|e| PlatformError(format!("unknown hart.{e}")))?;
    let profile: DocumentMut = text.parse().expect("profiles parse: a test reads them all");
    for (section, item) in profile.iter() {
        document.insert(section, item.clone());
    }
    Ok(())
}

/// Checks that no two of these overlap.
fn check_apart(spans: &[Span]) -> Result<(), String> {
    for (i, (name, base, bytes)) in spans.iter().enumerate() {
        for (other, other_base, other_bytes) in &spans[i + 1..] {
            if *base < other_base.saturating_add(*other_bytes) && *other_base < base.saturating_add(*bytes) {
                return Err(format!(
                    "the platform's addresses overlap: {name} ({base:#x}, {bytes:#x} bytes) and {other} \
                     ({other_base:#x}, {other_bytes:#x} bytes); change them with --set or in the platform file"
                ));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::{DEFAULT_PLATFORM, Platform, presets, profiles};

    #[test]
    fn presets_and_profiles_resolve_and_document_every_key() {
        let settings = profiles().map(|profile| vec![format!("hart.profile={profile}")]);
        for (name, settings) in settings.flat_map(|set| presets().map(move |name| (name, set.clone()))) {
            let platform = Platform::resolve(name, &settings).unwrap_or_else(|e| panic!("{name} {settings:?}: {e}"));
            assert_eq!(platform.platform.name, name);
            let again = Platform::from_text("again.toml", &platform.text, &[]).unwrap();
            assert_eq!(again.text, platform.text, "{name}: the resolved text, as a file, is something else");
            for line in platform.describe().lines().filter(|line| line.starts_with("  ")) {
                // `key = value` of a key, or `.key: default` of a list's entries.
                let comment = line.trim_start().split_once(' ').unwrap().1;
                assert!(comment.contains(": ") && comment.contains('['), "{name}: no unit or source: {line}");
            }
            assert_eq!(
                platform.describe_main_keys().lines().count(),
                10,
                "{name}: keys of other machines among the main ones"
            );
            assert!(platform.drawing().lines().all(|line| line.len() <= 80), "{name}: a wide drawing");
        }
    }

    #[test]
    fn settings() {
        for (setting, expected) in [
            ("hart.clock_hz=2000000000", ""),
            ("hart.clok_hz=1", "unknown key hart.clok_hz (did you mean `clock_hz`?)"),
            ("hrat.clock_hz=1", "unknown section [hrat] (did you mean `hart`?)"),
            ("clock=1", "write section.key=value"),
            ("hart.clock_hz=0", "hart.clock_hz = 0 is outside"),
            ("hart.clock_hz=fast", "clock_hz"),
            ("hart.clock_hz=2GHz", ""),
            ("hart.clock_hz=1.5e9", ""),
            ("memory.bytes=64MiB", ""),
            ("memory.bytes=1GB", ""),
            ("memory.bytes=1Gigabyte", "bytes"),
            ("hart.clock_hz=1.5", "clock_hz"),
            ("hart.profile=untimed", ""),
            ("hart.profile=untime", "unknown hart.profile `untime` (did you mean `untimed`?)"),
            ("caches.l1d_bytes=0", ""),
            ("caches.l1d_replacement=random", "l1d_replacement"),
            ("memory.bytes=-1", "bytes"),
        ] {
            let message = match Platform::resolve(DEFAULT_PLATFORM, &[setting.to_string()]) {
                Ok(_) => String::new(),
                Err(e) => e.to_string(),
            };
            assert!(message.contains(expected) && message.is_empty() == expected.is_empty(), "{setting}: {message}");
        }
        let (name, typed) = (DEFAULT_PLATFORM, &DEFAULT_PLATFORM[..DEFAULT_PLATFORM.len() - 1]);
        assert!(Platform::resolve(typed, &[]).unwrap_err().0.contains(&format!("did you mean `{name}`")));
        assert!(Platform::resolve("none.toml", &[]).unwrap_err().0.contains("cannot read platform file"));
    }
}
