// SPDX-License-Identifier: BSD-2-Clause
// The functions of all PCI buses: which there are, their owners, their interrupt lines.
#pragma once

#include <bus/pci_bus.flat.hpp>
#include <bus/pci_compatibility.hpp>
#include <bus/pci_registers.hpp>
#include <core/utility.hpp>
#include <flat/hal/trap.hpp>

namespace flat::bus {

/// Bridges and base addresses are as the firmware has set them (PCI Local Bus 3.0, section 6.2.5).
/// What a function says is input: it leads to no access outside of the configuration space, and
/// lists of capabilities end wherever they claim to lead.
///
/// Functions are found when the component is constructed; claiming and connecting are for drivers
/// at their start, one after the other.
class PciBus : public PciBusComponent, NonCopyable {
public:
    PciBus(Ports const& ports, Attributes const& attributes);

    u32 function_count() override { return count_; }
    Function function(u32 index) override;
    Result<u32, DeviceError> claim(u16 vendor, u16 device) override;
    void release(u32 address) override;
    u32 read(u32 address, u32 offset) override;
    void write(u32 address, u32 offset, u32 value) override;
    Bar bar(u32 address, u32 number) override;
    u32 capability(u32 address, u8 id, u32 after) override;
    Result<void, DeviceError> connect_line(u32 address, Interrupt& interrupt) override;
    void disconnect_line(u32 address) override;

private:
    static constexpr u32 functions_max = 64;
    static constexpr u32 buses_max = 256;

    /// A function and its owner.
    struct Place {
        Function function;
        bool is_claimed = false;
        u8 line = 0;
        bool has_second_line = false;   // as controllers of IDE had before PCI
        Interrupt* interrupt = nullptr; // called when its line interrupts

        bool has(u8 of) const {
            return line == of || (has_second_line && of == PciCompatibility::second_line);
        }
    };

    /// Handles one line for all functions that share it.
    class Line : public hal::Trap::BriefHandler {
    public:
        void serve(PciBus& bus, u8 line) {
            bus_ = &bus;
            line_ = line;
        }
        void handle(u32) override { bus_->deliver(line_); }

    private:
        PciBus* bus_ = nullptr;
        u8 line_ = 0;
    };

    using Buses = bool[buses_max];

    u32 get(u32 address, PciRegister which) { return configuration->read(address, u32(which)); }
    void scan_bus(u32 bus, Buses& buses);
    void add(u32 address, u32 header, Buses& buses);
    Place* find(u32 address);
    Result<void, DeviceError> serve(u8 line, Line& handler);
    void drop(u8 line);
    bool is_used(u8 line) const;
    void deliver(u8 line);

    Place places_[functions_max];
    Line lines_[functions_max]; // the one of a line is that of the function connected first
    Line second_line_;
    u32 count_ = 0;
};

} // namespace flat::bus
