// Tests functions that programs written for Linux use: memory by mmap, reads and
// writes in pieces, sets of processors, and statuses and times with <stdlib.h> alone.
#if !defined __unix__ || !defined __unix || defined __linux__
#error "a system with POSIX, but not Linux"
#endif

#include <stdlib.h>

static const struct timeval half_a_second = {0, 500000};
static const int exit_status = WEXITSTATUS(3 << 8);

#include "check.h"

#include <errno.h>
#include <error.h>
#include <execinfo.h>
#include <features.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/param.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

// Programs fill arrays of one of these lengths up to another one.
_Static_assert(BUFSIZ == 8192 && FILENAME_MAX == 4096 && PATH_MAX == 4096 && MAXPATHLEN == 4096, "the sizes of glibc");
_Static_assert(L_tmpnam == 20 && TMP_MAX == 238328, "the sizes of glibc");

enum { PAGE = 4096, PAGES = 5, ROUNDS = 10, BIG = 64 << 20 };

static void *map(size_t bytes)
{
    return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void mappings(void)
{
    unsigned char *pages = map(PAGES * PAGE - 1);
    CHECK(pages != MAP_FAILED && (size_t)pages % PAGE == 0);
    for (size_t i = 0; i < PAGES * PAGE; i++)
        CHECK(pages[i] == 0);
    memset(pages, 7, PAGES * PAGE);
    CHECK(madvise(pages + PAGE, PAGE, MADV_DONTNEED) == 0 && pages[PAGE] == 0 && pages[2 * PAGE] == 7);
    CHECK(munmap(pages + PAGE, PAGE) == 0 && pages[0] == 7 && munmap(pages, PAGE) == 0 && munmap(pages + 2 * PAGE, 3 * PAGE) == 0);
    CHECK(munmap(pages + 1, PAGE) < 0 && errno == EINVAL);
    // Unmapped memory is used again: the loop maps more than the memory of this test.
    for (int i = 0; i < ROUNDS; i++) {
        unsigned char *big = map(BIG);
        CHECK(big != MAP_FAILED);
        if (big == MAP_FAILED)
            break;
        big[BIG - 1] = 1;
        CHECK(munmap(big, BIG) == 0);
    }
    CHECK(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
    CHECK(mmap(NULL, PAGE, PROT_READ, MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
    CHECK(mmap(NULL, PAGE, PROT_READ, MAP_SHARED, 0, 0) == MAP_FAILED && errno == ENOSYS);
    CHECK(map((size_t)-1) == MAP_FAILED && errno == ENOMEM);
    CHECK(map((size_t)-1 / 4) == MAP_FAILED && errno == ENOMEM);
    CHECK(mprotect(pages, PAGE, PROT_NONE) < 0 && errno == ENOSYS);
    CHECK(shm_open("/name", O_RDWR, 0600) < 0 && errno == ENOSYS);
}

static void pieces(void)
{
    char begin[4] = "", end[8] = "";
    struct iovec out[] = {{"one ", 4}, {NULL, 0}, {"two", 3}}, in[] = {{begin, 3}, {end, 7}};
    int file = open("pieces", O_CREAT | O_TRUNC | O_RDWR, 0600);
    CHECK(file >= 0 && writev(file, out, 3) == 7 && lseek(file, 0, SEEK_SET) == 0);
    CHECK(readv(file, in, 2) == 7 && !strcmp(begin, "one") && !strcmp(end, " two"));
    CHECK(readv(file, in, 2) == 0);
    CHECK(writev(file, out, -1) < 0 && errno == EINVAL);
    CHECK(writev(file, out, UIO_MAXIOV + 1) < 0 && errno == EINVAL);
    out[0].iov_len = (size_t)-1;
    CHECK(writev(file, out, 3) < 0 && errno == EINVAL);
    CHECK(close(file) == 0 && unlink("pieces") == 0 && writev(file, in, 2) < 0 && errno == EBADF);
}

static void processors(void)
{
    cpu_set_t set, other;
    CHECK(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == 1 && CPU_ISSET(0, &set) && sched_getcpu() == 0);
    CPU_ZERO(&other);
    CPU_SET(CPU_SETSIZE - 1, &other);
    CPU_SET(CPU_SETSIZE, &other);
    CHECK(CPU_COUNT(&other) == 1 && sched_setaffinity(0, sizeof other, &other) < 0 && errno == EINVAL);
    CPU_OR(&other, &other, &set);
    CHECK(CPU_COUNT(&other) == 2 && sched_setaffinity(getpid(), sizeof other, &other) == 0);
    CPU_AND(&other, &other, &set);
    CHECK(CPU_EQUAL(&other, &set));
    CPU_CLR(0, &other);
    CHECK(CPU_COUNT(&other) == 0 && pthread_setaffinity_np(pthread_self(), sizeof other, &other) == EINVAL);
    CHECK(sched_getaffinity(getpid() + 1, sizeof set, &set) < 0 && errno == ESRCH);
    CHECK(sched_getaffinity(0, 1, &set) < 0 && errno == EINVAL && sched_yield() == 0);
}

static void machine(void)
{
    struct rlimit limit;
    struct sysinfo about;
    struct winsize window;
    void *places[4];
    CHECK(getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY && setrlimit(RLIMIT_STACK, &limit) == 0);
    CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_max == (rlim_t)sysconf(_SC_OPEN_MAX));
    limit.rlim_cur = 5;
    CHECK(setrlimit(RLIMIT_NOFILE, &limit) < 0 && errno == EPERM && getrlimit(-1, &limit) < 0 && errno == EINVAL);
    CHECK(sysinfo(&about) < 0 && errno == ENOSYS && get_nprocs() == 1);
    CHECK(ioctl(1, TIOCGWINSZ, &window) < 0 && errno == ENOTTY && backtrace(places, 4) == 0 && !backtrace_symbols(places, 0));
    sync();
}

static void addresses(void)
{
    struct in_addr address = {inet_addr("10.1.2.255")};
    CHECK(ntohl(address.s_addr) == 0x0a0102ff && !strcmp(inet_ntoa(address), "10.1.2.255"));
    CHECK((htons)(0x1234) == htons(0x1234) && (htonl)(1) == 0x01000000);
    CHECK(inet_addr("10.1.2") == INADDR_NONE && inet_addr("10.1.2.256") == INADDR_NONE && inet_addr("10.1.2.3x") == INADDR_NONE);
}

// All files are on one empty file system. Its sizes are the same by path and by descriptor, and in both structures.
static void file_systems(void)
{
    struct statfs system, again;
    struct statvfs other;
    CHECK(statfs(".", &system) == 0 && system.f_type == 0xef53 && system.f_bsize == 4096 && system.f_namelen == 255);
    CHECK((uint64_t)system.f_blocks * system.f_bsize == UINT64_C(1) << 40 && system.f_bfree == system.f_blocks);
    CHECK(system.f_files > 0 && system.f_ffree == system.f_files && (system.f_flags & ST_RDONLY) == 0);
    CHECK(fstatfs(1, &again) == 0 && memcmp(&again, &system, sizeof system) == 0);
    CHECK(statvfs(".", &other) == 0 && other.f_blocks == system.f_blocks && other.f_frsize == 4096 && other.f_namemax == 255);
    CHECK(other.f_favail == system.f_ffree && fstatvfs(0, &other) == 0 && other.f_bavail == system.f_bavail);
    CHECK(statfs("absent", &system) < 0 && errno == ENOENT && statvfs("/", &other) < 0 && errno == EACCES);
    CHECK(fstatfs(77, &system) < 0 && errno == EBADF && fstatvfs(-1, &other) < 0 && errno == EBADF);
}

int main(void)
{
    struct itimerval interval = {half_a_second, half_a_second};
    CHECK(interval.it_value.tv_usec == 500000 && exit_status == 3);
    mappings();
    pieces();
    processors();
    machine();
    addresses();
    error(0, ENOENT, "a message, and %d", 1);
    file_systems();
    return finish();
}
