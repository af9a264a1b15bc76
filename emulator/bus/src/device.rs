//! The interface between the machine and a device of one node: `Device`, and the context `Cx` of
//! its calls.

use crate::{
    Access, Activity, Bulk, Clock, Effects, Fault, Happening, Looks, Memory, NodeId, Packet, Section, Shows, Survey,
    Time,
};

/// A device's answer to a hart's access.
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

/// The context of a device call. The device can read the time, access its node's ordinary memory,
/// and leave effects that the machine carries out after the call.
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

    /// Hands `packet` to the network now. The network takes it at once or queues it at its source;
    /// [`Device::sent`] is called when it has left.
    pub fn send(&mut self, packet: Packet) {
        self.effects.packets.push(packet);
    }

    /// Reports an activity of the device, if an observer wants to know.
    pub fn tell(&mut self, activity: impl FnOnce() -> Activity) {
        if let Some(told) = &mut self.effects.activity {
            told.push(activity());
        }
    }

    /// Does an observer want to know of devices' activities?
    pub fn is_watched(&self) -> bool {
        self.effects.activity.is_some()
    }

    /// Reports a mistake of the software that the device survives and counts. For each device the
    /// machine remembers where the node's processors stood at the first mistake, for the end-of-run
    /// warnings ([`Device::complaint`]).
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

    /// Does the device answer at this address? If several devices of a node do, the first one is
    /// accessed.
    fn answers(&self, addr: u64) -> bool;

    /// The run begins. A device that acts without being accessed sets its first timer here.
    fn begin(&mut self, cx: &mut Cx<'_>) {
        let _ = cx;
    }

    /// A load or store of one of the node's processors, at an address at which the device
    /// [answers](Device::answers).
    fn access(&mut self, cx: &mut Cx<'_>, access: Access) -> Reply;

    /// A fence of one of the node's processors. It reaches every device of the node. A device with
    /// incomplete stores stalls the fence until they are complete.
    fn fence(&mut self, cx: &mut Cx<'_>) -> Reply {
        let _ = cx;
        Reply::Done { value: 0, latency: 1 }
    }

    /// Would `access`, which may be a fence, change nothing at this moment, neither here nor
    /// elsewhere? A hart that only repeats such accesses is polling, and the machine may skip the
    /// repetitions.
    fn is_pure(&self, access: &Access) -> bool;

    /// Is `access` a load of the cycle counter? It returns the low or the high 32 bits of the
    /// processor's cycle, and changes nothing but what later loads of the counter return.
    fn reads_clock(&self, access: &Access) -> bool {
        let _ = access;
        false
    }

    /// Returns the state that the answer to `access` depends on. `access` is
    /// [pure](Device::is_pure).
    fn looks(&self, access: &Access) -> Looks {
        let _ = access;
        Looks::Everywhere
    }

    /// Returns the state of this node that `happening` may change for processors. Called right
    /// before the call for `happening`. The answer may name too much, but never too little. While a
    /// polling loop looks at none of it, its rounds stay skipped.
    fn shows(&self, happening: &Happening<'_>) -> Shows {
        let _ = happening;
        Shows::Everything
    }

    /// Passes the device's state to `survey`. Returns false if this is not possible; then no period
    /// of steady traffic is skipped.
    fn survey(&mut self, survey: &mut dyn Survey) -> bool {
        let _ = survey;
        false
    }

    /// A packet with this header may belong to a memory-to-memory transfer that is under way here.
    /// If so, returns the source and destination addresses of its bytes.
    fn bulk(&self, header: &[u64; 4]) -> Option<Bulk> {
        let _ = header;
        None
    }

    /// For observers: the place of an arriving packet in its transfer. None if the packet carries no
    /// data.
    fn section(&self, header: &[u64; 4]) -> Option<Section> {
        let _ = header;
        None
    }

    /// For observers: reads the bytes at `addr` if the device is memory of its node there, else
    /// returns false. Changes nothing.
    fn peek(&self, addr: u64, into: &mut [u8]) -> bool {
        let _ = (addr, into);
        false
    }

    /// A timer set by [`Cx::after`] has expired.
    fn event(&mut self, cx: &mut Cx<'_>, token: u64) {
        let _ = (cx, token);
    }

    /// A packet for this node has left the network.
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

    /// One line for each part that waits: what it waits for, and why. For the report of a deadlock.
    /// Same lines in the same order every time.
    fn waiting(&self) -> Vec<String> {
        Vec::new()
    }

    /// Registers and counters that explain what the device does next, by name, as they are in this
    /// cycle of the clock of [`Cx`]. While the device does the same, the names and their order are
    /// the same.
    fn state(&self, cycle: u64) -> Vec<(String, String)> {
        let _ = cycle;
        Vec::new()
    }

    /// If the device has finished all its work and waits for new work, returns a phrase that ends a
    /// sentence. Reports print it once for all such devices, in place of [`Device::waiting`].
    fn at_rest(&self) -> Option<&'static str> {
        None
    }

    /// One line on errors that software has not read, for the end-of-run warnings; none if there
    /// are none.
    fn complaint(&self) -> Option<String> {
        None
    }
}
