// Requests of single one-sided operations (MPI 5.0 §12.3.5).
#include "rma/rma.h"

// Requests that wait for transfers.
static struct rma_request *rma_transfers;

static int rma_request_finish(struct composite *composite, const char *function, MPI_Status *status)
{
    (void)composite;
    (void)function;
    status_set_empty(status);
    return MPI_SUCCESS;
}

static const struct composite_kind rma_request_kind = {.finish = rma_request_finish};

struct rma_request *rma_request_new(struct win *win, MPI_Request *handle)
{
    struct composite *composite = composite_new(&rma_request_kind, sizeof(struct rma_request));
    struct rma_request *request = composite->data;
    *request = (struct rma_request){.composite = composite, .win = win, .counter = -1, .parts = 1};
    *handle = request_handle(&composite->p2p);
    return request;
}

// `request` may be freed by this.
void rma_request_part_done(struct rma_request *request)
{
    if (--request->parts == 0)
        request->composite->p2p.done = true;
}

void rma_request_begun(struct rma_request *request)
{
    if (request->counter < 0) {
        rma_request_part_done(request);
        return;
    }
    request->next = rma_transfers;
    rma_transfers = request;
}

bool rma_requests_ready(void)
{
    for (const struct rma_request *request = rma_transfers; request != NULL; request = request->next) {
        if (rma_transfer_idle(request->counter))
            return true;
    }
    return false;
}

void rma_requests_advance(void)
{
    for (struct rma_request **link = &rma_transfers, *request; (request = *link) != NULL;) {
        if (!rma_transfer_idle(request->counter)) {
            link = &request->next;
            continue;
        }
        *link = request->next;
        rma_transfer_free(request->counter);
        rma_request_part_done(request);
    }
}

bool rma_requests_under_way(const struct win *win)
{
    for (const struct rma_request *request = rma_transfers; request != NULL; request = request->next) {
        if (request->win == win)
            return true;
    }
    return false;
}
