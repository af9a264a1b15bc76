// Calls to the host about ranks that are set aside, and about names that are published. Results below zero are negative error numbers.
#ifndef PROCESS_H
#define PROCESS_H

#include <stddef.h>
#include <stdint.h>

// They are outside the range of the Linux numbers ("R@" in the upper half).
enum {
    PROCESS_CALL_SET_ASIDE = 0x52400002,
    PROCESS_CALL_CLAIM = 0x52400003,
    PROCESS_CALL_RELEASE = 0x52400004,
    PROCESS_CALL_BEGIN = 0x52400005,
    PROCESS_CALL_PUBLISH = 0x52400006,
    PROCESS_CALL_LOOKUP = 0x52400007,
    PROCESS_CALL_UNPUBLISH = 0x52400008,
};

// Errors of these calls.
enum { PROCESS_UNKNOWN = -2, PROCESS_NONE_LEFT = -11, PROCESS_EXISTS = -17 };

static inline intptr_t process_call(intptr_t number, uintptr_t first, uintptr_t second, uintptr_t third)
{
    register intptr_t a0 __asm__("a0") = (intptr_t)first;
    register uintptr_t a1 __asm__("a1") = second;
    register uintptr_t a2 __asm__("a2") = third;
    register intptr_t a7 __asm__("a7") = number;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
    return a0;
}

// The number of nodes that are set aside. They are the last nodes of the machine.
static inline unsigned process_set_aside(void)
{
    return (unsigned)process_call(PROCESS_CALL_SET_ASIDE, 0, 0, 0);
}

// Returns a node that is set aside for the program `command` and now belongs to the caller, PROCESS_UNKNOWN if there is none for that
// program, or PROCESS_NONE_LEFT if all of them are taken.
static inline int process_claim(const char *command)
{
    return (int)process_call(PROCESS_CALL_CLAIM, (uintptr_t)command, 0, 0);
}

// Gives back a claimed node that has not begun.
static inline void process_release(unsigned node)
{
    process_call(PROCESS_CALL_RELEASE, node, 0, 0);
}

// The program of this node, which was set aside, begins: from now on the run waits for its end.
static inline void process_begin(void)
{
    process_call(PROCESS_CALL_BEGIN, 0, 0, 0);
}

// Publishes `value` under a name. Returns 0 or PROCESS_EXISTS.
static inline int process_publish(const char *name, const char *value)
{
    return (int)process_call(PROCESS_CALL_PUBLISH, (uintptr_t)name, (uintptr_t)value, 0);
}

// Copies the value of a name, with its zero byte, to `value`. Returns 0 or PROCESS_UNKNOWN.
static inline int process_lookup(const char *name, char *value, size_t bytes)
{
    return (int)process_call(PROCESS_CALL_LOOKUP, (uintptr_t)name, (uintptr_t)value, bytes);
}

// Returns 0 or PROCESS_UNKNOWN.
static inline int process_unpublish(const char *name)
{
    return (int)process_call(PROCESS_CALL_UNPUBLISH, (uintptr_t)name, 0, 0);
}

#endif
