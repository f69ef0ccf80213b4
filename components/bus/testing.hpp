// SPDX-License-Identifier: BSD-2-Clause
// PCI functions that are not there, and lines, for tests.
#pragma once

#include <flat/bus/interrupt.hpp>
#include <flat/hal/interrupts.hpp>
#include <flat/hal/io_space.hpp>
#include <flat/hal/pci_configuration.hpp>
#include <flat/hal/trap.hpp>

#include <array>
#include <map>

namespace flat::bus::testing {

/// The configuration space of one function: 64 registers, and the bits of each that can be written.
struct FakeFunction {
    FakeFunction(u16 vendor, u16 device, u32 header = 0) {
        registers[0] = u32(device) << 16 | vendor;
        registers[3] = header << 16;
        writable[1] = 0xffff;
    }

    /// A base address register of so many bytes, a power of two; with its flags.
    void set_bar(u32 number, u32 base, u32 bytes, u32 flags) {
        registers[4 + number] = base | flags;
        writable[4 + number] = ~(bytes - 1);
    }

    /// A capability, first of the list.
    void add_capability(u32 offset, u8 id) {
        registers[1] |= 1u << 20;
        registers[offset / 4] = (registers[0x34 / 4] & 0xff) << 8 | id;
        registers[0x34 / 4] = offset;
    }

    std::array<u32, 64> registers{};
    std::array<u32, 64> writable{};
};

class FakeConfiguration : public hal::PciConfiguration {
public:
    u32 read(u32 function, u32 offset) override {
        ++reads;
        return functions.contains(function) ? functions.at(function).registers.at(offset / 4)
                                            : ~u32(0);
    }
    void write(u32 function, u32 offset, u32 value) override {
        if (!functions.contains(function)) return;
        FakeFunction& each = functions.at(function);
        u32& place = each.registers.at(offset / 4);
        u32 const mask = each.writable[offset / 4];
        place = (place & ~mask) | (value & mask);
    }

    std::map<u32, FakeFunction> functions;
    u32 reads = 0;
};

/// Ports, which keep what was written to them, byte by byte.
class FakeIoSpace : public hal::IoSpace {
public:
    u8 read8(u16 port) override { return bytes[port]; }
    u16 read16(u16 port) override { return u16(read8(port) | read8(u16(port + 1)) << 8); }
    u32 read32(u16 port) override { return u32(read16(port) | read16(u16(port + 2)) << 16); }
    void write8(u16 port, u8 value) override { bytes[port] = value; }
    void write16(u16 port, u16 value) override {
        write8(port, u8(value));
        write8(u16(port + 1), u8(value >> 8));
    }
    void write32(u16 port, u32 value) override {
        write16(port, u16(value));
        write16(u16(port + 2), u16(value >> 16));
    }

    std::map<u16, u8> bytes;
};

/// A controller of 16 lines.
class FakeInterrupts : public hal::Interrupts {
public:
    Result<void, hal::TrapError> connect(u32 line, hal::Trap::BriefHandler& handler) override {
        if (line >= 16) return hal::TrapError{hal::TrapError::no_such_vector};
        if (handlers[line]) return hal::TrapError{hal::TrapError::taken};
        handlers[line] = &handler;
        return {};
    }
    void disconnect(u32 line) override {
        handlers[line] = nullptr;
        unmasked[line] = false;
    }
    void unmask(u32 line) override { unmasked[line] = true; }
    void mask(u32 line) override { unmasked[line] = false; }
    void acknowledge(u32) override { ++acknowledged; }
    bool is_level(u32) override { return true; }

    void raise(u32 line) {
        if (unmasked[line]) handlers[line]->handle(line);
    }

    hal::Trap::BriefHandler* handlers[16] = {};
    bool unmasked[16] = {};
    u32 acknowledged = 0;
};

/// Counts its calls.
class FakeDriver : public Interrupt {
public:
    void interrupted(u32 vector) override {
        ++interrupts;
        last_vector = vector;
    }
    void release() override { ++releases; }

    u32 interrupts = 0;
    u32 releases = 0;
    u32 last_vector = 99;
};

} // namespace flat::bus::testing
