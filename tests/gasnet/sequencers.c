// Runs among sequencers (platform gas). By active messages, the last node loads code into each
// other node, which then answers a message with another one. A Long message goes into its memory.
#include "check.h"

enum { LOAD = 64, PING = 130, PONG = 131, NOTE = 132 };

// Instructions of a sequencer. The code waits for one PING, answers it, and waits for other code.
enum {
    SET_MESSAGE_THRESHOLD = 7 << 27 | 1 << 26 | PING << 4 | 1,  // of counter 0; its parameter is the number of messages
    WAIT_MESSAGES = 1 << 8,                           // for counter 0
    SEND_TWO_WORDS = 1 << 27 | 1 << 25 | 1 << 24 | 2,
    SHORT_PONG = 1 << 24 | PONG,                      // the words that are sent: head and node
    WAIT_CODE = 1,
};

static unsigned pongs;
static unsigned char answered[256];

static void pong(gasnet_token_t token)
{
    gasnet_node_t source;
    gasnet_AMGetMsgSource(token, &source);
    CHECK(source < rank && !answered[source]);
    answered[source] = 1;
    pongs++;
}

static gasnet_handlerentry_t table[] = {{PONG, pong}};

int main(int argc, char **argv)
{
    static unsigned char payload[100];
    begin(&argc, &argv, table, 1, GASNET_PAGESIZE);
    CHECK(rank == size - 1);
    fill(payload, sizeof payload, 1);
    for (unsigned node = 0; node < rank; node++) {
        gasnet_AMRequestShort7(node, LOAD, SET_MESSAGE_THRESHOLD, 1, WAIT_MESSAGES, SEND_TWO_WORDS, SHORT_PONG, rank, WAIT_CODE);
        gasnet_AMRequestLong0(node, NOTE, payload, sizeof payload, (void *)0x100);
    }
    for (unsigned node = 0; node < rank; node++)
        gasnet_AMRequestShort0(node, PING);
    GASNET_BLOCKUNTIL(pongs == rank);
    barrier();  // of this node alone, because the others have no hart
    printf("ok\n");
    gasnet_exit(0);
}
