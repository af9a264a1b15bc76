// Tests the system's names and limits, the extra headers, and calls that a single process cannot do.
#include "check.h"

#include <err.h>
#include <errno.h>
#include <linux/limits.h>
#include <netdb.h>
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>
#include <values.h>

static void *never(void *argument)
{
    return argument;
}

int main(void)
{
    struct utsname names;
    char host[100];
    CHECK(uname(&names) == 0 && names.sysname[0] && strlen(names.machine) >= 7);
    CHECK(gethostname(host, sizeof host) == 0 && !strcmp(host, names.nodename));
    CHECK(gethostname(host, 1) < 0 && errno == ENAMETOOLONG);
    CHECK(sysconf(_SC_PAGESIZE) == 4096 && sysconf(_SC_NPROCESSORS_ONLN) == 1 && sysconf(9999) == -1);
    CHECK(getpid() > 0 && syscall(SYS_gettid) == getpid());
    CHECK(fork() < 0 && errno == ENOSYS && system(NULL) == 0 && system("true") != 0 && !popen("true", "r"));
    CHECK(wait(NULL) < 0 && errno == ECHILD);
    CHECK(!gethostbyname("localhost"));
    pthread_t thread;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    CHECK(pthread_create(&thread, NULL, never, NULL) == ENOSYS);
    CHECK(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_trylock(&mutex) == EBUSY && pthread_mutex_unlock(&mutex) == 0);
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += i + omp_get_thread_num();
    CHECK(sum == 45 && omp_get_max_threads() == 1 && omp_get_wtime() >= 0);
    CHECK(MAXINT == 2147483647 && PATH_MAX == 4096);
    warnx("a warning, and %d", 1);
    unsigned char random_bytes[16] = {0};
    CHECK(getentropy(random_bytes, sizeof random_bytes) == 0);
    srand(1);
    int first = rand();
    srand(1);
    CHECK(rand() == first);
    return finish();
}
