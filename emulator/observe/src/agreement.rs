//! Compares the collective calls of the ranks of a communicator: `MPI_COMM_WORLD`, and those made
//! of it by duplication, by colors or with a topology. This cheap check is made in every run;
//! `--check` compares more.

use rankine_machine::{Moment, Observer};
use rankine_program::CurrentCall;
use rankine_program::mpi::{COMM_WORLD, FunctionId, IN_PLACE, Kind, MpiCalls, MpiFunction};
use rankine_program::mpi::{datatype_name, operation_name};
use std::collections::BTreeMap;

/// The most calls of each rank that are compared, from the first on.
const CALLS_MAX: usize = 1024;
/// The most communicators of each rank whose calls are compared.
const COMMUNICATORS_MAX: usize = 64;

/// Functions that make a communicator of which each rank knows where it comes from: by the call,
/// and by the color if there is one.
const MAKERS: &[&str] = &["MPI_Comm_dup", "MPI_Comm_idup", "MPI_Comm_split", "MPI_Cart_create", "MPI_Graph_create"];

const COMM_NULL: u64 = 0x100;
/// `MPI_PACKED`, which matches every type.
const PACKED: u16 = 0x207;

/// The register with the result of a call, a0.
const RESULT: usize = 10;

/// Elements of a predefined datatype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Amount {
    datatype: u16,
    count: u32,
}

impl Amount {
    fn agrees(self, other: Amount) -> bool {
        let is_packed = self.datatype == PACKED || other.datatype == PACKED;
        is_packed || self == other || (self.count, other.count) == (0, 0)
    }

    fn text(self) -> String {
        format!("{} {}", self.count, datatype_name(u64::from(self.datatype)).unwrap_or_default())
    }
}

/// One collective call. What is not known, or may differ between ranks, is None.
#[derive(Clone, Copy, Debug)]
struct Collective {
    function: FunctionId,
    root: Option<i32>,
    /// The operation, if it is predefined.
    operation: Option<u16>,
    /// What the rank passes to another one, or to all; and what it takes from another one.
    gives: Option<Amount>,
    takes: Option<Amount>,
}

/// Where a communicator comes from.
#[derive(Clone, Copy, Debug)]
struct Origin {
    /// The rank's number of the communicator that the call was made on, and the call's number there.
    parent: usize,
    number: u64,
    made_by: FunctionId,
    /// The order of ranks in the new communicator is that of their keys.
    color: i32,
    key: i32,
}

/// A communicator of a rank, and the rank's calls on it.
#[derive(Debug)]
struct Communicator {
    /// None if it is freed.
    handle: Option<u64>,
    /// None for `MPI_COMM_WORLD`.
    origin: Option<Origin>,
    calls: Vec<Collective>,
    /// The number of calls that are not kept.
    further: u64,
}

impl Communicator {
    fn made(&self) -> u64 {
        self.calls.len() as u64 + self.further
    }
}

/// The call in progress, as far as it counts.
#[derive(Debug, Default)]
struct UnderWay {
    /// It is a collective call on this communicator.
    on: Option<usize>,
    /// The address of the handle of a communicator that it makes, the bytes of a handle, and the
    /// communicator's origin.
    makes: Option<(u64, usize, Origin)>,
    /// The handle that it frees.
    frees: Option<u64>,
}

/// Keeps a rank's collective calls.
#[derive(Debug)]
pub struct CollectiveCalls {
    communicators: Vec<Communicator>,
    kept: usize,
    /// Has the program initialised MPI?
    is_initialised: bool,
    under_way: UnderWay,
}

impl Default for CollectiveCalls {
    fn default() -> CollectiveCalls {
        let world = Communicator { handle: Some(COMM_WORLD), origin: None, calls: Vec::new(), further: 0 };
        CollectiveCalls { communicators: vec![world], kept: 0, is_initialised: false, under_way: UnderWay::default() }
    }
}

impl CollectiveCalls {
    fn keep(&mut self, on: usize, call: Collective) {
        let communicator = &mut self.communicators[on];
        if self.kept == CALLS_MAX {
            communicator.further += 1;
        } else {
            self.kept += 1;
            communicator.calls.push(call);
        }
    }

    /// The last call on this communicator does not count.
    fn withdraw(&mut self, on: usize) {
        let communicator = &mut self.communicators[on];
        if communicator.further > 0 {
            communicator.further -= 1;
        } else if communicator.calls.pop().is_some() {
            self.kept -= 1;
        }
    }

    fn free(&mut self, handle: u64) {
        for communicator in self.communicators.iter_mut().filter(|one| one.handle == Some(handle)) {
            communicator.handle = None;
        }
    }

    fn make(&mut self, handle: u64, origin: Origin) {
        self.free(handle);
        if handle != COMM_NULL && self.communicators.len() < COMMUNICATORS_MAX {
            let handle = Some(handle);
            self.communicators.push(Communicator { handle, origin: Some(origin), calls: Vec::new(), further: 0 });
        }
    }
}

