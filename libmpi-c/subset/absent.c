// TMD-MPI: the functions of MPI that it lacks. If a program calls one, the linker says so, with the line.
#define HAS(name) __asm__(".set .Lhas_" #name ", 1");

HAS(Abort) HAS(Barrier) HAS(Bcast) HAS(Comm_rank) HAS(Comm_size) HAS(Finalize) HAS(Gather) HAS(Get_count) HAS(Init) HAS(Recv)
HAS(Reduce) HAS(Send) HAS(Sendrecv) HAS(Wtick) HAS(Wtime)

// A section of this name is the linker's warning for every use of the symbol; it goes to no program.
#define WARNING(name)                                                            \
    ".pushsection .gnu.warning." name ", \"\", @progbits\n"                      \
    ".ascii \"TMD-MPI has no " name "; build without MPI_SUBSET=1\"\n.popsection\n"

#define MPI_PROFILED(name) __asm__(".ifndef .Lhas_" #name "\n" WARNING("MPI_" #name) WARNING("PMPI_" #name) ".endif\n")

#include "mpi_profiling.h"
