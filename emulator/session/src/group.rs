//! Groups: processors that run the same program on nodes of the same kind. Here is the data that
//! they share, and how each is made.

use crate::architecture::Architecture;
use crate::engines::EngineParts;
use crate::layout::{Layout, initial_stack};
use crate::observers::{WatchRequest, Watched};
use crate::request::{Launch, LaunchError, failed};
use rankine_bus::{NodeId, Ram};
use rankine_engines::logs::{LogRequest, UnknownSymbol, Watcher};
use rankine_hart::{Code, Hart, Image};
use rankine_host::Host;
use rankine_machine::{Engine, GroupKey, Node, Observers, Processor, ProcessorId, ProcessorParts};
use rankine_platform::{Platform, suggestion};
use rankine_program::{Debug, Program};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The data that the processors of a group share.
pub struct Shared<'a> {
    pub key: GroupKey,
    /// The platform as their nodes see it.
    pub platform: Cow<'a, Platform>,
    /// The section with their keys, if they are further processors.
    pub section: Option<&'static str>,
    /// As in [`ProcessorParts`].
    pub silent_cycles: Option<u64>,
    pub program: &'a Program,
    pub architecture: Architecture,
    pub layout: Layout,
    pub debug: Arc<Debug>,
    pub watched: Watched,
    /// The number of ranks in the run.
    pub nodes: u32,
}

/// A group. Its code is decoded for one kind of engine, so all its processors have engines of this
/// kind.
pub struct Group<'a> {
    shared: Shared<'a>,
    image: Arc<Image>,
    is_profiled: bool,
    is_logged: bool,
    /// The watchers of logged processors.
    watchers: BTreeMap<ProcessorId, Watcher>,
}

impl Shared<'_> {
    fn engines(&self) -> EngineParts<'_> {
        EngineParts { platform: &self.platform, architecture: &self.architecture, layout: self.layout }
    }

    /// A watcher without logs.
    fn watcher(&self) -> Watcher {
        Watcher::new(self.debug.clone(), self.engines().pipeline(), self.architecture.xlen)
    }

    fn engine(&self, is_profiled: bool, watcher: Option<Watcher>) -> Result<Box<dyn Engine>, LaunchError> {
        let symbols = is_profiled.then_some(&self.debug.symbols);
        self.engines()
            .engine(self.program.entry, symbols, watcher)
            .map_err(|e| LaunchError(format!("{}: {e}", self.whose_keys())))
    }

    /// The names of platform and section whose keys errors are about.
    fn whose_keys(&self) -> String {
        let name = &self.platform.platform.name;
        self.section.map_or_else(|| format!("platform {name}"), |of| format!("platform {name}, section [{of}]"))
    }

    /// The watchers of these processors. Takes the requests for their logs out of `logs`.
    fn watchers(
        &self,
        logs: &mut Vec<LogRequest>,
        members: &[ProcessorId],
    ) -> Result<BTreeMap<ProcessorId, Watcher>, LaunchError> {
        let unknown = |UnknownSymbol { log, symbol }| {
            let names = self.debug.symbols.functions().iter().map(|function| function.name.as_str());
            LaunchError(format!("{log}: the program has no symbol {symbol}{}", suggestion(&symbol, names)))
        };
        let mut watchers = BTreeMap::new();
        for request in logs.extract_if(.., |request| members.contains(&request.processor)) {
            watchers.entry(request.processor).or_insert_with(|| self.watcher()).add(request).map_err(unknown)?;
        }
        Ok(watchers)
    }

    /// Decodes these ranges of code, as they are loaded in memory.
    fn image(
        &self,
        engine: &dyn Engine,
        code: &[Range<u64>],
        hooks: impl Iterator<Item = u64>,
    ) -> Result<Arc<Image>, LaunchError> {
        let mut ram = Ram::new(self.layout.ram_base, self.layout.ram_bytes).map_err(failed)?;
        self.program.load(&mut ram).map_err(failed)?;
        let Architecture { xlen, extensions } = &self.architecture;
        let mut image = engine.image(code, &mut ram, *xlen, extensions);
        if let Some(image) = Arc::get_mut(&mut image) {
            image.set_hooks(hooks);
        }
        Ok(image)
    }
}

impl<'a> Group<'a> {
    /// The group of these processors. `hooks` are the addresses at which their program is watched.
    pub fn new(
        shared: Shared<'a>,
        members: &[ProcessorId],
        hooks: impl Iterator<Item = u64>,
        watching: &mut WatchRequest,
    ) -> Result<Group<'a>, LaunchError> {
        let watchers = shared.watchers(&mut watching.logs, members)?;
        let (is_profiled, is_logged) = (watching.profile, !watchers.is_empty());
        let engine = shared.engine(is_profiled, is_logged.then(|| shared.watcher()))?;
        let edges = watchers.values().flat_map(Watcher::addresses);
        let image = shared.image(engine.as_ref(), &shared.program.code(), hooks.chain(edges))?;
        Ok(Group { shared, image, is_profiled, is_logged, watchers })
    }

    /// The node of one of the ranks. It has the processor that runs the rank's program.
    pub fn node(
        &mut self,
        id: NodeId,
        launch: &Launch,
        host: &mut Host,
        watching: &WatchRequest,
    ) -> Result<Node, LaunchError> {
        let processor = self.processor(ProcessorId::of_rank(id), launch, host, watching)?;
        let Shared { platform, layout, nodes, .. } = &self.shared;
        let devices = platform.devices(id, *nodes, layout.memory()).map_err(LaunchError)?;
        Ok(Node {
            id,
            processors: vec![processor],
            control: platform.control(id, *nodes, launch.appnum),
            devices,
            observers: Observers::default(),
        })
    }

    /// A processor of the group, at the first instruction of its program.
    pub fn processor(
        &mut self,
        id: ProcessorId,
        launch: &Launch,
        host: &mut Host,
        watching: &WatchRequest,
    ) -> Result<Processor, LaunchError> {
        let watcher = self.is_logged.then(|| self.watchers.remove(&id).unwrap_or_else(|| self.shared.watcher()));
        let engine = self.shared.engine(self.is_profiled, watcher)?;
        let Shared { key, platform, silent_cycles, program, architecture, layout, watched, .. } = &self.shared;
        let arguments: Vec<String> = std::iter::once(&launch.name).chain(&launch.arguments).cloned().collect();
        host.set_heap((id.node, id.index), layout.heap_start, layout.heap_end);
        if id.index == 0 {
            host.set_command_line(id.node, arguments.join(" "));
        }
        let mut ram = Ram::new(layout.ram_base, layout.ram_bytes).map_err(failed)?;
        program.load(&mut ram).map_err(failed)?;
        let stack = initial_stack(&mut ram, *layout, program, &arguments, &launch.environment);
        let mut hart = Hart::new(architecture.xlen, architecture.extensions, u64::from(id.hart_number()));
        hart.pc = program.entry;
        hart.set_x(2, stack.map_err(LaunchError)?);
        Ok(Processor::new(ProcessorParts {
            id,
            group: *key,
            clock: platform.clock(),
            hart,
            ram,
            code: Code::new(self.image.clone()),
            engine,
            observers: match id.index {
                0 => watching.observers(watched),
                place => watching.further_observers(watched, place),
            },
            stack_bottom: layout.stack_bottom,
            silent_cycles: *silent_cycles,
        }))
    }
}
