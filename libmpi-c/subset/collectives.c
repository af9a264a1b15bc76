// TMD-MPI: collectives that TMD-MPEs perform (devices/src/tmd/mpe/collect.rs).
#include "subset/command.h"
#include "subset/words.h"

#if FSL_HAS_COLLECTIVES

// From this bit on, a command's last word contains the operation.
enum { OPERATION_SHIFT = 16 };
enum { OPERATION_SUM, OPERATION_MAX_SIGNED, OPERATION_MAX_UNSIGNED };

bool subset_command_barrier(void)
{
    fsl_put_command(FSL_COMMAND_BARRIER, 0, subset_world.rank, 0, subset_world.size);
    fsl_get_control();
    return true;
}

bool subset_command_broadcast(unsigned root, void *data, int count, MPI_Datatype datatype)
{
    size_t bytes = subset_bytes(count, datatype);
    fsl_put_command(FSL_COMMAND_BROADCAST, subset_words(bytes), subset_world.rank, root, subset_world.size);
    if (subset_world.rank == root)
        subset_put_words(data, bytes);
    else if (bytes != 0)
        subset_get_words(data, bytes);
    return true;
}

// Only for integers of one word: the hardware has no other adder.
bool subset_command_reduce(unsigned root, const void *from, void *to, int count, MPI_Datatype datatype, MPI_Op op)
{
    const struct subset_type *type = subset_find_type(datatype);
    if (1 << type->shift != sizeof(uint32_t) || type->kind == SUBSET_FLOAT)
        return false;
    uint32_t operation = op == MPI_SUM                  ? OPERATION_SUM
                         : type->kind == SUBSET_SIGNED ? OPERATION_MAX_SIGNED
                                                       : OPERATION_MAX_UNSIGNED;
    const unsigned char *at = from;
    unsigned char *result = to;
    size_t part;
    for (size_t left = subset_bytes(count, datatype); left > 0; left -= part, at += part, result += part) {
        part = left < FSL_COLLECTIVE_WORDS * sizeof(uint32_t) ? left : FSL_COLLECTIVE_WORDS * sizeof(uint32_t);
        fsl_put_command(FSL_COMMAND_REDUCE, subset_words(part), subset_world.rank, root,
                        operation << OPERATION_SHIFT | subset_world.size);
        subset_put_words(at, part);
        if (subset_world.rank == root)
            subset_get_words(result, part);
    }
    return true;
}

#endif
