// Attributes of datatypes (MPI 5.0 §7.7.5).
#include "api/keyval.h"

// Predefined datatypes may have attributes, too, which are never copied and stay until the end.
struct api_typed {
    struct api_typed *next;
    MPI_Datatype type;
    struct api_attributes attributes;
};

static struct api_attributes *api_predefined_type_attributes(MPI_Datatype type)
{
    static struct api_typed *first;
    struct api_typed *typed = first;
    while (typed != NULL && typed->type != type)
        typed = typed->next;
    if (typed == NULL) {
        typed = p2p_allocate(sizeof *typed, "MPI: no memory for attributes of another datatype");
        *typed = (struct api_typed){first, type, {NULL}};
        first = typed;
    }
    return &typed->attributes;
}

static int api_type_holder(const char *function, MPI_Datatype type, struct api_holder *holder)
{
    api_enter(function);
    struct api_attributes *attributes = NULL;
    if (type_is_valid(type))
        attributes = (uintptr_t)type < P2P_FIRST_POINTER ? api_predefined_type_attributes(type) : api_type_attributes(type);
    if (attributes == NULL)
        return api_error(NULL, MPI_ERR_TYPE, type == MPI_DATATYPE_NULL ? "%s: the datatype is MPI_DATATYPE_NULL"
                                                                       : "%s: invalid datatype %p", function, (void *)type);
    *holder = (struct api_holder){API_ATTRIBUTES_OF_TYPE, type, attributes, p2p_self.errhandler, MPI_COMM_SELF};
    return MPI_SUCCESS;
}

int PMPI_Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn, MPI_Type_delete_attr_function *type_delete_attr_fn,
                            int *type_keyval, void *extra_state)
{
    return api_keyval_create("MPI_Type_create_keyval", API_ATTRIBUTES_OF_TYPE, (api_copy_function *)type_copy_attr_fn,
                             (api_delete_function *)type_delete_attr_fn, type_keyval, extra_state);
}
API_WEAK(Type_create_keyval)

int PMPI_Type_free_keyval(int *type_keyval)
{
    return api_keyval_free("MPI_Type_free_keyval", API_ATTRIBUTES_OF_TYPE, type_keyval);
}
API_WEAK(Type_free_keyval)

int PMPI_Type_set_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val)
{
    struct api_holder holder;
    int error = api_type_holder("MPI_Type_set_attr", datatype, &holder);
    return error != MPI_SUCCESS ? error : api_attribute_set("MPI_Type_set_attr", &holder, type_keyval, attribute_val);
}
API_WEAK(Type_set_attr)

int PMPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag)
{
    struct api_holder holder;
    int error = api_type_holder("MPI_Type_get_attr", datatype, &holder);
    return error != MPI_SUCCESS ? error : api_attribute_get("MPI_Type_get_attr", &holder, type_keyval, attribute_val, flag);
}
API_WEAK(Type_get_attr)

int PMPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval)
{
    struct api_holder holder;
    int error = api_type_holder("MPI_Type_delete_attr", datatype, &holder);
    return error != MPI_SUCCESS ? error : api_attribute_remove("MPI_Type_delete_attr", &holder, type_keyval);
}
API_WEAK(Type_delete_attr)
