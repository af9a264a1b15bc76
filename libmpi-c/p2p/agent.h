// Agents: what else goes on while a rank waits, besides messages. Collectives that return at once, and whoever serves requests
// of other ranks, look at what they wait for each time that the rank looks for packets.
#ifndef P2P_AGENT_H
#define P2P_AGENT_H

#include <stdbool.h>

// A part of a struct that knows the rest. `ready` loads and never stores, so that a rank with nothing to do comes round with
// nothing changed; `advance` is called when it said so, does not wait, and may start messages and add or remove agents.
struct p2p_agent {
    struct p2p_agent *next;
    bool (*ready)(const struct p2p_agent *agent);
    void (*advance)(struct p2p_agent *agent);
};

void p2p_agent_add(struct p2p_agent *agent);
void p2p_agent_remove(struct p2p_agent *agent);

// For the progress engine.
bool p2p_agents_ready(void);
void p2p_agents_advance(void);

#endif
