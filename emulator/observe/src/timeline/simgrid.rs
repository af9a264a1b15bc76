//! Time-independent traces for SimGrid's replay: the computing and communication of each rank,
//! without times.

use super::contents::{Slice, slices};
use super::extrae::{is_immediate, stem};
use super::pairs::Pairs;
use crate::recording::{Message, MpiCall, Protocol, Recording};
use rankine_program::mpi::{COMM_WORLD, Kind, PROC_NULL};
use std::io::{self, Write};

/// Number of the datatype "byte" in a trace: all sizes are in bytes.
const BYTE: u32 = 6;

/// What is missing in a trace, or guessed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Communicating calls that the replay does not know, that were not over when the run ended, or
    /// whose message never came.
    pub calls: u64,
    /// Calls on communicators other than `MPI_COMM_WORLD`.
    pub other_communicators: u64,
    /// Calls that are in the trace with 0 bytes because their size is not known.
    pub unknown_sizes: u64,
}

/// A send or receive that was started and not yet waited for.
struct Request {
    source: u32,
    destination: u32,
    tag: i32,
    /// The cycle at which it was complete, as far as known.
    complete: Option<u64>,
}

/// Writes the names of the ranks' files, in order of rank. A name with a line break is an error.
pub fn simgrid_list(names: &[String], out: &mut dyn Write) -> io::Result<()> {
    for name in names {
        if name.is_empty() || name.contains(['\n', '\r']) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("SimGrid cannot read a file named {name:?}"),
            ));
        }
        writeln!(out, "{name}")?;
    }
    Ok(())
}

/// Writes the trace of the rank with index `rank_index`. `pairs` are those of `recording`.
pub fn simgrid_rank(
    recording: &Recording,
    pairs: &Pairs,
    rank_index: usize,
    out: &mut dyn Write,
) -> io::Result<LeftOut> {
    let Some(rank) = recording.ranks.get(rank_index) else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("there is no rank {rank_index}")));
    };
    let mut writer = Writer { out, rank: rank.rank, flops: 0, outstanding: Vec::new(), left_out: LeftOut::default() };
    writer.action("init")?;
    let mut before = 0;
    for (slice, (sent, received)) in slices(recording, rank).zip(pairs.of(recording, rank_index)) {
        writer.compute(slice.begin.saturating_sub(before));
        writer.call(&slice, sent.as_ref(), received.as_ref())?;
        before = slice.end;
    }
    writer.compute(rank.cycles.saturating_sub(before));
    writer.action("finalize")?;
    Ok(writer.left_out)
}

struct Writer<'a> {
    out: &'a mut dyn Write,
    rank: u32,
    /// The amount of computing since the last action: one flop for each cycle.
    flops: u64,
    outstanding: Vec<Request>,
    left_out: LeftOut,
}

