// Performs operations as requests, with as many messages as needed.
#include "rma/rma.h"

// Sets where the answer of a message goes. The next answer goes behind it.
static void rma_take_result(struct rma_operation *operation, struct rma_message *message)
{
    struct rma_cursor *result = &operation->result;
    rma_cursor_copy(&message->result, result);
    for (size_t left = message->result_bytes, piece; left > 0; left -= piece) {
        piece = left < rma_cursor_room(result) ? left : rma_cursor_room(result);
        rma_cursor_advance(result, piece);
    }
}

void rma_operate(struct rma_operation *operation)
{
    while (operation->left > 0) {
        struct rma_message *message = rma_message_new(operation->win, operation->target, operation->kind);
        message->wire.head.op = operation->op;
        message->wire.head.class = operation->class;
        message->wire.head.argument = operation->unit;
        while (operation->left > 0 && rma_add_record(operation, message))
            ;
        if (message->result_bytes != 0)
            rma_take_result(operation, message);
        message->request = operation->request;
        if (message->request != NULL)
            message->request->parts++;
        rma_message_deliver(message);
    }
}
