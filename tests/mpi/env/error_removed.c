// Tests removing of error classes, codes and texts, the types of values with an index, the hardware of a rank, and that the tool
// interface has no events.
#include "../check.h"

static int last_used(void)
{
    int *value, flag;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &value, &flag);
    CHECK(flag);
    return *value;
}

static void errors(void)
{
    int class, code, other, length, found;
    char text[MPI_MAX_ERROR_STRING];
    int before = last_used();
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "a text");
    CHECK(MPI_Error_string(code, text, &length) == MPI_SUCCESS && strcmp(text, "a text") == 0);
    CHECK(MPI_Remove_error_string(code) == MPI_SUCCESS);
    CHECK(MPI_Error_string(code, text, &length) == MPI_SUCCESS && length == 0);
    CHECK(class_of(MPI_Remove_error_string(code)) == MPI_ERR_ARG);
    // A class with a code stays.
    CHECK(MPI_Remove_error_class(class) != MPI_SUCCESS);
    CHECK(class_of(MPI_Remove_error_code(class)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Remove_error_class(code)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Remove_error_code(MPI_ERR_TAG)) == MPI_ERR_ARG);
    MPI_Add_error_code(class, &other);
    CHECK(MPI_Remove_error_code(code) == MPI_SUCCESS && last_used() == other);
    CHECK(MPI_Error_class(code, &found) == MPI_SUCCESS && found == MPI_ERR_UNKNOWN);
    CHECK(MPI_Remove_error_code(other) == MPI_SUCCESS && last_used() == class);
    CHECK(MPI_Remove_error_class(class) == MPI_SUCCESS && last_used() == before);
    MPI_Add_error_class(&found);
    CHECK(found == class);
}

static void types(void)
{
    MPI_Datatype pair;
    MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &pair);
    CHECK(pair == MPI_DOUBLE_INT);
    MPI_Type_get_value_index(MPI_INT, MPI_INT, &pair);
    CHECK(pair == MPI_2INT);
    MPI_Type_get_value_index(MPI_INT, MPI_LONG, &pair);
    CHECK(pair == MPI_DATATYPE_NULL);
}

static void hardware(void)
{
    MPI_Info info;
    char value[8];
    int flag, length = sizeof value;
    MPI_Get_hw_resource_info(&info);
    MPI_Info_get_string(info, "rankine://node", &length, value, &flag);
    CHECK(flag && strcmp(value, "true") == 0);
    MPI_Info_free(&info);
}

static void events(void)
{
    int provided, count = -1;
    CHECK(MPI_T_event_get_num(&count) == MPI_T_ERR_NOT_INITIALIZED);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    CHECK(MPI_T_event_get_num(&count) == MPI_SUCCESS && count == 0);
    CHECK(MPI_T_source_get_num(&count) == MPI_SUCCESS && count == 0);
    CHECK(MPI_T_event_get_num(NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_event_get_index("unexpected", &count) == MPI_T_ERR_INVALID_NAME);
    MPI_T_event_registration registration;
    CHECK(MPI_T_event_handle_alloc(0, NULL, MPI_INFO_NULL, &registration) == MPI_T_ERR_INVALID_INDEX);
    MPI_T_finalize();
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    errors();
    types();
    hardware();
    events();
    return end();
}
