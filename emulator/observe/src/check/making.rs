//! Collective calls, and the communicators that some of them make.

use super::call::Call;
use super::checker::{Checker, Open};
use super::communicators::{CommId, Made, OperationId, Part};
use super::functions::Object;
use super::handles::FIRST_HANDLE;

/// `MPI_COMM_TYPE_SHARED`: ranks that share memory. No two ranks do.
const TYPE_SHARED: i32 = 221;

impl<'a> Checker<'a> {
    pub fn enter_collective(&mut self, call: &Call<'_>, comm: Option<CommId>, open: &mut Open) {
        let Some(comm) = comm.filter(|comm| self.communicators.get(*comm).rank_of(call.at.rank).is_some()) else {
            return;
        };
        let operation = (comm, self.communicators.get_mut(comm).enter(call.at));
        open.work.operation = Some(operation);
        self.name_datatypes(call);
        if call.name() == "MPI_Intercomm_create" {
            self.rank(call.at.rank).bridge = Some(operation);
        }
    }

    pub fn leave_collective(&mut self, call: &Call<'_>, open: &Open) {
        let rank = call.at.rank;
        if call.has("new") && call.handle("new") >= FIRST_HANDLE {
            let made = open.work.operation.and_then(|operation| self.make(call, operation));
            self.keep_communicator(call, made);
        }
        for (parameter, object) in [("window", Object::Window), ("file", Object::File)] {
            if call.has(parameter) {
                self.rank(rank).handles.make(object, call.handle(parameter), call.at);
            }
        }
        if let Some((comm, number)) = open.work.operation {
            self.communicators.get_mut(comm).leave(number, rank);
            self.compare_finished(comm);
        }
        if matches!(call.name(), "MPI_Comm_free" | "MPI_Comm_disconnect") {
            self.free(Object::Communicator, rank, call.handle("comm"));
        }
    }

    fn keep_communicator(&mut self, call: &Call<'_>, made: Option<CommId>) {
        let handle = call.handle("new");
        let state = self.rank(call.at.rank);
        // A communicator of a session may outlive MPI_Finalize, and leaks are looked for there. So
        // it is not registered.
        if call.name() != "MPI_Comm_create_from_group" {
            state.handles.make(Object::Communicator, handle, call.at);
        }
        match made {
            Some(made) => state.communicators.insert(handle, made),
            None => state.communicators.remove(&handle),
        };
    }

    /// A call that makes a communicator with the ranks of a group only.
    pub fn make_of_group(&mut self, call: &Call<'_>) {
        let handle = call.handle("new");
        if handle < FIRST_HANDLE {
            return;
        }
        let state = &self.ranks[call.at.rank as usize];
        let group = state.groups.get(&call.word("group")).cloned();
        let parent = state.communicators.get(&call.word("comm")).copied();
        let made = group.filter(|_| call.has("comm")).zip(parent).map(|(group, parent)| {
            let mut key = vec![parent as u64, u64::from(call.int("tag") as u32)];
            key.extend(group.iter().map(|rank| u64::from(*rank)));
            let times = self.rank(call.at.rank).made_of_groups.entry(key.clone()).or_insert(0);
            key.push(*times);
            *times += 1;
            self.communicators.keyed(key, vec![group])
        });
        self.keep_communicator(call, made);
    }

    /// The communicator that an operation makes for this rank. None if it is not known.
    fn make(&mut self, call: &Call<'_>, operation: OperationId) -> Option<CommId> {
        if call.name() == "MPI_Intercomm_create" {
            return self.make_bridge(call, operation);
        }
        let made = self.made(call, operation)?;
        self.communicators.made_by(operation, made)
    }

    fn made(&self, call: &Call<'_>, operation: OperationId) -> Option<Made> {
        let (rank, comm) = (call.at.rank, self.communicators.get(operation.0));
        let own = comm.own_group(rank)?;
        let whole = |groups: Vec<Vec<u32>>, dims: &[i64]| Made { part: Part::Whole, groups, dims: dims.to_vec() };
        let first = |ranks: i64| vec![own[..usize::try_from(ranks).unwrap_or(0).min(own.len())].to_vec()];
        Some(match call.name() {
            "MPI_Comm_create" if comm.groups.len() == 1 => {
                let group = self.ranks[rank as usize].groups.get(&call.word("group"))?;
                Made { part: Part::Group(group.clone()), groups: vec![group.clone()], dims: Vec::new() }
            }
            "MPI_Comm_create" => self.created_between(operation)?,
            "MPI_Comm_split" => self.split(call, operation)?,
            "MPI_Comm_split_type" if call.int("color") == TYPE_SHARED => {
                Made { part: Part::Color(i64::from(rank)), groups: vec![vec![rank]], dims: Vec::new() }
            }
            "MPI_Intercomm_merge" => whole(vec![self.merged(operation)?], &[]),
            "MPI_Cart_create" => {
                let dims = call.list("dims");
                whole(first(dims.iter().product()), dims)
            }
            "MPI_Cart_sub" => sub(comm.rank_of(rank)?, own, &comm.dims, call.list("remain"))?,
            "MPI_Graph_create" => whole(first(i64::from(call.int("nnodes"))), &[]),
            "MPI_Comm_split_type" => return None,
            // The other calls make communicators of the same ranks.
            _ => whole(comm.groups.clone(), &comm.dims),
        })
    }

