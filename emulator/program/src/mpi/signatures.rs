//! The functions of MPI and GASNet whose arguments are shown, with the names of their parameters in
//! order (MPI 4.1, annex A.3).

/// The effect of a call on messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Sends or starts to send one message.
    Send,
    /// Receives or starts to receive one message.
    Receive,
    /// Sends one and receives another.
    SendReceive,
    /// Looks for a message.
    Probe,
    /// Involves all ranks of a communicator.
    Collective,
    /// Completes or tests requests.
    Wait,
    /// Prepares, starts or drops requests.
    Request,
    /// One-sided communication.
    OneSided,
    Other,
}

/// The role of a parameter, known from its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Not shown: a status, a result, an array.
    Silent,
    Buffer,
    /// A number, shown after its parameter's name.
    Number,
    Count,
    Datatype,
    /// A rank, with its special values.
    Rank,
    Tag,
    Communicator,
    Operation,
}

pub(super) fn role(parameter: &str) -> Role {
    match parameter {
        "buf" | "sendbuf" | "recvbuf" | "buffer" => Role::Buffer,
        "count" | "sendcount" | "recvcount" | "incount" | "outcount" => Role::Count,
        "datatype" | "sendtype" | "recvtype" => Role::Datatype,
        "dest" | "source" | "root" | "target_rank" | "local_leader" | "remote_leader" => Role::Rank,
        "tag" | "sendtag" | "recvtag" => Role::Tag,
        "comm" | "local_comm" | "peer_comm" | "intercomm" => Role::Communicator,
        "op" => Role::Operation,
        "color" | "key" | "errorcode" | "node" | "handler" | "nbytes" | "arguments" | "id" | "maxprocs" => Role::Number,
        _ => Role::Silent,
    }
}

const ONE: &str = "buf count datatype dest tag comm";
const ONE_REQUEST: &str = "buf count datatype dest tag comm request";
const RECEIVE: &str = "buf count datatype source tag comm status";
const RECEIVE_REQUEST: &str = "buf count datatype source tag comm request";
const REDUCE: &str = "sendbuf recvbuf count datatype op root comm request";
const ALL_REDUCE: &str = "sendbuf recvbuf count datatype op comm request";
const TO_ROOT: &str = "sendbuf sendcount sendtype recvbuf recvcount recvtype root comm request";
const TO_ALL: &str = "sendbuf sendcount sendtype recvbuf recvcount recvtype comm request";
const ALL_TO_ALL_V: &str = "sendbuf sendcounts sdispls sendtype recvbuf recvcounts rdispls recvtype comm request";
const ALL_TO_ALL_W: &str = "sendbuf sendcounts sdispls sendtypes recvbuf recvcounts rdispls recvtypes comm request";
const ALL_GATHER_V: &str = "sendbuf sendcount sendtype recvbuf recvcounts displs recvtype comm request";
/// GASNet's functions (specification 1.8.1 §3). The source of a put may be a value.
const GASNET_PUT: &str = "node to from nbytes";
const GASNET_GET: &str = "to node from nbytes";
const GASNET_GET_VALUE: &str = "node from nbytes";
const RMA: &str = "buf count datatype target_rank disp target_count target_type win request";