impl Writer<'_> {
    fn compute(&mut self, cycles: u64) {
        self.flops = self.flops.saturating_add(cycles);
    }

    /// Writes a line, and before it the computing since the last action.
    fn action(&mut self, text: &str) -> io::Result<()> {
        if self.flops > 0 {
            writeln!(self.out, "{} compute {}", self.rank, self.flops)?;
            self.flops = 0;
        }
        writeln!(self.out, "{} {text}", self.rank)
    }

    fn call(&mut self, slice: &Slice<'_>, sent: Option<&Message>, received: Option<&Message>) -> io::Result<()> {
        let (call, is_immediate) = (&slice.call, is_immediate(slice.name));
        match slice.kind {
            Kind::Other => self.alone(stem(slice.name), call),
            _ if call.communicator.is_some_and(|handle| handle != COMM_WORLD) => self.left_out.other_communicators += 1,
            _ if call.is_under_way => self.left_out.calls += 1,
            Kind::Send => self.send(call, is_immediate, sent)?,
            Kind::Receive => self.receive(call, is_immediate, received)?,
            Kind::SendReceive => {
                // The replay's own sendRecv has no tags.
                let before = self.outstanding.len();
                self.send(call, true, sent)?;
                let is_own = !is_immediate && self.outstanding.len() > before;
                let request = if is_own { self.outstanding.pop() } else { None };
                self.receive(call, is_immediate, received)?;
                request.map_or(Ok(()), |request| self.wait_for(&request))?;
            }
            Kind::Wait => self.wait(stem(slice.name), call)?,
            Kind::Collective => self.collective(stem(slice.name), call)?,
            Kind::Probe | Kind::Request | Kind::OneSided => self.left_out.calls += 1,
        }
        Ok(())
    }

    /// A call without communication counts as computing, except for those with which each trace
    /// begins and ends anyway.
    fn alone(&mut self, stem: &str, call: &MpiCall) {
        if !["Init", "Init_thread", "Finalize"].contains(&stem) {
            self.compute(call.left.saturating_sub(call.entered).saturating_sub(call.wait_cycles));
        }
    }

    fn bytes(&mut self, known: Option<u64>) -> u64 {
        self.left_out.unknown_sizes += u64::from(known.is_none());
        known.unwrap_or(0)
    }

    fn send(&mut self, call: &MpiCall, is_immediate: bool, message: Option<&Message>) -> io::Result<()> {
        let peer = call.send.and_then(|send| send.peer);
        if peer == Some(PROC_NULL) {
            return Ok(());
        }
        let destination = peer.and_then(|peer| u32::try_from(peer).ok());
        let Some((destination, tag)) = destination.zip(call.send.and_then(|send| send.tag)) else {
            self.left_out.calls += 1;
            return Ok(());
        };
        let bytes = self.bytes(call.send.and_then(|send| send.bytes).or(message.map(|message| message.bytes)));
        if is_immediate {
            let complete = message.map_or(Some(call.left), |message| match message.protocol {
                Protocol::Short | Protocol::Eager => Some(message.sent),
                Protocol::Rendezvous => message.received,
            });
            self.outstanding.push(Request { source: self.rank, destination, tag, complete });
        }
        self.action(&format!("{}send {destination} {tag} {bytes} {BYTE}", prefix(is_immediate)))
    }

    fn receive(&mut self, call: &MpiCall, is_immediate: bool, message: Option<&Message>) -> io::Result<()> {
        let Some(receive) = call.receive.filter(|receive| receive.peer != Some(PROC_NULL)) else { return Ok(()) };
        // If the call used MPI_ANY_SOURCE or MPI_ANY_TAG, the message has the actual values.
        let asked = receive.peer.and_then(|peer| u32::try_from(peer).ok()).zip(receive.tag.filter(|tag| *tag >= 0));
        let envelope = message.map(|message| (message.source, message.tag)).or(asked.filter(|_| !is_immediate));
        let Some((source, tag)) = envelope else {
            self.left_out.calls += 1;
            return Ok(());
        };
        let bytes = self.bytes(message.map(|message| message.bytes).or(receive.bytes));
        if is_immediate {
            let complete = message.and_then(|message| message.received);
            self.outstanding.push(Request { source, destination: self.rank, tag, complete });
        }
        self.action(&format!("{}recv {source} {tag} {bytes} {BYTE}", prefix(is_immediate)))
    }

    /// A call that completes or tests requests. The recording does not know the call's requests.
    /// They are found by the times at which they were complete.
    fn wait(&mut self, stem: &str, call: &MpiCall) -> io::Result<()> {
        let is_complete = |request: &Request| request.complete.is_some_and(|at| at <= call.left);
        match stem {
            "Waitall" | "Testall" if self.outstanding.iter().all(is_complete) => {
                let had = std::mem::take(&mut self.outstanding).len();
                if had > 0 { self.action("waitall") } else { Ok(()) }
            }
            "Testall" => Ok(()),
            "Waitall" | "Waitsome" | "Testsome" => {
                let all = std::mem::take(&mut self.outstanding);
                let (complete, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(is_complete);
                self.outstanding = rest;
                complete.iter().try_for_each(|request| self.wait_for(request))
            }
            _ => {
                // If the call waited, its request is the one that was complete last. If it did not
                // wait, the oldest complete one is taken.
                let complete = self.outstanding.iter().enumerate().filter(|(_, request)| is_complete(request));
                let best = complete.max_by_key(|(index, request)| {
                    (request.complete.max(Some(call.entered)), std::cmp::Reverse(*index))
                });
                match (best.map(|(index, _)| index), self.outstanding.first()) {
                    (Some(index), _) => {
                        let request = self.outstanding.remove(index);
                        self.wait_for(&request)
                    }
                    (None, Some(Request { source, destination, tag, .. })) if stem == "Test" => {
                        self.action(&format!("test {source} {destination} {tag}"))
                    }
                    (None, _) => Ok(()),
                }
            }
        }
    }

    fn wait_for(&mut self, request: &Request) -> io::Result<()> {
        self.action(&format!("wait {} {} {}", request.source, request.destination, request.tag))
    }

    fn collective(&mut self, stem: &str, call: &MpiCall) -> io::Result<()> {
        let root = call.root.unwrap_or(0).max(0);
        let name = stem.to_lowercase();
        match stem {
            "Barrier" | "Comm_dup" | "Comm_split" => return self.action(&name),
            "Bcast" | "Reduce" | "Allreduce" | "Scan" | "Exscan" | "Gather" | "Scatter" | "Allgather" | "Alltoall" => {}
            _ => {
                self.left_out.calls += 1;
                return Ok(());
            }
        }
        let bytes = self.bytes(call.bytes);
        let arguments = match stem {
            "Bcast" => format!("{bytes} {root} {BYTE}"),
            // The computing of the reduction itself is not known: 0 flops.
            "Reduce" => format!("{bytes} 0 {root} {BYTE}"),
            "Allreduce" | "Scan" | "Exscan" => format!("{bytes} 0 {BYTE}"),
            "Gather" | "Scatter" => format!("{bytes} {bytes} {root} {BYTE} {BYTE}"),
            _ => format!("{bytes} {bytes} {BYTE} {BYTE}"),
        };
        self.action(&format!("{name} {arguments}"))
    }
}

fn prefix(is_immediate: bool) -> &'static str {
    if is_immediate { "i" } else { "" }
}
