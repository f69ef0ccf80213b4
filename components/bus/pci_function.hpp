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
/// address registers of memory; they are mapped uncached, where the address space has room.
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
        vaddr begin = 0;
        u64 bytes = 0;
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
        return *pointer_to<T volatile>(regions_[region].begin + offset);
    }
    template<class T>
    void set(u32 region, u32 offset, T value) const {
        if (has(region, offset, sizeof(T))) [[likely]]
            *pointer_to<T volatile>(regions_[region].begin + offset) = value;
    }

    Result<Region, DeviceError> map(u32 number, u32 memory_type);
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
