// Firmware that counts for ever.
int main(void)
{
    volatile unsigned rounds = 0;
    for (;;)
        rounds++;
}
