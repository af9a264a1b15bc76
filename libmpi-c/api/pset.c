// The process sets of a session: mpi://WORLD and mpi://SELF, in upper or lower case (MPI 5.0 §11.3.2).
#include <string.h>
#include <strings.h>

#include "api/communicator.h"
#include "api/errhandler.h"
#include "api/info.h"
#include "api/session.h"

static const char session_pset_names[][12] = {"mpi://WORLD", "mpi://SELF"};

enum { SESSION_PSETS = sizeof session_pset_names / sizeof session_pset_names[0] };

static const struct p2p_comm *session_pset(const char *name)
{
    if (name != NULL && strcasecmp(name, session_pset_names[0]) == 0)
        return &p2p_world;
    return name != NULL && strcasecmp(name, session_pset_names[1]) == 0 ? &p2p_self : NULL;
}

// Checks the session and the pointer to the result.
static int session_check(const char *function, MPI_Session session, const void *result, const char *name)
{
    const struct session *known = session_of(session);
    if (known == NULL)
        return session_explain(function, session);
    if (result == NULL)
        return api_error_of(known->errhandler, session, MPI_ERR_ARG, "%s: the argument `%s` is a null pointer", function, name);
    return MPI_SUCCESS;
}

static int session_explain_pset(const char *function, MPI_Session session, const char *name)
{
    return api_error_of(session_of(session)->errhandler, session, MPI_ERR_ARG, "%s: there is no process set %s", function,
                        name == NULL ? "without a name" : name);
}

int PMPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names)
{
    (void)info;
    int error = session_check("MPI_Session_get_num_psets", session, npset_names, "npset_names");
    if (error == MPI_SUCCESS)
        *npset_names = SESSION_PSETS;
    return error;
}
API_WEAK(Session_get_num_psets)

// `pset_len` counts the terminating zero; 0 only asks for the size that the name needs.
int PMPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *pset_len, char *pset_name)
{
    (void)info;
    int error = session_check("MPI_Session_get_nth_pset", session, pset_len, "pset_len");
    if (error != MPI_SUCCESS)
        return error;
    MPI_Errhandler errhandler = session_of(session)->errhandler;
    if ((unsigned)n >= SESSION_PSETS)
        return api_error_of(errhandler, session, MPI_ERR_ARG, "MPI_Session_get_nth_pset: there is no process set %d, only %d", n,
                            SESSION_PSETS);
    if (*pset_len < 0 || (*pset_len > 0 && pset_name == NULL))
        return api_error_of(errhandler, session, MPI_ERR_ARG,
                            "MPI_Session_get_nth_pset: null or negative buffer for %d characters", *pset_len);
    int length = strlen(session_pset_names[n]);
    if (*pset_len > 0) {
        int given = *pset_len - 1 < length ? *pset_len - 1 : length;
        memcpy(pset_name, session_pset_names[n], given);
        pset_name[given] = '\0';
    }
    *pset_len = length + 1;
    return MPI_SUCCESS;
}
API_WEAK(Session_get_nth_pset)

int PMPI_Session_get_pset_info(MPI_Session session, const char *pset_name, MPI_Info *info)
{
    int error = session_check("MPI_Session_get_pset_info", session, info, "info");
    if (error != MPI_SUCCESS)
        return error;
    const struct p2p_comm *set = session_pset(pset_name);
    if (set == NULL)
        return session_explain_pset("MPI_Session_get_pset_info", session, pset_name);
    struct info *new = info_new();
    info_put_number(new, "mpi_size", set->size);
    *info = (MPI_Info)new;
    return MPI_SUCCESS;
}
API_WEAK(Session_get_pset_info)

int PMPI_Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup)
{
    int error = session_check("MPI_Group_from_session_pset", session, newgroup, "newgroup");
    if (error != MPI_SUCCESS)
        return error;
    const struct p2p_comm *set = session_pset(pset_name);
    if (set == NULL)
        return session_explain_pset("MPI_Group_from_session_pset", session, pset_name);
    struct group *group = comm_details(set)->group;
    p2p_object_retain(group);
    *newgroup = group_handle_from_session(group);
    return MPI_SUCCESS;
}
API_WEAK(Group_from_session_pset)
