// Texts: in Fortran they have a length and are filled with blanks; in C they end with a zero.
#ifndef FORTRAN_TEXT_H
#define FORTRAN_TEXT_H

#include <stddef.h>

#include "include/mpi.h"

// Room for any text that a function returns.
enum { TEXT_MAX = MPI_MAX_LIBRARY_VERSION_STRING };

// Copies a text without the blanks at its end to `c`, which has `length` + 1 bytes.
void text_in(char *c, const char *fortran, size_t length);

// The same without the blanks at both ends: keys and values of info objects.
void text_word(char *c, const char *fortran, size_t length);

// Copies as much of a text of C as fits, and fills the rest with blanks.
void text_out(char *fortran, size_t length, const char *c);

#endif
