//! Transmitting: commands become packets, one after the other, as credits allow.

use super::completions::Completion;
use super::header::{Header, PACKETS};
use super::later::Later;
use super::transmit::{Command, ENGINE, Staged};
use super::waiting::Stalled;
use super::{Nic, done, refused};
use crate::regs::nic as regs;
use rankine_bus::{Activity, Cx, NodeId, Packet, Reply};

impl Nic {
    pub(super) fn transmit_places(&self) -> usize {
        (self.params.transmit_fifo as usize).saturating_sub(self.transmit.commands.len())
    }

    /// The NIC processor gives the command that it has written. `value` is its store to TRANSMIT.
    pub(super) fn give_transmit(&mut self, cx: &mut Cx<'_>, value: u32) -> Reply {
        let value = u64::from(value);
        let node = (value & regs::TRANSMIT_NODE_MASK) as NodeId;
        let cookie = (value & regs::TRANSMIT_NOTIFY != 0).then_some(self.completions.staged.cookie);
        if let Some(mistake) = self.mistake_of_transmit(node, cookie) {
            return refused(&mistake);
        }
        if self.transmit_places() == 0 {
            return self.stall(Stalled::Transmit);
        }
        if let Some(cookie) = cookie {
            self.open.complete(cookie, false);
        }
        let ready = cx.now + self.params.bus_delay() + self.params.dma_setup();
        let Staged { mut header, address, bytes } = self.transmit.staged;
        header.set_node(self.node);
        let command = Command { header, node, address, left: bytes, cookie, ready, has_begun: false };
        self.transmit.commands.push_back(command);
        Later::Transmit.at(cx, ready);
        done(0, 1)
    }

    fn mistake_of_transmit(&self, node: NodeId, cookie: Option<u64>) -> Option<String> {
        let Staged { header, address, bytes } = self.transmit.staged;
        let most = self.params.packet_bytes;
        if node >= self.nodes {
            return Some(format!("there is no node {node} to transmit to, of {} nodes", self.nodes));
        }
        if !header.is_data() && bytes > most {
            return Some(format!("a packet that is not PACKET_DATA carries {most} bytes at most, not {bytes}"));
        }
        if !self.is_memory(address, bytes.into()) {
            return Some(format!("there is no memory at {address:#x} to transmit {bytes} bytes from"));
        }
        cookie.and_then(|cookie| self.open.check(cookie).err())
    }

    /// Ends commands that are done, and hands over the next packet, if there is one and nothing
    /// blocks it.
    pub(super) fn go_on_transmitting(&mut self, cx: &mut Cx<'_>) {
        while !self.transmit.is_sending {
            let Some(command) = self.transmit.commands.front() else { return };
            let is_blocked = if command.is_done() { !self.end_command(cx) } else { !self.send_packet(cx) };
            if is_blocked {
                return;
            }
        }
    }

    /// Ends the oldest command, all of whose packets have left; false if there is no place for its
    /// completion.
    fn end_command(&mut self, cx: &mut Cx<'_>) -> bool {
        let has_place = self.has_completion_place();
        if self.transmit.commands.front().is_none_or(|command| command.cookie.is_some() && !has_place) {
            return false;
        }
        if let Some(cookie) = self.transmit.commands.pop_front().and_then(|command| command.cookie) {
            self.put_completion(cx, Completion { cookie, envelope: 0, detail: 0 }, cx.now);
        }
        cx.tell(|| Activity::Ends { part: ENGINE });
        true
    }

    /// Hands the next packet of the oldest command to the network; false if that must wait.
    fn send_packet(&mut self, cx: &mut Cx<'_>) -> bool {
        let (most, node) = (self.params.packet_bytes, self.node);
        let transmit = &mut self.transmit;
        let Some(command) = transmit.commands.front_mut().filter(|command| command.ready <= cx.now) else {
            return false;
        };
        let Some(credits) = transmit.credits.get_mut(command.node as usize).filter(|credits| **credits > 0) else {
            transmit.waits_since.get_or_insert(cx.now);
            return false;
        };
        *credits -= 1;
        if let Some(since) = transmit.waits_since.take() {
            transmit.waited += cx.now - since;
        }
        if !command.has_begun {
            let (what, bytes, node) = (name(&command.header), command.left.into(), command.node);
            cx.tell(|| Activity::Begins { part: ENGINE, what, bytes, node });
        }
        let packet = next_packet(cx, command, node, most);
        transmit.packets += 1;
        transmit.bytes += packet.payload.len() as u64;
        transmit.is_sending = true;
        cx.send(packet);
        true
    }

    /// The network has taken the whole packet that was handed over last.
    pub(super) fn packet_left(&mut self, cx: &mut Cx<'_>) {
        self.transmit.is_sending = false;
        self.go_on_transmitting(cx);
    }

    /// A node gives credits back.
    pub(super) fn credits_return(&mut self, cx: &mut Cx<'_>, node: NodeId, count: u64) {
        let most = self.params.credits;
        if let Some(credits) = self.transmit.credits.get_mut(node as usize) {
            *credits = (u64::from(*credits).saturating_add(count)).min(most.into()) as u32;
        }
        self.go_on_transmitting(cx);
    }
}

/// Cuts the next packet off a command and reads its payload, which is in memory.
fn next_packet(cx: &Cx<'_>, command: &mut Command, src: NodeId, most: u32) -> Packet {
    let bytes = command.left.min(most);
    let mut payload = vec![0; bytes as usize];
    let is_read = bytes == 0 || cx.memory.read(command.address, &mut payload);
    debug_assert!(is_read, "TRANSMIT has looked");
    command.has_begun = true;
    command.left -= bytes;
    command.address = command.address.wrapping_add(bytes.into());
    let mut header = command.header;
    if header.is_data() {
        header.set_last(command.left == 0);
        command.header.set_to(header.to().wrapping_add(bytes.into()));
    }
    Packet { src, dst: command.node, class: PACKETS, header: header.encode(), payload }
}

/// The name of a packet on timelines.
fn name(header: &Header) -> &'static str {
    match header.packet() {
        regs::PACKET_DATA => "data",
        regs::PACKET_CLEAR => "clear to send",
        regs::PACKET_ACKNOWLEDGE => "acknowledgement",
        regs::PACKET_CREDIT => "credit",
        regs::PACKET_WITHDRAW => "withdrawal",
        regs::PACKET_WITHDRAWN => "answer to a withdrawal",
        regs::PACKET_EAGER | regs::PACKET_EAGER_SYNCHRONOUS => "message",
        regs::PACKET_REQUEST => "request to send",
        _ => "packet",
    }
}
