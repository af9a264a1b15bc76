// Agents: work other than messages that makes progress while a rank waits, such as non-blocking collectives and serving requests of
// other ranks. Each time the rank polls for packets, it also asks its agents whether they are ready.
#ifndef P2P_AGENT_H
#define P2P_AGENT_H

#include <stdbool.h>

// An agent, a member of a larger struct with its data. `ready` loads and never stores, so that an idle rank changes nothing in a
// polling round. `advance` is called after `ready` returned true. It does not wait; it may start messages, and add or remove agents.
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
