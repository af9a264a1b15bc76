// Beginning and ending sessions (MPI 5.0 §11.3.1).
#include "api/session.h"

#include <string.h>

#include "api/errhandler.h"
#include "api/info.h"

static struct p2p_object_pool session_pool = {P2P_OBJECT_SESSION, sizeof(struct session), NULL};

static const struct session_level {
    int level;
    char name[22];
} session_levels[] = {
    {MPI_THREAD_SINGLE, "MPI_THREAD_SINGLE"},
    {MPI_THREAD_FUNNELED, "MPI_THREAD_FUNNELED"},
    {MPI_THREAD_SERIALIZED, "MPI_THREAD_SERIALIZED"},
    {MPI_THREAD_MULTIPLE, "MPI_THREAD_MULTIPLE"},
};

enum { SESSION_LEVELS = sizeof session_levels / sizeof session_levels[0] };

struct session *session_of_plain(MPI_Session handle)
{
    return p2p_object_of(handle, P2P_OBJECT_SESSION);
}
P2P_REPLACEABLE(struct session *, session_of, (MPI_Session handle), session_of_plain)

int session_explain(const char *function, MPI_Session handle)
{
    return api_error(NULL, MPI_ERR_SESSION, handle == MPI_SESSION_NULL ? "%s: the session is MPI_SESSION_NULL"
                                                                       : "%s: invalid session %p", function, (void *)handle);
}

// Returns the thread level that the hints ask for: MPI_THREAD_SINGLE without the key, -1 if there is no such level.
static int session_asked_level(MPI_Info info)
{
    const struct info_entry *entry = info == MPI_INFO_NULL ? NULL : info_find(info_of(info), "thread_level");
    if (entry == NULL)
        return MPI_THREAD_SINGLE;
    for (int i = 0; i < SESSION_LEVELS; i++) {
        if (strcmp(entry->value, session_levels[i].name) == 0)
            return session_levels[i].level;
    }
    return -1;
}

int PMPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session)
{
    if (!errhandler_is_for(ERRHANDLER_OF_SESSION, errhandler))
        return api_error(NULL, MPI_ERR_ERRHANDLER, "MPI_Session_init: invalid error handler %p, or one for other objects",
                         (void *)errhandler);
    if (!info_is_hints(info))
        return api_error_of(errhandler, MPI_SESSION_NULL, MPI_ERR_INFO, "MPI_Session_init: invalid info object %p", (void *)info);
    if (session == NULL)
        return api_error_of(errhandler, MPI_SESSION_NULL, MPI_ERR_ARG,
                            "MPI_Session_init: the argument `session` is a null pointer");
    int level = session_asked_level(info);
    if (level < 0)
        return api_error_of(errhandler, MPI_SESSION_NULL, MPI_ERR_INFO_VALUE, "MPI_Session_init: there is no thread_level %s",
                            info_find(info_of(info), "thread_level")->value);
    session_begins();
    struct session *new = p2p_object_new(&session_pool);
    new->errhandler = errhandler;
    new->thread_level = level;
    errhandler_retain(errhandler);
    *session = (MPI_Session)new;
    return MPI_SUCCESS;
}
API_WEAK(Session_init)

int PMPI_Session_finalize(MPI_Session *session)
{
    if (session == NULL)
        return api_explain_pointer("MPI_Session_finalize", NULL, "session");
    struct session *known = session_of_plain(*session);
    if (known == NULL)
        return session_explain("MPI_Session_finalize", *session);
    errhandler_release(known->errhandler);
    p2p_object_free(&session_pool, known);
    *session = MPI_SESSION_NULL;
    session_ends();
    return MPI_SUCCESS;
}
API_WEAK(Session_finalize)

int PMPI_Session_get_info(MPI_Session session, MPI_Info *info_used)
{
    const struct session *known = session_of_plain(session);
    if (known == NULL)
        return session_explain("MPI_Session_get_info", session);
    if (info_used == NULL)
        return api_error_of(known->errhandler, session, MPI_ERR_ARG,
                            "MPI_Session_get_info: the argument `info_used` is a null pointer");
    struct info *info = info_new();
    for (int i = 0; i < SESSION_LEVELS; i++) {
        if (session_levels[i].level == known->thread_level)
            info_put(info, "thread_level", session_levels[i].name);
    }
    *info_used = (MPI_Info)info;
    return MPI_SUCCESS;
}
API_WEAK(Session_get_info)
