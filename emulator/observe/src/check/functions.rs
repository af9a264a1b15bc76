//! The MPI functions that are checked: what they do, their parameters, and the pointers whose
//! targets are read.

use rankine_program::mpi::MpiCalls;

/// What a call does, as far as it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Send,
    StartSend,
    PrepareSend,
    Receive,
    StartReceive,
    PrepareReceive,
    Exchange,
    StartExchange,
    Probe,
    MatchedProbe,
    ReceiveMatched,
    StartReceiveMatched,
    /// Starts persistent requests.
    Start,
    /// Complete requests: all, one of several, or some.
    CompleteAll,
    CompleteAny,
    CompleteSome,
    FreeRequest,
    Cancel,
    Collective,
    StartCollective,
    PrepareCollective,
    /// Makes a request about which nothing more is known.
    StartOther,
    PrepareOther,
    /// Makes a communicator, but not together with all ranks of another communicator.
    MakeCommunicator,
    Type,
    Group,
    /// Makes or frees an object.
    Make(Object),
    Free(Object),
    Finalize,
    /// GASNet: sends a request.
    Request,
    /// Begins a transfer and returns its handle.
    StartTransfer,
    /// Begins a transfer with an implicit handle.
    StartImplicit,
    BeginRegion,
    /// Synchronize the transfer of one handle, the transfers of several handles, or transfers with
    /// implicit handles.
    Sync,
    SyncAll,
    SyncImplicit,
    GasnetExit,
}

impl Class {
    pub fn is_gasnet(self) -> bool {
        use Class::*;
        matches!(
            self,
            Request | StartTransfer | StartImplicit | BeginRegion | Sync | SyncAll | SyncImplicit | GasnetExit
        )
    }
}

/// The kinds of objects that programs make and free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Object {
    Communicator,
    Group,
    Datatype,
    Window,
    Operation,
    Info,
    File,
}

/// The type of the elements that a pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// As wide as an address, unsigned.
    Handle,
    /// `MPI_Aint`.
    Address,
    /// `int`, or `MPI_Count` in functions of large counts.
    Int,
}

/// The number of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    Fixed(usize),
    /// The value of the parameter with this index, times a factor.
    Parameter(usize, usize),
    /// The number of ranks of the run: no communicator of one group has more.
    Ranks,
}

/// The elements that a parameter points to, and whether they are read when the call is left or when
/// it is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pointee {
    pub element: Element,
    pub length: Length,
    pub at_leave: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Parameter {
    pub name: &'static str,
    pub pointee: Option<Pointee>,
}

/// One function of a program.
#[derive(Debug)]
pub(super) struct Function {
    /// The name without the `P` of `PMPI_` and without the `_c` of large counts.
    pub name: String,
    pub class: Class,
    pub parameters: Vec<Parameter>,
    pub is_large: bool,
}

/// The checked functions of one program, by their numbers in its [`MpiCalls`].
#[derive(Debug)]
pub struct CheckFunctions {
    pub(super) functions: Vec<Option<Function>>,
    pub(super) word_bytes: u64,
    pub(super) ranks: u32,
    /// The address of a 32-bit variable, if the program has it. It counts the locks and
    /// no-interrupt sections of GASNet that a rank holds.
    pub(super) held: Option<u64>,
}

/// The name of that variable (`libmpi-c/include/gasnet_locks.h`).
pub const HELD: &str = "gasnet_held";

impl CheckFunctions {
    /// The functions of a program in a run with this number of ranks. `held` is the address of the
    /// variable [`HELD`].
    pub fn new(calls: &MpiCalls, ranks: u32, held: Option<u64>) -> CheckFunctions {
        let word_bytes = calls.word_bytes();
        let functions = calls.functions().map(|function| Function::named(&function.name, word_bytes)).collect();
        CheckFunctions { functions, word_bytes, ranks, held }
    }
}

