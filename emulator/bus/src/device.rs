//! The device side of the seam.

use crate::{
    Access, Activity, Bulk, Clock, Effects, Fault, Happening, Looks, Memory, NodeId, Packet, Shows, Survey, Time,
};

/// What a device answers to a hart's access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The access is performed; the hart goes on after `latency` cycles of its clock (at least 1).
    /// `value` is zero-extended and ignored for stores.
    Done {
        value: u64,
        latency: u64,
    },
    /// The access is not performed; the machine repeats it when the device calls [`Cx::wake`].
    Stall,
    Fault(Fault),
}

/// What a device may do while it handles a call: look at the time, touch its node's ordinary
/// memory, and leave effects that the machine carries out after the call.
pub struct Cx<'a> {
    pub now: Time,
    pub node: NodeId,
    /// The clock of the node's first processor.
    pub clock: Clock,
    /// The node's ordinary memory, by node-local physical address.
    pub memory: &'a mut dyn Memory,
    pub effects: &'a mut Effects,
}

impl Cx<'_> {
    /// Calls [`Device::event`] with `token` after `delay`. Events of one device at the same time
    /// come in the order in which they were asked for.
    pub fn after(&mut self, delay: Time, token: u64) {
        self.effects.timers.push((self.now + delay, token));
    }

    /// Hands `packet` to the network now. The network takes it at once or keeps it at the door;
    /// [`Device::sent`] tells when it has left.
    pub fn send(&mut self, packet: Packet) {
        self.effects.packets.push(packet);
    }

    /// Tells observers what the device does, if one of them wants to know.
    pub fn tell(&mut self, activity: impl FnOnce() -> Activity) {
        if let Some(told) = &mut self.effects.activity {
            told.push(activity());
        }
    }

    /// Does an observer want to know what devices do?
    pub fn is_watched(&self) -> bool {
        self.effects.activity.is_some()
    }

    /// Software has made a mistake that the device survives and counts: the machine remembers the first one of each device, and
    /// where the node's processors stood then, for the end-of-run warnings ([`Device::complaint`]).
    pub fn mistake(&mut self) {
        self.effects.mistake = true;
    }

    /// Lets the machine repeat the stalled accesses of this node's harts at this time.
    pub fn wake(&mut self) {
        self.effects.wake = true;
    }
}

/// A memory-mapped device of one node. Calls come strictly in order of simulated time.
pub trait Device: Send {
    /// Short name for diagnostics, e.g. `ni`.
    fn name(&self) -> &'static str;

    /// Does it answer at this address? Of several devices of a node the first that does is accessed.
    fn answers(&self, addr: u64) -> bool;

    /// The run begins. What acts without being accessed sets its first timer here.
    fn begin(&mut self, cx: &mut Cx<'_>) {
        let _ = cx;
    }

    /// A load or store of one of the node's processors, at an address that it [answers](Device::answers) at.
    fn access(&mut self, cx: &mut Cx<'_>, access: Access) -> Reply;

    /// A fence of one of the node's processors, which arrives at every device of the node. A device with stores that are not
    /// complete stalls it until they are.
    fn fence(&mut self, cx: &mut Cx<'_>) -> Reply {
        let _ = cx;
        Reply::Done { value: 0, latency: 1 }
    }

    /// Would `access`, which may be a fence, change nothing at all at this moment, here or elsewhere? Then a hart that only
    /// repeats such accesses is polling, and the machine may leave the repetitions out.
    fn is_pure(&self, access: &Access) -> bool;

    /// What does the answer to `access`, a [pure](Device::is_pure) one, depend on?
    fn looks(&self, access: &Access) -> Looks {
        let _ = access;
        Looks::Everywhere
    }

    /// Asked right before the call for `happening`: what will the processors of the node be able to see of it? More than there is may
    /// be named, never less. Rounds of a polling loop that looks at none of it stay skipped.
    fn shows(&self, happening: &Happening<'_>) -> Shows {
        let _ = happening;
        Shows::Everything
    }

    /// Lets `survey` go through its state. False where that cannot be: then no period of what it does is left out.
    fn survey(&mut self, survey: &mut dyn Survey) -> bool {
        let _ = survey;
        false
    }

    /// The bytes that a packet with this header carries, if it is of a transfer that is under way here, from memory to memory.
    fn bulk(&self, header: &[u64; 4]) -> Option<Bulk> {
        let _ = header;
        None
    }

    /// What lies at `addr` where the device is memory of its node, for those who watch; false where it is not. Changes nothing.
    fn peek(&self, addr: u64, into: &mut [u8]) -> bool {
        let _ = (addr, into);
        false
    }

    /// A timer set by [`Cx::after`] has expired.
    fn event(&mut self, cx: &mut Cx<'_>, token: u64) {
        let _ = (cx, token);
    }

    /// A packet for this node has come off the network.
    fn receive(&mut self, cx: &mut Cx<'_>, packet: Packet) {
        let _ = (cx, packet);
    }

    /// The oldest packet handed to the network by this node, of virtual-channel class `class`, has left.
    fn sent(&mut self, cx: &mut Cx<'_>, class: u8) {
        let _ = (cx, class);
    }

    /// Counts since the start: (name with its unit, value). Same names in the same order every time.
    fn statistics(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// What in it waits for what and why, a line each, for the report of a deadlock. Same lines in the same order every time.
    fn waiting(&self) -> Vec<String> {
        Vec::new()
    }

    /// Registers and counters that explain what it does next, by name, as they are in this cycle of the clock of [`Cx`]. Same names in
    /// the same order as long as it does the same.
    fn state(&self, cycle: u64) -> Vec<(String, String)> {
        let _ = cycle;
        Vec::new()
    }

    /// Has it done all that it was told, so that it waits only for something new to do? Then this, as the end of a sentence: reports
    /// tell it once for all such devices, in place of [`Device::waiting`].
    fn at_rest(&self) -> Option<&'static str> {
        None
    }

    /// One line on errors that software has not read, for the end-of-run warnings; none when all is well.
    fn complaint(&self) -> Option<String> {
        None
    }
}
