// Numbers of the exchanges.
#include "p2p/cells.h"

#include "p2p/fiber.h"

unsigned p2p_cells_begin(const struct p2p_comm *comm)
{
    // No cell has the number 0.
    static unsigned exchange;
    if (!CHAN_HAS_CELLS || comm != &p2p_world || p2p_in_fiber())
        return 0;
    return ++exchange != 0 ? exchange : ++exchange;
}
