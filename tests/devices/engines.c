// Rank 0 of a TMD machine whose other ranks are Jacobi engines. Rank 0 gives them a problem word by word
// over its link, without MPI, and compares every residual and cell with its own, bit by bit. `engines N`
// uses N engines. `engines N hang` gives the last engine no rows, and so waits for its residual for ever.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../libmpi-c/hal/regs/fsl.h"

#pragma GCC optimize("-ffp-contract=off")

enum { FSL = 0x03000000, CLEAR = -1, NOBODY = -1, ENGINES_MAX = 16 };
enum { SETUP = 1, ROWS, EXCHANGE, RESIDUAL, DECISION, RESULT };
enum { PER_ENGINE = 2, COLUMNS = 7, SWEEPS = 3, ROWS_MAX = PER_ENGINE * ENGINES_MAX + 2 };

static float grid[ROWS_MAX][COLUMNS];

// Envelopes that arrived before they were expected: header and tag.
static uint32_t early[ENGINES_MAX][2];
static int early_count;

static volatile uint32_t *link(uint32_t offset)
{
    return (volatile uint32_t *)(FSL + offset);
}

static uint32_t get(void)
{
    return *link(FSL_REG_GET);
}

static void put_packet(int dest, const void *words, uint32_t count)
{
    *link(FSL_REG_PUT) = (uint32_t)dest << 16 | count;
    for (uint32_t i = 0; i < count; i++)
        *link(FSL_REG_PUT) = ((const uint32_t *)words)[i];
}

static void put_word(int dest, uint32_t word)
{
    put_packet(dest, &word, 1);
}

static void keep(uint32_t header, uint32_t tag)
{
    early[early_count][0] = header;
    early[early_count++][1] = tag;
}

// Takes envelopes until one comes from `source` with this tag. Keeps all others.
static void expect(int source, uint32_t tag)
{
    uint32_t wanted = (uint32_t)source << 24 | 1;
    for (int i = 0; i < early_count; i++)
        if (early[i][0] == wanted && early[i][1] == tag) {
            memcpy(early[i], early[--early_count], sizeof early[i]);
            return;
        }
    for (;;) {
        uint32_t header = get(), word = get();
        if (header == wanted && word == tag)
            return;
        keep(header, word);
    }
}

static void send(int dest, uint32_t tag, const void *words, uint32_t count)
{
    put_word(dest, tag);
    expect(dest, (uint32_t)CLEAR);
    put_packet(dest, words, count);
}

static void receive(int source, uint32_t tag, void *words, uint32_t count)
{
    expect(source, tag);
    put_word(source, (uint32_t)CLEAR);
    // No other engine sends data now, but others may send envelopes.
    for (uint32_t header; (header = get()) >> 24 != (uint32_t)source;)
        keep(header, get());
    for (uint32_t i = 0; i < count; i++)
        ((uint32_t *)words)[i] = get();
}

// One sweep over some rows, from the values in `old`. Returns the sum of the squared differences.
static float sweep(float old[][COLUMNS], int first, int rows)
{
    float sum = 0;
    for (int row = first; row < first + rows; row++)
        for (int column = 1; column < COLUMNS - 1; column++) {
            float t = old[row - 1][column] + old[row + 1][column];
            t += old[row][column - 1];
            t += old[row][column + 1];
            float value = 0.25f * t, difference = value - old[row][column];
            sum += difference * difference;
            grid[row][column] = value;
        }
    return sum;
}

static void check(int is_so, const char *what, int engine)
{
    if (is_so)
        return;
    fprintf(stderr, "%s of engine %d is another\n", what, engine);
    exit(1);
}

static void give_problem(int engine, int engines, int with_rows)
{
    int32_t setup[] = {PER_ENGINE, COLUMNS, engine == 1 ? NOBODY : engine - 1, engine == engines ? NOBODY : engine + 1,
                       engine % 2};
    send(engine, SETUP, setup, 5);
    if (with_rows)
        send(engine, ROWS, grid[(engine - 1) * PER_ENGINE], (PER_ENGINE + 2) * COLUMNS);
}

int main(int argc, char **argv)
{
    int engines = argc > 1 ? atoi(argv[1]) : 1, hangs = argc > 2;
    for (int row = 0; row < ROWS_MAX; row++)
        for (int column = 0; column < COLUMNS; column++)
            grid[row][column] = (float)((row * COLUMNS + column) * 7919 % 1009) / 7;
    for (int engine = 1; engine <= engines; engine++)
        give_problem(engine, engines, !hangs || engine < engines);
    for (int i = 0; i < SWEEPS; i++) {
        static float old[ROWS_MAX][COLUMNS];
        memcpy(old, grid, sizeof grid);
        for (int engine = 1; engine <= engines; engine++) {
            float residual, own = sweep(old, (engine - 1) * PER_ENGINE + 1, PER_ENGINE);
            receive(engine, RESIDUAL, &residual, 1);
            check(memcmp(&residual, &own, sizeof own) == 0, "a residual", engine);
        }
        for (int engine = 1; engine <= engines; engine++)
            send(engine, DECISION, &(uint32_t){i == SWEEPS - 1}, 1);
    }
    for (int engine = 1; engine <= engines; engine++) {
        float rows[PER_ENGINE][COLUMNS];
        receive(engine, RESULT, rows, PER_ENGINE * COLUMNS);
        check(memcmp(rows, grid[(engine - 1) * PER_ENGINE + 1], sizeof rows) == 0, "the result", engine);
    }
    printf("ok\n");
}
