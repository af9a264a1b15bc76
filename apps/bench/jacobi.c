// Jacobi relaxation of the Laplace equation in double precision. Measures the emulator's own speed; no MPI.
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 128 };

static double a[SIDE][SIDE], b[SIDE][SIDE];

static __attribute__((noinline)) double sweep(double (*to)[SIDE], double (*from)[SIDE])
{
    double change = 0.0;
    for (int i = 1; i < SIDE - 1; i++)
        for (int j = 1; j < SIDE - 1; j++) {
            double value = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
            double difference = value - from[i][j];
            to[i][j] = value;
            change += difference * difference;
        }
    return change;
}

int main(int argc, char **argv)
{
    double change = 0.0;
    for (int i = 0; i < SIDE; i++)
        a[i][0] = b[i][0] = 1.0 + 0.01 * i;
    for (int round = argc > 1 ? atoi(argv[1]) : 200; round > 0; round--) {
        sweep(b, a);
        change = sweep(a, b);
    }
    printf("change %.17g\n", change);
    return 0;
}
