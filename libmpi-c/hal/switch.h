// Stacks: going from one to another.
#ifndef HAL_SWITCH_H
#define HAL_SWITCH_H

// Puts the registers that a function preserves on the stack, its address to *here, and goes on where `there` was put so.
void hal_switch(void **here, void *there);

// What hal_switch takes for a stack on which nothing has run yet, which calls entry(argument). `top` is a multiple of 16.
void *hal_stack(void *top, void (*entry)(void *argument), void *argument);

#endif
