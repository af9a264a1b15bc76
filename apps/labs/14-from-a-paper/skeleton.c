// Lab 14: predicts a row of a published table, the time of long messages, from three parameters of the machine.
#include <stdio.h>
#include <stdlib.h>

// The parameters of the data path.
struct path {
    double bytes_per_cycle; // width of the path
    double gap_cycles;      // between two packets
    double packet_bytes;    // payload of a packet
};

// Ends the program: this part is not written yet.
static void gap(int number, const char *what)
{
    fprintf(stderr, "gap %d: %s is not written yet\n", number, what);
    exit(10 + number);
}

// Cycles that a long transfer takes for each byte.
static double slope(struct path path)
{
    gap(1, "slope: the cycles for each byte");
    return path.bytes_per_cycle;
}

// Cycles of a message of `bytes` bytes, if one of 64 bytes takes `first` cycles and each further byte as long as in a long transfer.
static double message_cycles(struct path path, double first, int bytes)
{
    gap(2, "message_cycles: the time of a message");
    (void)path, (void)first, (void)bytes;
    return 0;
}

int main(int argc, char **argv)
{
    static const int SIZES[] = {64, 128, 256, 512, 1024, 2048, 4096};
    double width = argc > 1 ? atof(argv[1]) : 8, thirds = argc > 2 ? atof(argv[2]) : 16;
    double packet = argc > 3 ? atof(argv[3]) : 64, first = argc > 4 ? atof(argv[4]) : 718;
    if (width <= 0 || thirds < 0 || packet <= 0 || first < 0) {
        printf("usage: predict [WIDTH [GAP [PACKET [FIRST]]]]\n"
               "  WIDTH   bytes a cycle (default 8)\n"
               "  GAP     thirds of a cycle between packets (default 16)\n"
               "  PACKET  bytes of a packet (default 64)\n"
               "  FIRST   cycles of a message of 64 bytes (default 718)\n");
        return 2;
    }
    struct path path = {width, thirds / 3, packet};
    printf("%.4f cycles for each byte\n", slope(path));
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++)
        printf("%5d bytes %7.1f cycles\n", SIZES[i], message_cycles(path, first, SIZES[i]));
    return 0;
}
