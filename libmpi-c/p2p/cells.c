// Numbers of the exchanges.
#include "p2p/cells.h"

#include "p2p/fiber.h"

uint32_t p2p_no_cells;

unsigned p2p_cells_begin_plain(const struct p2p_comm *comm)
{
    // No exchange has the number 0.
    static unsigned exchange;
    if (comm != &p2p_world || p2p_in_fiber())
        return 0;
    if (!CHAN_HAS_CELLS) {
        p2p_no_cells++;
        return 0;
    }
    return ++exchange != 0 ? exchange : ++exchange;
}
P2P_REPLACEABLE(unsigned, p2p_cells_begin, (const struct p2p_comm *comm), p2p_cells_begin_plain)
