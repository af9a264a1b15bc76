// Published names, and errors of ports and names.
#include "../check.h"

static const char service[] = "rankine test service";

static void names(void)
{
    char found[MPI_MAX_PORT_NAME] = "";
    if (rank == 0) {
        MPI_Publish_name(service, MPI_INFO_NULL, "a port");
        CHECK(class_of(MPI_Publish_name(service, MPI_INFO_NULL, "another")) == MPI_ERR_SERVICE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Lookup_name(service, MPI_INFO_NULL, found);
    CHECK(strcmp(found, "a port") == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == size - 1)
        MPI_Unpublish_name(service, MPI_INFO_NULL, "a port");
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(class_of(MPI_Lookup_name(service, MPI_INFO_NULL, found)) == MPI_ERR_NAME);
    CHECK(class_of(MPI_Unpublish_name(service, MPI_INFO_NULL, "a port")) == MPI_ERR_SERVICE);
}

// All ranks of the communicator get the error.
static void ports(void)
{
    MPI_Comm other;
    char port[MPI_MAX_PORT_NAME] = "";
    CHECK(class_of(MPI_Comm_connect("no port", MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other)) == MPI_ERR_PORT && other == MPI_COMM_NULL);
    CHECK(class_of(MPI_Comm_accept("no port", MPI_INFO_NULL, size - 1, MPI_COMM_WORLD, &other)) == MPI_ERR_PORT);
    if (rank == 0)
        MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD);
    CHECK(class_of(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other)) == MPI_ERR_PORT);
    if (size > 1)
        CHECK(class_of(MPI_Comm_accept(port, MPI_INFO_NULL, 1, MPI_COMM_WORLD, &other)) == MPI_ERR_PORT);
    CHECK(class_of(MPI_Comm_accept(port, MPI_INFO_NULL, size, MPI_COMM_WORLD, &other)) == MPI_ERR_ROOT);
    if (rank == 0) {
        MPI_Close_port(port);
        CHECK(class_of(MPI_Close_port(port)) == MPI_ERR_PORT);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(class_of(MPI_Comm_connect(port, MPI_INFO_NULL, size - 1, MPI_COMM_WORLD, &other)) == MPI_ERR_PORT);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    names();
    ports();
    return end();
}
