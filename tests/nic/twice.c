// Firmware that completes the first request twice.
#include "firmware/registers.h"

static uint32_t entry[20] __attribute__((aligned(16)));

int main(void)
{
    nic_write(NIC_REG_ENTRY, (uintptr_t)entry);
    nic_write(NIC_REG_CONTROL, NIC_CONTROL_ENABLE);
    while (nic_read(NIC_REG_REQUEST) == 0) {
    }
    nic_write(NIC_REG_COMPLETION_COOKIE_LOW, entry[NIC_ENTRY_COOKIE_LOW / sizeof *entry]);
    nic_write(NIC_REG_COMPLETION_COOKIE_HIGH, entry[NIC_ENTRY_COOKIE_HIGH / sizeof *entry]);
    nic_write(NIC_REG_COMPLETION, 0);
    nic_write(NIC_REG_COMPLETION, 0);
    return 0;
}
