// The registers that the NIC processor sees: its interface, and the two associative units if they exist.
//
// The platform gives the addresses: NIC_REGISTERS_BASE, ALPU_POSTED_BASE, ALPU_UNEXPECTED_BASE. NIC_MEMORY_BASE and NIC_MEMORY_END limit
// the processor's memory; NIC_EAGER_BYTES is the longest payload of a packet.
#ifndef FIRMWARE_REGISTERS_H
#define FIRMWARE_REGISTERS_H

#include <stdint.h>

#include "hal/regs/alpu.h"
#include "hal/regs/nic.h"

static inline uint32_t nic_read(unsigned offset)
{
    return *(volatile uint32_t *)(uintptr_t)(NIC_REGISTERS_BASE + offset);
}

static inline void nic_write(unsigned offset, uint32_t value)
{
    *(volatile uint32_t *)(uintptr_t)(NIC_REGISTERS_BASE + offset) = value;
}

// `unit` is the address of the unit's registers.
static inline uint32_t alpu_read(uintptr_t unit, unsigned offset)
{
    return *(volatile uint32_t *)(unit + offset);
}

static inline void alpu_write(uintptr_t unit, unsigned offset, uint32_t value)
{
    *(volatile uint32_t *)(unit + offset) = value;
}

// A word of the oldest header.
static inline uint32_t nic_header(unsigned word)
{
    return nic_read(NIC_REG_HEADER + 4 * word);
}

// A word of the next transmit command's header.
static inline void nic_transmit_header(unsigned word, uint32_t value)
{
    nic_write(NIC_REG_TRANSMIT_HEADER + 4 * word, value);
}

#endif
