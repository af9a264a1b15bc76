// The ping-pong of Katsamani 2010 §4.4: half a round trip between ranks 0 and 1, in clock cycles. Arguments are message
// sizes (`a-b:c` is a, a + c, … b). Warm-up round trips come first. Buffers are cached memory, or scratchpad with -s; -nN is
// the number of round trips.
//
// If MEMCPY_PLACE=N is defined, memcpy is that of C libraries of the time (newlib), N bytes (of 8192) behind where the linker puts the C
// library. This shows the cost when memcpy and other code share lines of an instruction cache. The code of messages lies in front and
// stays in place. The section names keep the linker from placing memcpy with the program's code.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UP = 10, LONGEST = 1 << 16, SCRATCHPAD = 4096 };

#ifdef MEMCPY_PLACE
#define STRING(x) #x
#define EXPANDED(x) STRING(x)
__asm__(".section .gnu.linkonce.t.memcpy, \"ax\", @progbits\n.balign 32\n.org . + " EXPANDED(MEMCPY_PLACE) "\n"
        ".section .gnu.linkonce.t.memcpy_end, \"axR\", @progbits\n.org . + 8192 - (" EXPANDED(MEMCPY_PLACE) ")\n.text");

// Keeps the compiler from turning a loop into one call, or into several loads at once.
static inline void in_turn(void)
{
    __asm__ volatile("" ::: "memory");
}

// Copies whole words, four a round, if both ends are aligned and there are 16 bytes or more; else bytes.
__attribute__((section(".gnu.linkonce.t.memcpy"))) void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    enum { WORD = sizeof(long), BLOCK = 4 * WORD };
    char *out = to;
    const char *in = from;
    if (bytes >= BLOCK && (((size_t)in | (size_t)out) & (WORD - 1)) == 0) {
        long *words_out = (long *)out;
        const long *words_in = (const long *)in;
        for (; bytes >= BLOCK; bytes -= BLOCK) {
            for (int i = 0; i < 4; i++, in_turn())
                *words_out++ = *words_in++;
        }
        for (; bytes >= WORD; bytes -= WORD, in_turn())
            *words_out++ = *words_in++;
        out = (char *)words_out;
        in = (const char *)words_in;
    }
    for (; bytes > 0; bytes--, in_turn())
        *out++ = *in++;
    return to;
}
#endif

static int iterations = 10000, rank;
static char *buffer;

// A function of its own, so that all code that is not measured lies behind it.
__attribute__((noinline, noclone)) static void exchange(int bytes, int times)
{
    for (int i = 0; i < times; i++) {
        if (rank == 0) {
            MPI_Send(buffer, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(buffer, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(buffer, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(buffer, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        }
    }
}

// Reads the hart's counter. MPI_Wtime needs software floating point, which would add thousands of cycles to the measurement.
static uint64_t cycles(void)
{
#if __riscv_xlen == 64
    uint64_t now;
    __asm__ volatile("rdcycle %0" : "=r"(now));
    return now;
#else
    uint32_t high, low, again;
    do {
        __asm__ volatile(".option push\n.option arch, +zicsr\nrdcycleh %0\nrdcycle %1\nrdcycleh %2\n.option pop"
                         : "=r"(high), "=r"(low), "=r"(again));
    } while (high != again);
    return (uint64_t)high << 32 | low;
#endif
}

static void measure(int bytes)
{
    exchange(bytes, WARM_UP);
    uint64_t start = cycles();
    exchange(bytes, iterations);
    uint64_t end = cycles();
    if (rank == 0)
        printf("%d %.2f\n", bytes, (double)(end - start) / iterations / 2);
}

static void measure_all(const char *sizes)
{
    char *end;
    long first = strtol(sizes, &end, 10), last = first, step = 1;
    if (*end == '-')
        last = strtol(end + 1, &end, 10);
    if (*end == ':')
        step = strtol(end + 1, &end, 10);
    if (*end != '\0' || first < 0 || last > LONGEST || step < 1) {
        fprintf(stderr, "pingpong: %s is no range of sizes up to %d\n", sizes, LONGEST);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    for (long bytes = first; bytes <= last; bytes += step)
        measure((int)bytes);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    buffer = calloc(LONGEST, 1);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-s") == 0)
            MPI_Alloc_mem(SCRATCHPAD, MPI_INFO_NULL, &buffer);
        else if (strncmp(argv[i], "-n", 2) == 0)
            iterations = atoi(argv[i] + 2);
        else if (rank < 2)
            measure_all(argv[i]);
    }
    MPI_Finalize();
    return 0;
}
