// One message is handled. Another one is never handled, because its receiver has ended.
// run: -n 2 --platform manycore
// exit: 87
// check: never received
// stderr: its message for handler 129 of rank 1 is never handled
// stderr: in gasnet_request_short(node 1, handler 129
// stderr: gasnet_unhandled.c:35
#include <gasnet.h>
#include <mpi.h>

enum { REPLY = 128, REQUEST };

static unsigned replies;

static void reply(gasnet_token_t token) { (void)token, replies++; }
static void request(gasnet_token_t token) { gasnet_AMReplyShort0(token, REPLY); }

static gasnet_handlerentry_t table[] = {{REPLY, reply}, {REQUEST, request}};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    gasnet_init(&argc, &argv);
    gasnet_attach(table, 2, GASNET_PAGESIZE, 0);
    if (gasnet_mynode() == 0) {
        gasnet_AMRequestShort0(1, REQUEST);
        GASNET_BLOCKUNTIL(replies == 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    // Rank 1 ends long before the message arrives.
    if (gasnet_mynode() == 0) {
        for (volatile int i = 0; i < 100000; i++)
            ;
        gasnet_AMRequestShort0(1, REQUEST);
    }
    return 0;
}
