//! The numbers of MPI calls and states in Extrae, which Paraver's stock configurations use, too.

use rankine_program::mpi::Kind;

/// Event types.
pub(super) const POINT_TO_POINT: u32 = 50_000_001;
pub(super) const COLLECTIVE: u32 = 50_000_002;
pub(super) const OTHER: u32 = 50_000_003;
pub(super) const ONE_SIDED: u32 = 50_000_004;

/// Event types with the names that Extrae gives them.
pub(super) const TYPES: [(u32, &str); 4] = [
    (POINT_TO_POINT, "MPI Point-to-point"),
    (COLLECTIVE, "MPI Collective Comm"),
    (OTHER, "MPI Other"),
    (ONE_SIDED, "MPI One-sided"),
];

/// States of a thread: number, name, colour.
pub(super) const STATES: [(u32, &str, &str); 11] = [
    (IDLE, "Idle", "{117,195,255}"),
    (RUNNING, "Running", "{0,0,255}"),
    (3, "Waiting a message", "{255,0,0}"),
    (4, "Blocking Send", "{255,0,174}"),
    (POLLING, "Test/Probe", "{0,255,0}"),
    (8, "Wait/WaitAll", "{235,0,0}"),
    (10, "Immediate Send", "{255,0,255}"),
    (11, "Immediate Receive", "{100,100,177}"),
    (13, "Group Communication", "{255,144,26}"),
    (15, "Others", "{192,224,0}"),
    (16, "Send Receive", "{66,66,66}"),
];
pub(super) const IDLE: u32 = 0;
pub(super) const RUNNING: u32 = 1;
/// The state in a probe, and the state of a further processor that polls.
pub(super) const POLLING: u32 = 6;

/// Rows by event type: the first value, and the functions with that value and the following ones.
/// They include functions whose arguments Rankine does not record, because a program may call any
/// function.
const VALUES: &[(u32, u32, &str)] = &[
    (POINT_TO_POINT, 1, "Send Recv Isend Irecv Wait Waitall"),
    (COLLECTIVE, 7, "Bcast Barrier Reduce Allreduce Alltoall Alltoallv Gather Gatherv Scatter Scatterv"),
    (COLLECTIVE, 17, "Allgather Allgatherv"),
    (OTHER, 19, "Comm_rank Comm_size Comm_create Comm_dup Comm_split Comm_group Comm_free Comm_remote_group"),
    (OTHER, 27, "Comm_remote_size Comm_test_inter Comm_compare"),
    (COLLECTIVE, 30, "Scan"),
    (OTHER, 31, "Init Finalize"),
    (POINT_TO_POINT, 33, "Bsend Ssend Rsend Ibsend Issend Irsend"),
    (OTHER, 39, "Test"),
    (POINT_TO_POINT, 40, "Cancel Sendrecv Sendrecv_replace"),
    (OTHER, 43, "Cart_create Cart_shift Cart_coords Cart_get Cart_map Cart_rank Cart_sub Cartdim_get"),
    (OTHER, 51, "Dims_create Graph_get Graph_map Graph_create Graph_neighbors Graphdims_get"),
    (OTHER, 57, "Graph_neighbors_count Topo_test"),
    (POINT_TO_POINT, 59, "Waitany Waitsome Probe Iprobe"),
    (ONE_SIDED, 63, "Win_create Win_free Put Get Accumulate Win_fence Win_start Win_complete Win_post Win_wait"),
    (ONE_SIDED, 73, "Win_test Win_lock Win_unlock"),
    (OTHER, 76, "Pack Unpack Op_create Op_free"),
    (COLLECTIVE, 80, "Reduce_scatter"),
    (OTHER, 81, "Attr_delete Attr_get Attr_put Group_difference Group_excl Group_free Group_incl"),
    (OTHER, 88, "Group_intersection Group_rank Group_range_excl Group_range_incl Group_size"),
    (OTHER, 93, "Group_translate_ranks Group_union Group_compare Intercomm_create Intercomm_merge Keyval_free"),
    (OTHER, 99, "Keyval_create Abort Error_class Errhandler_create Errhandler_free Errhandler_get Error_string"),
    (OTHER, 106, "Errhandler_set Get_processor_name Initialized Wtick Wtime Address"),
    (POINT_TO_POINT, 112, "Bsend_init"),
    (OTHER, 113, "Buffer_attach Buffer_detach Request_free"),
    (POINT_TO_POINT, 116, "Recv_init Send_init"),
    (OTHER, 118, "Get_count Get_elements Pack_size"),
    (POINT_TO_POINT, 121, "Rsend_init Ssend_init"),
    (OTHER, 123, "Start Startall Testall Testany Test_cancelled Testsome Type_commit Type_contiguous Type_extent"),
    (OTHER, 132, "Type_free Type_hindexed Type_hvector Type_indexed Type_lb Type_size Type_struct Type_ub"),
    (OTHER, 140, "Type_vector"),
    (OTHER, 151, "Comm_spawn Comm_spawn_multiple Request_get_status"),
    (COLLECTIVE, 154, "Ireduce Iallreduce Ibarrier Ibcast Ialltoall Ialltoallv Iallgather Iallgatherv Igather"),
    (COLLECTIVE, 163, "Igatherv Iscatter Iscatterv Ireduce_scatter Iscan Reduce_scatter_block"),
    (COLLECTIVE, 169, "Ireduce_scatter_block Alltoallw Ialltoallw"),
    (ONE_SIDED, 172, "Get_accumulate"),
    (OTHER, 173, "Dist_graph_create"),
    (COLLECTIVE, 174, "Neighbor_allgather Ineighbor_allgather Neighbor_allgatherv Ineighbor_allgatherv"),
    (COLLECTIVE, 178, "Neighbor_alltoall Ineighbor_alltoall Neighbor_alltoallv Ineighbor_alltoallv"),
    (COLLECTIVE, 182, "Neighbor_alltoallw Ineighbor_alltoallw"),
    (ONE_SIDED, 184, "Fetch_and_op Compare_and_swap Win_flush Win_flush_all Win_flush_local Win_flush_local_all"),
    (POINT_TO_POINT, 190, "Mprobe Improbe Mrecv Imrecv"),
    (OTHER, 194, "Comm_split_type"),
    (OTHER, 211, "Comm_dup_with_info Dist_graph_create_adjacent Comm_create_group"),
    (COLLECTIVE, 214, "Exscan Iexscan"),
];

