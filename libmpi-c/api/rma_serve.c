// What a target does with a request.
#include <string.h>

#include "api/rma.h"
#include "coll/coll.h"

static bool rma_is_here(const struct api_win *win, const struct rma_record *record)
{
    return win->flavor != MPI_WIN_FLAVOR_DYNAMIC || rma_is_attached(win, record->address, record->bytes);
}

static void rma_combine(const struct rma_head *head, void *memory, const void *data, size_t bytes)
{
    MPI_Op op = (MPI_Op)(uintptr_t)head->op;
    if (op == MPI_REPLACE)
        memcpy(memory, data, bytes);
    else if (op != MPI_NO_OP)
        coll_find_kernel(op, head->class)(data, memory, bytes / head->argument);
}

static size_t rma_serve_records(struct api_win *win, const struct rma_wire *request, struct rma_wire *answer)
{
    bool brings = request->head.kind != RMA_READ, fetches = request->head.kind != RMA_UPDATE;
    size_t done = 0;
    for (size_t at = 0; at < request->head.bytes;) {
        const struct rma_record *record = (const struct rma_record *)(request->body + at);
        void *memory = (void *)(uintptr_t)record->address;
        at += sizeof *record + (brings ? rma_aligned(record->bytes) : 0);
        if (!rma_is_here(win, record)) {
            answer->head.error = MPI_ERR_RMA_RANGE;
            return 0;
        }
        if (fetches) {
            memcpy(answer->body + done, memory, record->bytes);
            done += record->bytes;
        }
        if (brings)
            rma_combine(&request->head, memory, record + 1, record->bytes);
    }
    return done;
}

static size_t rma_serve_compare(struct api_win *win, const struct rma_wire *request, struct rma_wire *answer)
{
    const struct rma_record *record = (const struct rma_record *)request->body;
    const unsigned char *data = (const unsigned char *)(record + 1), *compared = data + rma_aligned(record->bytes);
    void *memory = (void *)(uintptr_t)record->address;
    if (!rma_is_here(win, record)) {
        answer->head.error = MPI_ERR_RMA_RANGE;
        return 0;
    }
    memcpy(answer->body, memory, record->bytes);
    if (memcmp(memory, compared, record->bytes) == 0)
        memcpy(memory, data, record->bytes);
    return record->bytes;
}

size_t rma_serve(struct api_win *win, int origin, const struct rma_wire *request, struct rma_wire *answer)
{
    switch ((enum rma_kind)request->head.kind) {
    case RMA_UPDATE:
    case RMA_FETCH:
    case RMA_READ:
        return rma_serve_records(win, request, answer);
    case RMA_COMPARE:
        return rma_serve_compare(win, request, answer);
    case RMA_LOCK:
        rma_lock_ask(win, origin, request->head.argument, request->head.tag);
        break;
    case RMA_UNLOCK:
        rma_lock_give_back(win, origin);
        break;
    case RMA_POST:
        win->peers[origin].posted++;
        break;
    case RMA_COMPLETE:
        win->completed++;
        break;
    case RMA_STOP:
        win->stopped = true;
        break;
    }
    return 0;
}
