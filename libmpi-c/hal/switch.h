// Switching between stacks.
#ifndef HAL_SWITCH_H
#define HAL_SWITCH_H

// Saves the registers that a function preserves on this stack, its address in *here, and continues on stack `there`.
void hal_switch(void **here, void *there);

// Makes a stack for hal_switch on which nothing has run yet. It calls entry(argument). `top` must be a multiple of 16.
void *hal_stack(void *top, void (*entry)(void *argument), void *argument);

#endif
