// Combining elements by user-defined operations.
#include "coll/internal.h"

static void coll_call_once(const struct coll_user *user, const void *in, void *inout, size_t count)
{
    MPI_Datatype type = user->type;
    char *first = (char *)in + user->origin, *second = (char *)inout + user->origin;
    if (user->function_c != NULL) {
        MPI_Count length = count;
        user->function_c(first, second, &length, &type);
    } else {
        int length = count;
        user->function(first, second, &length, &type);
    }
}

// inout = in op inout.
static void coll_call_user(const struct coll_reduction *reduction, const void *in, void *inout, size_t count)
{
    const struct coll_user *user = reduction->user;
    if (count == 0)
        return;
    if (!user->single) {
        coll_call_once(user, in, inout, count);
        return;
    }
    for (size_t at = 0; at < count * reduction->extent; at += reduction->extent)
        coll_call_once(user, (const char *)in + at, (char *)inout + at, 1);
}

void coll_combine_user(const struct coll_reduction *reduction, void *incoming, void *inout, size_t count, bool is_higher)
{
    if (is_higher && reduction->user->ordered) {
        coll_call_user(reduction, inout, incoming, count);
        coll_copy(inout, incoming, count * reduction->extent);
    } else {
        coll_call_user(reduction, incoming, inout, count);
    }
}

void coll_combine_local(const struct coll_reduction *reduction, const void *in, void *inout)
{
    if (reduction->combine != NULL)
        reduction->combine(in, inout, reduction->count);
    else
        coll_call_user(reduction, in, inout, reduction->count);
}
