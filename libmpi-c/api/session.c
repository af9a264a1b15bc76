// Beginning and ending sessions (MPI 5.0 §11.3.1).
#include "api/session.h"

#include <string.h>

#include "api/errhandler.h"
#include "api/info.h"

static struct p2p_object_pool api_session_pool = {P2P_OBJECT_SESSION, sizeof(struct api_session), NULL};

static const struct api_level {
    int level;
    char name[22];
} api_levels[] = {
    {MPI_THREAD_SINGLE, "MPI_THREAD_SINGLE"},
    {MPI_THREAD_FUNNELED, "MPI_THREAD_FUNNELED"},
    {MPI_THREAD_SERIALIZED, "MPI_THREAD_SERIALIZED"},
    {MPI_THREAD_MULTIPLE, "MPI_THREAD_MULTIPLE"},
};

enum { API_LEVELS = sizeof api_levels / sizeof api_levels[0] };

struct api_session *api_session(MPI_Session handle)
{
    return p2p_object_of(handle, P2P_OBJECT_SESSION);
}

int api_explain_session(const char *function, MPI_Session handle)
{
    return api_error(NULL, MPI_ERR_SESSION, handle == MPI_SESSION_NULL ? "%s: the session is MPI_SESSION_NULL"
                                                                       : "%s: invalid session %p", function, (void *)handle);
}

// The level that is asked for, -1 when there is no such level; without the key it is MPI_THREAD_SINGLE.
static int api_asked_level(MPI_Info info)
{
    const struct api_info_entry *entry = info == MPI_INFO_NULL ? NULL : api_info_find(api_info(info), "thread_level");
    if (entry == NULL)
        return MPI_THREAD_SINGLE;
    for (int i = 0; i < API_LEVELS; i++) {
        if (strcmp(entry->value, api_levels[i].name) == 0)
            return api_levels[i].level;
    }
    return -1;
}

int PMPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session)
{
    if (!api_errhandler_is_for(API_HANDLED_SESSION, errhandler))
        return api_error(NULL, MPI_ERR_ERRHANDLER, "MPI_Session_init: invalid error handler %p, or one for other objects",
                         (void *)errhandler);
    if (!api_is_hints(info))
        return api_error_of(errhandler, MPI_SESSION_NULL, MPI_ERR_INFO, "MPI_Session_init: invalid info object %p", (void *)info);
    if (session == NULL)
        return api_error_of(errhandler, MPI_SESSION_NULL, MPI_ERR_ARG,
                            "MPI_Session_init: the argument `session` is a null pointer");
    int level = api_asked_level(info);
    if (level < 0)
        return api_error_of(errhandler, MPI_SESSION_NULL, MPI_ERR_INFO_VALUE, "MPI_Session_init: there is no thread_level %s",
                            api_info_find(api_info(info), "thread_level")->value);
    api_session_begins();
    struct api_session *new = p2p_object_new(&api_session_pool);
    new->errhandler = errhandler;
    new->thread_level = level;
    api_errhandler_retain(errhandler);
    *session = (MPI_Session)new;
    return MPI_SUCCESS;
}
API_WEAK(Session_init)

int PMPI_Session_finalize(MPI_Session *session)
{
    if (session == NULL)
        return api_explain_pointer("MPI_Session_finalize", NULL, "session");
    struct api_session *known = api_session(*session);
    if (known == NULL)
        return api_explain_session("MPI_Session_finalize", *session);
    api_errhandler_release(known->errhandler);
    p2p_object_free(&api_session_pool, known);
    *session = MPI_SESSION_NULL;
    api_session_ends();
    return MPI_SUCCESS;
}
API_WEAK(Session_finalize)

int PMPI_Session_get_info(MPI_Session session, MPI_Info *info_used)
{
    const struct api_session *known = api_session(session);
    if (known == NULL)
        return api_explain_session("MPI_Session_get_info", session);
    if (info_used == NULL)
        return api_error_of(known->errhandler, session, MPI_ERR_ARG,
                            "MPI_Session_get_info: the argument `info_used` is a null pointer");
    struct api_info *info = api_info_new();
    for (int i = 0; i < API_LEVELS; i++) {
        if (api_levels[i].level == known->thread_level)
            api_info_put(info, "thread_level", api_levels[i].name);
    }
    *info_used = (MPI_Info)info;
    return MPI_SUCCESS;
}
API_WEAK(Session_get_info)
