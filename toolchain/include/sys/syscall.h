/* syscall(): only calls for the number of the process or thread. */
#ifndef RANKINE_SYS_SYSCALL_H
#define RANKINE_SYS_SYSCALL_H

#define SYS_getpid 172
#define SYS_gettid 178
#define __NR_getpid SYS_getpid
#define __NR_gettid SYS_gettid

long syscall(long number, ...);

#endif
