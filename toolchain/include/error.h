/* error(): a message on standard error, as in glibc. */
#ifndef RANKINE_ERROR_H
#define RANKINE_ERROR_H

/* Prints the program's name, the message and, if `number` is not 0, that error's text. Ends the program if `status` is not 0. */
__attribute__((format(printf, 3, 4))) void error(int status, int number, const char *format, ...);

#endif
