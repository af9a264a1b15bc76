// Firmware that makes a unit match and never reads a result.
#include "firmware/registers.h"

int main(void)
{
    alpu_write(ALPU_POSTED_BASE, ALPU_REG_CTRL, ALPU_CTRL_ENABLE);
    for (int i = 0; i < 100; i++)
        alpu_write(ALPU_POSTED_BASE, ALPU_REG_PROBE, i);
    for (;;)
        nic_read(NIC_REG_STATUS);
}
