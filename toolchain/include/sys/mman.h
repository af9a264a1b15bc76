/* Memory by mmap(): anonymous mappings at addresses of the system's choice. No files, no fixed addresses (ENOSYS). */
#ifndef RANKINE_SYS_MMAN_H
#define RANKINE_SYS_MMAN_H

#include <stddef.h>
#include <sys/types.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4

#define MAP_SHARED 0x01
#define MAP_PRIVATE 0x02
#define MAP_FIXED 0x10
#define MAP_ANONYMOUS 0x20
#define MAP_ANON MAP_ANONYMOUS
#define MAP_NORESERVE 0x4000
#define MAP_LOCKED 0x2000
#define MAP_POPULATE 0x8000
#define MAP_HUGETLB 0x40000
#define MAP_FAILED ((void *)-1)

#define MS_ASYNC 1
#define MS_INVALIDATE 2
#define MS_SYNC 4

#define MCL_CURRENT 1
#define MCL_FUTURE 2

#define MADV_NORMAL 0
#define MADV_RANDOM 1
#define MADV_SEQUENTIAL 2
#define MADV_WILLNEED 3
#define MADV_DONTNEED 4
#define MADV_HUGEPAGE 14
#define MADV_NOHUGEPAGE 15
#define POSIX_MADV_NORMAL 0
#define POSIX_MADV_RANDOM 1
#define POSIX_MADV_SEQUENTIAL 2
#define POSIX_MADV_WILLNEED 3
#define POSIX_MADV_DONTNEED 4

/* Zeroed pages. A mapping is not shared, because a rank is one process. */
void *mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset);
/* Memory goes back when a whole mapping is unmapped, at once or part by part. */
int munmap(void *address, size_t bytes);

/* Memory is always resident: nothing is done. */
int mlock(const void *address, size_t bytes);
int munlock(const void *address, size_t bytes);
int mlockall(int flags);
int munlockall(void);
/* Advice is accepted without effect. Only MADV_DONTNEED clears the pages, as on Linux. */
int madvise(void *address, size_t bytes, int advice);
int posix_madvise(void *address, size_t bytes, int advice);

/* Not available: fails with ENOSYS. */
int mprotect(void *address, size_t bytes, int protection);
int msync(void *address, size_t bytes, int flags);
void *mremap(void *address, size_t old_bytes, size_t bytes, int flags, ...);
int shm_open(const char *name, int flags, mode_t mode);
int shm_unlink(const char *name);

#endif
