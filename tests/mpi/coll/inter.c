// Tests every collective of an inter-communicator between the even ranks and the odd ranks. The groups may differ in size.
#include "../check.h"
#include "matrix.h"

static MPI_Comm inter;
static int here, there, own, odd;  // sizes of the groups, the rank in its group

// A number for rank r of the group of odd ranks (1) or of even ranks (0).
static int id(int group, int r)
{
    return group * 100 + r;
}

// The root argument of this rank when rank `root` of `group` is the root.
static int root_of(int group, int root)
{
    return group != odd ? root : own == root ? MPI_ROOT : MPI_PROC_NULL;
}

static void bcast(int count)
{
    int *data = malloc((count + 1) * sizeof *data);
    for (int group = 0; group < 2; group++) {
        for (int root = 0; root < (group == odd ? here : there); root++) {
            for (int i = 0; i < count; i++)
                data[i] = id(odd, own) + i;
            MPI_Bcast(data, count, MPI_INT, root_of(group, root), inter);
            for (int i = 0; i < count; i++)
                CHECK(data[i] == (group == odd ? id(odd, own) : id(group, root)) + i);
        }
    }
    free(data);
}

static void rooted(int count)
{
    int most = here > there ? here : there;
    int *all = malloc((most * count + 1) * sizeof *all), *part = malloc((count + 1) * sizeof *part);
    int *counts = malloc(2 * most * sizeof *counts), *at = counts + most;
    for (int r = 0; r < most; r++) {
        counts[r] = count;
        at[r] = (most - 1 - r) * count;
    }
    for (int varied = 0; varied < 2; varied++) {
        for (int group = 0; group < 2; group++) {
            for (int root = 0; root < (group == odd ? here : there); root++) {
                int as = root_of(group, root);
                for (int i = 0; i < count; i++)
                    part[i] = id(odd, own) * 7 + i;
                if (varied)
                    MPI_Gatherv(part, count, MPI_INT, all, counts, at, MPI_INT, as, inter);
                else
                    MPI_Gather(part, count, MPI_INT, all, count, MPI_INT, as, inter);
                for (int r = 0; as == MPI_ROOT && r < there; r++)
                    for (int i = 0; i < count; i++)
                        CHECK(all[(varied ? at[r] : r * count) + i] == id(!odd, r) * 7 + i);
                for (int r = 0; r < there; r++)
                    for (int i = 0; i < count; i++)
                        all[(varied ? at[r] : r * count) + i] = id(odd, own) * 9 + r * 1000 + i;
                if (varied)
                    MPI_Scatterv(all, counts, at, MPI_INT, part, count, MPI_INT, as, inter);
                else
                    MPI_Scatter(all, count, MPI_INT, part, count, MPI_INT, as, inter);
                for (int i = 0; as >= 0 && i < count; i++)
                    CHECK(part[i] == id(group, root) * 9 + own * 1000 + i);
            }
        }
    }
    free(all);
    free(part);
    free(counts);
}

static void all_to_all(int count)
{
    int *in = malloc((there * count + 1) * sizeof *in), *out = malloc((there * count + 1) * sizeof *out);
    int *counts = malloc(3 * there * sizeof *counts), *at = counts + there, *bytes = at + there;
    MPI_Datatype *types = malloc(there * sizeof *types);
    for (int r = 0; r < there; r++) {
        counts[r] = count;
        at[r] = r * count;
        bytes[r] = at[r] * sizeof(int);
        types[r] = MPI_INT;
        for (int i = 0; i < count; i++)
            out[r * count + i] = id(odd, own) * 1000 + r * 50 + i;
    }
    for (int form = 0; form < 3; form++) {
        memset(in, 0, there * count * sizeof *in);
        if (form == 0)
            MPI_Alltoall(out, count, MPI_INT, in, count, MPI_INT, inter);
        else if (form == 1)
            MPI_Alltoallv(out, counts, at, MPI_INT, in, counts, at, MPI_INT, inter);
        else
            MPI_Alltoallw(out, counts, bytes, types, in, counts, bytes, types, inter);
        for (int r = 0; r < there; r++)
            for (int i = 0; i < count; i++)
                CHECK(in[r * count + i] == id(!odd, r) * 1000 + own * 50 + i);
        memset(in, 0, there * count * sizeof *in);
        if (form == 0)
            MPI_Allgather(out, count, MPI_INT, in, count, MPI_INT, inter);
        else
            MPI_Allgatherv(out, count, MPI_INT, in, counts, at, MPI_INT, inter);
        for (int r = 0; r < there; r++)
            for (int i = 0; i < count; i++)
                CHECK(in[r * count + i] == id(!odd, r) * 1000 + i);
    }
    free(in);
    free(out);
    free(counts);
    free(types);
}

