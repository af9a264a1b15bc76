// MPI_Type_get_value_index: the type of a value and its index (MPI 5.0 §6.9.4).
#include "api/type.h"

int PMPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type, MPI_Datatype *pair_type)
{
    static const struct {
        MPI_Datatype value, pair;
    } pairs[] = {
        {MPI_FLOAT, MPI_FLOAT_INT}, {MPI_DOUBLE, MPI_DOUBLE_INT}, {MPI_LONG, MPI_LONG_INT},
        {MPI_INT, MPI_2INT},        {MPI_SHORT, MPI_SHORT_INT},   {MPI_LONG_DOUBLE, MPI_LONG_DOUBLE_INT},
    };
    if (pair_type == NULL)
        return api_explain_pointer("MPI_Type_get_value_index", NULL, "pair_type");
    *pair_type = MPI_DATATYPE_NULL;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0] && index_type == MPI_INT; i++)
        if (pairs[i].value == value_type)
            *pair_type = pairs[i].pair;
    return MPI_SUCCESS;
}
API_WEAK(Type_get_value_index)
