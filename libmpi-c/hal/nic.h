// The host's side of a network interface with its own processor. The platform gives NIC_HOST_BASE, the address of its registers.
#ifndef HAL_NIC_H
#define HAL_NIC_H

#include <stdint.h>

#include "hal/regs/nic.h"

static inline uint64_t nic_read(unsigned offset)
{
    return *(volatile uint64_t *)(uintptr_t)(NIC_HOST_BASE + offset);
}

static inline void nic_write(unsigned offset, uint64_t value)
{
    *(volatile uint64_t *)(uintptr_t)(NIC_HOST_BASE + offset) = value;
}

#endif
