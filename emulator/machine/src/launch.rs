//! From programs and a platform to a machine that is ready to run.

use crate::elf::Program;
use crate::host::{Host, HostOptions};
use crate::logs::{LogRequest, Watcher};
use crate::machine::{Machine, Seen};
use crate::node::{Architecture, Layout, Node, Shared};
use crate::platform::{Platform, presets};
use crate::port::Port;
use crate::timing::HartTiming;
use crate::tmd;
use crate::tohost::ToHost;
use rankine_bus::{Clock, Network, Ram};
use rankine_devices::mutex::MutexBank;
use rankine_devices::noc::{Crossbar, CrossbarParams, Mesh, MeshParams};
use rankine_hart::Image;

use rankine_observe::check::CheckFunctions;
use rankine_observe::mpi::MpiCalls;
use rankine_observe::phases::PhaseLabels;
use rankine_observe::{CallTracker, Debug, Marks};
use rankine_timing::Pipeline;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// One program of a launch and the ranks that run it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// The ELF file.
    pub path: PathBuf,
    /// What the program is called: its `argv[0]`.
    pub name: String,
    /// Arguments behind the program's own name.
    pub arguments: Vec<String>,
    /// `NAME=value`.
    pub environment: Vec<String>,
    pub ranks: u32,
}

/// What is to be recorded of a run. Nothing of it changes a result.
#[derive(Default)]
pub struct Watching {
    /// MPI calls and messages.
    pub messages: bool,
    /// Mistakes in MPI calls.
    pub checks: bool,
    /// Phases of MPI calls.
    pub phases: bool,
    /// What devices do.
    pub devices: bool,
    /// Where instructions and cycles go.
    pub profile: bool,
    /// Logs of instructions.
    pub logs: Vec<LogRequest>,
}

/// Something in the request, a program or the platform prevents the run; said in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchError(pub String);

impl std::fmt::Display for LaunchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LaunchError {}

fn failed(e: impl std::fmt::Display) -> LaunchError {
    LaunchError(e.to_string())
}

/// A machine with its programs loaded, and what is needed to explain its end.
pub struct Loaded {
    pub machine: Machine,
    pub programs: Vec<Program>,
    /// Symbols, lines and stacks of each program.
    pub debug: Vec<Arc<Debug>>,
    pub platform: Platform,
}

/// The platform that a program asks for when the user names none: the preset in its note, else `bare`.
pub fn platform_of(program: &Program) -> Result<String, LaunchError> {
    let named = program.note.as_ref().map_or("", |note| &note.platform);
    if named.is_empty() {
        return Ok("bare".to_string());
    }
    // What stands in a program is no reason to read a file.
    if !presets().any(|preset| preset == named) {
        let path = program.path.display();
        return Err(LaunchError(format!(
            "{path}: was linked for platform {named:?}, which is no preset; give its file with --platform"
        )));
    }
    Ok(named.to_string())
}

/// Reads every program and loads it into the memories of its ranks.
pub fn load(
    platform: Platform,
    launches: &[Launch],
    host: HostOptions,
    watching: Watching,
) -> Result<Loaded, LaunchError> {
    check_ranks(&platform, launches)?;
    let programs = launches.iter().map(|launch| Program::read(&launch.path)).collect::<Result<_, _>>();
    load_programs(platform, launches, programs.map_err(failed)?, host, watching)
}

