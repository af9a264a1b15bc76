// Point-to-point functions with counts of MPI_Count.
#include "api/large.h"

LARGE(Bsend, comm,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
      (buf, (int)count, datatype, dest, tag, comm), count)
LARGE(Bsend_init, comm,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, dest, tag, comm, request), count)
LARGE(Buffer_attach, MPI_COMM_NULL, (void *buffer, MPI_Count size), (buffer, (int)size), size)
LARGE(Ibsend, comm,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, dest, tag, comm, request), count)
LARGE(Imrecv, MPI_COMM_NULL,
      (void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request),
      (buf, (int)count, datatype, message, request), count)
LARGE(Irecv, comm,
      (void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, source, tag, comm, request), count)
LARGE(Irsend, comm,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, dest, tag, comm, request), count)
LARGE(Isend, comm,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, dest, tag, comm, request), count)
LARGE(Isendrecv, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount,
      MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request),
      (sendbuf, (int)sendcount, sendtype, dest, sendtag, recvbuf, (int)recvcount, recvtype, source, recvtag, comm, request),
      sendcount, recvcount)
LARGE(Isendrecv_replace, comm,
      (void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request
      *request),
      (buf, (int)count, datatype, dest, sendtag, source, recvtag, comm, request), count)
LARGE(Issend, comm,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, dest, tag, comm, request), count)
LARGE(Mrecv, MPI_COMM_NULL,
      (void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status),
      (buf, (int)count, datatype, message, status), count)
LARGE(Recv, comm,
      (void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status),
      (buf, (int)count, datatype, source, tag, comm, status), count)
LARGE(Recv_init, comm,
      (void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, source, tag, comm, request), count)
LARGE(Rsend, comm,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
      (buf, (int)count, datatype, dest, tag, comm), count)
LARGE(Rsend_init, comm,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, dest, tag, comm, request), count)
LARGE(Send, comm,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
      (buf, (int)count, datatype, dest, tag, comm), count)
LARGE(Send_init, comm,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, dest, tag, comm, request), count)
LARGE(Sendrecv, comm,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount,
      MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status),
      (sendbuf, (int)sendcount, sendtype, dest, sendtag, recvbuf, (int)recvcount, recvtype, source, recvtag, comm, status),
      sendcount, recvcount)
LARGE(Sendrecv_replace, comm,
      (void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status
      *status),
      (buf, (int)count, datatype, dest, sendtag, source, recvtag, comm, status), count)
LARGE(Ssend, comm,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
      (buf, (int)count, datatype, dest, tag, comm), count)
LARGE(Ssend_init, comm,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, dest, tag, comm, request), count)
