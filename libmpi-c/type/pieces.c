// The memory of an element, piece by piece.
#include "type/type.h"

// Of a pair whose second member, of four bytes, is aligned behind the first.
static size_t type_pair_pieces(const struct p2p_datatype *pair, struct type_piece *pieces, size_t most)
{
    enum { SECOND = 4 };
    MPI_Aint first = pair->size - SECOND;
    const struct type_piece both[] = {{0, first}, {(first + SECOND - 1) & -SECOND, SECOND}};
    bool apart = both[1].offset != first;
    if (most > 0)
        pieces[0] = apart ? both[0] : (struct type_piece){0, pair->size};
    if (apart && most > 1)
        pieces[1] = both[1];
    return apart ? 2 : 1;
}

size_t type_pieces(MPI_Datatype type, bool padded, struct type_piece *pieces, size_t most)
{
    const struct p2p_datatype *known = p2p_datatype(type);
    if (known->size != known->extent && !padded)
        return type_pair_pieces(known, pieces, most);
    if (most > 0)
        pieces[0] = (struct type_piece){0, known->extent};
    return 1;
}

MPI_Datatype type_element(MPI_Datatype type)
{
    return type;
}
