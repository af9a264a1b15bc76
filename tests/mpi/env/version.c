// Tests functions that may be called at any time: MPI_Get_version, MPI_Get_library_version, MPI_Initialized, MPI_Finalized.
#include "../check.h"

static int version, subversion;
static char library[MPI_MAX_LIBRARY_VERSION_STRING];

static int works(int initialized, int finalized)
{
    static char again[MPI_MAX_LIBRARY_VERSION_STRING];
    int major = 0, minor = -1, length = 0, begun = -1, ended = -1;
    MPI_Get_version(&major, &minor);
    MPI_Get_library_version(again, &length);
    MPI_Initialized(&begun);
    MPI_Finalized(&ended);
    if (version == 0) {
        version = major;
        subversion = minor;
        strcpy(library, again);
    }
    return major == version && minor == subversion && major == MPI_VERSION && minor == MPI_SUBVERSION && length > 0 &&
           length == (int)strlen(again) && strcmp(again, library) == 0 && begun == initialized && ended == finalized;
}

int main(int argc, char **argv)
{
    int before = works(0, 0);
    begin(&argc, &argv);
    CHECK(before && works(1, 0));
    MPI_Finalize();
    if (rank == 0 && works(1, 1))
        printf("ok\n");
    return 0;
}
