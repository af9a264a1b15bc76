// A handler replies twice: the report has the line of the second reply and the line of the request.
// run: -n 2 --platform manycore
// exit: 3
// check: misuse
// stderr: rank 1: gasnet_AMReplyShort: handler 129 has replied already
// stderr: in gasnet_reply_short, called from request at
// stderr: gasnet_reply.c:17
// stderr: rank 0 sends the message of the handler in gasnet_request_short(node 1, handler 129
// stderr: gasnet_reply.c:28
#include <gasnet.h>

static void reply(gasnet_token_t token) { (void)token; }

static int request(gasnet_token_t token)
{
    gasnet_AMReplyShort0(token, 128);
    gasnet_AMReplyShort0(token, 128);
    return 0;
}

static gasnet_handlerentry_t table[] = {{128, reply}, {129, (void (*)())request}};

int main(int argc, char **argv)
{
    gasnet_init(&argc, &argv);
    gasnet_attach(table, 2, GASNET_PAGESIZE, 0);
    if (gasnet_mynode() == 0)
        gasnet_AMRequestShort0(1, 129);
    for (;;)
        gasnet_AMPoll();
}
