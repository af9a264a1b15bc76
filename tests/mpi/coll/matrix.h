// A non-commutative operation: the product of 2 × 2 matrices modulo a number.
#ifndef MATRIX_H
#define MATRIX_H

struct matrix {
    unsigned at[4];
};

static struct matrix matrix_of(int r, int i)
{
    return (struct matrix){{r + 1, i + 2, 1, (r * 3 + i) % 11 + 1}};
}

static struct matrix times(struct matrix a, struct matrix b)
{
    struct matrix c;
    for (int i = 0; i < 4; i++)
        c.at[i] = (a.at[i / 2 * 2] * b.at[i % 2] + a.at[i / 2 * 2 + 1] * b.at[2 + i % 2]) % 10007;
    return c;
}

// The product of element i over the ranks first … last − 1.
static struct matrix product(int first, int last, int i)
{
    struct matrix result = matrix_of(first, i);
    for (int r = first + 1; r < last; r++)
        result = times(result, matrix_of(r, i));
    return result;
}

static int equal(struct matrix a, struct matrix b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static void multiply(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    struct matrix *x = in, *y = inout;
    for (int i = 0; i < *count; i++)
        y[i] = times(x[i], y[i]);
}

// The type of the matrix's elements, without gaps.
static MPI_Datatype matrix_type(void)
{
    MPI_Datatype type;
    MPI_Type_contiguous(4, MPI_UNSIGNED, &type);
    MPI_Type_commit(&type);
    return type;
}

#endif
