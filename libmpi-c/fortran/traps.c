// Traps of floating-point operations, which RISC-V does not have. These functions do what those of the GNU C library do there. With
// them, the linker does not warn that they never succeed.
int feenableexcept(int exceptions);
int fedisableexcept(int exceptions);
int fegetexcept(void);

int feenableexcept(int exceptions)
{
    return exceptions == 0 ? 0 : -1;
}

int fedisableexcept(int exceptions)
{
    return exceptions == 0 ? 0 : -1;
}

int fegetexcept(void)
{
    return 0;
}
