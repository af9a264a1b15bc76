// Numbers for contexts, which all ranks of a new communicator agree upon (MPI 5.0 §7.2.3).
#ifndef API_CONTEXT_H
#define API_CONTEXT_H

#include "api/circle.h"

// What a communicator begins its contexts with that has not got them yet.
enum { API_NO_CONTEXT = 0xfffe };

// Of numbers for communicators, 64 a word.
enum { API_CONTEXT_WORDS = 28 };

// Takes `count` times P2P_CONTEXTS_A_COMM contexts that no communicator of these ranks has; false, and takes nothing, when so many
// are not left. All ranks of the circle call it, also in fibers, and several may be under way in one rank: none waits for another,
// whatever their order elsewhere.
bool api_contexts_take(const struct api_circle *circle, int *contexts, int count);

// Is a receive posted in it, or in the second one?
bool api_context_is_awaited(int context);

void api_context_give_back(int context);

#endif
