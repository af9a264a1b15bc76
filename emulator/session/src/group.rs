//! Ranks that run one program on nodes of one kind: what they share, and the nodes that are made of it.

use crate::elf::Program;
use crate::host::Host;
use crate::launch::{Launch, LaunchError, Watching, failed};
use crate::logs::{LogRequest, Watcher};
use crate::node::{Architecture, Layout, Node};
use crate::platform::Platform;
use crate::timing::HartTiming;
use rankine_bus::{NodeId, Ram};
use rankine_hart::Image;
use rankine_observe::{CallTracker, Debug};
use rankine_timing::Pipeline;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// A program, and the lowest rank of the nodes of a kind.
pub(crate) type GroupKey = (usize, u32);

/// What the ranks of a group share.
pub(crate) struct Shared<'a> {
    pub key: GroupKey,
    /// As their nodes see it.
    pub platform: Cow<'a, Platform>,
    pub program: &'a Program,
    pub architecture: Architecture,
    pub layout: Layout,
    pub debug: Arc<Debug>,
    /// Ranks of the run.
    pub nodes: u32,
}

/// A group: code is decoded for one kind of timing, so all its ranks have the same.
pub(crate) struct Group<'a> {
    shared: Shared<'a>,
    image: Arc<Image>,
    is_profiled: bool,
    is_logged: bool,
    /// Of those ranks that are logged.
    watchers: BTreeMap<NodeId, Watcher>,
}

impl Shared<'_> {
    fn pipeline(&self) -> Pipeline {
        Pipeline::new(self.platform.timing.clone(), self.architecture.xlen)
    }

    /// One who writes no log.
    fn watcher(&self) -> Watcher {
        Watcher::new(self.debug.clone(), self.pipeline(), self.architecture.xlen)
    }

    fn timing(&self, is_profiled: bool, watcher: Option<Watcher>) -> Result<HartTiming, LaunchError> {
        let Shared { platform, program, architecture, layout, debug, .. } = self;
        let timing = if is_profiled {
            HartTiming::profiling(platform, architecture, *layout, program, &debug.symbols)
        } else {
            HartTiming::of(platform, architecture, *layout)
        };
        let timing = timing.and_then(|timing| match watcher {
            Some(watcher) => timing.recorded(platform, architecture, *layout, watcher),
            None => Ok(timing),
        });
        timing.map_err(|e| LaunchError(format!("platform {}: {e}", platform.platform.name)))
    }

    /// The watchers of these ranks, for the logs that are asked for.
    fn watchers(&self, logs: &mut Vec<LogRequest>, ranks: &[NodeId]) -> Result<BTreeMap<NodeId, Watcher>, LaunchError> {
        let mut watchers = BTreeMap::new();
        for request in logs.extract_if(.., |request| ranks.contains(&request.rank)) {
            watchers.entry(request.rank).or_insert_with(|| self.watcher()).add(request).map_err(LaunchError)?;
        }
        Ok(watchers)
    }

    /// Some of the code in memory, decoded.
    fn image(
        &self,
        timing: &HartTiming,
        code: &[Range<u64>],
        hooks: impl Iterator<Item = u64>,
    ) -> Result<Arc<Image>, LaunchError> {
        let mut ram = Ram::new(self.layout.ram_base, self.layout.ram_bytes).map_err(failed)?;
        self.program.load(&mut ram).map_err(failed)?;
        let mut image = timing.image(code, &mut ram, &self.architecture);
        if let Some(image) = Arc::get_mut(&mut image) {
            image.set_hooks(hooks);
        }
        Ok(image)
    }
}

impl<'a> Group<'a> {
    /// The group of these ranks; `hooks` are where their program is watched.
    pub fn new(
        shared: Shared<'a>,
        ranks: &[NodeId],
        hooks: impl Iterator<Item = u64>,
        watching: &mut Watching,
    ) -> Result<Group<'a>, LaunchError> {
        let watchers = shared.watchers(&mut watching.logs, ranks)?;
        let (is_profiled, is_logged) = (watching.profile, !watchers.is_empty());
        let timing = shared.timing(is_profiled, is_logged.then(|| shared.watcher()))?;
        let edges = watchers.values().flat_map(Watcher::addresses);
        let image = shared.image(&timing, &shared.program.code(), hooks.chain(edges))?;
        Ok(Group { shared, image, is_profiled, is_logged, watchers })
    }

    /// The node of one of the ranks.
    pub fn node(
        &mut self,
        id: NodeId,
        launch: &Launch,
        calls: CallTracker,
        host: &mut Host,
        watching: &Watching,
    ) -> Result<Node, LaunchError> {
        let watcher = self.is_logged.then(|| self.watchers.remove(&id).unwrap_or_else(|| self.shared.watcher()));
        let timing = self.shared.timing(self.is_profiled, watcher)?;
        let arguments: Vec<String> = std::iter::once(&launch.name).chain(&launch.arguments).cloned().collect();
        let Layout { heap_start, heap_end, .. } = self.shared.layout;
        host.set_heap(id, heap_start, heap_end);
        host.set_command_line(id, arguments.join(" "));
        let mut node = Node::empty(id, &self.shared, self.image.clone(), timing, calls).map_err(LaunchError)?;
        node.begin(&self.shared, &arguments, &launch.environment).map_err(LaunchError)?;
        node.recorder = watching.messages.then(Box::default);
        node.check = watching.checks.then(Box::default);
        node.phases = watching.phases.then(Box::default);
        Ok(node)
    }

    /// The node of an engine: none of what the group shares is ever used of it.
    pub fn engine(&self, id: NodeId, calls: CallTracker, watching: &Watching) -> Result<Node, LaunchError> {
        let timing = self.shared.timing(false, None)?;
        let image = self.shared.image(&timing, &[], std::iter::empty())?;
        let mut node = Node::empty(id, &self.shared, image, timing, calls).map_err(LaunchError)?;
        node.check = watching.checks.then(Box::default);
        Ok(node)
    }
}
