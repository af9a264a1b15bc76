/* <sched.h>: picolibc's, and sets of processors. A rank has one processor, number 0. */
#ifndef RANKINE_SCHED_H
#define RANKINE_SCHED_H

#pragma GCC system_header
#include_next <sched.h>
#include <stddef.h>

#if __GNU_VISIBLE || __BSD_VISIBLE
#define CPU_SETSIZE 1024

typedef struct { unsigned long __bits[CPU_SETSIZE / (8 * sizeof(unsigned long))]; } cpu_set_t;

#define __CPU_WORD_BITS (8 * sizeof(unsigned long))
#define __CPU_WORD(cpu, set) (((unsigned long *)(set))[(size_t)(cpu) / __CPU_WORD_BITS])
#define __CPU_BIT(cpu) (1ul << (size_t)(cpu) % __CPU_WORD_BITS)

#define CPU_ALLOC_SIZE(cpus) (((cpus) + __CPU_WORD_BITS - 1) / __CPU_WORD_BITS * sizeof(unsigned long))
#define CPU_ZERO_S(bytes, set) ((void)__builtin_memset((set), 0, (bytes)))
#define CPU_SET_S(cpu, bytes, set) ((size_t)(cpu) < 8 * (size_t)(bytes) ? (void)(__CPU_WORD(cpu, set) |= __CPU_BIT(cpu)) : (void)0)
#define CPU_CLR_S(cpu, bytes, set) ((size_t)(cpu) < 8 * (size_t)(bytes) ? (void)(__CPU_WORD(cpu, set) &= ~__CPU_BIT(cpu)) : (void)0)
#define CPU_ISSET_S(cpu, bytes, set) ((size_t)(cpu) < 8 * (size_t)(bytes) && (__CPU_WORD(cpu, set) & __CPU_BIT(cpu)) != 0)
#define CPU_COUNT_S(bytes, set) __cpu_count((bytes), (const unsigned long *)(set))
#define CPU_EQUAL_S(bytes, a, b) (__builtin_memcmp((a), (b), (bytes)) == 0)
#define CPU_ALLOC(cpus) ((cpu_set_t *)__builtin_calloc(1, CPU_ALLOC_SIZE(cpus)))
#define CPU_FREE(set) __builtin_free(set)

#define CPU_ZERO(set) CPU_ZERO_S(sizeof(cpu_set_t), set)
#define CPU_SET(cpu, set) CPU_SET_S(cpu, sizeof(cpu_set_t), set)
#define CPU_CLR(cpu, set) CPU_CLR_S(cpu, sizeof(cpu_set_t), set)
#define CPU_ISSET(cpu, set) CPU_ISSET_S(cpu, sizeof(cpu_set_t), set)
#define CPU_COUNT(set) CPU_COUNT_S(sizeof(cpu_set_t), set)
#define CPU_EQUAL(a, b) CPU_EQUAL_S(sizeof(cpu_set_t), a, b)
#define CPU_AND(to, a, b) __cpu_combine((to), (a), (b), '&')
#define CPU_OR(to, a, b) __cpu_combine((to), (a), (b), '|')
#define CPU_XOR(to, a, b) __cpu_combine((to), (a), (b), '^')

int __cpu_count(size_t bytes, const unsigned long *words);
void __cpu_combine(cpu_set_t *to, const cpu_set_t *a, const cpu_set_t *b, char operation);

/* `process` is 0 or this process. A set without processor 0 is refused (EINVAL). */
int sched_getaffinity(pid_t process, size_t bytes, cpu_set_t *to);
int sched_setaffinity(pid_t process, size_t bytes, const cpu_set_t *set);
int sched_getcpu(void);
#endif

int sched_yield(void);

#endif