/// As [`load`], with the program of each launch at hand.
pub fn load_programs(
    platform: Platform,
    launches: &[Launch],
    programs: Vec<Program>,
    host: HostOptions,
    mut watching: Watching,
) -> Result<Loaded, LaunchError> {
    let nodes = check_ranks(&platform, launches)?;
    programs.iter().try_for_each(|program| check_note(program, &platform))?;
    let here = std::env::current_dir().unwrap_or_default();
    let debug: Vec<Arc<Debug>> =
        programs.iter().map(|program| Arc::new(Debug::load(program.bytes.clone(), here.clone()))).collect();
    let mpi_calls: Vec<MpiCalls> =
        debug.iter().zip(&programs).map(|(debug, program)| MpiCalls::new(&debug.symbols, program.is_64)).collect();
    let marks: Vec<Marks> = if watching.messages || watching.checks {
        programs.iter().map(|program| Marks::load(&program.bytes)).collect()
    } else {
        Vec::new()
    };
    let phases: Vec<PhaseLabels> = if watching.phases {
        programs.iter().map(|program| PhaseLabels::load(&program.bytes)).collect()
    } else {
        Vec::new()
    };
    let checks: Vec<CheckFunctions> = if watching.checks {
        mpi_calls.iter().map(|calls| CheckFunctions::new(calls, nodes)).collect()
    } else {
        Vec::new()
    };
    let mut host = Host::new(host, nodes as usize).map_err(failed)?;
    let mut all = Vec::new();
    for (index, (launch, program)) in launches.iter().zip(&programs).enumerate() {
        let architecture = Architecture::of(&platform, program).map_err(failed)?;
        let layout = Layout::of(&platform, program);
        let symbols = &debug[index].symbols;
        let timing = if watching.profile {
            HartTiming::profiling(&platform, &architecture, layout, program, symbols)
        } else {
            HartTiming::of(&platform, &architecture, layout)
        };
        let of_platform = |e| LaunchError(format!("platform {}: {e}", platform.platform.name));
        let mut timing = timing.map_err(of_platform)?;
        let ranks = all.len() as u32..all.len() as u32 + launch.ranks;
        let mut watchers = watchers(&mut watching.logs, ranks, &debug[index], &platform, &architecture)?;
        let nobody = || Watcher::new(debug[index].clone(), pipeline(&platform, &architecture), architecture.xlen);
        // All ranks of a program share its decoded code, which is for one kind of timing.
        let is_logged = !watchers.is_empty();
        if is_logged {
            timing = timing.recorded(&platform, &architecture, layout, nobody()).map_err(of_platform)?;
        }
        let marked = marks.get(index).map(Marks::addresses).unwrap_or_default();
        let labelled = phases.get(index).map(PhaseLabels::addresses).unwrap_or_default();
        let edges = watchers.values().flat_map(Watcher::addresses);
        let hooks = mpi_calls[index].addresses().chain(marked).chain(labelled).chain(edges);
        let image = predecode(program, &architecture, &timing, layout, hooks)?;
        let shared = Shared {
            platform: &platform,
            program,
            architecture: &architecture,
            layout,
            image,
            nodes,
            symbols,
            is_profiled: watching.profile,
        };
        let mut arguments = vec![launch.name.clone()];
        arguments.extend(launch.arguments.iter().cloned());
        for _ in 0..launch.ranks {
            let id = all.len() as u32;
            host.set_heap(id, layout.heap_start, layout.heap_end);
            host.set_command_line(id, arguments.join(" "));
            let calls = CallTracker::new(&mpi_calls[index]);
            let mut node =
                Node::new(id, index, &shared, calls, &arguments, &launch.environment).map_err(LaunchError)?;
            node.recorder = watching.messages.then(Box::default);
            node.check = watching.checks.then(Box::default);
            node.phases = watching.phases.then(Box::default);
            if is_logged {
                let watcher = watchers.remove(&id).unwrap_or_else(nobody);
                node.timing = node.timing.recorded(&platform, &architecture, layout, watcher).map_err(of_platform)?;
            }
            all.push(node);
        }
    }
    if let Some(request) = watching.logs.first() {
        return Err(LaunchError(format!("{}: there is no rank {}; the run has {nodes}", request.name, request.rank)));
    }
    let network = network(&platform, nodes)?;
    let mut machine = Machine::new(all, Seen { mpi_calls, marks, checks, phases }, network, host, &platform);
    if let Some(params) = &platform.mutex {
        machine.mutexes = Some(MutexBank::new(params.clone(), machine.clock).map_err(LaunchError)?);
    }
    if let Some(params) = platform.ddr.as_ref().filter(|ddr| ddr.contention) {
        machine.port = Some(Port::new(params.clone(), &platform.caches, nodes as usize).map_err(LaunchError)?);
    }
    if watching.devices {
        machine.record_devices();
    }
    if let Some(addr) = programs[0].tohost.filter(|_| nodes == 1) {
        machine.nodes[0].tohost = Some(ToHost { addr, fromhost: debug[0].symbols.address("fromhost") });
    }
    Ok(Loaded { machine, programs, debug, platform })
}

