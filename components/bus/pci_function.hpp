// SPDX-License-Identifier: BSD-2-Clause
// A function of PCI, for one driver: its registers, messages and line.
#pragma once

#include <bus/pci_function.flat.hpp>
#include <bus/pci_registers.hpp>
#include <core/utility.hpp>
#include <flat/bus/interrupt.hpp>
#include <flat/hal/trap.hpp>

namespace flat::bus {

/// The driver says which function it wants: the first one that is free. Its regions are its base
/// address registers. Those of memory are mapped uncached, where the address space has room; those
/// of ports are there where the machine has an `IoSpace`.
class PciFunction : public PciFunctionComponent, NonCopyable {
public:
    using PciFunctionComponent::PciFunctionComponent;

    Result<void, DeviceError> claim(u16 vendor, u16 device) override;
    void release() override;
    u32 configuration(u32 offset) override;
    void set_configuration(u32 offset, u32 value) override;
    u32 capability(u8 id, u32 after) override;
    Result<u64, DeviceError> open(u32 region) override;
    Result<Memory, DeviceError> show(u32 region) override;
    void set_bus_master(bool is_wanted) override;

    u8 read8(u32 region, u32 offset) override { return get<u8>(region, offset); }
    u16 read16(u32 region, u32 offset) override { return get<u16>(region, offset); }
    u32 read32(u32 region, u32 offset) override { return get<u32>(region, offset); }
    void write8(u32 region, u32 offset, u8 value) override { set(region, offset, value); }
    void write16(u32 region, u32 offset, u16 value) override { set(region, offset, value); }
    void write32(u32 region, u32 offset, u32 value) override { set(region, offset, value); }

    Result<void, DeviceError> connect(u32 vector, Interrupt& interrupt) override;
    Result<void, DeviceError> connect_line(Interrupt& interrupt) override;

private:
    static constexpr u32 nobody = ~u32(0);
    static constexpr u32 vectors_max = 8;

    /// What a base address register decodes, where we see it; nothing while it is not open.
    struct Region {
        vaddr begin = 0; // or a port
        u64 bytes = 0;
        bool is_io = false;
    };

    /// A message that the device sends.
    class Vector : public hal::Trap::BriefHandler {
    public:
        void handle(u32 vector) override;

        hal::MessageInterrupts* controller = nullptr;
        Interrupt* interrupt = nullptr; // null: not connected
        hal::MessageInterrupts::Message message{};
        u32 number = 0;
    };

    /// Where the table of messages is.
    struct MessageTable {
        u32 capability;
        u32 region;
        u32 offset;
    };

    bool has(u32 region, u32 offset, u64 bytes) const {
        return region < pci_bars && offset + bytes <= regions_[region].bytes && offset % bytes == 0;
    }
    template<class T>
    T get(u32 region, u32 offset) const {
        if (!has(region, offset, sizeof(T))) [[unlikely]]
            return static_cast<T>(~T(0));
        vaddr const place = regions_[region].begin + offset;
        if (regions_[region].is_io) return get_port<T>(static_cast<u16>(place));
        return *pointer_to<T volatile>(place);
    }
    template<class T>
    void set(u32 region, u32 offset, T value) const {
        if (!has(region, offset, sizeof(T))) [[unlikely]]
            return;
        vaddr const place = regions_[region].begin + offset;
        if (regions_[region].is_io)
            set_port(static_cast<u16>(place), value);
        else
            *pointer_to<T volatile>(place) = value;
    }
    template<class T>
    T get_port(u16 port) const {
        if constexpr (sizeof(T) == sizeof(u8))
            return io->read8(port);
        else if constexpr (sizeof(T) == sizeof(u16))
            return io->read16(port);
        else
            return io->read32(port);
    }
    void set_port(u16 port, u8 value) const { io->write8(port, value); }
    void set_port(u16 port, u16 value) const { io->write16(port, value); }
    void set_port(u16 port, u32 value) const { io->write32(port, value); }

    Result<Region, DeviceError> map(u32 number, u32 memory_type);
    Result<Region, DeviceError> open_ports(u32 number, Pci::Bar const& bar);
    void change_command(u32 clear, u32 set);
    Result<void, DeviceError> connect_message(u32 number, Interrupt& interrupt);
    Result<MessageTable, DeviceError> find_messages(u32 vector);
    void disconnect_messages();

    u32 address_ = nobody;
    Region regions_[pci_bars];
    Interrupt* line_ = nullptr;
    Vector vectors_[vectors_max];
};

} // namespace flat::bus
