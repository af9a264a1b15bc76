//! Makes a machine that is ready to run, from programs and a platform.

use crate::architecture::Architecture;
use crate::firmware;
use crate::group::{Group, Shared};
use crate::layout::Layout;
use crate::observers::{WatchRequest, Watched};
use crate::request::{self, Firmware, Launch, LaunchError, failed};
use rankine_bus::NodeId;
use rankine_engines::logs::{Edge, LogFormat, LogRequest};
use rankine_host::{Host, HostOptions};
use rankine_isa::parse_isa;
use rankine_machine::{GroupKey, Machine, Node, Observers, Pace, Parts, Points, Processor, ProcessorId, ToHost};
use rankine_platform::{PLATFORM_OF_OTHERS, Platform, is_preset};
use rankine_program::mpi::MpiCalls;
use rankine_program::{Debug, Marks, Note, Program, Symbols};
use rankine_timing::Port;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A machine with its programs loaded, and the data that explain how it ends.
pub struct Loaded {
    pub machine: Machine,
    /// The programs of ranks, then those of further processors.
    pub programs: Vec<Program>,
    /// The name of each program in the launches.
    pub names: Vec<String>,
    /// Symbols, lines and stacks of each program.
    pub debug: Vec<Arc<Debug>>,
    /// The program of each rank. An engine has that of a rank near it.
    pub rank_programs: Vec<usize>,
    pub platform: Platform,
    /// The first rank that was set aside; one past the last rank if none was.
    first_aside: NodeId,
    /// Are functions of the library shown, too, in the stack of a rank?
    pub shows_library: bool,
}

impl Loaded {
    /// The processor that runs a rank's program. None for an engine.
    pub fn program_processor(&self, rank: NodeId) -> Option<&Processor> {
        self.machine.nodes[rank as usize].processors.first()
    }

    /// Was the rank set aside when the run began? Its `MPI_COMM_WORLD` is another one.
    pub fn is_aside(&self, rank: NodeId) -> bool {
        rank >= self.first_aside
    }

    /// The MPI functions of a rank's program.
    pub fn mpi_calls(&self, rank: NodeId) -> &MpiCalls {
        &self.machine.points()[self.rank_programs[rank as usize]].calls
    }
}

/// The platform of a program if the user names none: the preset in the program's note. If there is
/// none, the preset for programs without our C library.
pub fn platform_of(program: &Program) -> Result<String, LaunchError> {
    let named = program.note.as_ref().map_or("", |note| &note.platform);
    if named.is_empty() {
        return Ok(PLATFORM_OF_OTHERS.to_string());
    }
    // A name in a program must not make this process read a file.
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
    watching: WatchRequest,
) -> Result<Loaded, LaunchError> {
    check_ranks(&platform, launches)?;
    let mut programs: Vec<Program> = Vec::new();
    for Launch { path, image, .. } in launches {
        if !programs.iter().any(|program| program.path == *path) {
            programs.push(request::program(path, image.as_ref())?);
        }
    }
    load_programs(platform, launches, programs, host, watching)
}

