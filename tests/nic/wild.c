// Firmware that copies from an address without memory.
#include "firmware/registers.h"

int main(void)
{
    nic_write(NIC_REG_COPY_FROM, 0x12345678);
    nic_write(NIC_REG_COPY_TO_LOW, 4);
    nic_write(NIC_REG_COPY, 100);
    return 0;
}
