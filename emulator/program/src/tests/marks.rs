//! Tests of operands of marks in the forms that the compiler writes.

use super::*;

#[test]
fn operands() {
    let mut registers = Registers { x: std::array::from_fn(|i| 1000 + i as u64), pc: 0 };
    registers.x[0] = 0;
    let mut read = |addr: u64, into: &mut [u8]| {
        into.copy_from_slice(&0x8877_6655_4433_2211_u64.to_le_bytes()[..into.len()]);
        addr != 1010
    };
    for (text, expected) in [
        ("received a5", Some((MarkEvent::Received, [1015, 0, 0]))),
        ("taken s1 s0", Some((MarkEvent::Taken, [1009, 1008, 0]))),
        ("taken s11 t6", Some((MarkEvent::Taken, [1027, 1031, 0]))),
        ("withdrawn a0", Some((MarkEvent::Withdrawn, [1010, 0, 0]))),
        ("taken_back (a1)@0:15 8(a2)@0:16", Some((MarkEvent::TakenBack, [0x2211, 0x2211, 0]))),
        ("sending.short a2 t0 240", Some((MarkEvent::SendingShort, [1012, 1005, 240]))),
        ("sending.eager zero x31 -1", Some((MarkEvent::SendingEager, [0, 1031, u64::MAX]))),
        ("sending.rendezvous a0:a1 0:1 sp", Some((MarkEvent::SendingRendezvous, [1011 << 32 | 1010, 1 << 32, 1002]))),
        ("matched s0 8(s2)@32:16", Some((MarkEvent::Matched, [1008, 0x6655, 0]))),
        ("matched s0 (a0)@0:64", Some((MarkEvent::Matched, [1008, 0, 0]))),
        ("matched s0 -8(a1)", Some((MarkEvent::Matched, [1008, 0x8877_6655_4433_2211, 0]))),
        ("received", Some((MarkEvent::Received, [0, 0, 0]))),
        ("received ", Some((MarkEvent::Received, [0, 0, 0]))),
        ("", None),
        ("unknown a0", None),
        ("received q0", None),
        ("received a8", None),
        ("received é", None),
        ("received a0@64:1", None),
        ("received a0@0:65", None),
        ("received a0@0", None),
        ("received 8(a0", None),
        ("received %lo(x)(a0)", None),
        ("received a0:1", Some((MarkEvent::Received, [1 << 32 | 1010, 0, 0]))),
        ("received a0:", None),
    ] {
        let found = parse(text).map(|mark| (mark.event, mark.values(&registers, &mut read)));
        assert_eq!(found, expected, "{text}");
    }
}
