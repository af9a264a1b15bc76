// Firmware that takes requests and never completes them.
#include "firmware/registers.h"

enum { ENTRIES = 16, ENTRY_BYTES = 80 };

static char entries[ENTRIES][ENTRY_BYTES] __attribute__((aligned(16)));

int main(void)
{
    for (int i = 0; i < ENTRIES; i++)
        nic_write(NIC_REG_ENTRY, (uintptr_t)entries[i]);
    nic_write(NIC_REG_CONTROL, NIC_CONTROL_ENABLE);
    for (;;) {
        if (nic_read(NIC_REG_STATUS) & NIC_STATUS_REQUEST)
            nic_read(NIC_REG_REQUEST);
    }
}
