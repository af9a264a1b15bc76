// Records: how a request describes the target's memory. Blocks of one length at equal distances are one record, so that a column
// of a matrix takes little more than its data.
#include "rma/rma.h"

// The next block, and how many like it follow.
struct rma_blocks {
    size_t bytes, count;
    int64_t stride;
};

// Looks at `most` bytes at most. Leaves the cursor in place.
static struct rma_blocks rma_look_ahead(const struct rma_operation *operation, size_t most)
{
    struct rma_cursor at = operation->remote;
    size_t room = rma_cursor_room(&at);
    struct rma_blocks blocks = {most < room ? most : room, 1, 0};
    blocks.bytes -= blocks.bytes % operation->unit;
    if (blocks.bytes != room || 2 * room > most)
        return blocks;
    uint64_t address = rma_cursor_at(&at);
    rma_cursor_advance(&at, room);
    if (rma_cursor_room(&at) != room)
        return blocks;
    blocks.stride = rma_cursor_at(&at) - address;
    while ((blocks.count + 1) * room <= most && rma_cursor_room(&at) == room &&
           rma_cursor_at(&at) == address + blocks.count * blocks.stride) {
        rma_cursor_advance(&at, room);
        blocks.count++;
    }
    return blocks;
}

bool rma_add_record(struct rma_operation *operation, struct rma_message *message)
{
    enum { HEAD_BYTES = sizeof(struct rma_record) + sizeof(struct rma_distance) };
    struct rma_head *head = &message->wire.head;
    bool brings = operation->kind != RMA_READ, fetches = operation->kind != RMA_UPDATE;
    size_t left = RMA_BODY_BYTES - head->bytes, most = operation->left;
    if (left <= HEAD_BYTES)
        return false;
    if (brings && most > left - HEAD_BYTES)
        most = left - HEAD_BYTES;
    if (fetches && most > RMA_BODY_BYTES - message->result_bytes)
        most = RMA_BODY_BYTES - message->result_bytes;
    struct rma_blocks blocks = rma_look_ahead(operation, most);
    if (blocks.bytes == 0)
        return false;
    struct rma_record *record = (struct rma_record *)(message->wire.body + head->bytes);
    *record = (struct rma_record){rma_cursor_at(&operation->remote), blocks.bytes, blocks.count};
    head->bytes += sizeof *record;
    if (blocks.count > 1) {
        *(struct rma_distance *)(record + 1) = (struct rma_distance){blocks.stride, 0};
        head->bytes += sizeof(struct rma_distance);
    }
    size_t bytes = blocks.count * blocks.bytes;
    if (brings) {
        rma_cursor_read(&operation->origin, message->wire.body + head->bytes, bytes);
        head->bytes += rma_aligned(bytes);
    }
    if (fetches)
        message->result_bytes += bytes;
    for (size_t i = 0; i < blocks.count; i++)
        rma_cursor_advance(&operation->remote, blocks.bytes);
    operation->left -= bytes;
    return true;
}
