//! Sends, receives and requests: which of them match, and whether they agree on the message.

use super::call::{Call, CallRef};
use super::checker::{Checker, Open};
use super::findings::Kind;
use super::functions::Class;
use super::messages::{Buffer, Meeting, Message, Receive};
use super::requests::{Region, Request, RequestId, Work};
use super::signature::{Signature, name};
use rankine_program::mpi::PROC_NULL;

/// Smaller handles are those that `MPI_Mprobe` returns for `MPI_PROC_NULL` and for no message.
const FIRST_MESSAGE: u64 = 0x1000;
/// Smaller values are `MPI_UNDEFINED` and other values that are no index.
const FIRST_INDEX: i64 = 0;

/// The names of a message's parameters: buffer, count, type, tag.
type Names = [&'static str; 4];
const ONE: Names = ["buf", "count", "datatype", "tag"];
const SENT: Names = ["sendbuf", "sendcount", "sendtype", "sendtag"];
const RECEIVED: Names = ["recvbuf", "recvcount", "recvtype", "recvtag"];
const REPLACED: Names = ["buf", "count", "datatype", "sendtag"];
const REPLACING: Names = ["buf", "count", "datatype", "recvtag"];

impl<'a> Checker<'a> {
    pub fn enter_send(&mut self, call: &Call<'_>, open: &mut Open) {
        let regions = Region::of(&self.buffer(call, ONE), false);
        open.work.send = self.send(call, ONE);
        self.look_for_overlap(call.at, call, &Vec::from_iter(regions.filter(|_| open.work.send.is_some())));
    }

    pub fn enter_receive(&mut self, call: &Call<'_>, open: &mut Open) {
        open.work.receive = self.receive(call, ONE);
        let region = Region::of(&self.buffer(call, ONE), true);
        self.look_for_overlap(call.at, call, &Vec::from_iter(region.filter(|_| open.work.receive.is_some())));
    }

    pub fn enter_exchange(&mut self, call: &Call<'_>, open: &mut Open) {
        let (out, into) = if call.has("sendbuf") { (SENT, RECEIVED) } else { (REPLACED, REPLACING) };
        let regions = self.regions(call);
        self.look_for_overlap(call.at, call, &regions);
        if let [sent, received] = regions.as_slice()
            && let Some(byte) = sent.conflict(received)
        {
            let text = format!("its send buffer and its receive buffer both have the byte at {byte:#x}");
            self.find(Kind::BufferOverlap, call.at, text, Vec::new());
        }
        open.work.send = self.send(call, out);
        open.work.receive = self.receive(call, into);
    }

    /// A receive of a message that a probe has taken.
    pub fn enter_matched(&mut self, call: &Call<'_>, open: &mut Open) {
        let handle = call.handle("message");
        let Some(message) = self.rank(call.at.rank).probed.remove(&handle) else { return };
        let Some((comm, tag)) = self.messages.sent.get(&message).map(|message| (message.comm, message.tag)) else {
            return;
        };
        let buffer = self.buffer(call, ONE);
        let receive = Receive { call: call.at, comm, source: PROC_NULL, tag, buffer, matched: None };
        let (id, meeting) = self.messages.post_for(receive, message);
        open.work.receive = Some(id);
        self.meet(meeting);
    }

    /// A matched probe has taken a message, or found none.
    pub fn probe(&mut self, call: &Call<'_>) {
        let handle = call.handle("message");
        if handle < FIRST_MESSAGE {
            return;
        }
        let wanted = self.wanted(call, ["", "", "", "tag"]);
        if let Some(message) = self.messages.take_unexpected(call.at.rank, &wanted) {
            self.messages.sent.entry(message).and_modify(|message| message.is_matched = true);
            self.rank(call.at.rank).probed.insert(handle, message);
        }
    }

    /// Persistent requests become active.
    pub fn enter_start(&mut self, call: &Call<'_>, open: &mut Open) {
        open.requests = self.requests_of(call);
        for id in open.requests.clone() {
            let request = self.ranks[call.at.rank as usize].requests.get(id);
            let startable = request.filter(|request| request.is_persistent && !request.is_active);
            let Some(made) = startable.and_then(|request| self.call(request.call)) else { continue };
            let (work, regions) = match made.class() {
                Class::PrepareSend => (Work { send: self.send(&made, ONE), ..Work::default() }, self.regions(&made)),
                Class::PrepareReceive => {
                    (Work { receive: self.receive(&made, ONE), ..Work::default() }, self.regions(&made))
                }
                _ => (Work::default(), Vec::new()),
            };
            self.look_for_overlap(call.at, &made, &regions);
            self.rank(call.at.rank).requests.start(id, work, regions);
        }
    }

    /// The known requests in a call's list.
    pub fn requests_of(&self, call: &Call<'_>) -> Vec<RequestId> {
        let requests = &self.ranks[call.at.rank as usize].requests;
        call.list("requests").iter().filter_map(|handle| requests.with_handle(*handle as u64)).collect()
    }

    /// A call has made a request.
    pub fn make_request(&mut self, call: &Call<'_>, open: &Open, is_persistent: bool) {
        let regions = if is_persistent { Vec::new() } else { self.regions(call) };
        let request = Request { call: call.at, is_persistent, is_active: !is_persistent, work: open.work, regions };
        self.rank(call.at.rank).requests.add(call.handle("request"), request);
    }

    /// A call has completed requests: all of its list, or those with certain indices.
    pub fn complete(&mut self, call: &Call<'_>) {
        let handles = call.list("requests");
        let chosen: Vec<i64> = match call.class() {
            Class::CompleteAll => handles.to_vec(),
            Class::CompleteAny => indexed(handles, call.list("index")),
            _ => {
                let done = call.list("done").first().copied().unwrap_or(0).max(0) as usize;
                let indices = call.list("indices");
                indexed(handles, &indices[..done.min(indices.len())])
            }
        };
        for handle in chosen {
            if let Some(work) = self.rank(call.at.rank).requests.complete(handle as u64) {
                self.complete_work(&work);
            }
        }
    }

    /// A call or a request has completed its work.
    pub fn complete_work(&mut self, work: &Work) {
        if let Some(send) = work.send {
            self.messages.complete_send(send);
        }
        if let Some(receive) = work.receive {
            self.messages.complete_receive(receive);
        }
    }

    /// Cancels a request. A receive is removed if no message has matched it, and a send if its
    /// message has not been handed to the hardware.
    pub fn cancel(&mut self, call: &Call<'_>) {
        let state = self.rank(call.at.rank);
        let Some(id) = state.requests.with_handle(call.handle("requests")) else { return };
        let Work { send, receive, .. } = state.requests.get(id).map(|request| request.work).unwrap_or_default();
        if let Some(receive) = receive {
            self.messages.unpost(receive);
        }
        if let Some(send) = send {
            self.messages.cancel(send);
        }
    }

    /// The hardware has taken back the message that the rank is cancelling by MPI_Cancel.
    pub fn take_back(&mut self, rank: u32) {
        let state = &self.ranks[rank as usize];
        let Some(call) = state.open.as_ref().and_then(|open| self.call(open.call)) else { return };
        let requests = &state.requests;
        let cancelled =
            (call.class() == Class::Cancel).then(|| requests.with_handle(call.handle("requests"))).flatten();
        if let Some(send) = cancelled.and_then(|id| requests.get(id)?.work.send) {
            self.messages.take_back(send);
        }
    }

    /// A message and a receive match: compares them.
    pub fn meet(&mut self, (message, receive): Meeting) {
        let (sent, received) = (&self.messages.sent[&message], &self.messages.received[&receive]);
        let (sender, receiver) = (sent.call, received.call);
        let (Some(from), Some(into)) = (&sent.buffer.datatype, &received.buffer.datatype) else { return };
        let bytes = from.size.saturating_mul(sent.buffer.count);
        let room = into.size.saturating_mul(received.buffer.count);
        let found = if bytes > room {
            let plural = if bytes == 1 { "" } else { "s" };
            Some((Kind::Truncation, format!("the message has {bytes} byte{plural}, its receive buffer {room}")))
        } else {
            let signatures = (from.signature(sent.buffer.count), into.signature(received.buffer.count));
            signature_mismatch(signatures).map(|text| (Kind::TypeMismatch, text))
        };
        if let Some((kind, text)) = found {
            self.find(kind, receiver, text, vec![(sender, "sends it in".into())]);
        }
    }

    fn buffer(&self, call: &Call<'_>, [buffer, count, datatype, _]: Names) -> Buffer {
        Buffer {
            address: call.word(buffer),
            count: call.count(count).max(0) as u64,
            datatype: self.datatype(call.at.rank, call.word(datatype)),
        }
    }

    /// The bytes that a call uses until its request is complete.
    fn regions(&self, call: &Call<'_>) -> Vec<Region> {
        let region = |names, is_receive| Region::of(&self.buffer(call, names), is_receive);
        let sends = call.has("dest") && call.int("dest") != PROC_NULL;
        let receives = call.has("source") && call.int("source") != PROC_NULL;
        let found = match call.class() {
            Class::StartSend | Class::PrepareSend => [region(ONE, false).filter(|_| sends), None],
            Class::StartReceive | Class::PrepareReceive => [region(ONE, true).filter(|_| receives), None],
            Class::StartReceiveMatched => [region(ONE, true), None],
            Class::Exchange | Class::StartExchange if call.has("sendbuf") => {
                [region(SENT, false).filter(|_| sends), region(RECEIVED, true).filter(|_| receives)]
            }
            Class::Exchange | Class::StartExchange => [region(REPLACING, true), None],
            _ => [None, None],
        };
        found.into_iter().flatten().collect()
    }

    fn send(&mut self, call: &Call<'_>, names: Names) -> Option<usize> {
        let (rank, dest) = (call.at.rank, call.int("dest"));
        if dest == PROC_NULL {
            return None;
        }
        let comm = self.ranks[rank as usize].communicators.get(&call.word("comm")).copied();
        let known = comm.map(|comm| self.communicators.get(comm));
        let others = known.and_then(|comm| comm.other_group(rank));
        let receiver = others.and_then(|group| group.get(usize::try_from(dest).ok()?).copied());
        let source = known.and_then(|comm| comm.rank_of(rank)).unwrap_or(0);
        let buffer = self.buffer(call, names);
        let tag = call.int(names[3]);
        Some(self.messages.send(Message {
            call: call.at,
            comm,
            source,
            receiver,
            tag,
            buffer,
            is_matched: false,
            may_be_cancelled: false,
            is_sent: false,
            is_received: false,
        }))
    }

    fn receive(&mut self, call: &Call<'_>, names: Names) -> Option<usize> {
        if call.int("source") == PROC_NULL {
            return None;
        }
        let receive = self.wanted(call, names);
        let (id, meeting) = self.messages.post(receive);
        if let Some(meeting) = meeting {
            self.meet(meeting);
        }
        Some(id)
    }

    fn wanted(&self, call: &Call<'_>, names: Names) -> Receive {
        let comm = self.ranks[call.at.rank as usize].communicators.get(&call.word("comm")).copied();
        let (source, tag) = (call.int("source"), call.int(names[3]));
        Receive { call: call.at, comm, source, tag, buffer: self.buffer(call, names), matched: None }
    }

    /// Reports whether an entered call uses bytes that pending requests use. `made` is the call
    /// that has the buffer's arguments.
    fn look_for_overlap(&mut self, at: CallRef, made: &Call<'_>, regions: &[Region]) {
        let requests = &self.ranks[at.rank as usize].requests;
        let found: Vec<(CallRef, u64)> = requests.conflicts(regions);
        for (pending, byte) in found {
            let text = format!("its buffer and that of a pending request both have the byte at {byte:#x}");
            let mut related = vec![(pending, "made that request in".to_string())];
            if made.at != at {
                related.push((made.at, "made the request that it starts in".into()));
            }
            self.find(Kind::BufferOverlap, at, text, related);
        }
    }
}

fn indexed(handles: &[i64], indices: &[i64]) -> Vec<i64> {
    let chosen = indices.iter().filter(|index| **index >= FIRST_INDEX);
    chosen.filter_map(|index| handles.get(*index as usize).copied()).collect()
}

/// Describes the difference between two signatures, if there is one.
pub(super) fn signature_mismatch(signatures: (Option<Signature>, Option<Signature>)) -> Option<String> {
    let (Some(sent), Some(wanted)) = signatures else { return None };
    let difference = sent.difference(&wanted)?;
    let names = (name(difference.first), name(difference.second));
    Some(format!(
        "element {} of the message is sent as {}, but received as {} ({} sent, {} wanted)",
        difference.element,
        names.0,
        names.1,
        sent.text(),
        wanted.text()
    ))
}
