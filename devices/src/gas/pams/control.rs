//! Control lines between the sequencer and the core of its node.

use std::collections::VecDeque;

#[derive(Clone, Copy)]
enum Edge {
    /// Outputs rise at the inputs.
    Raise(u32),
    /// Acknowledges of inputs arrive at the outputs and clear them.
    Acknowledge(u32),
}

/// Masks have bit 0 for line 0. A rising input sets its flag; a WAIT that takes the flag
/// acknowledges it; an acknowledge clears the output.
pub struct Control {
    /// Time from an output to the input of the same number, in cycles; 0: not connected.
    loop_cycles: u64,
    outputs: u32,
    inputs: u32,
    /// Edges on their way, in order of time.
    edges: VecDeque<(u64, Edge)>,
}

impl Control {
    pub fn new(loop_cycles: u32) -> Control {
        Control { loop_cycles: u64::from(loop_cycles), outputs: 0, inputs: 0, edges: VecDeque::new() }
    }

    pub fn is_connected(&self) -> bool {
        self.loop_cycles > 0
    }

    pub fn outputs(&self) -> u32 {
        self.outputs
    }

    /// Flags of the inputs.
    pub fn inputs(&self) -> u32 {
        self.inputs
    }

    fn send(&mut self, cycle: u64, edge: Edge) {
        if self.is_connected() {
            self.edges.push_back((cycle + self.loop_cycles, edge));
        }
    }

    pub fn raise(&mut self, cycle: u64, lines: u32) {
        let rising = lines & !self.outputs;
        self.outputs |= lines;
        self.send(cycle, Edge::Raise(rising));
    }

    /// Takes flags of inputs.
    pub fn take(&mut self, cycle: u64, lines: u32) {
        let taken = lines & self.inputs;
        self.inputs &= !lines;
        self.send(cycle, Edge::Acknowledge(taken));
    }

    /// Takes the edges that have arrived by `cycle`.
    pub fn advance(&mut self, cycle: u64) {
        while let Some(&(due, edge)) = self.edges.front()
            && due <= cycle
        {
            self.edges.pop_front();
            match edge {
                Edge::Raise(lines) => self.inputs |= lines,
                Edge::Acknowledge(lines) => self.outputs &= !lines,
            }
        }
    }

    /// When the next edge arrives.
    pub fn next(&self) -> Option<u64> {
        self.edges.front().map(|(due, _)| *due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_come_back_and_are_acknowledged() {
        let mut control = Control::new(3);
        control.raise(10, 0b11);
        control.advance(12);
        assert_eq!((control.outputs(), control.inputs(), control.next()), (0b11, 0, Some(13)));
        control.advance(13);
        control.take(20, 0b01);
        // An output that is up does not rise again.
        control.raise(21, 0b01);
        control.advance(30);
        assert_eq!((control.outputs(), control.inputs(), control.next()), (0b10, 0b10, None));
    }

    #[test]
    fn without_a_loop_outputs_stay_up() {
        let mut control = Control::new(0);
        control.raise(1, 1);
        control.advance(1000);
        assert_eq!((control.outputs(), control.inputs(), control.next()), (1, 0, None));
    }
}
