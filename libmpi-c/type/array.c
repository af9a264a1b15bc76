// Dimensions of arrays as datatypes (MPI 5.0 §5.1.3, §5.1.4).
#include "type/array.h"

#include "type/internal.h"

MPI_Datatype type_slice(MPI_Datatype inner, size_t first, size_t count, MPI_Aint stride)
{
    MPI_Datatype indices = type_strided(count, 1, stride, inner);
    struct type_builder *builder = type_build(1);
    type_build_block(builder, (MPI_Aint)first * stride, 1, indices);
    MPI_Datatype placed = type_build_end(builder);
    type_handle_free(indices);
    type_handle_free(inner);
    return placed;
}

// The owner's whole blocks, and its last block, which may be shorter.
MPI_Datatype type_cyclic(MPI_Datatype inner, size_t extent, size_t block, size_t owner, size_t owners, MPI_Aint stride)
{
    size_t first = owner * block, round = owners * block;
    size_t behind = extent > first ? extent - first : 0;
    size_t rounds = behind / round, rest = behind % round;
    if (rest >= block) {
        rounds++;
        rest = 0;
    }
    MPI_Datatype one = type_strided(block, 1, stride, inner);
    MPI_Datatype whole = type_strided(rounds, 1, (MPI_Aint)round * stride, one);
    MPI_Datatype last = type_strided(rest, 1, stride, inner);
    struct type_builder *builder = type_build(2);
    type_build_block(builder, (MPI_Aint)first * stride, 1, whole);
    type_build_block(builder, (MPI_Aint)(first + rounds * round) * stride, 1, last);
    MPI_Datatype both = type_build_end(builder);
    type_handle_free(one);
    type_handle_free(whole);
    type_handle_free(last);
    type_handle_free(inner);
    return both;
}

MPI_Datatype type_array_end(MPI_Datatype inner, MPI_Aint extent)
{
    MPI_Datatype array = type_resized(inner, 0, extent);
    type_handle_free(inner);
    return array;
}
