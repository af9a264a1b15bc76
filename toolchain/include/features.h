/* Identifies the C library: none of glibc's features. */
#include <sys/features.h>
