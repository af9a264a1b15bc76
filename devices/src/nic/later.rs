//! Later actions of the interface, as tokens of its events.

use rankine_bus::{Cx, NodeId, Time};

/// An action at its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Later {
    /// An event of the unit for posted receives, with the unit's own token.
    Posted(u64),
    /// An event of the unit for unexpected messages, with the unit's own token.
    Unexpected(u64),
    /// The oldest request on its way arrives.
    Request,
    /// An entry arrives.
    Entry(u32),
    /// The host sees this epoch.
    Epoch(u32),
    /// The interface is enabled from now on, or disabled.
    Enable(bool),
    /// The place of a header from this node is free.
    Free(NodeId),
    /// A transmit command can begin.
    Transmit,
    /// The copy engine begins to write so many bytes that come from this node.
    CopyBegins { bytes: u32, node: NodeId },
    /// The copy engine has done its oldest work.
    CopyEnds,
    /// The oldest completion on its way arrives.
    Completion,
}

const KIND_BITS: u32 = 8;

impl Later {
    fn token(self) -> u64 {
        let (kind, value) = match self {
            Later::Posted(token) => (0, token),
            Later::Unexpected(token) => (1, token),
            Later::Request => (2, 0),
            Later::Entry(address) => (3, address.into()),
            Later::Epoch(epoch) => (4, epoch.into()),
            Later::Enable(enabled) => (5, enabled.into()),
            Later::Free(node) => (6, node.into()),
            Later::Transmit => (7, 0),
            // A node's number has 16 bits.
            Later::CopyBegins { bytes, node } => (8, u64::from(node) << u32::BITS | u64::from(bytes)),
            Later::CopyEnds => (9, 0),
            Later::Completion => (10, 0),
        };
        value << KIND_BITS | kind
    }

    /// The action that this token stands for; none for an unknown token.
    pub fn of(token: u64) -> Option<Later> {
        let value = token >> KIND_BITS;
        Some(match token & ((1 << KIND_BITS) - 1) {
            0 => Later::Posted(value),
            1 => Later::Unexpected(value),
            2 => Later::Request,
            3 => Later::Entry(value as u32),
            4 => Later::Epoch(value as u32),
            5 => Later::Enable(value != 0),
            6 => Later::Free(value as NodeId),
            7 => Later::Transmit,
            8 => Later::CopyBegins { bytes: value as u32, node: (value >> u32::BITS) as NodeId },
            9 => Later::CopyEnds,
            10 => Later::Completion,
            _ => return None,
        })
    }

    /// Lets this happen at `when`, which must not have passed. Actions for the same time happen in
    /// the order of the calls.
    pub fn at(self, cx: &mut Cx<'_>, when: Time) {
        cx.after(when - cx.now, self.token());
    }

    /// Calls a part that has its own tokens, and turns the tokens of its timers into tokens of the
    /// interface.
    pub fn translated<R>(own: fn(u64) -> Later, cx: &mut Cx<'_>, call: impl FnOnce(&mut Cx<'_>) -> R) -> R {
        let before = cx.effects.timers.len();
        let result = call(cx);
        for (_, token) in &mut cx.effects.timers[before..] {
            *token = own(*token).token();
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_mean_what_they_were_made_of() {
        for later in [
            Later::Posted(2),
            Later::Unexpected(0),
            Later::Request,
            Later::Entry(u32::MAX),
            Later::Epoch(u32::MAX),
            Later::Enable(true),
            Later::Enable(false),
            Later::Free(0xffff),
            Later::Transmit,
            Later::CopyBegins { bytes: u32::MAX, node: 0xffff },
            Later::CopyEnds,
            Later::Completion,
        ] {
            assert_eq!(Later::of(later.token()), Some(later));
        }
        assert_eq!(Later::of(u64::MAX), None);
    }
}