impl Observer for CollectiveCalls {
    fn call_entered(&mut self, at: &Moment<'_>, calls: &MpiCalls, call: &CurrentCall) {
        let function = calls.function(call.function);
        self.is_initialised |= !self.is_initialised && function.name.contains("MPI_Init");
        let argument = |name| Some(call.arguments[function.position(name)?]);
        let bytes = calls.word_bytes() as usize;
        if function.name.ends_with("_Comm_free") || function.name.ends_with("_Comm_disconnect") {
            self.under_way.frees = handle(at, call.arguments[0], bytes);
            return;
        }
        // Calls that make a communicator from a group need not be made by all ranks, and persistent
        // operations may never be started.
        let is_of_all = !["_init", "_create_group"].iter().any(|end| function.name.ends_with(end));
        if function.kind != Kind::Collective || !is_of_all {
            return;
        }
        let Some(comm) = argument("comm") else { return };
        let Some(on) = self.communicators.iter().position(|known| known.handle == Some(comm)) else { return };
        let number = self.communicators[on].made();
        self.under_way.on = Some(on);
        self.keep(on, collective(function, call));
        if MAKERS.contains(&stem(&function.name)) {
            let whole = |name| argument(name).map_or(0, |value| value as i32);
            let (color, key) = (whole("color"), whole("key"));
            let origin = Origin { parent: on, number, made_by: call.function, color, key };
            self.under_way.makes = argument("newcomm").map(|address| (address, bytes, origin));
        }
    }

    /// A call that returns an error does not count, because other ranks need not have made it.
    fn call_left(&mut self, at: &Moment<'_>, _: &CurrentCall) {
        let UnderWay { on, makes, frees } = std::mem::take(&mut self.under_way);
        if at.hart.x[RESULT] as i32 != 0 {
            on.into_iter().for_each(|on| self.withdraw(on));
            return;
        }
        frees.into_iter().for_each(|handle| self.free(handle));
        if let Some((address, bytes, origin)) = makes
            && let Some(handle) = handle(at, address, bytes)
        {
            self.make(handle, origin);
        }
    }
}

/// The handle at this address.
fn handle(at: &Moment<'_>, address: u64, bytes: usize) -> Option<u64> {
    let mut word = [0; 8];
    at.read(address, &mut word[..bytes]).then(|| u64::from_le_bytes(word))
}

/// The name without the `P` of `PMPI_` and without the `_c` of large counts.
fn stem(name: &str) -> &str {
    let name = name.strip_prefix('P').unwrap_or(name);
    name.strip_suffix("_c").unwrap_or(name)
}

/// The blocking form's name, without `MPI_` and in small letters.
fn operation_of(name: &str) -> String {
    let name = stem(name).strip_prefix("MPI_").unwrap_or_default();
    let is_nonblocking = name.starts_with('I') && name[1..].starts_with(|next: char| next.is_ascii_lowercase());
    name[usize::from(is_nonblocking)..].to_lowercase()
}

fn collective(function: &MpiFunction, call: &CurrentCall) -> Collective {
    let argument = |name| Some(call.arguments[function.position(name)?]);
    let is_large = function.name.ends_with("_c");
    let amount = |count, datatype| {
        let count = argument(count)?;
        let count = u32::try_from(if is_large { count as i64 } else { i64::from(count as i32) }).ok()?;
        let datatype = argument(datatype).filter(|datatype| datatype_name(*datatype).is_some())?;
        Some(Amount { datatype: datatype as u16, count })
    };
    let given = |buffer| argument(buffer).filter(|address| *address != IN_PLACE);
    Collective {
        function: call.function,
        root: argument("root").map(|root| root as i32),
        operation: argument("op").filter(|op| operation_name(*op).is_some()).map(|op| op as u16),
        gives: amount("count", "datatype").or_else(|| given("sendbuf").and(amount("sendcount", "sendtype"))),
        takes: amount("recvcount", "datatype").or_else(|| given("recvbuf").and(amount("recvcount", "recvtype"))),
    }
}

/// Identifies a communicator in all its ranks: the numbers of the calls that made it, from
/// `MPI_COMM_WORLD` on, each with its color.
type Path = Vec<(u64, i32)>;

/// A rank of a communicator.
struct Member<'a> {
    rank: u32,
    calls: &'a CollectiveCalls,
    functions: &'a MpiCalls,
    /// The rank's number of the communicator.
    index: usize,
    /// Members are in the order of these.
    order: Vec<i64>,
}

impl Member<'_> {
    fn communicator(&self) -> &Communicator {
        &self.calls.communicators[self.index]
    }

    fn name(&self, call: &Collective) -> &str {
        &self.functions.function(call.function).name
    }

    /// The communicator in words.
    fn named(&self, index: usize) -> String {
        match self.calls.communicators[index].origin {
            None => "MPI_COMM_WORLD".into(),
            Some(Origin { parent, number, made_by, .. }) => {
                let function = &self.functions.function(made_by).name;
                format!("the communicator of {function}, collective call {} on {}", number + 1, self.named(parent))
            }
        }
    }
}

