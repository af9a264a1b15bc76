// Serving requests at the target of one-sided communication.
#include <string.h>

#include "rma/rma.h"
#include "coll/coll.h"

static bool rma_is_here(const struct win *win, uint64_t address, size_t bytes)
{
    return win->flavor != MPI_WIN_FLAVOR_DYNAMIC || rma_is_attached(win, address, bytes);
}

static void rma_combine(const struct rma_head *head, void *memory, const void *data, size_t bytes)
{
    MPI_Op op = (MPI_Op)(uintptr_t)head->op;
    if (op == MPI_REPLACE)
        memcpy(memory, data, bytes);
    else if (op != MPI_NO_OP)
        coll_find_kernel(op, head->class)(data, memory, bytes / head->argument);
}

// A request that is being served, and its progress.
struct rma_service {
    struct win *win;
    const struct rma_head *head;
    bool brings, fetches;
    const unsigned char *at;  // of the request's body
    unsigned char *answer;
};

static bool rma_serve_record(struct rma_service *service)
{
    const struct rma_record *record = (const struct rma_record *)service->at;
    uint64_t address = record->address, stride = 0;
    service->at += sizeof *record;
    if (record->count > 1) {
        stride = ((const struct rma_distance *)service->at)->stride;
        service->at += sizeof(struct rma_distance);
    }
    const unsigned char *data = service->at;
    for (uint32_t i = 0; i < record->count; i++, address += stride) {
        void *memory = (void *)(uintptr_t)address;
        if (!rma_is_here(service->win, address, record->bytes))
            return false;
        if (service->fetches) {
            memcpy(service->answer, memory, record->bytes);
            service->answer += record->bytes;
        }
        if (service->brings) {
            rma_combine(service->head, memory, data, record->bytes);
            data += record->bytes;
        }
    }
    service->at += rma_aligned(data - service->at);
    return true;
}

static size_t rma_serve_records(struct win *win, const struct rma_wire *request, struct rma_wire *answer)
{
    const struct rma_head *head = &request->head;
    struct rma_service service = {win, head, head->kind != RMA_READ, head->kind != RMA_UPDATE, request->body, answer->body};
    while (service.at < request->body + head->bytes) {
        if (!rma_serve_record(&service)) {
            answer->head.error = MPI_ERR_RMA_RANGE;
            return 0;
        }
    }
    return service.answer - answer->body;
}

static size_t rma_serve_compare(struct win *win, const struct rma_wire *request, struct rma_wire *answer)
{
    const struct rma_record *record = (const struct rma_record *)request->body;
    const unsigned char *data = (const unsigned char *)(record + 1), *compared = data + rma_aligned(record->bytes);
    void *memory = (void *)(uintptr_t)record->address;
    if (!rma_is_here(win, record->address, record->bytes)) {
        answer->head.error = MPI_ERR_RMA_RANGE;
        return 0;
    }
    memcpy(answer->body, memory, record->bytes);
    if (memcmp(memory, compared, record->bytes) == 0)
        memcpy(memory, data, record->bytes);
    return record->bytes;
}

size_t rma_serve(struct win *win, int origin, const struct rma_wire *request, struct rma_wire *answer)
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
