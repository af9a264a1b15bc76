/* Backtraces: always empty, because a program cannot take one itself. The emulator prints one wherever it stops a program. */
#ifndef RANKINE_EXECINFO_H
#define RANKINE_EXECINFO_H

int backtrace(void **places, int size);
char **backtrace_symbols(void *const *places, int size);
void backtrace_symbols_fd(void *const *places, int size, int file);

#endif
