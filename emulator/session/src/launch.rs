//! From programs and a platform to a machine that is ready to run.

use crate::elf::{Note, Program};
use crate::group::{Group, GroupKey, Shared};
use crate::host::{Host, HostOptions};
use crate::logs::LogRequest;
use crate::machine::{Machine, Seen};
use crate::node::{Architecture, Layout};
use crate::platform::{Platform, is_preset};
use crate::port::Port;
use crate::tmd;
use crate::tohost::ToHost;
use rankine_bus::{Clock, Network, NodeId};
use rankine_devices::mutex::MutexBank;
use rankine_devices::noc::{Crossbar, CrossbarParams, Mesh, MeshParams};
use rankine_isa::parse_isa;
use rankine_observe::check::CheckFunctions;
use rankine_observe::mpi::MpiCalls;
use rankine_observe::phases::PhaseLabels;
use rankine_observe::{CallTracker, Debug, Marks};
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

pub(crate) fn failed(e: impl std::fmt::Display) -> LaunchError {
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

/// What the launches call a program: the first that runs it.
pub(crate) fn name_of(launches: &[Launch], program: &Program) -> String {
    launches.iter().find(|launch| launch.path == program.path).map(|launch| launch.name.clone()).unwrap_or_default()
}

/// The platform that a program asks for when the user names none: the preset in its note, else `bare`.
pub fn platform_of(program: &Program) -> Result<String, LaunchError> {
    let named = program.note.as_ref().map_or("", |note| &note.platform);
    if named.is_empty() {
        return Ok("bare".to_string());
    }
    // What stands in a program is no reason to read a file.
    if !is_preset(named) {
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
    let mut programs: Vec<Program> = Vec::new();
    for Launch { path, .. } in launches {
        if !programs.iter().any(|program| program.path == *path) {
            programs.push(Program::read(path).map_err(failed)?);
        }
    }
    load_programs(platform, launches, programs, host, watching)
}

/// As [`load`], with the programs at hand: each once, by the paths that launches name.
pub fn load_programs(
    platform: Platform,
    launches: &[Launch],
    programs: Vec<Program>,
    host: HostOptions,
    mut watching: Watching,
) -> Result<Loaded, LaunchError> {
    let nodes = check_ranks(&platform, launches)?;
    let ranks = ranks(&platform, launches, &programs)?;
    check_logs(&platform, &watching.logs, nodes)?;
    let known = Known::of(&programs, &watching, nodes);
    let mut host = Host::new(host, nodes as usize).map_err(failed)?;
    let mut groups = groups(&platform, &programs, &ranks, &known, &mut watching)?;
    let mut all = Vec::new();
    for (id, rank) in (0..).zip(&ranks) {
        let calls = CallTracker::new(&known.mpi_calls[rank.group.0]);
        all.push(match groups.get_mut(&rank.group) {
            Some(group) if rank.has_hart => group.node(id, rank.launch, calls, &mut host, &watching)?,
            Some(group) => group.engine(id, calls, &watching)?,
            None => return Err(LaunchError(format!("rank {id} has no program"))),
        });
    }
    drop(groups);
    let Known { debug, mpi_calls, marks, phases, checks } = known;
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

/// A rank, and the launch that it is of. An engine is in the group of a rank near it that has a hart.
struct Rank<'a> {
    launch: &'a Launch,
    has_hart: bool,
    group: GroupKey,
}

/// All ranks, in order.
fn ranks<'a>(platform: &Platform, launches: &'a [Launch], programs: &[Program]) -> Result<Vec<Rank<'a>>, LaunchError> {
    let mut ranks: Vec<Rank<'_>> = Vec::new();
    for launch in launches {
        let program = programs.iter().position(|program| program.path == launch.path);
        let program = program.ok_or_else(|| LaunchError(format!("{}: was not read", launch.path.display())))?;
        let own = ranks.len() as u32..ranks.len() as u32 + launch.ranks;
        let Some(mut like) = own.clone().find_map(|rank| platform.like(rank)) else {
            return Err(LaunchError(format!(
                "{}: its ranks, {} to {}, are all engines, which run no program; count them into -n of the program before",
                launch.name,
                own.start,
                own.end - 1
            )));
        };
        for id in own {
            let hart = platform.like(id);
            if hart.is_some() {
                check_note(&programs[program], platform, id)?;
            }
            like = hart.unwrap_or(like);
            ranks.push(Rank { launch, has_hart: hart.is_some(), group: (program, like) });
        }
    }
    Ok(ranks)
}

