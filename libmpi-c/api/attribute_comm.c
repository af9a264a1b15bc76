// Attributes of communicators (MPI 5.0 §7.7.3), and the functions' names in MPI-1.
#include "api/communicator.h"
#include "api/keyval.h"
#include "api/predefined.h"

static int attribute_comm_holder(const char *function, MPI_Comm comm, struct attribute_holder *holder)
{
    api_enter(function);
    const struct p2p_comm *known = comm_of(comm);
    if (known == NULL)
        return api_explain_comm(function, comm);
    *holder = (struct attribute_holder){ATTRIBUTE_OF_COMM, comm, &comm_details(known)->attributes, known->errhandler, comm};
    return MPI_SUCCESS;
}

static int attribute_comm_set(const char *function, MPI_Comm comm, int keyval, void *value)
{
    struct attribute_holder holder;
    int error = attribute_comm_holder(function, comm, &holder);
    return error != MPI_SUCCESS ? error : attribute_set(function, &holder, keyval, value);
}

// The value of a predefined attribute is the address of an int (MPI 5.0 §9.1.2).
static int attribute_comm_get(const char *function, MPI_Comm comm, int keyval, void *value, int *flag)
{
    struct attribute_holder holder;
    int error = attribute_comm_holder(function, comm, &holder);
    if (error != MPI_SUCCESS)
        return error;
    const int *predefined = attribute_predefined(keyval);
    if (predefined == NULL || value == NULL || flag == NULL)
        return attribute_get(function, &holder, keyval, value, flag);
    *(const int **)value = predefined;
    *flag = 1;
    return MPI_SUCCESS;
}

static int attribute_comm_delete(const char *function, MPI_Comm comm, int keyval)
{
    struct attribute_holder holder;
    int error = attribute_comm_holder(function, comm, &holder);
    return error != MPI_SUCCESS ? error : attribute_remove(function, &holder, keyval);
}

static int keyval_comm_create(const char *function, MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *delete,
                              int *keyval, void *extra_state)
{
    return keyval_create(function, ATTRIBUTE_OF_COMM, (keyval_copy_function *)copy, (keyval_delete_function *)delete, keyval,
                         extra_state);
}

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn, MPI_Comm_delete_attr_function *comm_delete_attr_fn,
                            int *comm_keyval, void *extra_state)
{
    return keyval_comm_create("MPI_Comm_create_keyval", comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state);
}
API_WEAK(Comm_create_keyval)

int PMPI_Comm_free_keyval(int *comm_keyval)
{
    return keyval_free("MPI_Comm_free_keyval", ATTRIBUTE_OF_COMM, comm_keyval);
}
API_WEAK(Comm_free_keyval)

int PMPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val)
{
    return attribute_comm_set("MPI_Comm_set_attr", comm, comm_keyval, attribute_val);
}
API_WEAK(Comm_set_attr)

int PMPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag)
{
    return attribute_comm_get("MPI_Comm_get_attr", comm, comm_keyval, attribute_val, flag);
}
API_WEAK(Comm_get_attr)

int PMPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval)
{
    return attribute_comm_delete("MPI_Comm_delete_attr", comm, comm_keyval);
}
API_WEAK(Comm_delete_attr)

int PMPI_Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval, void *extra_state)
{
    return keyval_comm_create("MPI_Keyval_create", copy_fn, delete_fn, keyval, extra_state);
}
API_WEAK(Keyval_create)

int PMPI_Keyval_free(int *keyval)
{
    return keyval_free("MPI_Keyval_free", ATTRIBUTE_OF_COMM, keyval);
}
API_WEAK(Keyval_free)

int PMPI_Attr_put(MPI_Comm comm, int keyval, void *attribute_val)
{
    return attribute_comm_set("MPI_Attr_put", comm, keyval, attribute_val);
}
API_WEAK(Attr_put)

int PMPI_Attr_get(MPI_Comm comm, int keyval, void *attribute_val, int *flag)
{
    return attribute_comm_get("MPI_Attr_get", comm, keyval, attribute_val, flag);
}
API_WEAK(Attr_get)

int PMPI_Attr_delete(MPI_Comm comm, int keyval)
{
    return attribute_comm_delete("MPI_Attr_delete", comm, keyval);
}
API_WEAK(Attr_delete)
