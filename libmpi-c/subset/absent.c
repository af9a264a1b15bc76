// TMD-MPI: the MPI functions that it lacks. If a program calls one, the linker reports the function and the line.
#define HAS(name) __asm__(".set .Lhas_" #name ", 1");

HAS(Abort) HAS(Barrier) HAS(Bcast) HAS(Comm_rank) HAS(Comm_size) HAS(Finalize) HAS(Gather) HAS(Get_count) HAS(Init) HAS(Recv)
HAS(Reduce) HAS(Send) HAS(Sendrecv) HAS(Wtick) HAS(Wtime)

// The linker prints the text of a section with this name as a warning for every use of the symbol. It is not linked.
#define WARNING(name)                                                            \
    ".pushsection .gnu.warning." name ", \"\", @progbits\n"                      \
    ".ascii \"TMD-MPI has no " name "; build without MPI_SUBSET=1\"\n.popsection\n"

#define MPI_PROFILED(name) __asm__(".ifndef .Lhas_" #name "\n" WARNING("MPI_" #name) WARNING("PMPI_" #name) ".endif\n")

#include "mpi_profiling.h"
