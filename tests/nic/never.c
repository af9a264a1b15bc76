// Firmware that does nothing.
int main(void)
{
    for (;;) {
    }
}
