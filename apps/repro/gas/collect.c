// Collects the results of sequencers (apps/pams). For each message of handler 140 (a time) or 141 (a number and a time), prints a
// node's number and the time; for 140, the number of the node that sent it. Ends after as many messages as its argument says.
//
// rankine run --platform gas apps/repro/gas/collect.c 1 : apps/pams/short_send.pams : apps/pams/short_receive.pams
#include <gasnet.h>
#include <stdio.h>
#include <stdlib.h>

enum { REPORT_OF_SENDER = 140, REPORT_OF_NODE = 141 };

static volatile int reports;

static void report(gasnet_node_t node, gasnet_handlerarg_t time)
{
    printf("%u %d\n", (unsigned)node, (int)time);
    reports++;
}

static void report_of_sender(gasnet_token_t token, gasnet_handlerarg_t time)
{
    gasnet_node_t node;
    gasnet_AMGetMsgSource(token, &node);
    report(node, time);
}

static void report_of_node(gasnet_token_t token, gasnet_handlerarg_t node, gasnet_handlerarg_t time)
{
    (void)token;
    report((gasnet_node_t)node, time);
}

int main(int argc, char **argv)
{
    gasnet_handlerentry_t handlers[] = {{REPORT_OF_SENDER, (void (*)())report_of_sender},
                                        {REPORT_OF_NODE, (void (*)())report_of_node}};
    gasnet_init(&argc, &argv);
    gasnet_attach(handlers, sizeof handlers / sizeof handlers[0], 0, 0);
    GASNET_BLOCKUNTIL(reports >= (argc > 1 ? atoi(argv[1]) : 1));
    gasnet_exit(0);
}
