// Collective functions with counts of MPI_Count.
#include "api/large.h"

LARGE(Allgather, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      MPI_Comm comm),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, comm), sendcount, recvcount)
LARGE(Allgather_init, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      MPI_Comm comm, MPI_Info info, MPI_Request *request),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, comm, info, request), sendcount, recvcount)
LARGE(Allreduce, comm,
      (const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
      (sendbuf, recvbuf, (int)count, datatype, op, comm), count)
LARGE(Allreduce_init, comm,
      (const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
      MPI_Request *request),
      (sendbuf, recvbuf, (int)count, datatype, op, comm, info, request), count)
LARGE(Alltoall, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      MPI_Comm comm),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, comm), sendcount, recvcount)
LARGE(Alltoall_init, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      MPI_Comm comm, MPI_Info info, MPI_Request *request),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, comm, info, request), sendcount, recvcount)
LARGE(Bcast, comm,
      (void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm),
      (buffer, (int)count, datatype, root, comm), count)
LARGE(Bcast_init, comm,
      (void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
      (buffer, (int)count, datatype, root, comm, info, request), count)
LARGE(Exscan, comm,
      (const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
      (sendbuf, recvbuf, (int)count, datatype, op, comm), count)
LARGE(Exscan_init, comm,
      (const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
      MPI_Request *request),
      (sendbuf, recvbuf, (int)count, datatype, op, comm, info, request), count)
LARGE(Gather, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      int root, MPI_Comm comm),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, root, comm), sendcount, recvcount)
LARGE(Gather_init, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, root, comm, info, request), sendcount, recvcount)
LARGE(Iallgather, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      MPI_Comm comm, MPI_Request *request),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, comm, request), sendcount, recvcount)
LARGE(Iallreduce, comm,
      (const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request),
      (sendbuf, recvbuf, (int)count, datatype, op, comm, request), count)
LARGE(Ialltoall, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      MPI_Comm comm, MPI_Request *request),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, comm, request), sendcount, recvcount)
LARGE(Ibcast, comm,
      (void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request),
      (buffer, (int)count, datatype, root, comm, request), count)
LARGE(Iexscan, comm,
      (const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request),
      (sendbuf, recvbuf, (int)count, datatype, op, comm, request), count)
LARGE(Igather, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      int root, MPI_Comm comm, MPI_Request *request),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, root, comm, request), sendcount, recvcount)
LARGE(Ineighbor_allgather, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      MPI_Comm comm, MPI_Request *request),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, comm, request), sendcount, recvcount)
LARGE(Ineighbor_alltoall, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      MPI_Comm comm, MPI_Request *request),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, comm, request), sendcount, recvcount)
LARGE(Ireduce, comm,
      (const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request
      *request),
      (sendbuf, recvbuf, (int)count, datatype, op, root, comm, request), count)
LARGE(Ireduce_scatter_block, comm,
      (const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request
      *request),
      (sendbuf, recvbuf, (int)recvcount, datatype, op, comm, request), recvcount)
LARGE(Iscan, comm,
      (const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request),
      (sendbuf, recvbuf, (int)count, datatype, op, comm, request), count)
LARGE(Iscatter, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      int root, MPI_Comm comm, MPI_Request *request),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, root, comm, request), sendcount, recvcount)
LARGE(Neighbor_allgather, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      MPI_Comm comm),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, comm), sendcount, recvcount)
LARGE(Neighbor_allgather_init, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      MPI_Comm comm, MPI_Info info, MPI_Request *request),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, comm, info, request), sendcount, recvcount)
LARGE(Neighbor_alltoall, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      MPI_Comm comm),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, comm), sendcount, recvcount)
LARGE(Neighbor_alltoall_init, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      MPI_Comm comm, MPI_Info info, MPI_Request *request),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, comm, info, request), sendcount, recvcount)
LARGE(Reduce, comm,
      (const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm),
      (sendbuf, recvbuf, (int)count, datatype, op, root, comm), count)
LARGE(Reduce_init, comm,
      (const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info
      info, MPI_Request *request),
      (sendbuf, recvbuf, (int)count, datatype, op, root, comm, info, request), count)
LARGE(Reduce_local, MPI_COMM_NULL,
      (const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op),
      (inbuf, inoutbuf, (int)count, datatype, op), count)
LARGE(Reduce_scatter_block, comm,
      (const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
      (sendbuf, recvbuf, (int)recvcount, datatype, op, comm), recvcount)
LARGE(Reduce_scatter_block_init, comm,
      (const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
      MPI_Request *request),
      (sendbuf, recvbuf, (int)recvcount, datatype, op, comm, info, request), recvcount)
LARGE(Scan, comm,
      (const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
      (sendbuf, recvbuf, (int)count, datatype, op, comm), count)
LARGE(Scan_init, comm,
      (const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
      MPI_Request *request),
      (sendbuf, recvbuf, (int)count, datatype, op, comm, info, request), count)
LARGE(Scatter, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      int root, MPI_Comm comm),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, root, comm), sendcount, recvcount)
LARGE(Scatter_init, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
      int root, MPI_Comm comm, MPI_Info info, MPI_Request *request),
      (sendbuf, (int)sendcount, sendtype, recvbuf, (int)recvcount, recvtype, root, comm, info, request), sendcount, recvcount)
