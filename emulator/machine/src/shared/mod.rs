//! Everything that leaves a processor: accesses to devices, packets on the network, requests to a
//! memory with one port.

mod access;
mod devices;
mod port;
