// Tests conversion of handles and statuses to Fortran's form and back.
#include "../check.h"

static void sum(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)count, (void)type;
}

static void handler(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
}

static void predefined(void)
{
    CHECK(MPI_Comm_f2c(MPI_Comm_c2f(MPI_COMM_WORLD)) == MPI_COMM_WORLD);
    CHECK(MPI_Comm_f2c(MPI_Comm_c2f(MPI_COMM_SELF)) == MPI_COMM_SELF);
    CHECK(MPI_Comm_f2c(MPI_Comm_c2f(MPI_COMM_NULL)) == MPI_COMM_NULL);
    CHECK(MPI_Comm_c2f(MPI_COMM_WORLD) != MPI_Comm_c2f(MPI_COMM_SELF));
    CHECK(MPI_Group_f2c(MPI_Group_c2f(MPI_GROUP_EMPTY)) == MPI_GROUP_EMPTY);
    CHECK(MPI_Type_f2c(MPI_Type_c2f(MPI_DOUBLE)) == MPI_DOUBLE);
    CHECK(MPI_Op_f2c(MPI_Op_c2f(MPI_SUM)) == MPI_SUM);
    CHECK(MPI_Request_f2c(MPI_Request_c2f(MPI_REQUEST_NULL)) == MPI_REQUEST_NULL);
    CHECK(MPI_Errhandler_f2c(MPI_Errhandler_c2f(MPI_ERRORS_RETURN)) == MPI_ERRORS_RETURN);
    CHECK(MPI_Info_f2c(MPI_Info_c2f(MPI_INFO_NULL)) == MPI_INFO_NULL);
    CHECK(MPI_Win_f2c(MPI_Win_c2f(MPI_WIN_NULL)) == MPI_WIN_NULL);
    CHECK(MPI_File_f2c(MPI_File_c2f(MPI_FILE_NULL)) == MPI_FILE_NULL);
    CHECK(MPI_Message_f2c(MPI_Message_c2f(MPI_MESSAGE_NO_PROC)) == MPI_MESSAGE_NO_PROC);
    CHECK(MPI_Session_f2c(MPI_Session_c2f(MPI_SESSION_NULL)) == MPI_SESSION_NULL);
}

static void made(void)
{
    MPI_Comm comm;
    MPI_Group group;
    MPI_Datatype type;
    MPI_Errhandler errhandler;
    MPI_Info info;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    CHECK(MPI_Comm_f2c(MPI_Comm_c2f(comm)) == comm);
    MPI_Comm_group(comm, &group);
    CHECK(MPI_Group_f2c(MPI_Group_c2f(group)) == group);
    MPI_Type_contiguous(2, MPI_INT, &type);
    CHECK(MPI_Type_f2c(MPI_Type_c2f(type)) == type);
    MPI_Comm_create_errhandler(handler, &errhandler);
    CHECK(MPI_Errhandler_f2c(MPI_Errhandler_c2f(errhandler)) == errhandler);
    MPI_Info_create(&info);
    CHECK(MPI_Info_f2c(MPI_Info_c2f(info)) == info);
    MPI_Info_free(&info);
    MPI_Errhandler_free(&errhandler);
    MPI_Type_free(&type);
    MPI_Group_free(&group);
    // The conversion returns the same communicator.
    MPI_Comm same = MPI_Comm_f2c(MPI_Comm_c2f(comm));
    int found = -1;
    MPI_Comm_rank(same, &found);
    CHECK(found == rank);
    MPI_Comm_free(&same);
    (void)sum;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    predefined();
    made();
    int value = 5, back[3];
    MPI_Fint words[64] = {0};
    MPI_Status status, copy;
    MPI_Request request;
    MPI_Irecv(back, 3, MPI_INT, rank, 77, MPI_COMM_WORLD, &request);
    CHECK(MPI_Request_f2c(MPI_Request_c2f(request)) == request);
    MPI_Send(&value, 1, MPI_INT, rank, 77, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    CHECK(MPI_Status_c2f(&status, words) == MPI_SUCCESS);
    CHECK(MPI_Status_f2c(words, &copy) == MPI_SUCCESS);
    CHECK(copy.MPI_SOURCE == rank && copy.MPI_TAG == 77 && count_of(&copy, MPI_INT) == 1);
    return end();
}