/// All functions that have a number: (event type, value, name without `MPI_`), in order of value.
pub(super) fn functions() -> impl Iterator<Item = (u32, u32, &'static str)> {
    VALUES.iter().flat_map(|&(event_type, first, names)| {
        names.split(' ').zip(first..).map(move |(name, value)| (event_type, value, name))
    })
}

/// The main part of a function's name: without `MPI_`, `PMPI_` and the `_c` of large counts.
pub(super) fn stem(function: &str) -> &str {
    let name = function.strip_prefix('P').unwrap_or(function);
    let name = name.strip_prefix("MPI_").unwrap_or(name);
    name.strip_suffix("_c").unwrap_or(name)
}

/// Event type and value of a function, if it has a number.
pub(super) fn code(function: &str) -> Option<(u32, u32)> {
    let stem = stem(function);
    let stem = if stem == "Init_thread" { "Init" } else { stem };
    functions().find(|row| row.2 == stem).map(|(event_type, value, _)| (event_type, value))
}

/// The state of a thread in a call, as in Extrae.
pub(super) fn state(function: &str, kind: Kind) -> u32 {
    let is_immediate = is_immediate(function);
    match kind {
        Kind::Send if is_immediate => 10,
        Kind::Send => 4,
        Kind::Receive if is_immediate => 11,
        Kind::Receive => 3,
        Kind::SendReceive => 16,
        Kind::Probe => POLLING,
        Kind::Wait => 8,
        Kind::Collective if code(function).is_none_or(|(event_type, _)| event_type == COLLECTIVE) => 13,
        Kind::Collective | Kind::Request | Kind::OneSided | Kind::Other => 15,
    }
}

/// Does a call only start its work, such as `MPI_Isend` or `MPI_Ibcast`?
pub(super) fn is_immediate(function: &str) -> bool {
    let stem = stem(function);
    stem.starts_with('I') && !["Init", "Intercomm"].iter().any(|other| stem.starts_with(other))
}
