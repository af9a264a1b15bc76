// Cancelled sends, on the receiver's side.
#include "transport/transport.h"

bool host_withdraw(size_t node, p2p_word cookie)
{
    for (struct match_entry *entry = NULL; (entry = match_next_unexpected(entry)) != NULL;) {
        struct p2p_unexpected *unexpected = p2p_unexpected_of(entry);
        if (!unexpected->rendezvous || unexpected->node != node || unexpected->rts.cookie != cookie)
            continue;
        match_withdraw(entry);
        P2P_MARK_WITHDRAWN(unexpected);
        p2p_free(unexpected);
        return true;
    }
    return false;
}
