// Point-to-point functions with counts of MPI_Count.
#include "api/large.h"

LARGE(Bsend,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
      (buf, (int)count, datatype, dest, tag, comm), count)
LARGE(Bsend_init,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, dest, tag, comm, request), count)
LARGE(Buffer_attach, (void *buffer, MPI_Count size), (buffer, (int)size), size)
LARGE(Ibsend,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, dest, tag, comm, request), count)
LARGE(Imrecv,
      (void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request),
      (buf, (int)count, datatype, message, request), count)
LARGE(Irecv,
      (void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, source, tag, comm, request), count)
LARGE(Irsend,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, dest, tag, comm, request), count)
LARGE(Isend,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, dest, tag, comm, request), count)
LARGE(Isendrecv,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount,
      MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request),
      (sendbuf, (int)sendcount, sendtype, dest, sendtag, recvbuf, (int)recvcount, recvtype, source, recvtag, comm, request),
      sendcount, recvcount)
LARGE(Isendrecv_replace,
      (void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request
      *request),
      (buf, (int)count, datatype, dest, sendtag, source, recvtag, comm, request), count)
LARGE(Issend,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, dest, tag, comm, request), count)
LARGE(Mrecv,
      (void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status),
      (buf, (int)count, datatype, message, status), count)
LARGE(Recv,
      (void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status),
      (buf, (int)count, datatype, source, tag, comm, status), count)
LARGE(Recv_init,
      (void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, source, tag, comm, request), count)
LARGE(Rsend,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
      (buf, (int)count, datatype, dest, tag, comm), count)
LARGE(Rsend_init,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, dest, tag, comm, request), count)
LARGE(Send,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
      (buf, (int)count, datatype, dest, tag, comm), count)
LARGE(Send_init,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, dest, tag, comm, request), count)
LARGE(Sendrecv,
      (const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount,
      MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status),
      (sendbuf, (int)sendcount, sendtype, dest, sendtag, recvbuf, (int)recvcount, recvtype, source, recvtag, comm, status),
      sendcount, recvcount)
LARGE(Sendrecv_replace,
      (void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status
      *status),
      (buf, (int)count, datatype, dest, sendtag, source, recvtag, comm, status), count)
LARGE(Ssend,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm),
      (buf, (int)count, datatype, dest, tag, comm), count)
LARGE(Ssend_init,
      (const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
      (buf, (int)count, datatype, dest, tag, comm, request), count)
