// Start and end of a host program without any library.
int run(void);

__attribute__((noreturn)) void _start(void)
{
    register long status __asm__("a0") = run();
    register long exit __asm__("a7") = 93;
    __asm__ volatile("ecall" : : "r"(status), "r"(exit));
    __builtin_unreachable();
}
