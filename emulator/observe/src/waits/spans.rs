//! The calls of all ranks, found by time.

use crate::recording::{Message, MpiCall, Protocol, Recording};
use rankine_program::mpi::{COMM_WORLD, Kind};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// One call of a rank, with its repetitions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub entered: u64,
    pub left: u64,
    /// The part of it spent waiting.
    pub waiting: u64,
    /// Index in [`Spans::sites`].
    pub site: usize,
    pub kind: Kind,
    /// Is it a call on the `MPI_COMM_WORLD` of ranks that began with the run?
    pub is_of_world: bool,
}

/// A receiver that came later than the sender of a message.
pub(super) struct LateReceiver {
    /// The call in which the sender waited: its index among the calls of its rank.
    pub sending: usize,
    /// The cycle at which the receiver entered its call, and the site of that call.
    pub entered: u64,
    pub site: usize,
}

/// The calls of all ranks of a recording, by index of the rank.
pub(super) struct Spans {
    pub of_ranks: Vec<Vec<Span>>,
    /// Function and place of each call site: `MPI_Recv ring.c:81 main`.
    pub sites: Vec<String>,
}

impl Spans {
    pub(super) fn of(recording: &Recording, place: &dyn Fn(usize, u64) -> String) -> Spans {
        let mut sites = Vec::new();
        let mut numbers: BTreeMap<(usize, u32, u64), usize> = BTreeMap::new();
        let mut of_ranks = Vec::new();
        for rank in &recording.ranks {
            let functions = recording.programs.get(rank.program).map_or(&[][..], |program| &program.functions);
            let span = |call: MpiCall| {
                let function = functions.get(call.function as usize);
                let key = (rank.program, call.function, call.return_address);
                let site = *numbers.entry(key).or_insert_with(|| {
                    let name = function.map_or("unknown", |function| &function.name);
                    sites.push(format!("{name} {}", place(rank.program, call.return_address)));
                    sites.len() - 1
                });
                Span {
                    entered: call.entered,
                    left: call.end(),
                    waiting: call.wait_cycles,
                    site,
                    kind: function.map_or(Kind::Other, |function| function.kind),
                    is_of_world: call.communicator == Some(COMM_WORLD) && !rank.is_aside,
                }
            };
            of_ranks.push(rank.calls.iter().map(span).collect());
        }
        Spans { of_ranks, sites }
    }

    /// The index of the call in which a rank is at a cycle.
    pub(super) fn at(&self, rank: usize, cycle: u64) -> Option<usize> {
        let spans = self.of_ranks.get(rank)?;
        let index = spans.partition_point(|span| span.entered <= cycle).checked_sub(1)?;
        (cycle <= spans[index].left).then_some(index)
    }

    /// The collective calls on `MPI_COMM_WORLD` that belong together: the index of each rank's
    /// call. The k-th calls of all ranks do, as long as all ranks call the same function.
    pub(super) fn collectives(&self) -> Vec<Vec<usize>> {
        let is_one = |span: &Span| span.kind == Kind::Collective && span.is_of_world;
        let of_rank = |spans: &Vec<Span>| -> Vec<usize> { (0..spans.len()).filter(|&i| is_one(&spans[i])).collect() };
        let calls: Vec<Vec<usize>> = self.of_ranks.iter().map(of_rank).collect();
        let function = |rank: usize, call: usize| self.sites[self.of_ranks[rank][call].site].split(' ').next();
        let kth = |k: usize| calls.iter().map(|of_rank| of_rank[k]).collect::<Vec<_>>();
        let agree = |of_all: &Vec<usize>| {
            let mut names = of_all.iter().enumerate().map(|(rank, &call)| function(rank, call));
            let first = names.next();
            names.all(|name| Some(name) == first)
        };
        (0..calls.iter().map(Vec::len).min().unwrap_or(0)).map(kth).take_while(agree).collect()
    }

    /// The rank that enters a collective call last, the lowest one if several do, and its call.
    pub(super) fn last_of<'a>(&'a self, of_all: &[usize]) -> Option<(usize, &'a Span)> {
        let spans = of_all.iter().enumerate().map(|(rank, &call)| (rank, &self.of_ranks[rank][call]));
        spans.max_by_key(|(rank, span)| (span.entered, Reverse(*rank)))
    }

    /// The wait of a message by rendezvous for its receiver, if there was one.
    pub(super) fn late_receiver(&self, [source, destination]: [usize; 2], message: &Message) -> Option<LateReceiver> {
        let (matched, received) = (message.matched?, message.received?);
        let sending = self.at(source, matched)?;
        let span = self.of_ranks[source][sending];
        let receiving = self.of_ranks[destination][self.at(destination, received)?];
        let is_waiting = matches!(span.kind, Kind::Send | Kind::SendReceive | Kind::Wait) && span.waiting > 0;
        let is_late = receiving.entered > message.sent.max(span.entered) && receiving.entered <= span.left;
        let is_late = is_late && is_waiting && message.protocol == Protocol::Rendezvous;
        is_late.then_some(LateReceiver { sending, entered: receiving.entered, site: receiving.site })
    }
}
