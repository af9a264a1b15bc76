// Measures the time of writing to a file, beside other calls.
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static char data[8192];

static unsigned long cycles(void)
{
    unsigned long now;
    __asm__ volatile("rdcycle %0" : "=r"(now));
    return now;
}

// Cycles of the second of two calls, because the caches then hold the code.
static unsigned long taken(int fd, size_t bytes)
{
    unsigned long from = 0;
    for (int i = 0; i < 2; i++) {
        from = cycles();
        if (bytes == 1)
            lseek(fd, 0, SEEK_SET);
        else
            write(fd, data, bytes);
    }
    return cycles() - from;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int fd = open("drive.data", O_RDWR | O_CREAT, 0600);
    unsigned long none = taken(fd, 0), seek = taken(fd, 1);
    printf("a call %lu, 8192 bytes %lu\n", (none - seek + 500) / 1000 * 1000, taken(fd, 8192) - none);
    MPI_Finalize();
    return 0;
}