/// The members of each communicator, in the order of world ranks.
fn communicators<'a>(ranks: &[(u32, &'a CollectiveCalls, &'a MpiCalls)]) -> BTreeMap<Path, Vec<Member<'a>>> {
    let mut all: BTreeMap<Path, Vec<Member<'a>>> = BTreeMap::new();
    for &(rank, calls, functions) in ranks {
        let mut known: Vec<(Path, Vec<i64>)> = Vec::new();
        for (index, communicator) in calls.communicators.iter().enumerate() {
            let (path, order) = match communicator.origin {
                None => (Path::new(), vec![i64::from(rank)]),
                Some(Origin { parent, number, color, key, .. }) => {
                    let (path, order) = &known[parent];
                    let path = path.iter().copied().chain([(number, color)]).collect();
                    (path, [i64::from(key)].into_iter().chain(order.iter().copied()).collect())
                }
            };
            known.push((path.clone(), order.clone()));
            all.entry(path).or_default().push(Member { rank, calls, functions, index, order });
        }
    }
    all
}

/// A sentence about the first call in which a rank disagrees with another one; None if all agree.
/// Each rank comes with its MPI functions. Ranks that do not use MPI are left out.
pub fn disagreement(ranks: &[(u32, &CollectiveCalls, &MpiCalls)]) -> Option<String> {
    let used: Vec<_> = ranks.iter().filter(|(_, calls, _)| calls.is_initialised).copied().collect();
    // Else the member that is a root is not known.
    let is_whole = used
        .iter()
        .zip(0..)
        .all(|((rank, calls, _), number)| *rank == number && calls.communicators.len() < COMMUNICATORS_MAX);
    communicators(&used).values().find_map(|members| compare(members, is_whole))
}

/// Compares the calls on one communicator.
fn compare(members: &[Member<'_>], is_whole: bool) -> Option<String> {
    let first = members.first()?;
    let place = || first.named(first.index);
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by_key(|member| &members[*member].order);
    for (number, call) in first.communicator().calls.iter().enumerate() {
        let made = |member: &Member<'_>| member.communicator().calls.get(number).copied();
        let name = first.name(call);
        let at = |what: String| Some(format!("collective call {} on {}{what}", number + 1, place()));
        for member in &members[1..] {
            let Some(other) = made(member) else { continue };
            let other_name = member.name(&other);
            if stem(name) != stem(other_name) {
                let (rank, other) = (member.rank, first.rank);
                return at(format!(": rank {rank} calls {other_name} where rank {other} calls {name}"));
            }
            if let Some(what) = difference(call, &other) {
                return at(format!(", {name}: {what} in rank {} and rank {}", member.rank, first.rank));
            }
        }
        let root = call.root.and_then(|root| order.get(usize::try_from(root).ok()?)).filter(|_| is_whole);
        let root = root.and_then(|root| Some((&members[*root], made(&members[*root])?)));
        if let Some(what) = amounts(&operation_of(name), members, (first, *call), root, made) {
            return at(format!(", {name}: different amounts of data: {what}"));
        }
    }
    members[1..].iter().find_map(|member| {
        let [made, theirs] = [first, member].map(|member| member.communicator().made());
        let (rank, other) = (member.rank, first.rank);
        (made != theirs)
            .then(|| format!("on {} rank {rank} makes {theirs} collective calls and rank {other} {made}", place()))
    })
}

/// The difference between two calls of the same function, if there is one, without the amounts of
/// data.
fn difference(one: &Collective, other: &Collective) -> Option<&'static str> {
    if one.root != other.root {
        Some("different roots")
    } else if one.operation.zip(other.operation).is_some_and(|(one, other)| one != other) {
        Some("different operations")
    } else {
        None
    }
}

/// What a call says about one side of its data.
type Side = fn(&Collective) -> Option<Amount>;

/// A member's call.
type CallOf<'a> = (&'a Member<'a>, Collective);

/// The first two amounts of a collective operation that must be the same and are not, in words.
/// `root` is not known in every operation.
fn amounts<'a>(
    operation: &str,
    members: &'a [Member<'a>],
    first: CallOf<'a>,
    root: Option<CallOf<'a>>,
    made: impl Fn(&Member<'_>) -> Option<Collective>,
) -> Option<String> {
    let (gives, takes): (Side, Side) = (|call| call.gives, |call| call.takes);
    // What each rank must have, as the given call has it.
    let sides: &[(Side, Side, Option<CallOf<'_>>)] = match operation {
        "bcast" | "reduce" | "allreduce" | "scan" | "exscan" => &[(gives, gives, Some(first))],
        "reduce_scatter_block" => &[(takes, takes, Some(first))],
        "gather" => &[(gives, takes, root)],
        "scatter" => &[(takes, gives, root)],
        "allgather" | "alltoall" => &[(takes, takes, Some(first)), (gives, takes, Some(first))],
        _ => &[],
    };
    sides.iter().find_map(|(own, expected, whose)| {
        let (whose, call) = whose.as_ref()?;
        let expected = expected(call)?;
        members.iter().find_map(|member| {
            let own = own(&made(member)?).filter(|own| !own.agrees(expected))?;
            let (rank, other) = (member.rank, whose.rank);
            Some(format!("{} in rank {rank}, {} in rank {other}", own.text(), expected.text()))
        })
    })
}
