// MPI_Dims_create: a grid of ranks whose sizes are as close to each other as possible (MPI 5.0 §8.5.2).
#include <string.h>

#include "api/api.h"

// A search through all grids with sizes in descending order. `best` is the grid with the least difference between the first and
// the last size; among equal ones, that with the greatest last size, then with the greatest one before it, and so on.
struct dims_grid {
    int *divisors, count;  // of the number of ranks, ascending
    int dimensions, difference;
    int *sizes, *best;
};

static int dims_count_divisors(int number, int *divisors)
{
    int count = 0;
    for (int i = 1; i <= number / i; i++) {
        if (number % i != 0)
            continue;
        if (divisors != NULL)
            divisors[count] = i;
        count++;
    }
    int low = count - (count > 0 && divisors != NULL && divisors[count - 1] == number / divisors[count - 1]);
    if (divisors == NULL)
        return 2 * count;
    for (int i = low - 1; i >= 0; i--)
        divisors[count++] = number / divisors[i];
    return count;
}

// Is there room for `ranks` ranks in `dimensions` dimensions of at most `size` each?
static bool dims_suffice(int size, int dimensions, int64_t ranks)
{
    int64_t product = 1;
    for (int i = 0; i < dimensions && product < ranks; i++)
        product *= size;
    return product >= ranks;
}

// Can the remaining dimensions, whose product is `ranks`, be large enough for a difference that is not worse than that of the
// best grid?
static bool dims_can_be_better(const struct dims_grid *grid, int first, int left, int ranks)
{
    int least = first - grid->difference;
    return least <= 1 || !dims_suffice(least, left, (int64_t)ranks + 1);
}

static void dims_note(struct dims_grid *grid)
{
    int last = grid->dimensions - 1, difference = grid->sizes[0] - grid->sizes[last];
    while (last > 0 && grid->sizes[last] == grid->best[last])
        last--;
    if (difference > grid->difference || (difference == grid->difference && grid->sizes[last] <= grid->best[last]))
        return;
    grid->difference = difference;
    memcpy(grid->best, grid->sizes, grid->dimensions * sizeof *grid->best);
}

// Tries all sizes for the dimensions from `at` on, whose product must be `ranks`, the least size first. If that is too great, all
// later ones are.
static void dims_try_grids(struct dims_grid *grid, int at, int ranks)
{
    int left = grid->dimensions - at;
    for (int i = 0; i < grid->count; i++) {
        int size = left > 1 ? grid->divisors[i] : ranks;
        if (size > ranks || (at > 0 && size > grid->sizes[at - 1]))
            return;
        if (ranks % size != 0 || !dims_suffice(size, left, ranks))
            continue;
        grid->sizes[at] = size;
        if (left == 1) {
            dims_note(grid);
            return;
        }
        if (!dims_can_be_better(grid, grid->sizes[0], left - 1, ranks / size))
            return;
        dims_try_grids(grid, at + 1, ranks / size);
    }
}

static void dims_best(int ranks, int dimensions, int *best)
{
    struct dims_grid grid = {.dimensions = dimensions, .difference = INT32_MAX, .best = best};
    int room = dims_count_divisors(ranks, NULL) + dimensions;
    grid.divisors = p2p_allocate(room * sizeof(int), "MPI_Dims_create: no memory for the divisors");
    grid.count = dims_count_divisors(ranks, grid.divisors);
    grid.sizes = grid.divisors + grid.count;
    dims_try_grids(&grid, 0, ranks);
    p2p_free(grid.divisors);
}

// Checks the arguments. Sets the product of the given sizes and the number of dimensions that are not given. Returns MPI_SUCCESS,
// or reports the wrong argument and returns its class.
static int dims_check(int nnodes, int ndims, const int dims[], int *given, int *free_dims)
{
    static const char function[] = "MPI_Dims_create";
    if (nnodes <= 0)
        return api_error(NULL, MPI_ERR_ARG, "%s: %d nodes", function, nnodes);
    if (ndims < 0)
        return api_error(NULL, MPI_ERR_DIMS, "%s: negative number %d of dimensions", function, ndims);
    if (dims == NULL && ndims > 0)
        return api_explain_pointer(function, NULL, "dims");
    int64_t product = 1;
    *free_dims = 0;
    for (int i = 0; i < ndims; i++) {
        if (dims[i] < 0)
            return api_error(NULL, MPI_ERR_DIMS, "%s: dimension %d has the size %d", function, i, dims[i]);
        if (dims[i] == 0)
            ++*free_dims;
        else if ((product *= dims[i]) > nnodes)
            return api_error(NULL, MPI_ERR_DIMS, "%s: the given sizes make more than %d nodes", function, nnodes);
    }
    if (nnodes % product != 0 || (*free_dims == 0 && ndims > 0 && product != nnodes))
        return api_error(NULL, MPI_ERR_DIMS, "%s: %d nodes are no multiple of the given sizes, %d together", function, nnodes,
                         (int)product);
    *given = product;
    return MPI_SUCCESS;
}

int PMPI_Dims_create(int nnodes, int ndims, int dims[])
{
    api_enter("MPI_Dims_create");
    int given = 1, count = 0;
    int error = dims_check(nnodes, ndims, dims, &given, &count);
    if (error != MPI_SUCCESS || count == 0)
        return error;
    int *sizes = p2p_allocate(count * sizeof *sizes, "MPI_Dims_create: no memory for the sizes"), *next = sizes;
    memset(sizes, 0, count * sizeof *sizes);
    dims_best(nnodes / given, count, sizes);
    for (int i = 0; i < ndims; i++) {
        if (dims[i] == 0)
            dims[i] = *next++;
    }
    p2p_free(sizes);
    return MPI_SUCCESS;
}
API_WEAK(Dims_create)
