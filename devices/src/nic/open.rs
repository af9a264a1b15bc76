//! Open requests: those that the host has submitted and that are not completed yet, by their
//! cookies.
//!
//! A completion for any other cookie is a mistake of the firmware. The report of a deadlock lists
//! the requests that the NIC processor has taken and not completed.

use super::requests::Request;
use crate::regs::nic as regs;
use std::collections::BTreeMap;

/// Most requests that can be open. Memory of the NIC for so many entries would be 320 MiB.
const MOST: usize = 1 << 22;

/// Most requests of a node that a report lists one by one.
const TOLD: usize = 4;

/// Match bits as the C library lays them out: tag, in which one bit marks messages of collective
/// calls, and source rank.
const TAG: u64 = 0x7fff;
const COLLECTIVE: u64 = 0x8000;
const SOURCE: u64 = 0x7fff_0000;

struct Open {
    request: Request,
    /// Its number in the order of the submissions.
    number: u64,
    /// The host's cycle at which the NIC processor took it.
    taken: Option<u64>,
}

#[derive(Default)]
pub struct OpenRequests {
    by_cookie: BTreeMap<u64, Open>,
    count: u64,
}

impl OpenRequests {
    /// The host submits a request. An error is a sentence.
    pub fn submit(&mut self, request: Request) -> Result<(), String> {
        if self.by_cookie.len() >= MOST {
            return Err(format!("{MOST} requests are open; the NIC processor does not complete them"));
        }
        if self.by_cookie.contains_key(&request.cookie) {
            return Err(format!("a request with the cookie {:#x} is open already", request.cookie));
        }
        self.count += 1;
        self.by_cookie.insert(request.cookie, Open { request, number: self.count, taken: None });
        Ok(())
    }

    /// The NIC processor takes a request at this cycle of the host.
    pub fn take(&mut self, cookie: u64, cycle: u64) {
        if let Some(open) = self.by_cookie.get_mut(&cookie) {
            open.taken = Some(cycle);
        }
    }

    /// May the NIC processor complete the request with this cookie? An error is a sentence.
    pub fn check(&self, cookie: u64) -> Result<(), String> {
        match self.by_cookie.get(&cookie) {
            _ if cookie == 0 => Err("the cookie of a completion must not be 0".into()),
            Some(Open { taken: Some(_), .. }) => Ok(()),
            Some(_) => Err(format!("the request with the cookie {cookie:#x} is completed before it was taken")),
            None => Err(format!(
                "there is no open request with the cookie {cookie:#x}: it was completed before, or never submitted"
            )),
        }
    }

    /// The request is completed. A cancellation that has succeeded (`flag`) also ends the request
    /// that it names.
    pub fn complete(&mut self, cookie: u64, flag: bool) {
        let Some(Open { request, .. }) = self.by_cookie.remove(&cookie) else { return };
        if flag && [regs::REQUEST_KIND_CANCEL, regs::REQUEST_KIND_CANCEL_SEND].contains(&request.kind()) {
            self.by_cookie.remove(&request.address);
        }
    }

    /// Number of open requests that the NIC processor has taken.
    pub fn taken(&self) -> usize {
        self.by_cookie.values().filter(|open| open.taken.is_some()).count()
    }

    /// Lines for the report of a deadlock, the oldest request first.
    pub fn lines(&self) -> Vec<String> {
        let mut taken: Vec<(u64, u64, &Request)> =
            self.by_cookie.values().filter_map(|open| Some((open.number, open.taken?, &open.request))).collect();
        taken.sort_by_key(|(number, ..)| *number);
        let line = |(_, cycle, request): &(u64, u64, &Request)| {
            format!("the NIC processor took a {} at cycle {cycle} and has not completed it", describe(request))
        };
        let mut lines: Vec<String> = taken.iter().take(TOLD).map(line).collect();
        if taken.len() > TOLD {
            lines.push(format!("… and {} more requests that it has not completed", taken.len() - TOLD));
        }
        lines
    }
}

/// `receive of tag 7 from rank 3`.
fn describe(request: &Request) -> String {
    let (kind, is_send) = match request.kind() {
        regs::REQUEST_KIND_SEND => ("send", true),
        regs::REQUEST_KIND_SYNCHRONOUS => ("synchronous send", true),
        regs::REQUEST_KIND_RECEIVE => ("receive", false),
        regs::REQUEST_KIND_PROBE | regs::REQUEST_KIND_PROBE_WAIT => ("probe", false),
        regs::REQUEST_KIND_TAKE | regs::REQUEST_KIND_TAKE_WAIT => ("matching probe", false),
        regs::REQUEST_KIND_RECEIVE_MATCHED => return "receive of a probed message".into(),
        regs::REQUEST_KIND_CANCEL => return "cancellation of a receive".into(),
        regs::REQUEST_KIND_CANCEL_SEND => return "cancellation of a send".into(),
        kind => return format!("request of kind {kind:#x}"),
    };
    let (bits, mask) = (request.matching, request.mask);
    let tag = match (bits & COLLECTIVE != 0, mask & TAG != 0) {
        (true, _) => "of a collective call".to_string(),
        (false, true) => "of any tag".to_string(),
        (false, false) => format!("of tag {}", bits & TAG),
    };
    match is_send {
        true => format!("{kind} {tag} to node {}", request.mask >> 48),
        false if mask & SOURCE != 0 => format!("{kind} {tag} from any rank"),
        false => format!("{kind} {tag} from rank {}", (bits & SOURCE) >> SOURCE.trailing_zeros()),
    }
}
