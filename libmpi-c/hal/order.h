// Orders accesses to ordinary memory that others may observe. The hart performs them in program order, so this restrains the
// compiler only.
#ifndef ORDER_H
#define ORDER_H

static inline void hal_order(void)
{
    __asm__ volatile("" ::: "memory");
}

#endif