    /// The groups that the ranks of both groups of an inter-communicator pass.
    fn created_between(&self, (id, number): OperationId) -> Option<Made> {
        let comm = self.communicators.get(id);
        let given = |group: &Vec<u32>| {
            comm.operation(number)?.entries.iter().filter(|entry| group.contains(&entry.call.rank)).find_map(|entry| {
                let handle = self.call(entry.call).filter(|call| call.has("group"))?.word("group");
                let given = self.ranks[entry.call.rank as usize].groups.get(&handle)?;
                given.contains(&entry.call.rank).then(|| given.clone())
            })
        };
        let groups: Vec<Vec<u32>> = comm.groups.iter().map(given).collect::<Option<_>>()?;
        Some(Made { part: Part::Group(groups.concat()), groups, dims: Vec::new() })
    }

    /// The ranks of each group that pass the same colour, ordered by key, then by rank.
    fn split(&self, call: &Call<'_>, (id, number): OperationId) -> Option<Made> {
        let comm = self.communicators.get(id);
        let operation = comm.operation(number)?;
        if operation.entries.len() != comm.members().count() {
            return None;
        }
        let color = call.int("color");
        let mut members: Vec<(usize, i32, u32, u32)> = Vec::new();
        for entry in &operation.entries {
            let other = self.call(entry.call).filter(|other| other.name() == call.name())?;
            if other.int("color") == color {
                let world = entry.call.rank;
                let group = comm.groups.iter().position(|group| group.contains(&world))?;
                members.push((group, other.int("key"), comm.rank_of(world)?, world));
            }
        }
        members.sort_unstable();
        let of = |number| members.iter().filter(|member| member.0 == number).map(|member| member.3).collect();
        let groups = (0..comm.groups.len()).map(of).collect();
        Some(Made { part: Part::Color(i64::from(color)), groups, dims: Vec::new() })
    }

    /// Both groups of an inter-communicator as one; the group that passes `high` comes second.
    fn merged(&self, (id, number): OperationId) -> Option<Vec<u32>> {
        let comm = self.communicators.get(id);
        let [first, second] = comm.groups.as_slice() else { return None };
        let is_high = |group: &[u32]| {
            let entry = comm.operation(number)?.entries.iter().find(|entry| group.contains(&entry.call.rank))?;
            Some(self.call(entry.call)?.int("high") != 0)
        };
        match (is_high(first)?, is_high(second)?) {
            (false, true) => Some([first.as_slice(), second].concat()),
            (true, false) => Some([second.as_slice(), first].concat()),
            _ => None,
        }
    }

    /// An inter-communicator between two groups whose leaders can communicate.
    fn make_bridge(&mut self, call: &Call<'_>, operation: OperationId) -> Option<CommId> {
        let own = self.communicators.get(operation.0).own_group(call.at.rank)?.to_vec();
        let leader = *own.get(usize::try_from(call.int("local_leader")).ok()?)?;
        let entries = &self.communicators.get(operation.0).operation(operation.1)?.entries;
        let leading = self.call(entries.iter().find(|entry| entry.call.rank == leader)?.call)?;
        let peers = *self.ranks[leader as usize].communicators.get(&leading.word("peer_comm"))?;
        let remote = usize::try_from(leading.int("remote_leader")).ok()?;
        let remote = *self.communicators.get(peers).other_group(leader)?.get(remote)?;
        let bridge = self.ranks[remote as usize].bridge?;
        let other = self.communicators.get(bridge.0).own_group(remote)?.to_vec();
        let (first, second) = if operation <= bridge { (operation, bridge) } else { (bridge, operation) };
        let groups = if operation <= bridge { vec![own, other] } else { vec![other, own] };
        let key = vec![u64::MAX, first.0 as u64, first.1, second.0 as u64, second.1];
        Some(self.communicators.keyed(key, groups))
    }
}

/// The part of a Cartesian topology to which a rank belongs if some dimensions are kept.
fn sub(rank: u32, group: &[u32], dims: &[i64], remain: &[i64]) -> Option<Made> {
    if dims.is_empty() || remain.len() < dims.len() {
        return None;
    }
    // Ranks with the same coordinates in the dropped dimensions have the same colour.
    let color = |rank: u32| {
        let (mut rest, mut color, mut scale) = (i64::from(rank), 0, 1);
        for (size, kept) in dims.iter().zip(remain).rev() {
            if *kept == 0 {
                color += rest.checked_rem(*size)? * scale;
                scale *= size;
            }
            rest = rest.checked_div(*size)?;
        }
        Some(color)
    };
    let own = color(rank)?;
    let members = group.iter().zip(0..).filter(|(_, other)| color(*other) == Some(own));
    Some(Made {
        part: Part::Color(own),
        groups: vec![members.map(|(world, _)| *world).collect()],
        dims: dims.iter().zip(remain).filter(|(_, kept)| **kept != 0).map(|(size, _)| *size).collect(),
    })
}
