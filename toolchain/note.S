# The ELF note that tells `rankine run` which platform, channel and ISA the program was built for.
        .section .note.rankine, "a", @note
        .balign 4
        .4byte  2f - 1f                 # size of the owner's name
        .4byte  4f - 3f                 # size of the description
        .4byte  1                       # type
1:      .asciz  "Rankine"
2:      .balign 4
3:      .ascii  "platform="
        .asciz  RANKINE_PLATFORM
        .ascii  "channel="
        .asciz  RANKINE_CHANNEL
        .ascii  "isa="
        .asciz  RANKINE_ISA
4:      .balign 4
