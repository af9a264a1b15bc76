// Firmware that reads the interface's status for ever and counts the rounds.
#include "firmware/registers.h"

int main(void)
{
    volatile unsigned rounds = 0;
    for (;;) {
        nic_read(NIC_REG_STATUS);
        rounds++;
    }
}