/// As [`load`], with the programs of ranks given: each once, with the path that launches name.
pub fn load_programs(
    platform: Platform,
    launches: &[Launch],
    mut programs: Vec<Program>,
    host: HostOptions,
    mut watching: WatchRequest,
) -> Result<Loaded, LaunchError> {
    let nodes = check_ranks(&platform, launches)?;
    let launched = programs.len();
    let firmware = firmware::read(&platform, launches, &mut programs)?;
    watching.divide(nodes, firmware.iter().map(Vec::len).max().unwrap_or(0));
    let ranks = ranks(&platform, (launches, &firmware), &programs[..launched])?;
    check_logs(&platform, &watching.logs, nodes)?;
    let known = Known::of(&programs, launched, &watching, nodes);
    check_aside(launches, &programs, &known, &platform)?;
    let names: Vec<String> = programs.iter().map(|program| name_of(launches, program)).collect();
    let mut host = Host::new(host, nodes as usize).map_err(failed)?;
    for (id, rank) in (0..).zip(&ranks).filter(|(_, rank)| rank.launch.is_aside) {
        host.set_aside(id, rank.launch.name.clone());
    }
    let mut groups = groups(&platform, &programs, &ranks, &known, &mut watching)?;
    let mut all = Vec::new();
    for (id, rank) in (0..).zip(&ranks) {
        let mut node = match groups.get_mut(&rank.group) {
            Some(group) if rank.has_hart => group.node(id, rank.launch, &mut host, &watching)?,
            _ => hardware_node(&platform, id, nodes, rank.launch, &mut watching)?,
        };
        for (id, key) in rank.further(id) {
            let Some(group) = groups.get_mut(&key) else { continue };
            let launch = Launch { name: names[key.0].clone(), ..Launch::default() };
            node.processors.push(group.processor(id, &launch, &mut host, &watching)?);
        }
        all.push(node);
    }
    drop(groups);
    let rank_programs = ranks.iter().map(|rank| rank.group.0).collect();
    let Known { debug, points, .. } = known;
    if let Some(addr) = programs[0].tohost.filter(|_| nodes == 1)
        && let Some(processor) = all[0].processors.first_mut()
    {
        processor.tohost = Some(ToHost { addr, fromhost: debug[0].symbols.address("fromhost") });
    }
    let machine = machine(&platform, all, points, host)?;
    let first_aside = launches.iter().filter(|launch| !launch.is_aside).map(|launch| launch.ranks).sum();
    Ok(Loaded { machine, programs, names, debug, rank_programs, platform, first_aside, shows_library: false })
}

/// A node without a hart.
fn hardware_node(
    platform: &Platform,
    id: NodeId,
    nodes: u32,
    launch: &Launch,
    watching: &mut WatchRequest,
) -> Result<Node, LaunchError> {
    let program = launch.hardware.get(&id).map_or(&[][..], |program| program);
    let devices = platform.hardware_devices(id, nodes, program).map_err(LaunchError)?;
    let executes = devices.first().map_or("", |device| device.name());
    let observers = Observers::new(watching.hardware_observers(id, executes));
    let control = platform.control(id, nodes, launch.appnum);
    Ok(Node { id, processors: Vec::new(), control, devices, observers })
}

fn machine(platform: &Platform, nodes: Vec<Node>, points: Vec<Points>, host: Host) -> Result<Machine, LaunchError> {
    let ranks = nodes.len() as u32;
    let ddr = platform.ddr.as_ref().filter(|ddr| ddr.contention);
    let port = ddr.map(|params| Port::new(params.clone(), &platform.caches, ranks as usize));
    Ok(Machine::new(Parts {
        nodes,
        points,
        network: platform.network(ranks).map_err(LaunchError)?,
        shared: platform.shared_device().map_err(LaunchError)?,
        port: port.transpose().map_err(LaunchError)?,
        host,
        clock: platform.clock(),
        pace: Pace {
            call_cycles: platform.host.call_cycles,
            file_call_cycles: platform.host.file_call_cycles,
            file_bytes_per_cycle: platform.host.file_bytes_per_cycle,
            first_stretch_cycles: platform.host.first_stretch_cycles,
            stretch_cycles: platform.host.stretch_cycles,
        },
    }))
}

/// A rank and its launch. An engine belongs to the group of a rank near it that has a hart.
struct Rank<'a> {
    launch: &'a Launch,
    /// The programs of its node's further processors.
    firmware: &'a [usize],
    has_hart: bool,
    group: GroupKey,
}

impl Rank<'_> {
    /// The further processors of its node, with their groups. A further processor has the same
    /// group on all nodes.
    fn further(&self, id: NodeId) -> impl Iterator<Item = (ProcessorId, GroupKey)> {
        let programs = self.firmware.iter().filter(|_| self.has_hart);
        (1..).zip(programs).map(move |(index, program)| (ProcessorId { node: id, index }, (*program, 0)))
    }
}

