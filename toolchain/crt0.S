# Program start: from the entry state (sp at the initial stack of Linux, all other registers 0) to main and exit.
#
# Initial stack, as Linux lays it out: argc, argv[0..argc-1], 0, envp[..], 0, auxiliary vector. RAM is zero at the
# start, so .bss needs no clearing. There is one thread, so the TLS image in .tdata/.tbss is used in place.

#if __riscv_xlen == 64
#define LOAD    ld
#define STORE   sd
#define WORD    8
#define LOGWORD 3
#else
#define LOAD    lw
#define STORE   sw
#define WORD    4
#define LOGWORD 2
#endif

        .section .text.init.enter, "ax", @progbits
        .globl  _start
        .type   _start, @function
_start:
        .cfi_startproc
        .cfi_undefined ra               # the outermost frame: unwinding ends here
        .option push
        .option norelax                 # gp itself cannot be reached through gp
        la      gp, __global_pointer$
        .option pop
        la      tp, __tls_base
        LOAD    s0, 0(sp)               # argc
        addi    s1, sp, WORD            # argv
        slli    t0, s0, LOGWORD
        add     s2, s1, t0
        addi    s2, s2, WORD            # envp: after argv's null pointer
        la      t0, environ
        STORE   s2, 0(t0)
        la      t0, __host_arguments
        STORE   s1, 0(t0)
        andi    sp, sp, -16
        call    __libc_init_array
        mv      a0, s0
        mv      a1, s1
        mv      a2, s2
        call    main
        call    exit                    # does not return
        .cfi_endproc
        .size   _start, . - _start

#include "note.S"
