// SPDX-License-Identifier: BSD-2-Clause
// A function of PCI, for one driver: its registers and what it may do.
#include <bus/pci_function.hpp>

#include <core/assert.hpp>
#include <core/bits.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>

namespace flat::bus {

using domain::page_size;

Result<void, DeviceError> PciFunction::claim(u16 vendor, u16 device) {
    if (address_ != nobody) return DeviceError{DeviceError::no_such_device}; // it has one
    address_ = TRY(pci->claim(vendor, device));
    change_command(pci_command::BUS_MASTER, pci_command::MEMORY_SPACE);
    return {};
}

void PciFunction::release() {
    if (address_ == nobody) return;
    change_command(pci_command::BUS_MASTER, pci_command::INTERRUPT_DISABLE);
    disconnect_messages();
    for (Region& region : regions_) {
        Region const open = flat::exchange(region, Region());
        if (open.bytes == 0 || open.is_io) continue;
        vaddr const begin = align_down(open.begin, page_size);
        bool const was_mapped =
            space->unmap(begin, divide_up(open.begin + open.bytes - begin, page_size)).is_ok();
        assert(was_mapped);
    }
    pci->release(flat::exchange(address_, nobody));
    if (line_) flat::exchange(line_, nullptr)->release();
}

u32 PciFunction::configuration(u32 offset) {
    return pci->read(address_, offset);
}

void PciFunction::set_configuration(u32 offset, u32 value) {
    pci->write(address_, offset, value);
}

u32 PciFunction::capability(u8 id, u32 after) {
    return pci->capability(address_, id, after);
}

Result<u64, DeviceError> PciFunction::open(u32 region) {
    if (region >= pci_bars) return DeviceError{DeviceError::no_such_registers};
    if (regions_[region].bytes != 0) return regions_[region].bytes;
    Pci::Bar const bar = pci->bar(address_, region);
    if (bar.bytes != 0 && !bar.is_memory) return TRY(open_ports(region, bar)).bytes;
    return TRY(map(region, hal::Mmu::uncached)).bytes;
}

Result<Device::Memory, DeviceError> PciFunction::show(u32 region) {
    Region const shown = TRY(map(region, hal::Mmu::combined));
    if (shown.is_io) return DeviceError{DeviceError::no_such_registers};
    return Memory{shown.begin, shown.bytes};
}

Result<PciFunction::Region, DeviceError> PciFunction::open_ports(u32 number, Pci::Bar const& bar) {
    constexpr u64 ports_end = 1 << 16;
    if (!io || bar.base == 0 || bar.base >= ports_end || bar.bytes > ports_end - bar.base)
        return DeviceError{DeviceError::no_such_registers};
    change_command(0, pci_command::IO_SPACE);
    regions_[number] = {bar.base, bar.bytes, true};
    return regions_[number];
}

/// What a base address register decodes; mapped the first time, as it is wanted then.
Result<PciFunction::Region, DeviceError> PciFunction::map(u32 number, u32 memory_type) {
    u32 const rights = hal::Mmu::read | hal::Mmu::write | memory_type;
    if (number >= pci_bars) return DeviceError{DeviceError::no_such_registers};
    Region& region = regions_[number];
    if (region.bytes != 0) return region;
    Pci::Bar const bar = pci->bar(address_, number);
    if (bar.bytes == 0 || bar.base == 0 || !bar.is_memory)
        return DeviceError{DeviceError::no_such_registers};
    paddr const first = align_down(bar.base, page_size);
    u64 const pages = divide_up(bar.base + bar.bytes - first, page_size);
    auto const mapped = space->map(*physical, first / page_size, pages, 0, rights);
    if (mapped.is_error()) return DeviceError{DeviceError::out_of_memory};
    region = {mapped.value() + (bar.base - first), bar.bytes, false};
    return region;
}

void PciFunction::set_bus_master(bool is_wanted) {
    change_command(is_wanted ? 0 : pci_command::BUS_MASTER,
                   is_wanted ? pci_command::BUS_MASTER : 0);
}

Result<void, DeviceError> PciFunction::connect_line(Interrupt& interrupt) {
    disconnect_messages();
    auto connected = Result<void, DeviceError>(DeviceError{DeviceError::no_such_interrupt});
    if (!messages_only && !line_) {
        change_command(pci_command::INTERRUPT_DISABLE, 0);
        connected = pci->connect_line(address_, interrupt);
    }
    if (connected.is_error())
        interrupt.release();
    else
        line_ = &interrupt;
    return connected;
}

void PciFunction::change_command(u32 clear, u32 set) {
    u32 const before = pci->read(address_, u32(PciRegister::COMMAND)) & pci_command::MASK;
    pci->write(address_, u32(PciRegister::COMMAND), (before & ~clear) | set);
}

} // namespace flat::bus