/// All ranks, in order.
fn ranks<'a>(
    platform: &Platform,
    (launches, firmware): (&'a [Launch], &'a [Vec<usize>]),
    programs: &[Program],
) -> Result<Vec<Rank<'a>>, LaunchError> {
    let mut ranks: Vec<Rank<'_>> = Vec::new();
    for (launch, firmware) in launches.iter().zip(firmware) {
        let program = programs.iter().position(|program| program.path == launch.path);
        let program = program.ok_or_else(|| LaunchError(format!("{}: was not read", launch.path.display())))?;
        let own = ranks.len() as u32..ranks.len() as u32 + launch.ranks;
        let Some(mut like) = own.clone().find_map(|rank| platform.like(rank)) else {
            return Err(LaunchError(format!(
                "{}: its ranks, {} to {}, are all {}, which run no program; count them into -n of the program before",
                launch.name,
                own.start,
                own.end - 1,
                platform.hardware(own.start).many
            )));
        };
        for id in own {
            let hart = platform.like(id);
            if hart.is_some() {
                check_note(&programs[program], platform, id)?;
            }
            like = hart.unwrap_or(like);
            ranks.push(Rank { launch, firmware, has_hart: hart.is_some(), group: (program, like) });
        }
    }
    Ok(ranks)
}

/// Makes the groups: one for each program on each kind of node, and one for each firmware.
fn groups<'a>(
    platform: &'a Platform,
    programs: &'a [Program],
    ranks: &[Rank<'_>],
    known: &Known,
    watching: &mut WatchRequest,
) -> Result<BTreeMap<GroupKey, Group<'a>>, LaunchError> {
    let mut members: BTreeMap<GroupKey, Vec<ProcessorId>> = BTreeMap::new();
    for (id, rank) in (0..).zip(ranks).filter(|(_, rank)| rank.has_hart) {
        members.entry(rank.group).or_default().push(ProcessorId::of_rank(id));
        rank.further(id).for_each(|(id, key)| members.entry(key).or_default().push(id));
    }
    let group = |(key, members): (GroupKey, Vec<ProcessorId>)| {
        let (index, like) = key;
        // All members have the same place on their nodes.
        let further = members[0].index.checked_sub(1).map(|place| &platform.further()[place as usize]);
        let platform = further.map_or_else(|| platform.of_node(like), |one| Cow::Borrowed(&one.view));
        let section = further.map(|one| one.section);
        let silent_cycles = further.and_then(|one| one.silent_cycles);
        let program = &programs[index];
        let architecture = Architecture::of(&platform, program).map_err(failed)?;
        let layout = Layout::of(&platform, program);
        let (debug, watched, nodes) = (known.debug[index].clone(), known.watched[index].clone(), ranks.len() as u32);
        let shared =
            Shared { key, platform, section, silent_cycles, program, architecture, layout, debug, watched, nodes };
        Ok((key, Group::new(shared, &members, known.hooks(index), watching)?))
    };
    members.into_iter().map(group).collect()
}

/// Checks that the processor of each log can write it: a hart, or hardware that can be logged in
/// this way.
fn check_logs(platform: &Platform, logs: &[LogRequest], nodes: u32) -> Result<(), LaunchError> {
    for LogRequest { name, processor, from, to, format, .. } in logs {
        let rank = processor.node;
        if rank >= nodes {
            return Err(LaunchError(format!("{name}: there is no rank {rank}; the run has {nodes}")));
        }
        if platform.like(rank).is_some() {
            continue;
        }
        let hardware = platform.hardware(rank);
        if !hardware.executes {
            return Err(LaunchError(format!(
                "{name}: rank {rank} is {}, which executes no instructions; give rank=A-B with ranks that run programs",
                hardware.one
            )));
        }
        if *format != LogFormat::Commit {
            return Err(LaunchError(format!(
                "{name}: rank {rank} is {}, whose instructions only format commit shows",
                hardware.one
            )));
        }
        if [from, to].iter().any(|edge| matches!(edge, Edge::Symbol(_))) {
            return Err(LaunchError(format!(
                "{name}: rank {rank} is {}, whose program has no symbols; give cycles for from= and to=",
                hardware.one
            )));
        }
    }
    Ok(())
}

/// Data about each program.
struct Known {
    debug: Vec<Arc<Debug>>,
    points: Vec<Points>,
    watched: Vec<Watched>,
}

