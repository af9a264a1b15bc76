// The memory attached to dynamic windows (MPI 5.0 §12.2.4). Each rank lists the regions in its memory. Others read the list when
// they access an address that they do not know.
#include <string.h>

#include "rma/rma.h"
#include "hal/order.h"

bool rma_list_has(const struct rma_region_list *list, uint64_t count, uint64_t address, uint64_t bytes)
{
    // Finds the last region that begins at or before `address`.
    uint64_t low = 0, high = count;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (list->region[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return false;
    const struct rma_region *region = &list->region[low - 1];
    uint64_t end = region->base + region->size;
    if (address > end)
        return false;
    // A region that begins where this one ends continues it.
    for (uint64_t next = low; end - address < bytes && next < count && list->region[next].base == end; next++)
        end += list->region[next].size;
    return bytes <= end - address;
}

static struct rma_region_list *rma_own_list(const struct win *win)
{
    return (struct rma_region_list *)(uintptr_t)win->regions.list;
}

bool rma_is_attached(const struct win *win, uint64_t address, uint64_t bytes)
{
    return rma_list_has(rma_own_list(win), win->regions.count, address, bytes);
}

// Others may read the old list meanwhile.
static void rma_regions_grow(struct rma_regions *regions)
{
    struct rma_region_list *old = (struct rma_region_list *)(uintptr_t)regions->list;
    uint64_t room = 2 * regions->room + 8;
    struct rma_region_list *list = p2p_allocate(sizeof *list + room * sizeof list->region[0],
                                                "MPI_Win_attach: no memory for another region");
    if (old != NULL)
        memcpy(list, old, sizeof *list + regions->count * sizeof list->region[0]);
    regions->list = (uintptr_t)list;
    regions->room = room;
    p2p_free(old);
}

static void rma_regions_begin(struct rma_regions *regions)
{
    *(volatile uint64_t *)&regions->version += 1;
    hal_order();
}

static void rma_regions_end(struct rma_regions *regions)
{
    hal_order();
    *(volatile uint64_t *)&regions->version += 1;
}

// Empty regions come before others at the same address, so that the search finds the others.
static bool rma_is_before(const struct rma_region *region, uint64_t base)
{
    return region->base < base || (region->base == base && region->size == 0);
}

bool rma_attach(struct win *win, uint64_t base, uint64_t size)
{
    struct rma_regions *regions = &win->regions;
    struct rma_region_list *list = rma_own_list(win);
    uint64_t at = 0;
    while (at < regions->count && rma_is_before(&list->region[at], base))
        at++;
    if (size != 0 && ((at > 0 && list->region[at - 1].base + list->region[at - 1].size > base) ||
                      (at < regions->count && base + size > list->region[at].base)))
        return false;
    rma_regions_begin(regions);
    if (regions->count == regions->room)
        rma_regions_grow(regions);
    list = rma_own_list(win);
    memmove(&list->region[at + 1], &list->region[at], (regions->count - at) * sizeof list->region[0]);
    list->region[at] = (struct rma_region){base, size};
    regions->count++;
    rma_regions_end(regions);
    return true;
}

bool rma_detach(struct win *win, uint64_t base)
{
    struct rma_regions *regions = &win->regions;
    struct rma_region_list *list = rma_own_list(win);
    for (uint64_t at = 0; at < regions->count; at++) {
        if (list->region[at].base != base)
            continue;
        rma_regions_begin(regions);
        regions->count--;
        memmove(&list->region[at], &list->region[at + 1], (regions->count - at) * sizeof list->region[0]);
        rma_regions_end(regions);
        return true;
    }
    return false;
}

void rma_regions_free(struct win *win)
{
    p2p_free(rma_own_list(win));
    for (int rank = 0; rank < win->comm->size; rank++)
        p2p_free(win->peers[rank].regions);
}
