// The list of agents.
#include "p2p/agent.h"
#include "p2p/internal.h"

static struct p2p_agent *p2p_agents;

void p2p_agent_add(struct p2p_agent *agent)
{
    agent->next = p2p_agents;
    p2p_agents = agent;
    p2p_state.outstanding++;
}

void p2p_agent_remove(struct p2p_agent *agent)
{
    struct p2p_agent **link = &p2p_agents;
    while (*link != agent)
        link = &(*link)->next;
    *link = agent->next;
    p2p_state.outstanding--;
}

bool p2p_agents_ready(void)
{
    for (const struct p2p_agent *agent = p2p_agents; agent != NULL; agent = agent->next) {
        if (agent->ready(agent))
            return true;
    }
    return false;
}

// Advances the first agent that is ready. Moves it to the end of the list before that, so that the others come first in the next
// steps. An agent may remove itself while it advances. Does nothing if no agent is ready.
void p2p_agents_advance(void)
{
    struct p2p_agent **link = &p2p_agents;
    while (*link != NULL && !(*link)->ready(*link))
        link = &(*link)->next;
    struct p2p_agent *agent = *link;
    if (agent == NULL)
        return;
    struct p2p_agent **end = link;
    while (*end != NULL)
        end = &(*end)->next;
    *end = agent;
    *link = agent->next;
    agent->next = NULL;
    agent->advance(agent);
}
