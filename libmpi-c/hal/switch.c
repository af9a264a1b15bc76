// Stacks and switches, by the calling convention (RISC-V psABI 1.0, chapter 2).
#include "hal/switch.h"

#include <stdint.h>

#if __riscv_xlen == 64
#define LOAD "ld "
#define STORE "sd "
#else
#define LOAD "lw "
#define STORE "sw "
#endif
#ifdef __riscv_float_abi_double
#define FLOATS 12
#define FLOAD "fld "
#define FSTORE "fsd "
#elif defined __riscv_float_abi_single
#define FLOATS 12
#define FLOAD "flw "
#define FSTORE "fsw "
#else
#define FLOATS 0
#endif

// ra, s0 to s11 and the argument of the function that runs first; then the floating-point registers, eight bytes each.
enum { HAL_ARGUMENT = 13, HAL_WORDS = 14, HAL_FRAME_BYTES = (HAL_WORDS * sizeof(intptr_t) + FLOATS * 8 + 15) / 16 * 16 };

#define TEXT_(value) #value
#define TEXT(value) TEXT_(value)
#define WORD(how, name, index) how #name ", " #index "*(" TEXT(__riscv_xlen) "/8)(sp)\n\t"
#define WORDS(how)                                                                                                    \
    WORD(how, ra, 0) WORD(how, s0, 1) WORD(how, s1, 2) WORD(how, s2, 3) WORD(how, s3, 4) WORD(how, s4, 5)             \
    WORD(how, s5, 6) WORD(how, s6, 7) WORD(how, s7, 8) WORD(how, s8, 9) WORD(how, s9, 10) WORD(how, s10, 11)          \
    WORD(how, s11, 12)
#if FLOATS
#define FLOAT(how, name, index) how #name ", 14*(" TEXT(__riscv_xlen) "/8)+8*" #index "(sp)\n\t"
#define FLOATING(how)                                                                                                 \
    FLOAT(how, fs0, 0) FLOAT(how, fs1, 1) FLOAT(how, fs2, 2) FLOAT(how, fs3, 3) FLOAT(how, fs4, 4)                    \
    FLOAT(how, fs5, 5) FLOAT(how, fs6, 6) FLOAT(how, fs7, 7) FLOAT(how, fs8, 8) FLOAT(how, fs9, 9)                    \
    FLOAT(how, fs10, 10) FLOAT(how, fs11, 11)
#else
#define FLOATING(how)
#define FLOAD
#define FSTORE
#endif

__attribute__((naked)) void hal_switch(void **here, void *there)
{
    (void)here;
    (void)there;
    __asm__ volatile("addi sp, sp, -%0\n\t" WORDS(STORE) FLOATING(FSTORE) STORE "sp, 0(a0)\n\t"
                     "mv sp, a1\n\t" WORDS(LOAD) FLOATING(FLOAD) LOAD "a0, %1(sp)\n\t"
                     "addi sp, sp, %0\n\tret"
                     :
                     : "i"(HAL_FRAME_BYTES), "i"(HAL_ARGUMENT * sizeof(intptr_t)));
}

void *hal_stack(void *top, void (*entry)(void *argument), void *argument)
{
    uintptr_t *frame = (uintptr_t *)((unsigned char *)top - HAL_FRAME_BYTES);
    for (unsigned i = 0; i < HAL_WORDS; i++)
        frame[i] = 0;
    frame[0] = (uintptr_t)entry;
    frame[HAL_ARGUMENT] = (uintptr_t)argument;
    return frame;
}
