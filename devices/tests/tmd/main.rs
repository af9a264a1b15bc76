//! The fabric of the TMD machine against its description (Saldaña 2006 ch. 3 and §4.4): words,
//! priorities, tables, links between boards, message passing engines, the hardware engine.

mod clocks;
mod collectives;
mod duplex;
mod engine;
mod hostile;
mod mpe;
mod netif;
mod offchip;
mod parameters;
mod tables;
mod world;
