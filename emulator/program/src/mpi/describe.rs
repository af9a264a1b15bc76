//! The meaning of an MPI call's arguments, as text and as values.

use super::calls::{Arguments, FunctionId, MpiCalls, MpiFunction};
use super::constants::{
    ANY_SOURCE, ANY_TAG, IN_PLACE, PROC_NULL, ROOT, communicator, datatype, datatype_bytes, operation,
};
use super::signatures::{Kind, Role};
use std::borrow::Cow;

/// One message of a call, as far as it follows from the arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Transfer {
    /// Rank in the call's communicator, [`ANY_SOURCE`] or [`PROC_NULL`]; none for a matched receive.
    pub peer: Option<i32>,
    pub tag: Option<i32>,
    /// Size of the buffer, if its type is predefined.
    pub bytes: Option<u64>,
}

/// Direction and kind of the data transfer of a GASNet call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// In an active message.
    Message,
    Put,
    Get,
}

/// The data that a GASNet call exchanges with another node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Remote {
    pub node: u32,
    pub bytes: u64,
    pub direction: Direction,
}

/// A call, as far as it follows from the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call<'a> {
    pub function: &'a str,
    pub kind: Kind,
    /// The message sent, for a call of kind `Send` or `SendReceive`.
    pub send: Option<Transfer>,
    /// The message received, for a call of kind `Receive`, `SendReceive` or `Probe`.
    pub receive: Option<Transfer>,
    pub root: Option<i32>,
    /// Handle of the communicator.
    pub communicator: Option<u64>,
    /// Bytes of this rank's first buffer in a collective, if its type is predefined.
    pub collective_bytes: Option<u64>,
    /// For a GASNet call that names a node.
    pub remote: Option<Remote>,
}

/// Reads arguments by parameter name. An argument of C type `int` is the low 32 bits of its
/// register.
struct Reader<'a> {
    function: &'a MpiFunction,
    arguments: &'a Arguments,
    word_bytes: u64,
}

impl Reader<'_> {
    fn word(&self, parameter: &str) -> Option<u64> {
        let index = self.function.parameters.iter().position(|(name, _)| *name == parameter)?;
        self.arguments.get(index).copied()
    }

    fn int(&self, parameter: &str) -> Option<i32> {
        self.word(parameter).map(|word| word as i32)
    }

    /// The size of a buffer.
    fn bytes(&self, count: &str, datatype: &str) -> Option<u64> {
        let count = u64::try_from(signed_count(self.function, self.word(count)?)).ok()?;
        datatype_bytes(self.word(datatype)?, self.word_bytes)?.checked_mul(count)
    }

    /// The data that a GASNet call exchanges with the node that it names.
    fn remote(&self) -> Option<Remote> {
        let node = self.int("node")? as u32;
        let direction = match self.function.kind {
            Kind::OneSided if self.function.name.starts_with("gasnet_get") => Direction::Get,
            Kind::OneSided => Direction::Put,
            _ => Direction::Message,
        };
        Some(Remote { node, bytes: self.word("nbytes").unwrap_or(0), direction })
    }

    /// The transfer described by parameters of these names. Of several names the first existing one
    /// is used.
    fn transfer(&self, peer: &str, tags: [&str; 2], buffers: [(&str, &str); 2]) -> Transfer {
        Transfer {
            peer: self.int(peer),
            tag: tags.iter().find_map(|name| self.int(name)),
            bytes: buffers.iter().find_map(|(count, datatype)| self.bytes(count, datatype)),
        }
    }
}

impl MpiCalls {
    /// The call as values.
    pub fn call(&self, id: FunctionId, arguments: &Arguments) -> Call<'_> {
        let function = self.function(id);
        let reader = Reader { function, arguments, word_bytes: self.word_bytes() };
        let kind = function.kind;
        let sent = [("sendcount", "sendtype"), ("count", "datatype")];
        let received = [("recvcount", "recvtype"), ("count", "datatype")];
        Call {
            function: &function.name,
            kind,
            send: matches!(kind, Kind::Send | Kind::SendReceive)
                .then(|| reader.transfer("dest", ["sendtag", "tag"], sent)),
            receive: matches!(kind, Kind::Receive | Kind::SendReceive | Kind::Probe)
                .then(|| reader.transfer("source", ["recvtag", "tag"], received)),
            root: reader.int("root"),
            communicator: reader.word("comm"),
            collective_bytes: (kind == Kind::Collective)
                .then(|| sent.iter().chain(&received).find_map(|(count, datatype)| reader.bytes(count, datatype)))
                .flatten(),
            remote: reader.remote(),
        }
    }

    /// The call as text: `MPI_Recv(count 1, MPI_INT, source 3, tag ANY, MPI_COMM_WORLD)`.
    pub fn describe(&self, id: FunctionId, arguments: &Arguments) -> String {
        let function = self.function(id);
        let shown: Vec<String> = function
            .parameters
            .iter()
            .zip(arguments)
            .filter_map(|(&(name, role), &value)| match role {
                Role::Count => Some(format!("{name} {}", signed_count(function, value))),
                _ => argument(name, role, value),
            })
            .collect();
        format!("{}({})", function.name, shown.join(", "))
    }
}

/// A count in the type of its function: `int`, or 64 bits in large-count (`_c`) functions.
fn signed_count(function: &MpiFunction, value: u64) -> i64 {
    if function.name.ends_with("_c") { value as i64 } else { i64::from(value as i32) }
}

/// The text of one argument; none if it is not shown. [`MpiCalls::describe`] shows counts.
fn argument(name: &str, role: Role, value: u64) -> Option<String> {
    let int = value as i32;
    Some(match role {
        Role::Silent | Role::Count => return None,
        Role::Buffer if value == IN_PLACE => format!("{name} MPI_IN_PLACE"),
        Role::Buffer => return None,
        Role::Number => format!("{name} {int}"),
        Role::Datatype => handle("datatype", datatype(value), value),
        Role::Communicator => handle("communicator", communicator(value), value),
        Role::Operation => handle("operation", operation(value), value),
        Role::Rank => {
            format!("{name} {}", special(int, &[(ANY_SOURCE, "ANY"), (PROC_NULL, "PROC_NULL"), (ROOT, "ROOT")]))
        }
        Role::Tag => format!("{name} {}", special(int, &[(ANY_TAG, "ANY")])),
    })
}

/// The name of a predefined handle, or the kind of handle and its value.
fn handle(what: &str, name: Option<&str>, value: u64) -> String {
    name.map_or_else(|| format!("{what} {value:#x}"), str::to_owned)
}

fn special(value: i32, names: &[(i32, &'static str)]) -> Cow<'static, str> {
    match names.iter().find(|(special, _)| *special == value) {
        Some((_, name)) => Cow::Borrowed(name),
        None => Cow::Owned(value.to_string()),
    }
}

#[cfg(test)]
#[path = "../tests/describe.rs"]
mod tests;
