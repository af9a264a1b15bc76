// Texts of Fortran and of C.
#include "fortran/text.h"

#include <string.h>

void text_in(char *c, const char *fortran, size_t length)
{
    while (length > 0 && fortran[length - 1] == ' ')
        length--;
    memcpy(c, fortran, length);
    c[length] = '\0';
}

void text_word(char *c, const char *fortran, size_t length)
{
    while (length > 0 && *fortran == ' ')
        fortran++, length--;
    text_in(c, fortran, length);
}

void text_out(char *fortran, size_t length, const char *c)
{
    size_t bytes = strlen(c);
    if (bytes > length)
        bytes = length;
    memcpy(fortran, c, bytes);
    memset(fortran + bytes, ' ', length - bytes);
}
