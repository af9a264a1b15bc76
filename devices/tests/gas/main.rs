//! GAScores on a ring of FPGAs against their description (Willenberg and Chow 2013): words, times,
//! tokens, mistakes, traffic.

mod hostile;
mod messages;
mod parameters;
mod registers;
mod sequencers;
mod times;
mod tokens;
mod traffic;
mod world;
