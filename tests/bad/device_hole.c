// Stores to addresses where there is neither memory nor a device register. The argument is the
// address: a hole between two devices, the end of the address space, or an undefined register
// in a device's page. The report calls an address below all memory and devices a null pointer.
// run: -n 2 -- 0x03000000
// exit: 139
// stderr: rank 1
// stderr: 3000000
// stderr: store_at
// stderr: device_hole.c:30
// run: -n 2 -- 0xfffffffffffffff8
// exit: 139
// stderr: fffffffffffffff8
// stderr: device_hole.c:30
// run: -n 2 -- 0x01000f00
// exit: 139
// stderr: 1000f00
// stderr: device_hole.c:30
// run: -n 2 --platform sarc -- 0x50000
// exit: 139
// stderr: store to 0x50000, which is not memory
// run: -n 2 --platform sarc -- 0xff00
// exit: 139
// stderr: store to 0xff00, a null pointer
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

static void __attribute__((noinline)) store_at(uintptr_t address)
{
    *(volatile int *)address = 1; // reported
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        store_at((uintptr_t)strtoull(argc > 1 ? argv[1] : "0x03000000", NULL, 0));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
