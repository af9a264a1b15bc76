// Constructors of blocks at any displacements: indexed, hindexed, and their forms with blocks of one length.
#include <string.h>

#include "api/type.h"

int datatype_check_blocks(const char *function, int count, const int blocklengths[], const void *displacements,
                          MPI_Datatype oldtype, const MPI_Datatype *newtype)
{
    if (count < 0)
        return api_error(NULL, MPI_ERR_COUNT, "%s: negative count %d", function, count);
    int error = datatype_check(function, oldtype, newtype, "newtype");
    if (error != MPI_SUCCESS)
        return error;
    if (count > 0 && displacements == NULL)
        return api_explain_pointer(function, NULL, "array_of_displacements");
    for (int i = 0; blocklengths != NULL && i < count; i++) {
        if (blocklengths[i] < 0)
            return api_error(NULL, MPI_ERR_COUNT, "%s: negative blocklength %d, the one with index %d", function, blocklengths[i], i);
    }
    return MPI_SUCCESS;
}

// The arguments of the four constructors. If `lengths` is NULL, all blocks have one length. If `bytes` is NULL, displacements are
// `elements`, which count elements.
struct datatype_blocks {
    int combiner, count, length;
    const int *lengths, *elements;
    const MPI_Aint *bytes;
    MPI_Datatype oldtype;
};

static void datatype_describe_blocks(const struct datatype_blocks *blocks, MPI_Datatype type)
{
    int count = blocks->count, integers = 1 + (blocks->lengths != NULL ? count : blocks->length >= 0) +
                                          (blocks->elements != NULL ? count : 0);
    struct type_contents *contents = type_contents_new(type, blocks->combiner, integers, blocks->bytes != NULL ? count : 0, 1);
    int *at = contents->integers;
    *at++ = count;
    if (blocks->lengths != NULL)
        at = (int *)memcpy(at, blocks->lengths, count * sizeof *at) + count;
    else if (blocks->length >= 0)
        *at++ = blocks->length;
    if (blocks->elements != NULL)
        memcpy(at, blocks->elements, count * sizeof *at);
    if (blocks->bytes != NULL)
        memcpy(contents->addresses, blocks->bytes, count * sizeof *contents->addresses);
    contents->types[0] = blocks->oldtype;
    type_contents_keep(contents);
}

static int datatype_create_blocks(const char *function, const struct datatype_blocks *blocks, MPI_Datatype *newtype)
{
    const void *displacements = blocks->bytes != NULL ? (const void *)blocks->bytes : blocks->elements;
    int error = datatype_check_blocks(function, blocks->count, blocks->lengths, displacements, blocks->oldtype, newtype);
    if (error != MPI_SUCCESS)
        return error;
    struct type_builder *builder = type_build(blocks->count);
    MPI_Aint extent = type_shape(blocks->oldtype).extent;
    for (int i = 0; i < blocks->count; i++)
        type_build_block(builder, blocks->bytes != NULL ? blocks->bytes[i] : blocks->elements[i] * extent,
                         blocks->lengths != NULL ? blocks->lengths[i] : blocks->length, blocks->oldtype);
    *newtype = type_build_end(builder);
    datatype_describe_blocks(blocks, *newtype);
    return MPI_SUCCESS;
}

// For constructors with an array of lengths.
static int datatype_create_indexed(const char *function, struct datatype_blocks blocks, MPI_Datatype *newtype)
{
    if (blocks.count > 0 && blocks.lengths == NULL)
        return api_explain_pointer(function, NULL, "array_of_blocklengths");
    return datatype_create_blocks(function, &blocks, newtype);
}

static int datatype_create_indexed_block(const char *function, struct datatype_blocks blocks, MPI_Datatype *newtype)
{
    if (blocks.length < 0)
        return api_error(NULL, MPI_ERR_COUNT, "%s: negative blocklength %d", function, blocks.length);
    return datatype_create_blocks(function, &blocks, newtype);
}

int PMPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[], MPI_Datatype oldtype,
                      MPI_Datatype *newtype)
{
    api_enter("MPI_Type_indexed");
    struct datatype_blocks blocks = {MPI_COMBINER_INDEXED, count, -1, array_of_blocklengths, array_of_displacements, NULL,
                                     oldtype};
    return datatype_create_indexed("MPI_Type_indexed", blocks, newtype);
}
API_WEAK(Type_indexed)

int PMPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[],
                              MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    api_enter("MPI_Type_create_hindexed");
    struct datatype_blocks blocks = {MPI_COMBINER_HINDEXED, count, -1, array_of_blocklengths, NULL, array_of_displacements,
                                     oldtype};
    return datatype_create_indexed("MPI_Type_create_hindexed", blocks, newtype);
}
API_WEAK(Type_create_hindexed)

int PMPI_Type_hindexed(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                       MPI_Datatype *newtype)
{
    api_enter("MPI_Type_hindexed");
    struct datatype_blocks blocks = {MPI_COMBINER_HINDEXED, count, -1, array_of_blocklengths, NULL, array_of_displacements,
                                     oldtype};
    return datatype_create_indexed("MPI_Type_hindexed", blocks, newtype);
}
API_WEAK(Type_hindexed)

int PMPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], MPI_Datatype oldtype,
                                   MPI_Datatype *newtype)
{
    api_enter("MPI_Type_create_indexed_block");
    struct datatype_blocks blocks = {MPI_COMBINER_INDEXED_BLOCK, count, blocklength, NULL, array_of_displacements, NULL, oldtype};
    return datatype_create_indexed_block("MPI_Type_create_indexed_block", blocks, newtype);
}
API_WEAK(Type_create_indexed_block)

int PMPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                                    MPI_Datatype *newtype)
{
    api_enter("MPI_Type_create_hindexed_block");
    struct datatype_blocks blocks = {MPI_COMBINER_HINDEXED_BLOCK, count, blocklength, NULL, NULL, array_of_displacements,
                                     oldtype};
    return datatype_create_indexed_block("MPI_Type_create_hindexed_block", blocks, newtype);
}
API_WEAK(Type_create_hindexed_block)
