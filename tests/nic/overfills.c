// Firmware that inserts more entries than a unit of 128 holds.
#include "firmware/registers.h"

int main(void)
{
    alpu_write(ALPU_POSTED_BASE, ALPU_REG_COMMAND, ALPU_COMMAND_START_INSERT);
    for (int i = 0; i < 200; i++)
        alpu_write(ALPU_POSTED_BASE, ALPU_REG_TAG, i);
    alpu_write(ALPU_POSTED_BASE, ALPU_REG_COMMAND, ALPU_COMMAND_STOP_INSERT);
    for (;;)
        nic_read(NIC_REG_STATUS);
}
