// Firmware that sends with a cookie that belongs to no request.
#include "firmware/registers.h"

int main(void)
{
    nic_write(NIC_REG_COMPLETION_COOKIE_LOW, 0x1234);
    nic_write(NIC_REG_TRANSMIT, NIC_TRANSMIT_NOTIFY);
    return 0;
}