static struct matrix theirs(int i)
{
    struct matrix result = matrix_of(id(!odd, 0), i);
    for (int r = 1; r < there; r++)
        result = times(result, matrix_of(id(!odd, r), i));
    return result;
}

// The order is that of the ranks in the other group.
static void reductions(int count)
{
    MPI_Datatype type = matrix_type();
    MPI_Op op;
    MPI_Op_create(multiply, 0, &op);
    int total = count * here * there;
    struct matrix *out = malloc((total + 1) * sizeof *out), *in = malloc((total + 1) * sizeof *in);
    for (int i = 0; i < total; i++)
        out[i] = matrix_of(id(odd, own), i);
    for (int group = 0; group < 2; group++) {
        for (int root = 0; root < (group == odd ? here : there); root++) {
            int as = root_of(group, root);
            MPI_Reduce(out, in, count, type, op, as, inter);
            for (int i = 0; as == MPI_ROOT && i < count; i++)
                CHECK(equal(in[i], theirs(i)));
        }
    }
    MPI_Allreduce(out, in, count, type, op, inter);
    for (int i = 0; i < count; i++)
        CHECK(equal(in[i], theirs(i)));
    MPI_Reduce_scatter_block(out, in, count * there, type, op, inter);
    for (int i = 0; i < count * there; i++)
        CHECK(equal(in[i], theirs(own * count * there + i)));
    int *counts = malloc(here * sizeof *counts), first = 0;
    for (int r = 0; r < here; r++)
        counts[r] = r == 0 ? total - (here - 1) * count : count;
    for (int r = 0; r < own; r++)
        first += counts[r];
    MPI_Reduce_scatter(out, in, counts, type, op, inter);
    for (int i = 0; i < counts[own]; i++)
        CHECK(equal(in[i], theirs(first + i)));
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    free(counts);
    free(out);
    free(in);
}

static void wrong(void)
{
    int a = 0, b = 0;
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    CHECK(class_of(MPI_Scan(&a, &b, 1, MPI_INT, MPI_SUM, inter)) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Bcast(&a, 1, MPI_INT, there, inter)) == MPI_ERR_ROOT);
}

int main(int argc, char **argv)
{
    static const int counts[] = {0, 1, 13, 600};
    begin(&argc, &argv);
    MPI_Comm group;
    odd = rank % 2;
    MPI_Comm_split(MPI_COMM_WORLD, odd, rank, &group);
    MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, !odd, 5, &inter);
    MPI_Comm_size(inter, &here);
    MPI_Comm_remote_size(inter, &there);
    MPI_Comm_rank(inter, &own);
    MPI_Barrier(inter);
    for (int i = 0; i < 4; i++) {
        bcast(counts[i]);
        rooted(counts[i]);
        all_to_all(counts[i]);
        if (counts[i] < 100)
            reductions(counts[i]);
        MPI_Barrier(inter);
    }
    wrong();
    MPI_Comm_free(&inter);
    MPI_Comm_free(&group);
    return end();
}
