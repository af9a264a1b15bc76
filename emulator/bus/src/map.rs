//! A network as a drawing: its places, and its links with what they have carried.

use crate::Time;
use std::f64::consts::TAU;

/// The places and links of a network. Empty if the network has no drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NetworkMap {
    pub places: Vec<MapPlace>,
    pub links: Vec<MapLink>,
}

/// A node, or a part of the network where links meet.
#[derive(Clone, Debug, PartialEq)]
pub struct MapPlace {
    pub name: String,
    pub is_node: bool,
    /// The position, to the right and downwards. Neighbours are about a unit apart.
    pub at: (f64, f64),
}

/// One direction of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapLink {
    /// Indices in [`NetworkMap::places`].
    pub from: usize,
    pub to: usize,
    /// Tells links between the same two places apart; empty if there is one.
    pub lane: String,
    /// Everything that was sent over it: headers, and the unused part of the last word or flit.
    pub bytes: u64,
    /// The time in which it was sending.
    pub busy: Time,
}

impl NetworkMap {
    /// Adds a place; returns its index.
    pub fn place(&mut self, name: String, is_node: bool, at: (f64, f64)) -> usize {
        self.places.push(MapPlace { name, is_node, at });
        self.places.len() - 1
    }

    /// Adds a link between two places.
    pub fn link(&mut self, (from, to): (usize, usize), lane: String, bytes: u64, busy: Time) {
        self.links.push(MapLink { from, to, lane, bytes, busy });
    }

    /// The name of a link: its two ends.
    pub fn name(&self, link: &MapLink) -> String {
        let place = |index: usize| self.places.get(index).map_or("", |place| place.name.as_str());
        let lane = if link.lane.is_empty() { String::new() } else { format!(", {}", link.lane) };
        format!("{} to {}{lane}", place(link.from), place(link.to))
    }
}

/// The position of one of `count` places on a circle around `middle`, clockwise from the top.
/// Neighbours are a unit apart, or further if the radius would be less than `least`.
pub fn on_circle(index: usize, count: usize, middle: (f64, f64), least: f64) -> (f64, f64) {
    let radius = radius(count, least);
    let angle = TAU * index as f64 / count.max(1) as f64;
    (middle.0 + radius * angle.sin(), middle.1 - radius * angle.cos())
}

/// The radius of such a circle.
pub fn radius(count: usize, least: f64) -> f64 {
    least.max(count as f64 / TAU)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles() {
        let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).abs() < 1e-9 && (a.1 - b.1).abs() < 1e-9;
        for (index, count, least, at) in [
            (0, 1, 1.0, (5.0, 6.0)),
            (1, 4, 2.0, (7.0, 7.0)),
            (2, 4, 2.0, (5.0, 9.0)),
            (3, 4, 0.5, (5.0 - 4.0 / TAU, 7.0)),
        ] {
            let found = on_circle(index, count, (5.0, 7.0), least);
            assert!(near(found, at), "{index} of {count}: {found:?}");
        }
    }

    #[test]
    fn names() {
        let mut map = NetworkMap::default();
        let ends = (map.place("node 0".into(), true, (0.0, 0.0)), map.place("hub".into(), false, (1.0, 0.0)));
        map.link(ends, String::new(), 8, Time(3));
        map.link(ends, "lane 1".into(), 0, Time::ZERO);
        let names: Vec<String> = map.links.iter().map(|link| map.name(link)).collect();
        assert_eq!(names, ["node 0 to hub", "node 0 to hub, lane 1"]);
    }
}