impl Known {
    /// The first `launched` programs are those of ranks. The others call no MPI function, but may
    /// have marks of messages.
    fn of(programs: &[Program], launched: usize, watching: &WatchRequest, nodes: u32) -> Known {
        let here = std::env::current_dir().unwrap_or_default();
        let mut known = Known { debug: Vec::new(), points: Vec::new(), watched: Vec::new() };
        for (index, program) in programs.iter().enumerate() {
            let debug = Arc::new(Debug::load(program.bytes.clone(), here.clone()));
            let no_symbols = Symbols::default();
            let calls = MpiCalls::new(if index < launched { &debug.symbols } else { &no_symbols }, program.is_64);
            known.watched.push(Watched::of(watching, program, &debug.symbols, &calls, nodes));
            let marks = watching.wants_marks().then(|| Marks::load(&program.bytes));
            known.points.push(Points { calls, marks });
            known.debug.push(debug);
        }
        known
    }

    /// The addresses at which a program's code is hooked, for everything that is watched.
    fn hooks(&self, program: usize) -> impl Iterator<Item = u64> {
        let Points { calls, marks } = &self.points[program];
        let marked = marks.as_ref().map(Marks::addresses).unwrap_or_default();
        calls.addresses().chain(marked).chain(self.watched[program].hooks())
    }
}

/// The data symbol of a program that can be started during a run, or start others
/// (`libmpi-c/dynamic/start.c`).
const DYNAMIC: &str = "dynamic_wire";

/// If ranks are set aside, checks that every rank has a hart, and that every program of a rank can
/// share its machine with such ranks.
fn check_aside(
    launches: &[Launch],
    programs: &[Program],
    known: &Known,
    platform: &Platform,
) -> Result<(), LaunchError> {
    if launches.iter().all(|launch| !launch.is_aside) {
        return Ok(());
    }
    if launches.iter().all(|launch| launch.is_aside) {
        return Err(LaunchError(
            "--spawnable: no rank begins with the run; give -n with the program that starts others".into(),
        ));
    }
    let ranks: u32 = launches.iter().map(|launch| launch.ranks).sum();
    if (0..ranks).any(|rank| platform.like(rank).is_none()) {
        return Err(LaunchError("--spawnable: all ranks must run programs, but some nodes here have no hart".into()));
    }
    for (program, debug) in programs.iter().zip(&known.debug) {
        let is_of_rank = launches.iter().any(|launch| launch.path == program.path);
        if is_of_rank && debug.symbols.address(DYNAMIC).is_none() {
            return Err(LaunchError(format!(
                "--spawnable: {} was linked without the functions that start programs during a run; give its C source, or link it \
                 with `mpicc -Wl,-u,MPI_Comm_spawn`",
                program.path.display()
            )));
        }
    }
    Ok(())
}

/// The name of a program: that of the first launch or firmware with its path.
fn name_of(launches: &[Launch], program: &Program) -> String {
    let named = launches.iter().map(|launch| (&launch.path, &launch.name));
    let firmware = launches.iter().flat_map(|launch| &launch.firmware);
    let mut named = named.chain(firmware.map(|Firmware { path, name, .. }| (path, name)));
    named.find(|(path, _)| **path == program.path).map(|(_, name)| name.clone()).unwrap_or_default()
}

/// The number of ranks of all launches together. An error if a launch has none, or if the platform
/// has too few nodes.
pub fn check_ranks(platform: &Platform, launches: &[Launch]) -> Result<u32, LaunchError> {
    let most = platform.platform.nodes_max;
    let nodes: u64 = launches.iter().map(|launch| u64::from(launch.ranks)).sum();
    if launches.iter().any(|launch| launch.ranks == 0) {
        return Err(LaunchError("zero ranks: give at least one, e.g. -n 4".into()));
    }
    if nodes > u64::from(most) {
        let name = &platform.platform.name;
        let advice = platform.more_ranks_advice();
        return Err(LaunchError(format!("{nodes} ranks are more than platform {name} holds ({most}); {advice}")));
    }
    Ok(nodes as u32)
}

/// Checks that a rank's node has the channel for which the program was linked, and the instructions
/// that it uses.
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

/// If nodes differ, checks that this node has all extensions for which the program was compiled.
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