/// (name, kind, parameters). Non-blocking and persistent collectives have no rows of their own:
/// they have the parameters of the blocking ones, then an info (persistent ones only) and a
/// request.
pub(super) const SIGNATURES: &[(&str, Kind, &str)] = &[
    ("MPI_Send", Kind::Send, ONE),
    ("MPI_Bsend", Kind::Send, ONE),
    ("MPI_Ssend", Kind::Send, ONE),
    ("MPI_Rsend", Kind::Send, ONE),
    ("MPI_Isend", Kind::Send, ONE_REQUEST),
    ("MPI_Ibsend", Kind::Send, ONE_REQUEST),
    ("MPI_Issend", Kind::Send, ONE_REQUEST),
    ("MPI_Irsend", Kind::Send, ONE_REQUEST),
    ("MPI_Recv", Kind::Receive, RECEIVE),
    ("MPI_Irecv", Kind::Receive, RECEIVE_REQUEST),
    ("MPI_Mrecv", Kind::Receive, "buf count datatype message status"),
    ("MPI_Imrecv", Kind::Receive, "buf count datatype message request"),
    ("MPI_Sendrecv", Kind::SendReceive, SENDRECV),
    ("MPI_Isendrecv", Kind::SendReceive, SENDRECV),
    ("MPI_Sendrecv_replace", Kind::SendReceive, SENDRECV_REPLACE),
    ("MPI_Isendrecv_replace", Kind::SendReceive, SENDRECV_REPLACE),
    ("MPI_Probe", Kind::Probe, "source tag comm status"),
    ("MPI_Iprobe", Kind::Probe, "source tag comm flag status"),
    ("MPI_Mprobe", Kind::Probe, "source tag comm message status"),
    ("MPI_Improbe", Kind::Probe, "source tag comm flag message status"),
    ("MPI_Send_init", Kind::Request, ONE_REQUEST),
    ("MPI_Bsend_init", Kind::Request, ONE_REQUEST),
    ("MPI_Ssend_init", Kind::Request, ONE_REQUEST),
    ("MPI_Rsend_init", Kind::Request, ONE_REQUEST),
    ("MPI_Recv_init", Kind::Request, RECEIVE_REQUEST),
    ("MPI_Start", Kind::Request, "request"),
    ("MPI_Startall", Kind::Request, "count requests"),
    ("MPI_Cancel", Kind::Request, "request"),
    ("MPI_Request_free", Kind::Request, "request"),
    ("MPI_Wait", Kind::Wait, "request status"),
    ("MPI_Waitall", Kind::Wait, "count requests statuses"),
    ("MPI_Waitany", Kind::Wait, "count requests index status"),
    ("MPI_Waitsome", Kind::Wait, "incount requests done indices statuses"),
    ("MPI_Test", Kind::Wait, "request flag status"),
    ("MPI_Testall", Kind::Wait, "count requests flag statuses"),
    ("MPI_Testany", Kind::Wait, "count requests index flag status"),
    ("MPI_Testsome", Kind::Wait, "incount requests done indices statuses"),
    ("MPI_Barrier", Kind::Collective, "comm request"),
    ("MPI_Bcast", Kind::Collective, "buffer count datatype root comm request"),
    ("MPI_Gather", Kind::Collective, TO_ROOT),
    ("MPI_Scatter", Kind::Collective, TO_ROOT),
    (
        "MPI_Gatherv",
        Kind::Collective,
        "sendbuf sendcount sendtype recvbuf recvcounts displs recvtype root comm request",
    ),
    (
        "MPI_Scatterv",
        Kind::Collective,
        "sendbuf sendcounts displs sendtype recvbuf recvcount recvtype root comm request",
    ),
    ("MPI_Allgather", Kind::Collective, TO_ALL),
    ("MPI_Allgatherv", Kind::Collective, ALL_GATHER_V),
    ("MPI_Alltoall", Kind::Collective, TO_ALL),
    ("MPI_Alltoallv", Kind::Collective, ALL_TO_ALL_V),
    ("MPI_Alltoallw", Kind::Collective, ALL_TO_ALL_W),
    ("MPI_Reduce", Kind::Collective, REDUCE),
    ("MPI_Allreduce", Kind::Collective, ALL_REDUCE),
    ("MPI_Reduce_scatter", Kind::Collective, "sendbuf recvbuf recvcounts datatype op comm request"),
    ("MPI_Reduce_scatter_block", Kind::Collective, "sendbuf recvbuf recvcount datatype op comm request"),
    ("MPI_Scan", Kind::Collective, ALL_REDUCE),
    ("MPI_Exscan", Kind::Collective, ALL_REDUCE),
    ("MPI_Neighbor_allgather", Kind::Collective, TO_ALL),
    ("MPI_Neighbor_allgatherv", Kind::Collective, ALL_GATHER_V),
    ("MPI_Neighbor_alltoall", Kind::Collective, TO_ALL),
    ("MPI_Neighbor_alltoallv", Kind::Collective, ALL_TO_ALL_V),
    ("MPI_Neighbor_alltoallw", Kind::Collective, ALL_TO_ALL_W),
    ("MPI_Comm_dup", Kind::Collective, "comm newcomm"),
    ("MPI_Comm_idup", Kind::Collective, "comm newcomm request"),
    ("MPI_Comm_create", Kind::Collective, "comm group newcomm"),
    ("MPI_Comm_create_group", Kind::Collective, "comm group tag newcomm"),
    ("MPI_Comm_split", Kind::Collective, "comm color key newcomm"),
    ("MPI_Comm_split_type", Kind::Collective, "comm split_type key info newcomm"),
    ("MPI_Intercomm_create", Kind::Collective, "local_comm local_leader peer_comm remote_leader tag newintercomm"),
    ("MPI_Intercomm_merge", Kind::Collective, "intercomm high newintracomm"),
    ("MPI_Comm_spawn", Kind::Collective, "command argv maxprocs info root comm newintercomm errcodes"),
    (
        "MPI_Comm_spawn_multiple",
        Kind::Collective,
        "programs commands argvs counts infos root comm newintercomm errcodes",
    ),
    ("MPI_Comm_accept", Kind::Collective, "port_name info root comm newcomm"),
    ("MPI_Comm_connect", Kind::Collective, "port_name info root comm newcomm"),
    ("MPI_Cart_create", Kind::Collective, "comm ndims dims periods reorder newcomm"),
    ("MPI_Cart_sub", Kind::Collective, "comm remain_dims newcomm"),
    ("MPI_Graph_create", Kind::Collective, "comm nnodes index edges reorder newcomm"),
    ("MPI_Put", Kind::OneSided, RMA),
    ("MPI_Get", Kind::OneSided, RMA),
    ("MPI_Rput", Kind::OneSided, RMA),
    ("MPI_Rget", Kind::OneSided, RMA),
    ("MPI_Accumulate", Kind::OneSided, RMA),
    ("MPI_Raccumulate", Kind::OneSided, RMA),
    ("MPI_Win_fence", Kind::OneSided, "assert win"),
    ("MPI_Win_lock", Kind::OneSided, "lock_type target_rank assert win"),
    ("MPI_Win_unlock", Kind::OneSided, "target_rank win"),
    ("gasnet_request_short", Kind::Other, "node handler arguments values"),
    ("gasnet_request_medium", Kind::Other, "node handler payload nbytes arguments values"),
    ("gasnet_request_long", Kind::Other, "node handler payload nbytes to arguments values"),
    ("gasnet_request_long_async", Kind::Other, "node handler payload nbytes to arguments values"),
    ("gasnet_reply_short", Kind::Other, "token handler arguments values"),
    ("gasnet_reply_medium", Kind::Other, "token handler payload nbytes arguments values"),
    ("gasnet_reply_long", Kind::Other, "token handler payload nbytes to arguments values"),
    ("gasnet_put", Kind::OneSided, GASNET_PUT),
    ("gasnet_put_nb", Kind::OneSided, GASNET_PUT),
    ("gasnet_put_nb_bulk", Kind::OneSided, GASNET_PUT),
    ("gasnet_put_nbi", Kind::OneSided, GASNET_PUT),
    ("gasnet_put_nbi_bulk", Kind::OneSided, GASNET_PUT),
    ("gasnet_put_val", Kind::OneSided, GASNET_PUT),
    ("gasnet_put_nb_val", Kind::OneSided, GASNET_PUT),
    ("gasnet_put_nbi_val", Kind::OneSided, GASNET_PUT),
    ("gasnet_memset", Kind::OneSided, GASNET_PUT),
    ("gasnet_memset_nb", Kind::OneSided, GASNET_PUT),
    ("gasnet_memset_nbi", Kind::OneSided, GASNET_PUT),
    ("gasnet_get", Kind::OneSided, GASNET_GET),
    ("gasnet_get_nb", Kind::OneSided, GASNET_GET),
    ("gasnet_get_nbi", Kind::OneSided, GASNET_GET),
    ("gasnet_get_val", Kind::OneSided, GASNET_GET_VALUE),
    ("gasnet_get_nb_val", Kind::OneSided, GASNET_GET_VALUE),
    ("gasnet_barrier_notify", Kind::Other, "id flags"),
    ("gasnet_barrier_wait", Kind::Other, "id flags"),
    ("gasnet_barrier_try", Kind::Other, "id flags"),
    ("MPI_Comm_free", Kind::Other, "comm_address"),
    ("MPI_Abort", Kind::Other, "comm errorcode"),
    ("MPI_Comm_rank", Kind::Other, "comm rank"),
    ("MPI_Comm_size", Kind::Other, "comm size"),
];

