// A rank polls while the interface moves a long message from or to its memory. Its loop accesses memory on the message's pages:
//
//   sent      changes some bytes of the message before each test of the request, and changes them back before it probes (which MPI forbids)
//   received  reads the last byte of the message that is coming
//   reserve   has a reservation (lr, sc) during the test
//   sender    changes one byte far behind the start of the message, and changes it back; the receiver does nothing of this kind
//   receiver  reads that byte; the sender does nothing of this kind
//   apart     touches other pages
//
// The arriving data and the number of rounds depend on the point of the round at which the interface reads or writes a packet.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { BYTES = 100000, MIDDLE = BYTES * 3 / 4 };

static unsigned char message[BYTES], other[2 * 4096];
static unsigned long word;

static void change(void)
{
    for (int i = 0; i < BYTES; i += 4000)
        message[i] ^= 0xff;
}

// The part of a round before its test of the request; and the part after it, which returns whether something came between.
static void before(const char *mode)
{
    unsigned long old;
    if (strcmp(mode, "sent") == 0)
        change();
    else if (strcmp(mode, "sender") == 0)
        message[MIDDLE] ^= 0xff;
    else if (strcmp(mode, "reserve") == 0)
        __asm__ volatile("lr.d %0, (%1)" : "=r"(old) : "r"(&word) : "memory");
}

static int behind(const char *mode)
{
    unsigned long failed;
    if (strcmp(mode, "sent") == 0)
        change();
    else if (strcmp(mode, "sender") == 0)
        message[MIDDLE] ^= 0xff;
    if (strcmp(mode, "receiver") == 0)
        return ((volatile unsigned char *)message)[MIDDLE] != 0;
    if (strcmp(mode, "received") == 0)
        return ((volatile unsigned char *)message)[BYTES - 1] != 0;
    if (strcmp(mode, "reserve") != 0)
        return ((volatile unsigned char *)other)[4096];
    __asm__ volatile("sc.d %0, zero, (%1)" : "=&r"(failed) : "r"(&word) : "memory");
    return failed != 0;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char *mode = argc > 1 ? argv[1] : "apart";
    if (strcmp(mode, rank == 0 ? "receiver" : "sender") == 0 || (rank == 1 && strcmp(mode, "sent") == 0))
        mode = "apart";
    for (int i = 0; i < BYTES; i++)
        message[i] = rank == 0 ? i * 7 % 251 : 0;
    unsigned long seen = 0, sum = 0;
    for (int trip = 0; trip < 3; trip++) {
        MPI_Request request;
        int done = 0, is_there;
        if (rank % 2 == 0)
            MPI_Isend(message, BYTES, MPI_BYTE, rank ^ 1, trip, MPI_COMM_WORLD, &request);
        else
            MPI_Irecv(message, BYTES, MPI_BYTE, rank ^ 1, trip, MPI_COMM_WORLD, &request);
        while (!done) {
            before(mode);
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
            seen += behind(mode);
            MPI_Iprobe(rank ^ 1, trip + 100, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
        }
        for (int i = 0; i < BYTES; i++)
            sum = sum * 31 + message[i];
    }
    for (int turn = 0; turn < 2; turn++) {
        if (turn == rank)
            printf("rank %d: %lx after %lu\n", rank, sum, seen);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
