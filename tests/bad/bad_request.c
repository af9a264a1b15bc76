// Wrong arguments of messages with requests, of completion and of buffers: each is
// refused with its error class, the call's name, the wrong value, the rank and the line of the call.
// run: -n 2 -- isend
// exit: 6
// stderr: rank
// stderr: MPI_Isend:
// stderr: invalid rank 17
// stderr: bad_request.c:88
// run: -n 2 -- irecv
// exit: 2
// stderr: rank
// stderr: MPI_Irecv:
// stderr: negative count -3
// stderr: bad_request.c:90
// run: -n 2 -- init
// exit: 1
// stderr: rank
// stderr: MPI_Recv_init:
// stderr: null buffer for 4
// stderr: bad_request.c:92
// run: -n 2 -- start
// exit: 7
// stderr: rank
// stderr: MPI_Start:
// stderr: MPI_REQUEST_NULL
// stderr: bad_request.c:94
// run: -n 2 -- wait
// exit: 7
// stderr: rank
// stderr: MPI_Wait:
// stderr: request
// stderr: 0x
// stderr: bad_request.c:96
// run: -n 2 -- waitall
// exit: 2
// stderr: rank
// stderr: MPI_Waitall:
// stderr: -2
// stderr: bad_request.c:98
// run: -n 2 -- testany
// exit: 7
// stderr: rank
// stderr: MPI_Testany:
// stderr: request
// stderr: 0x
// stderr: bad_request.c:100
// run: -n 2 -- free
// exit: 7
// stderr: rank
// stderr: MPI_Request_free:
// stderr: MPI_REQUEST_NULL
// stderr: bad_request.c:102
// run: -n 2 -- probe
// exit: 4
// stderr: rank
// stderr: MPI_Probe:
// stderr: invalid tag -8
// stderr: bad_request.c:104
// run: -n 2 -- attach
// exit: 13
// stderr: rank
// stderr: MPI_Buffer_attach:
// stderr: negative size -1
// stderr: bad_request.c:106
// run: -n 2 -- bsend
// exit: 1
// stderr: rank
// stderr: MPI_Bsend:
// stderr: buffer
// stderr: 4 bytes
// stderr: bad_request.c:108
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int value = 1, number = 0;
    MPI_Request request = MPI_REQUEST_NULL, gone;
    MPI_Status statuses[2];
    char space[MPI_BSEND_OVERHEAD];
    const char *what = argc > 1 ? argv[1] : "";
    MPI_Send_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    gone = request;
    MPI_Request_free(&request);
    if (strcmp(what, "isend") == 0)
        MPI_Isend(&value, 1, MPI_INT, 17, 0, MPI_COMM_WORLD, &request); // reported
    if (strcmp(what, "irecv") == 0)
        MPI_Irecv(&value, -3, MPI_INT, 0, 0, MPI_COMM_WORLD, &request); // reported
    if (strcmp(what, "init") == 0)
        MPI_Recv_init(NULL, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &request); // reported
    if (strcmp(what, "start") == 0)
        MPI_Start(&request); // reported
    if (strcmp(what, "wait") == 0)
        MPI_Wait(&gone, MPI_STATUS_IGNORE); // reported
    if (strcmp(what, "waitall") == 0)
        MPI_Waitall(-2, &request, statuses); // reported
    if (strcmp(what, "testany") == 0)
        MPI_Testany(1, &gone, &number, &number, MPI_STATUS_IGNORE); // reported
    if (strcmp(what, "free") == 0)
        MPI_Request_free(&request); // reported
    if (strcmp(what, "probe") == 0)
        MPI_Probe(0, -8, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // reported
    if (strcmp(what, "attach") == 0)
        MPI_Buffer_attach(space, -1); // reported
    if (strcmp(what, "bsend") == 0)
        MPI_Bsend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); // reported
    printf("not refused\n");
    MPI_Finalize();
    return 0;
}
