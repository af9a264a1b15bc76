// Attributes of datatypes (MPI 5.0 §7.7.5).
#include "api/communicator.h"
#include "api/keyval.h"
#include "api/type.h"

static int attribute_type_holder(const char *function, MPI_Datatype type, struct attribute_holder *holder)
{
    api_enter(function);
    if (!type_is_valid(type))
        return datatype_explain(function, type);
    const struct p2p_comm *reported = comm_for_errors();
    *holder = (struct attribute_holder){ATTRIBUTE_OF_TYPE, type, &datatype_details(type)->attributes, reported->errhandler,
                                        comm_handle(reported)};
    return MPI_SUCCESS;
}

int PMPI_Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn, MPI_Type_delete_attr_function *type_delete_attr_fn,
                            int *type_keyval, void *extra_state)
{
    return keyval_create("MPI_Type_create_keyval", ATTRIBUTE_OF_TYPE, (keyval_copy_function *)type_copy_attr_fn,
                         (keyval_delete_function *)type_delete_attr_fn, type_keyval, extra_state);
}
API_WEAK(Type_create_keyval)

int PMPI_Type_free_keyval(int *type_keyval)
{
    return keyval_free("MPI_Type_free_keyval", ATTRIBUTE_OF_TYPE, type_keyval);
}
API_WEAK(Type_free_keyval)

int PMPI_Type_set_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val)
{
    struct attribute_holder holder;
    int error = attribute_type_holder("MPI_Type_set_attr", datatype, &holder);
    return error != MPI_SUCCESS ? error : attribute_set("MPI_Type_set_attr", &holder, type_keyval, attribute_val);
}
API_WEAK(Type_set_attr)

int PMPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag)
{
    struct attribute_holder holder;
    int error = attribute_type_holder("MPI_Type_get_attr", datatype, &holder);
    return error != MPI_SUCCESS ? error : attribute_get("MPI_Type_get_attr", &holder, type_keyval, attribute_val, flag);
}
API_WEAK(Type_get_attr)

int PMPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval)
{
    struct attribute_holder holder;
    int error = attribute_type_holder("MPI_Type_delete_attr", datatype, &holder);
    return error != MPI_SUCCESS ? error : attribute_remove("MPI_Type_delete_attr", &holder, type_keyval);
}
API_WEAK(Type_delete_attr)
