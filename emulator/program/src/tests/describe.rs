//! Tests of the arguments of MPI calls, as text and as values.

use super::*;
use crate::testing::{Source, compile};
use crate::{Registers, Symbols};

const NAMES: &[&str] = &[
    "MPI_Recv",
    "MPI_Send",
    "MPI_Isend_c",
    "MPI_Sendrecv",
    "MPI_Waitall",
    "MPI_Ibcast",
    "MPI_Allreduce",
    "MPI_Barrier",
    "MPI_Gatherv",
    "MPI_Init",
    "MPI_Wait",
    "MPI_Probe",
];

fn calls() -> MpiCalls {
    let functions: String = NAMES.iter().map(|name| format!("void {name}(void) {{}}\n")).collect();
    let program = compile("describe", &[Source::C(&(functions + "int main(void) { return 0; }"))], &[]);
    MpiCalls::new(&Symbols::load(&program), true)
}

fn id(calls: &MpiCalls, name: &str) -> FunctionId {
    let address = calls.addresses().find(|&at| calls.function(calls.at(at).unwrap()).name == name);
    calls.at(address.expect(name)).unwrap()
}

const ANY: u64 = -1i64 as u64;
const ANY_T: u64 = -2i64 as u64;
const NULL: u64 = -3i64 as u64;

#[test]
fn descriptions() {
    let calls = calls();
    for (name, registers, stack, expected) in [
        (
            "MPI_Recv",
            [0x9000, 1, 0x209, 3, ANY_T, 0x101, 0, 7],
            [0; 4],
            "MPI_Recv(count 1, MPI_INT, source 3, tag ANY, MPI_COMM_WORLD)",
        ),
        // The upper half of a register with an int is its sign extension, but it must have no
        // effect.
        (
            "MPI_Recv",
            [0x9000, 0xffff_ffff_0000_0001, 0x214, 0xffff_ffff, 5, 0x102, 0, 7],
            [0; 4],
            "MPI_Recv(count 1, MPI_DOUBLE, source ANY, tag 5, MPI_COMM_SELF)",
        ),
        (
            "MPI_Send",
            [0x9000, 4, 0x1080_2000, NULL, 0, 0x1080_3000, 0, 0],
            [0; 4],
            "MPI_Send(count 4, datatype 0x10802000, dest PROC_NULL, tag 0, communicator 0x10803000)",
        ),
        (
            "MPI_Isend_c",
            [0x9000, 1 << 33, 0x247, 1, 0, 0x101, 0, 0],
            [0; 4],
            "MPI_Isend_c(count 8589934592, MPI_BYTE, dest 1, tag 0, MPI_COMM_WORLD)",
        ),
        (
            "MPI_Sendrecv",
            [1, 2, 0x209, 1, 10, 0, 3, 0x214],
            [ANY, 11, 0x101, 0],
            "MPI_Sendrecv(sendbuf MPI_IN_PLACE, sendcount 2, MPI_INT, dest 1, sendtag 10, recvcount 3, MPI_DOUBLE, source ANY, recvtag 11, MPI_COMM_WORLD)",
        ),
        ("MPI_Waitall", [6, 0x9000, 0, 0, 0, 0, 0, 0], [0; 4], "MPI_Waitall(count 6)"),
        ("MPI_Wait", [0x9000, 0, 0, 0, 0, 0, 0, 0], [0; 4], "MPI_Wait()"),
        (
            "MPI_Ibcast",
            [0, 8, 0x210, 2, 0x101, 0, 0, 0],
            [0; 4],
            "MPI_Ibcast(count 8, MPI_FLOAT, root 2, MPI_COMM_WORLD)",
        ),
        (
            "MPI_Allreduce",
            [1, 0, 1, 0x20a, 0x23, 0x101, 0, 0],
            [0; 4],
            "MPI_Allreduce(sendbuf MPI_IN_PLACE, count 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD)",
        ),
        ("MPI_Barrier", [0x101, 0, 0, 0, 0, 0, 0, 0], [0; 4], "MPI_Barrier(MPI_COMM_WORLD)"),
        (
            "MPI_Gatherv",
            [0, 3, 0x209, 0, 0, 0, 0x209, 1],
            [0x101, 0, 0, 0],
            "MPI_Gatherv(sendcount 3, MPI_INT, MPI_INT, root 1, MPI_COMM_WORLD)",
        ),
        ("MPI_Init", [0, 0, 0, 0, 0, 0, 0, 0], [0; 4], "MPI_Init()"),
    ] {
        let mut at_entry = Registers { x: [0; 32], pc: 0 };
        at_entry.x[10..18].copy_from_slice(&registers);
        at_entry.x[2] = 0x8000;
        let mut read = |addr: u64, into: &mut [u8]| {
            let word = stack.get((addr as usize - 0x8000) / 8).copied().map(u64::to_le_bytes);
            word.map(|word| into.copy_from_slice(&word)).is_some()
        };
        let function = id(&calls, name);
        let arguments = calls.arguments(function, &at_entry, &mut read);
        assert_eq!(calls.describe(function, &arguments), expected);
    }
}

#[test]
fn structure() {
    let calls = calls();
    let transfer = |peer, tag, bytes| Some(Transfer { peer: Some(peer), tag: Some(tag), bytes });
    for (name, arguments, send, receive, root, bytes) in [
        ("MPI_Send", [0, 4, 0x214, 1, 7, 0x101, 0, 0, 0, 0, 0, 0], transfer(1, 7, Some(32)), None, None, None),
        (
            "MPI_Recv",
            [0, 4, 0x1234, ANY, ANY_T, 0x101, 0, 0, 0, 0, 0, 0],
            None,
            transfer(ANY_SOURCE, ANY_TAG, None),
            None,
            None,
        ),
        (
            "MPI_Sendrecv",
            [0, 1, 0x209, 2, 3, 0, 4, 0x209, 5, 6, 0x101, 0],
            transfer(2, 3, Some(4)),
            transfer(5, 6, Some(16)),
            None,
            None,
        ),
        ("MPI_Probe", [2, 3, 0x101, 0, 0, 0, 0, 0, 0, 0, 0, 0], None, transfer(2, 3, None), None, None),
        ("MPI_Ibcast", [0, 8, 0x210, 2, 0x101, 0, 0, 0, 0, 0, 0, 0], None, None, Some(2), Some(32)),
        // A negative count is an error, and gives no size.
        ("MPI_Send", [0, ANY, 0x214, 1, 7, 0x101, 0, 0, 0, 0, 0, 0], transfer(1, 7, None), None, None, None),
    ] {
        let call = calls.call(id(&calls, name), &arguments);
        assert_eq!((call.send, call.receive, call.root, call.collective_bytes), (send, receive, root, bytes), "{name}");
        assert_eq!(call.communicator, Some(0x101));
    }
}