impl Function {
    fn named(name: &str, word_bytes: u64) -> Option<Function> {
        let name = name.strip_prefix('P').unwrap_or(name);
        let stem = name.strip_suffix("_c").unwrap_or(name);
        let is_large = stem.len() != name.len();
        let (class, parameters) = row(stem)?;
        // On RV32, a 64-bit argument takes two registers. Calls with such arguments are not
        // checked.
        let has_count64 = is_large || matches!(stem, "MPI_Psend_init" | "MPI_Precv_init");
        if has_count64 && word_bytes < 8 {
            return None;
        }
        Some(Function { name: stem.to_owned(), class, parameters: parse(&parameters), is_large })
    }

    pub fn position(&self, parameter: &str) -> Option<usize> {
        self.parameters.iter().position(|known| known.name == parameter)
    }
}

/// Class and parameters of a function. Nonblocking and persistent forms of collectives are derived
/// from the blocking ones.
fn row(name: &str) -> Option<(Class, Vec<&'static str>)> {
    let find = |name: &str| ROWS.iter().find(|row| row.0 == name).map(|row| (row.1, words(row.2)));
    find(name).or_else(|| {
        let (blocking, class, behind): (String, Class, &[&'static str]) = match name.strip_suffix("_init") {
            Some(stem) => (stem.to_owned(), Class::PrepareCollective, &["info", ">request:h"]),
            None => {
                let mut stem = name.strip_prefix("MPI_I")?.chars();
                let first = stem.next()?.to_ascii_uppercase();
                (format!("MPI_{first}{}", stem.as_str()), Class::StartCollective, &[">request:h"])
            }
        };
        let (_, mut parameters) = find(&blocking).filter(|row| row.0 == Class::Collective)?;
        parameters.extend(behind);
        Some((class, parameters))
    })
}

fn words(parameters: &'static str) -> Vec<&'static str> {
    parameters.split(' ').filter(|word| !word.is_empty()).collect()
}

/// Parses parameters. Each word is a name. A pointer is written `<name:element*length` if its
/// target is read when the call is entered, or `>name:element*length` if it is read when the call
/// is left.
fn parse(words: &[&'static str]) -> Vec<Parameter> {
    let name_of = |word: &'static str| word.trim_start_matches(['<', '>']).split(':').next().unwrap_or_default();
    let pointee = |word: &str| {
        let (_, what) = word.split_once(':')?;
        let (element, length) = what.split_once('*').unwrap_or((what, "1"));
        let element = match element {
            "h" => Element::Handle,
            "a" => Element::Address,
            _ => Element::Int,
        };
        let (times, of) = length.strip_prefix('3').map_or((1, length), |of| (3, of));
        let length = match words.iter().position(|other| name_of(other) == of) {
            Some(position) => Length::Parameter(position, times),
            None if of == "ranks" => Length::Ranks,
            None => Length::Fixed(of.parse().unwrap_or(1)),
        };
        Some(Pointee { element, length, at_leave: word.starts_with('>') })
    };
    words.iter().map(|word| Parameter { name: name_of(word), pointee: pointee(word) }).collect()
}

const ONE: &str = "buf count datatype dest tag comm";
const ONE_REQUEST: &str = "buf count datatype dest tag comm >request:h";
const IN: &str = "buf count datatype source tag comm";
const IN_REQUEST: &str = "buf count datatype source tag comm >request:h";
const SENDRECV: &str = "sendbuf sendcount sendtype dest sendtag recvbuf recvcount recvtype source recvtag comm status";
const ISENDRECV: &str =
    "sendbuf sendcount sendtype dest sendtag recvbuf recvcount recvtype source recvtag comm >request:h";
const REPLACE: &str = "buf count datatype dest sendtag source recvtag comm status";
const IREPLACE: &str = "buf count datatype dest sendtag source recvtag comm >request:h";
const SOME: &str = "incount <requests:h*incount >done:i >indices:i*incount statuses";
const TO_ROOT: &str = "sendbuf sendcount sendtype recvbuf recvcount recvtype root comm";
const TO_ALL: &str = "sendbuf sendcount sendtype recvbuf recvcount recvtype comm";
const ALL_GATHER_V: &str = "sendbuf sendcount sendtype recvbuf <recvcounts:i*ranks displs recvtype comm";
const ALL_TO_ALL_V: &str =
    "sendbuf <sendcounts:i*ranks sdispls sendtype recvbuf <recvcounts:i*ranks rdispls recvtype comm";
const ALL_TO_ALL_W: &str = "sendbuf <sendcounts:i*ranks sdispls <sendtypes:h*ranks \
    recvbuf <recvcounts:i*ranks rdispls <recvtypes:h*ranks comm";
const REDUCTION: &str = "sendbuf recvbuf count datatype op comm";
const HINDEXED: &str = "count <blocklengths:i*count <displacements:a*count oldtype >new:h";
const STRUCT: &str = "count <blocklengths:i*count <displacements:a*count <types:h*count >new:h";
const HVECTOR: &str = "count blocklength stride oldtype >new:h";
const TWO_GROUPS: &str = "group1 group2 >new:h";
const RMA: &str = "buf count datatype target_rank disp target_count target_type win >request:h";

const GASNET_LONG: &str = "node handler payload nbytes to arguments values";
const GASNET_PUT: &str = "node to from nbytes";

/// Rows of name, class and parameters.
const ROWS: &[(&str, Class, &str)] = &[
    ("gasnet_request_short", Class::Request, "node handler arguments values"),
    ("gasnet_request_medium", Class::Request, "node handler payload nbytes arguments values"),
    ("gasnet_request_long", Class::Request, GASNET_LONG),
    ("gasnet_request_long_async", Class::Request, GASNET_LONG),
    ("gasnet_put_nb", Class::StartTransfer, GASNET_PUT),
    ("gasnet_put_nb_bulk", Class::StartTransfer, GASNET_PUT),
    ("gasnet_put_nb_val", Class::StartTransfer, GASNET_PUT),
    ("gasnet_memset_nb", Class::StartTransfer, GASNET_PUT),
    ("gasnet_get_nb", Class::StartTransfer, "to node from nbytes"),
    ("gasnet_get_nb_val", Class::StartTransfer, "node from nbytes"),
    ("gasnet_end_nbi_accessregion", Class::StartTransfer, ""),
    ("gasnet_put_nbi", Class::StartImplicit, GASNET_PUT),
    ("gasnet_put_nbi_bulk", Class::StartImplicit, GASNET_PUT),
    ("gasnet_put_nbi_val", Class::StartImplicit, GASNET_PUT),
    ("gasnet_memset_nbi", Class::StartImplicit, GASNET_PUT),
    ("gasnet_get_nbi", Class::StartImplicit, "to node from nbytes"),
    ("gasnet_begin_nbi_accessregion", Class::BeginRegion, ""),
    ("gasnet_wait_syncnb", Class::Sync, "handle"),
    ("gasnet_wait_syncnb_valget", Class::Sync, "handle"),
    ("gasnet_try_syncnb", Class::Sync, "handle"),
    ("gasnet_wait_syncnb_all", Class::SyncAll, "<handles:h*count count"),
    ("gasnet_wait_syncnb_some", Class::SyncAll, "<handles:h*count count"),
    ("gasnet_try_syncnb_all", Class::SyncAll, "<handles:h*count count"),
    ("gasnet_try_syncnb_some", Class::SyncAll, "<handles:h*count count"),
    ("gasnet_wait_syncnbi_gets", Class::SyncImplicit, ""),
    ("gasnet_wait_syncnbi_puts", Class::SyncImplicit, ""),
    ("gasnet_wait_syncnbi_all", Class::SyncImplicit, ""),
    ("gasnet_try_syncnbi_gets", Class::SyncImplicit, ""),
    ("gasnet_try_syncnbi_puts", Class::SyncImplicit, ""),
    ("gasnet_try_syncnbi_all", Class::SyncImplicit, ""),
    ("gasnet_exit", Class::GasnetExit, "code"),
    ("MPI_Send", Class::Send, ONE),
    ("MPI_Bsend", Class::Send, ONE),
    ("MPI_Ssend", Class::Send, ONE),
    ("MPI_Rsend", Class::Send, ONE),
    ("MPI_Isend", Class::StartSend, ONE_REQUEST),
    ("MPI_Ibsend", Class::StartSend, ONE_REQUEST),
    ("MPI_Issend", Class::StartSend, ONE_REQUEST),
    ("MPI_Irsend", Class::StartSend, ONE_REQUEST),
    ("MPI_Send_init", Class::PrepareSend, ONE_REQUEST),
    ("MPI_Bsend_init", Class::PrepareSend, ONE_REQUEST),
    ("MPI_Ssend_init", Class::PrepareSend, ONE_REQUEST),
    ("MPI_Rsend_init", Class::PrepareSend, ONE_REQUEST),
    ("MPI_Recv", Class::Receive, IN),
    ("MPI_Irecv", Class::StartReceive, IN_REQUEST),
    ("MPI_Recv_init", Class::PrepareReceive, IN_REQUEST),
    ("MPI_Sendrecv", Class::Exchange, SENDRECV),
    ("MPI_Sendrecv_replace", Class::Exchange, REPLACE),
    ("MPI_Isendrecv", Class::StartExchange, ISENDRECV),
    ("MPI_Isendrecv_replace", Class::StartExchange, IREPLACE),
    ("MPI_Probe", Class::Probe, "source tag comm status"),
    ("MPI_Iprobe", Class::Probe, "source tag comm >flag:i status"),
    ("MPI_Mprobe", Class::MatchedProbe, "source tag comm >message:h status"),
    ("MPI_Improbe", Class::MatchedProbe, "source tag comm >flag:i >message:h status"),
    ("MPI_Mrecv", Class::ReceiveMatched, "buf count datatype <message:h status"),
    ("MPI_Imrecv", Class::StartReceiveMatched, "buf count datatype <message:h >request:h"),
    ("MPI_Start", Class::Start, "<requests:h"),
    ("MPI_Startall", Class::Start, "count <requests:h*count"),
    ("MPI_Wait", Class::CompleteAll, "<requests:h status"),
    ("MPI_Waitall", Class::CompleteAll, "count <requests:h*count statuses"),
    ("MPI_Waitany", Class::CompleteAny, "count <requests:h*count >index:i status"),
    ("MPI_Waitsome", Class::CompleteSome, SOME),
    ("MPI_Test", Class::CompleteAll, "<requests:h >flag:i status"),
    ("MPI_Testall", Class::CompleteAll, "count <requests:h*count >flag:i statuses"),
    ("MPI_Testany", Class::CompleteAny, "count <requests:h*count >index:i >flag:i status"),
    ("MPI_Testsome", Class::CompleteSome, SOME),
    ("MPI_Request_free", Class::FreeRequest, "<requests:h"),
    ("MPI_Cancel", Class::Cancel, "<requests:h"),
    ("MPI_Grequest_start", Class::StartOther, "query free cancel state >request:h"),
    ("MPI_Psend_init", Class::PrepareOther, "buf partitions count datatype dest tag comm info >request:h"),
    ("MPI_Precv_init", Class::PrepareOther, "buf partitions count datatype source tag comm info >request:h"),
    ("MPI_Rput", Class::StartOther, RMA),
    ("MPI_Rget", Class::StartOther, RMA),
    (
        "MPI_Raccumulate",
        Class::StartOther,
        "buf count datatype target_rank disp target_count target_type op win >request:h",
    ),
    (
        "MPI_Rget_accumulate",
        Class::StartOther,
        "buf count datatype result rcount rtype target_rank disp target_count target_type op win >request:h",
    ),
    ("MPI_Barrier", Class::Collective, "comm"),
    ("MPI_Bcast", Class::Collective, "buffer count datatype root comm"),
    ("MPI_Gather", Class::Collective, TO_ROOT),
    (
        "MPI_Gatherv",
        Class::Collective,
        "sendbuf sendcount sendtype recvbuf <recvcounts:i*ranks displs recvtype root comm",
    ),
    ("MPI_Scatter", Class::Collective, TO_ROOT),
    (
        "MPI_Scatterv",
        Class::Collective,
        "sendbuf <sendcounts:i*ranks displs sendtype recvbuf recvcount recvtype root comm",
    ),
    ("MPI_Allgather", Class::Collective, TO_ALL),
    ("MPI_Allgatherv", Class::Collective, ALL_GATHER_V),
    ("MPI_Alltoall", Class::Collective, TO_ALL),
    ("MPI_Alltoallv", Class::Collective, ALL_TO_ALL_V),
    ("MPI_Alltoallw", Class::Collective, ALL_TO_ALL_W),
    ("MPI_Reduce", Class::Collective, "sendbuf recvbuf count datatype op root comm"),
    ("MPI_Allreduce", Class::Collective, REDUCTION),
    ("MPI_Scan", Class::Collective, REDUCTION),
    ("MPI_Exscan", Class::Collective, REDUCTION),
    ("MPI_Reduce_scatter", Class::Collective, "sendbuf recvbuf <recvcounts:i*ranks datatype op comm"),
    ("MPI_Reduce_scatter_block", Class::Collective, "sendbuf recvbuf count datatype op comm"),
    ("MPI_Neighbor_allgather", Class::Collective, TO_ALL),
    ("MPI_Neighbor_allgatherv", Class::Collective, "a b c d e f g comm"),
    ("MPI_Neighbor_alltoall", Class::Collective, TO_ALL),
    ("MPI_Neighbor_alltoallv", Class::Collective, "a b c d e f g h comm"),
    ("MPI_Neighbor_alltoallw", Class::Collective, "a b c d e f g h comm"),
    ("MPI_Comm_dup", Class::Collective, "comm >new:h"),
    ("MPI_Comm_dup_with_info", Class::Collective, "comm info >new:h"),
    ("MPI_Comm_idup", Class::StartCollective, "comm >new:h >request:h"),
    ("MPI_Comm_idup_with_info", Class::StartCollective, "comm info >new:h >request:h"),
    ("MPI_Comm_create", Class::Collective, "comm group >new:h"),
    ("MPI_Comm_split", Class::Collective, "comm color key >new:h"),
    ("MPI_Comm_split_type", Class::Collective, "comm color key info >new:h"),
    ("MPI_Comm_create_group", Class::MakeCommunicator, "comm group tag >new:h"),
    ("MPI_Comm_create_from_group", Class::MakeCommunicator, "group stringtag info errhandler >new:h"),
    ("MPI_Intercomm_create", Class::Collective, "comm local_leader peer_comm remote_leader tag >new:h"),
    ("MPI_Intercomm_merge", Class::Collective, "comm high >new:h"),
    ("MPI_Cart_create", Class::Collective, "comm ndims <dims:i*ndims periods reorder >new:h"),
    ("MPI_Cart_sub", Class::Collective, "comm <remain:i*8 >new:h"),
    ("MPI_Graph_create", Class::Collective, "comm nnodes index edges reorder >new:h"),
    ("MPI_Dist_graph_create", Class::Collective, "comm n sources degrees destinations weights info reorder >new:h"),
    (
        "MPI_Dist_graph_create_adjacent",
        Class::Collective,
        "comm indegree sources sourceweights outdegree destinations destweights info reorder >new:h",
    ),
    ("MPI_Comm_free", Class::Collective, "<comm:h"),
    ("MPI_Comm_disconnect", Class::Collective, "<comm:h"),
    ("MPI_Win_create", Class::Collective, "base size disp_unit info comm >window:h"),
    ("MPI_Win_allocate", Class::Collective, "size disp_unit info comm base >window:h"),
    ("MPI_Win_allocate_shared", Class::Collective, "size disp_unit info comm base >window:h"),
    ("MPI_Win_create_dynamic", Class::Collective, "info comm >window:h"),
    ("MPI_File_open", Class::Collective, "comm filename amode info >file:h"),
    ("MPI_Win_free", Class::Free(Object::Window), "<old:h"),
    ("MPI_File_close", Class::Free(Object::File), "<old:h"),
    ("MPI_Type_contiguous", Class::Type, "count oldtype >new:h"),
    ("MPI_Type_vector", Class::Type, HVECTOR),
    ("MPI_Type_create_hvector", Class::Type, HVECTOR),
    ("MPI_Type_hvector", Class::Type, HVECTOR),
    ("MPI_Type_indexed", Class::Type, "count <blocklengths:i*count <displacements:i*count oldtype >new:h"),
    ("MPI_Type_create_hindexed", Class::Type, HINDEXED),
    ("MPI_Type_hindexed", Class::Type, HINDEXED),
    ("MPI_Type_create_indexed_block", Class::Type, "count blocklength <displacements:i*count oldtype >new:h"),
    ("MPI_Type_create_hindexed_block", Class::Type, "count blocklength <displacements:a*count oldtype >new:h"),
    ("MPI_Type_create_struct", Class::Type, STRUCT),
    ("MPI_Type_struct", Class::Type, STRUCT),
    (
        "MPI_Type_create_subarray",
        Class::Type,
        "ndims <sizes:i*ndims <subsizes:i*ndims <starts:i*ndims order oldtype >new:h",
    ),
    ("MPI_Type_create_darray", Class::Type, "size rank ndims gsizes distribs dargs psizes order oldtype >new:h"),
    ("MPI_Type_create_resized", Class::Type, "oldtype lb extent >new:h"),
    ("MPI_Type_dup", Class::Type, "oldtype >new:h"),
    ("MPI_Type_free", Class::Free(Object::Datatype), "<old:h"),
    ("MPI_Comm_group", Class::Group, "comm >new:h"),
    ("MPI_Comm_remote_group", Class::Group, "comm >new:h"),
    ("MPI_Win_get_group", Class::Group, "win >new:h"),
    ("MPI_File_get_group", Class::Group, "file >new:h"),
    ("MPI_Group_from_session_pset", Class::Group, "session name >new:h"),
    ("MPI_Group_incl", Class::Group, "group n <ranks:i*n >new:h"),
    ("MPI_Group_excl", Class::Group, "group n <ranks:i*n >new:h"),
    ("MPI_Group_range_incl", Class::Group, "group n <ranges:i*3n >new:h"),
    ("MPI_Group_range_excl", Class::Group, "group n <ranges:i*3n >new:h"),
    ("MPI_Group_union", Class::Group, TWO_GROUPS),
    ("MPI_Group_intersection", Class::Group, TWO_GROUPS),
    ("MPI_Group_difference", Class::Group, TWO_GROUPS),
    ("MPI_Group_free", Class::Free(Object::Group), "<old:h"),
    ("MPI_Op_create", Class::Make(Object::Operation), "function commute >new:h"),
    ("MPI_Op_free", Class::Free(Object::Operation), "<old:h"),
    ("MPI_Info_create", Class::Make(Object::Info), ">new:h"),
    ("MPI_Info_create_env", Class::Make(Object::Info), "argc argv >new:h"),
    ("MPI_Info_dup", Class::Make(Object::Info), "info >new:h"),
    ("MPI_Comm_get_info", Class::Make(Object::Info), "comm >new:h"),
    ("MPI_Win_get_info", Class::Make(Object::Info), "win >new:h"),
    ("MPI_File_get_info", Class::Make(Object::Info), "file >new:h"),
    ("MPI_Info_free", Class::Free(Object::Info), "<old:h"),
    ("MPI_Finalize", Class::Finalize, ""),
];