const SENDRECV: &str = "sendbuf sendcount sendtype dest sendtag recvbuf recvcount recvtype source recvtag comm status";
const SENDRECV_REPLACE: &str = "buf count datatype dest sendtag source recvtag comm status";

/// The kind of `function` and the names of its parameters. `PMPI_` and large-count (`_c`) forms
/// have those of the function itself.
pub(super) fn signature(function: &str) -> Option<(Kind, &'static str)> {
    let name = function.strip_prefix('P').unwrap_or(function);
    let name = name.strip_suffix("_c").unwrap_or(name);
    find(name).or_else(|| {
        // The first parameters of MPI_Ibcast and MPI_Bcast_init are those of MPI_Bcast.
        let blocking = match name.strip_suffix("_init") {
            Some(stem) => stem.to_owned(),
            None => capitalized(name.strip_prefix("MPI_I")?),
        };
        let (kind, parameters) = find(&blocking).filter(|row| row.0 == Kind::Collective)?;
        Some((if name.ends_with("_init") { Kind::Request } else { kind }, parameters))
    })
}

fn find(name: &str) -> Option<(Kind, &'static str)> {
    SIGNATURES.iter().find(|row| row.0 == name).map(|row| (row.1, row.2))
}

fn capitalized(stem: &str) -> String {
    let mut characters = stem.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    format!("MPI_{}{}", first.map(String::from).unwrap_or_default(), characters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for (function, expected) in [
            ("MPI_Recv", Some(Kind::Receive)),
            ("PMPI_Recv", Some(Kind::Receive)),
            ("MPI_Recv_c", Some(Kind::Receive)),
            ("MPI_Ibcast", Some(Kind::Collective)),
            ("MPI_Bcast_init", Some(Kind::Request)),
            ("MPI_Ineighbor_alltoallw", Some(Kind::Collective)),
            ("MPI_Isend", Some(Kind::Send)),
            ("MPI_Init", None),
            ("MPI_Wtime", None),
            ("MPI_I", None),
            ("main", None),
        ] {
            assert_eq!(signature(function).map(|found| found.0), expected, "{function}");
        }
    }

    #[test]
    fn each_function_has_one_row() {
        for (index, row) in SIGNATURES.iter().enumerate() {
            assert!(SIGNATURES[index + 1..].iter().all(|other| other.0 != row.0), "{}", row.0);
            assert!(row.2.split(' ').count() <= super::super::calls::ARGUMENTS_MAX, "{}", row.0);
        }
    }
}
