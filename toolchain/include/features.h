/* What the C library is: nothing of glibc's. */
#include <sys/features.h>
