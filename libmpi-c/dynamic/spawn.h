// Spawning: what the call and the choice of nodes for it share.
#ifndef SPAWN_H
#define SPAWN_H

#include "api/communicator.h"

// The arguments of a call, which have a meaning at the root only.
struct spawn {
    const char *function;
    int programs;
    char **commands;
    char ***arguments;      // NULL, or NULL for a program: none
    const int *processes;   // the most of each program
    const MPI_Info *infos;  // NULL: none
};

// Returns the set of numbers of processes that the info key "soft" allows for a program, or NULL if the program must have all that are
// asked for.
const char *spawn_soft(const struct spawn *spawn, int program);

// Claims nodes for the processes of all programs and sets their counts: as many as the sets allow, and one process of each at least.
// `nodes` has room for all that are asked for; those that are claimed come first, in the order of the programs. Returns MPI_SUCCESS, or
// claims none, reports why and returns the class.
int spawn_claim(const struct spawn *spawn, const struct p2p_comm *comm, uint16_t *nodes, int *counts);

#endif