/// The ranks that run one program on nodes of one kind, ready to be made nodes of.
fn groups<'a>(
    platform: &'a Platform,
    programs: &'a [Program],
    ranks: &[Rank<'_>],
    known: &Known,
    watching: &mut Watching,
) -> Result<BTreeMap<GroupKey, Group<'a>>, LaunchError> {
    let mut members: BTreeMap<GroupKey, Vec<NodeId>> = BTreeMap::new();
    for (id, rank) in (0..).zip(ranks).filter(|(_, rank)| rank.has_hart) {
        members.entry(rank.group).or_default().push(id);
    }
    let group = |(key, members): (GroupKey, Vec<NodeId>)| {
        let (index, like) = key;
        let (platform, program) = (platform.of_node(like), &programs[index]);
        let architecture = Architecture::of(&platform, program).map_err(failed)?;
        let layout = Layout::of(&platform, program);
        let (debug, nodes) = (known.debug[index].clone(), ranks.len() as u32);
        let shared = Shared { key, platform, program, architecture, layout, debug, nodes };
        Ok((key, Group::new(shared, &members, known.hooks(index), watching)?))
    };
    members.into_iter().map(group).collect()
}

/// Is each log that of a hart?
fn check_logs(platform: &Platform, logs: &[LogRequest], nodes: u32) -> Result<(), LaunchError> {
    for LogRequest { name, rank, .. } in logs {
        if *rank >= nodes {
            return Err(LaunchError(format!("{name}: there is no rank {rank}; the run has {nodes}")));
        }
        if platform.like(*rank).is_none() {
            return Err(LaunchError(format!(
                "{name}: rank {rank} is an engine, which executes no instructions; give rank=A-B with ranks that run programs"
            )));
        }
    }
    Ok(())
}

/// What is known of each program.
struct Known {
    debug: Vec<Arc<Debug>>,
    mpi_calls: Vec<MpiCalls>,
    marks: Vec<Marks>,
    phases: Vec<PhaseLabels>,
    checks: Vec<CheckFunctions>,
}

impl Known {
    fn of(programs: &[Program], watching: &Watching, nodes: u32) -> Known {
        let here = std::env::current_dir().unwrap_or_default();
        let debug: Vec<Arc<Debug>> =
            programs.iter().map(|program| Arc::new(Debug::load(program.bytes.clone(), here.clone()))).collect();
        let mpi_calls: Vec<MpiCalls> =
            debug.iter().zip(programs).map(|(debug, program)| MpiCalls::new(&debug.symbols, program.is_64)).collect();
        let of_wanted = |wanted: bool| if wanted { programs } else { &[] };
        let marks = of_wanted(watching.messages || watching.checks);
        let phases = of_wanted(watching.phases);
        let checks = if watching.checks { mpi_calls.as_slice() } else { &[] };
        Known {
            marks: marks.iter().map(|program| Marks::load(&program.bytes)).collect(),
            phases: phases.iter().map(|program| PhaseLabels::load(&program.bytes)).collect(),
            checks: checks.iter().map(|calls| CheckFunctions::new(calls, nodes)).collect(),
            debug,
            mpi_calls,
        }
    }

    /// Where a program's code is hooked, for what is to be seen of it.
    fn hooks(&self, program: usize) -> impl Iterator<Item = u64> {
        let marked = self.marks.get(program).map(Marks::addresses).unwrap_or_default();
        let labelled = self.phases.get(program).map(PhaseLabels::addresses).unwrap_or_default();
        self.mpi_calls[program].addresses().chain(marked).chain(labelled)
    }
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

/// A program linked against one channel does not run on a node with another, nor one with instructions that the node has not.
fn check_note(program: &Program, platform: &Platform, rank: NodeId) -> Result<(), LaunchError> {
    let Some(note) = &program.note else { return Ok(()) };
    let own = platform.of_node(rank);
    let general = &own.platform;
    if note.channel.is_empty() || note.channel == general.channel {
        return check_isa(program, note, &own, rank);
    }
    let (place, node) = match platform.has_kinds() {
        true => (format!("rank {rank} of platform {}", general.name), format!(" --node {rank}")),
        false => (format!("platform {}", general.name), String::new()),
    };
    Err(LaunchError(format!(
        "{}: was linked for platform {} (MPI channel `{}`), but {place} has {}; compile it again with \
         `rankine cc --platform {}{node}` or run it with --platform {}",
        program.path.display(),
        note.platform,
        note.channel,
        if general.channel.is_empty() { "no MPI channel".into() } else { format!("channel `{}`", general.channel) },
        general.name,
        note.platform
    )))
}

/// Where nodes differ: has this one all that the program was compiled for?
fn check_isa(program: &Program, note: &Note, own: &Platform, rank: NodeId) -> Result<(), LaunchError> {
    let (Some(what), Ok((_, used)), Ok((_, has))) =
        (own.kind_text(rank), parse_isa(&note.isa), parse_isa(&own.hart.isa))
    else {
        return Ok(());
    };
    if has.contains(&used) {
        return Ok(());
    }
    Err(LaunchError(format!(
        "{}: was compiled for {}, but rank {rank} of platform {} is a {what} with {}; compile it for that node with \
         `rankine cc --platform {} --node {rank}`, and give `rankine run` a program for each kind of node, as in \
         -n 2 A : -n 1 B, or the C file, which is compiled for each kind",
        program.path.display(),
        note.isa,
        own.platform.name,
        own.hart.isa,
        own.platform.name
    )))
}
