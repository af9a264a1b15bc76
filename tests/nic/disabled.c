// Firmware that never enables the interface.
#include "firmware/registers.h"

int main(void)
{
    for (;;)
        nic_read(NIC_REG_STATUS);
}
