// Channel `rings`: the part of the way that the rings leave free is a heap that transfers reach. First fit, in whole lines.
#include "channel.h"
#include "channel/rings/internal.h"

// A part of the heap. Parts are in order of address; these records lie in ordinary memory.
struct chan_part {
    uint16_t lines;
    bool is_used;
};

enum { CHAN_PARTS_MAX = LAYOUT_BYTES / NI_LINE_BYTES };

static struct chan_part chan_parts[CHAN_PARTS_MAX];
static unsigned chan_part_count;
static uintptr_t chan_heap;

void chan_heap_init(void)
{
    chan_heap = layout_end(chan_state.nodes, chan_state.slots);
    chan_parts[0] = (struct chan_part){(LAYOUT_BASE + LAYOUT_BYTES - chan_heap) / NI_LINE_BYTES, false};
    chan_part_count = chan_parts[0].lines != 0;
}

// Splits a part in two.
static void chan_split(unsigned part, unsigned lines)
{
    for (unsigned i = chan_part_count++; i > part; i--)
        chan_parts[i] = chan_parts[i - 1];
    chan_parts[part].lines = lines;
    chan_parts[part + 1].lines -= lines;
}

// Joins a part and the next one, if both are free.
static void chan_join(unsigned part)
{
    if (part + 1 >= chan_part_count || chan_parts[part].is_used || chan_parts[part + 1].is_used)
        return;
    chan_parts[part].lines += chan_parts[part + 1].lines;
    chan_part_count--;
    for (unsigned i = part + 1; i < chan_part_count; i++)
        chan_parts[i] = chan_parts[i + 1];
}

void *chan_allocate(size_t bytes)
{
    if (bytes > LAYOUT_BYTES)
        return NULL;
    unsigned lines = bytes == 0 ? 1 : (bytes + NI_LINE_BYTES - 1) / NI_LINE_BYTES;
    uintptr_t at = chan_heap;
    for (unsigned part = 0; part < chan_part_count; at += chan_parts[part++].lines * NI_LINE_BYTES) {
        if (chan_parts[part].is_used || chan_parts[part].lines < lines)
            continue;
        if (chan_parts[part].lines > lines)
            chan_split(part, lines);
        chan_parts[part].is_used = true;
        return (void *)at;
    }
    return NULL;
}

// Returns the part in use that begins at `memory`, or -1.
static int chan_find_part(const void *memory)
{
    uintptr_t at = chan_heap;
    for (unsigned part = 0; part < chan_part_count; at += chan_parts[part++].lines * NI_LINE_BYTES) {
        if (at == (uintptr_t)memory && chan_parts[part].is_used)
            return part;
    }
    return -1;
}

bool chan_free(void *memory)
{
    int part = chan_find_part(memory);
    if (part < 0)
        return false;
    chan_parts[part].is_used = false;
    chan_join(part);
    if (part > 0)
        chan_join(part - 1);
    return true;
}

size_t chan_allocated(const void *memory)
{
    int part = chan_reaches(memory, 1) ? chan_find_part(memory) : -1;
    return part < 0 ? 0 : chan_parts[part].lines * NI_LINE_BYTES;
}