/// The number of ranks of all launches together.
fn check_ranks(platform: &Platform, launches: &[Launch]) -> Result<u32, LaunchError> {
    let most = platform.platform.nodes_max;
    let nodes: u64 = launches.iter().map(|launch| u64::from(launch.ranks)).sum();
    if launches.iter().any(|launch| launch.ranks == 0) {
        return Err(LaunchError("zero ranks: give at least one, e.g. -n 4".into()));
    }
    if nodes > u64::from(most) {
        let name = &platform.platform.name;
        let advice = if platform.ni.is_some() {
            "use fewer, or raise platform.nodes_max with --set".to_string()
        } else if platform.tmd.is_some() {
            "use fewer, or a platform file with more tmd.nodes and platform.nodes_max".to_string()
        } else {
            "compile an MPI program with `rankine cc`, or use --platform manycore".to_string()
        };
        return Err(LaunchError(format!("{nodes} ranks are more than platform {name} holds ({most}); {advice}")));
    }
    Ok(nodes as u32)
}

/// A program linked against one platform's channel does not run on another.
fn check_note(program: &Program, platform: &Platform) -> Result<(), LaunchError> {
    let Some(note) = &program.note else { return Ok(()) };
    let general = &platform.platform;
    if !note.channel.is_empty() && note.channel != general.channel {
        return Err(LaunchError(format!(
            "{}: was linked for platform {} (MPI channel `{}`), but platform {} has {}; compile it again with \
             `rankine cc --platform {}` or run it with --platform {}",
            program.path.display(),
            note.platform,
            note.channel,
            general.name,
            if general.channel.is_empty() { "no MPI channel".into() } else { format!("channel `{}`", general.channel) },
            general.name,
            note.platform
        )));
    }
    Ok(())
}

/// The watchers of these ranks, for the logs that are asked for.
fn watchers(
    logs: &mut Vec<LogRequest>,
    ranks: std::ops::Range<u32>,
    debug: &Arc<Debug>,
    platform: &Platform,
    architecture: &Architecture,
) -> Result<BTreeMap<u32, Watcher>, LaunchError> {
    let mut watchers = BTreeMap::new();
    let new = || Watcher::new(debug.clone(), pipeline(platform, architecture), architecture.xlen);
    for request in logs.extract_if(.., |request| ranks.contains(&request.rank)) {
        watchers.entry(request.rank).or_insert_with(new).add(request).map_err(LaunchError)?;
    }
    Ok(watchers)
}

fn pipeline(platform: &Platform, architecture: &Architecture) -> Pipeline {
    Pipeline::new(platform.timing.clone(), architecture.xlen)
}

fn predecode(
    program: &Program,
    architecture: &Architecture,
    timing: &HartTiming,
    layout: Layout,
    hooks: impl Iterator<Item = u64>,
) -> Result<Arc<Image>, LaunchError> {
    let mut ram = Ram::new(layout.ram_base, layout.ram_bytes).map_err(failed)?;
    program.load(&mut ram).map_err(failed)?;
    let mut image = timing.image(&program.code(), &mut ram, architecture);
    if let Some(image) = Arc::get_mut(&mut image) {
        image.set_hooks(hooks);
    }
    Ok(image)
}

fn network(platform: &Platform, nodes: u32) -> Result<Option<Box<dyn Network>>, LaunchError> {
    let clock = Clock::from_hz(platform.hart.clock_hz);
    if let Some(params) = &platform.tmd {
        return tmd::network(params, nodes, clock).map(Some).map_err(LaunchError);
    }
    let width = |own: u32| platform.ni.as_ref().map_or(own, |ni| ni.noc_mode.path_bytes(own));
    if let Some(params) = &platform.noc {
        let params = MeshParams { flit_bytes: width(params.flit_bytes), ..params.clone() };
        return Ok(Some(Box::new(Mesh::new(params, nodes, clock).map_err(LaunchError)?)));
    }
    let Some(params) = &platform.crossbar else { return Ok(None) };
    let params = CrossbarParams { flit_bytes: width(params.flit_bytes), ..params.clone() };
    Ok(Some(Box::new(Crossbar::new(params, nodes, clock).map_err(LaunchError)?)))
}
