// The process: its end, its number, signals to itself. There is one process, so functions that create another one fail.
#include "host.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

char **__host_arguments;

_Noreturn void __host_exit(int status)
{
    for (;;)
        host_call1(HOST_EXIT_GROUP, status);
}

_Noreturn PUBLIC void _exit(int status)
{
    __host_exit(status);
}

PUBLIC pid_t getpid(void)
{
    return (pid_t)host_call1(HOST_GETPID, 0);
}

PUBLIC int kill(pid_t process, int signal)
{
    return (int)__host_result(host_call2(HOST_KILL, process, signal));
}

// A handler for SIGABRT runs first. If it returns, or there is none, the program ends as if by the signal.
_Noreturn PUBLIC void abort(void)
{
    raise(SIGABRT);
    host_call2(HOST_KILL, host_call1(HOST_GETPID, 0), SIGABRT);
    __host_exit(128 + SIGABRT);
}

static int refuse(void)
{
    errno = ENOSYS;
    return -1;
}

PUBLIC pid_t fork(void)
{
    return refuse();
}

PUBLIC int execv(const char *path, char *const argv[])
{
    (void)path, (void)argv;
    return refuse();
}

PUBLIC int execvp(const char *file, char *const argv[])
{
    (void)file, (void)argv;
    return refuse();
}

PUBLIC int execve(const char *path, char *const argv[], char *const envp[])
{
    (void)path, (void)argv, (void)envp;
    return refuse();
}

PUBLIC pid_t wait(int *status)
{
    (void)status;
    errno = ECHILD;
    return -1;
}

PUBLIC pid_t waitpid(pid_t process, int *status, int options)
{
    (void)process, (void)status, (void)options;
    errno = ECHILD;
    return -1;
}

PUBLIC int pipe(int ends[2])
{
    (void)ends;
    return refuse();
}

PUBLIC int dup(int fd)
{
    (void)fd;
    return refuse();
}

PUBLIC int dup2(int fd, int to)
{
    if (fd == to)
        return fd;
    return refuse();
}

PUBLIC FILE *popen(const char *command, const char *mode)
{
    (void)command, (void)mode;
    refuse();
    return NULL;
}

PUBLIC int pclose(FILE *stream)
{
    (void)stream;
    return refuse();
}

// A null command asks whether there is a shell. There is none.
PUBLIC int system(const char *command)
{
    return command ? refuse() : 0;
}

// No signal comes from outside, so there is no alarm and no signal to block.
PUBLIC unsigned alarm(unsigned seconds)
{
    (void)seconds;
    return 0;
}

PUBLIC int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    (void)how, (void)set;
    if (old)
        *old = 0;
    return 0;
}

PUBLIC int sigaction(int number, const struct sigaction *new, struct sigaction *old)
{
    void (*before)(int) = signal(number, new ? new->sa_handler : SIG_DFL);
    if (before == SIG_ERR)
        return -1;
    if (!new)
        signal(number, before);
    if (old)
        *old = (struct sigaction){.sa_handler = before};
    return 0;
}

PUBLIC int sched_yield(void)
{
    return 0;
}
