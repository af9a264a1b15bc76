// Tests MPI_Comm_compare: identical, congruent, similar, unequal.
#include "../check.h"

static int compared(MPI_Comm one, MPI_Comm other)
{
    int result = -1, again = -2;
    MPI_Comm_compare(one, other, &result);
    MPI_Comm_compare(other, one, &again);
    CHECK(result == again);
    return result;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm same, reversed, part;
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &same);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, 0, &part);
    CHECK(compared(MPI_COMM_WORLD, MPI_COMM_WORLD) == MPI_IDENT);
    CHECK(compared(MPI_COMM_WORLD, same) == MPI_CONGRUENT);
    CHECK(compared(MPI_COMM_WORLD, reversed) == (size > 1 ? MPI_SIMILAR : MPI_CONGRUENT));
    CHECK(compared(same, part) == (size > 1 ? MPI_UNEQUAL : MPI_CONGRUENT));
    CHECK(compared(MPI_COMM_WORLD, MPI_COMM_SELF) == (size > 1 ? MPI_UNEQUAL : MPI_CONGRUENT));
    MPI_Comm_free(&same);
    MPI_Comm_free(&reversed);
    MPI_Comm_free(&part);
    return end();
}
