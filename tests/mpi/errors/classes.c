// Tests error classes, codes and texts that the program adds.
#include "expect.h"

static int last_used(void)
{
    int *value, flag;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &value, &flag);
    CHECK(flag);
    return *value;
}

static void text_is(int code, const char *expected)
{
    char text[MPI_MAX_ERROR_STRING] = "untouched";
    int length = -1;
    CHECK(MPI_Error_string(code, text, &length) == MPI_SUCCESS);
    CHECK(strcmp(text, expected) == 0 && length == (int)strlen(expected));
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    returning();
    int class, other, code, of_predefined, found, before = last_used();
    CHECK(before >= MPI_ERR_LASTCODE);
    CHECK(MPI_Add_error_class(&class) == MPI_SUCCESS && class > before && last_used() >= class);
    CHECK(MPI_Add_error_class(&other) == MPI_SUCCESS && other != class && other > MPI_ERR_LASTCODE);
    CHECK(MPI_Add_error_code(class, &code) == MPI_SUCCESS && code != class && code > MPI_ERR_LASTCODE);
    CHECK(MPI_Add_error_code(MPI_ERR_BUFFER, &of_predefined) == MPI_SUCCESS);
    CHECK(MPI_Error_class(class, &found) == MPI_SUCCESS && found == class);
    CHECK(MPI_Error_class(code, &found) == MPI_SUCCESS && found == class);
    CHECK(MPI_Error_class(of_predefined, &found) == MPI_SUCCESS && found == MPI_ERR_BUFFER);
    text_is(code, "");
    CHECK(MPI_Add_error_string(class, "a class of ours") == MPI_SUCCESS);
    CHECK(MPI_Add_error_string(code, "a code of ours") == MPI_SUCCESS);
    text_is(class, "a class of ours");
    text_is(code, "a code of ours");
    CHECK(MPI_Add_error_string(code, "changed") == MPI_SUCCESS);
    text_is(code, "changed");
    CHECK(MPI_Add_error_string(MPI_ERR_RANK, "not ours") != MPI_SUCCESS);
    // So many that the library's tables grow.
    int codes[40];
    for (int i = 0; i < 40; i++) {
        CHECK(MPI_Add_error_code(i % 2 == 0 ? class : other, &codes[i]) == MPI_SUCCESS);
        char text[20];
        sprintf(text, "code %d", i);
        MPI_Add_error_string(codes[i], text);
    }
    for (int i = 0; i < 40; i++) {
        char text[20];
        sprintf(text, "code %d", i);
        text_is(codes[i], text);
        CHECK(class_of(codes[i]) == (i % 2 == 0 ? class : other));
    }
    for (int i = MPI_SUCCESS; i <= MPI_ERR_WIN; i++)
        CHECK(class_of(i) == i);
    return end();
}
