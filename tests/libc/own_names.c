// A program may have its own functions and arrays with the names of POSIX functions. The library must not use them.
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

double times[4] = {1, 2, 3, 4};
int read = 11, write = 12, lseek = 13, open = 14, close = 15, kill_count, err = 16, access = 17;
int gettimeofday = 18, sleep = 19, isatty = 20, stat = 21, getpid = 22, sbrk_count;
int qsort_r = 23; // declared with _GNU_SOURCE only

int unlink(int a, int b);
int unlink(int a, int b)
{
    return a + b;
}

int warn(void);
int warn(void)
{
    return 5;
}

int main(void)
{
    FILE *f = fopen("libc-own-names.tmp", "w");
    CHECK(f && fprintf(f, "%d", 7) == 1 && fclose(f) == 0);
    f = fopen("libc-own-names.tmp", "r");
    int seven = 0;
    CHECK(f && fscanf(f, "%d", &seven) == 1 && seven == 7);
    fclose(f);
    CHECK(remove("libc-own-names.tmp") == 0);
    CHECK(clock() != (clock_t)-1 && time(NULL) != (time_t)-1);
    free(malloc(1000));
    CHECK(times[3] == 4 && read == 11 && write == 12 && lseek == 13 && open == 14 && close == 15 && err == 16);
    CHECK(access == 17 && gettimeofday == 18 && sleep == 19 && isatty == 20 && stat == 21 && getpid == 22);
    CHECK(qsort_r == 23);
    CHECK(unlink(1, 2) == 3 && warn() == 5);
    return finish();
}
