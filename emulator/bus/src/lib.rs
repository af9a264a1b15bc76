//! The interface between harts, devices and networks.
//!
//! A hart knows addresses, widths and a [`Reply`]. A device knows a [`Cx`] and never a hart. A
//! network moves [`Packet`]s. Nothing here prints, opens a file or reads the host's clock.

mod access;
mod activity;
mod device;
mod effects;
pub mod fake;
mod map;
mod network;
mod numbers;
mod ram;
mod shared;
mod sight;
mod survey;
mod text;
mod time;

pub use access::{Access, Fault, Kind, Width};
pub use activity::{Activity, Arrival, Crossing, PacketName, Part, Section, Tail};
pub use device::{Cx, Device, Reply};
pub use effects::{Effects, Memory, Request};
pub use map::{MapLink, MapPlace, NetworkMap, on_circle, radius};
pub use network::{Delivery, NetCx, NetEffects, Network, NodeId, Packet, Pass, Start, Stream};
pub use numbers::{counted, grouped};
pub use ram::{MapError, Ram};
pub use shared::SharedDevice;
pub use sight::{Happening, Looks, Shows};
pub use survey::{Bulk, Survey, fixed_of};
pub use text::{printable, printable_but};
pub use time::{Clock, Time};
