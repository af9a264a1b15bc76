// Between accesses to ordinary memory that somebody else may see in between. The hart performs them in program order, so only the
// compiler has to be held back.
#ifndef ORDER_H
#define ORDER_H

static inline void hal_order(void)
{
    __asm__ volatile("" ::: "memory");
}

#endif
