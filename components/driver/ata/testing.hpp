// SPDX-License-Identifier: BSD-2-Clause
// A SATA controller with disks that are not there, and do what a test wants, right or wrong.
#pragma once

#include <driver/ata/ahci_registers.hpp>
#include <driver/ata/ata_identity.hpp>
#include <driver/testing.hpp>

#include <functional>
#include <optional>

namespace flat::driver::ata::testing {

using driver::testing::TestDevice;
using driver::testing::TestMemory;
using net::testing::Bytes;

/// The answer to IDENTIFY DEVICE of a disk.
inline Bytes identity_of(u64 sectors, u32 sector_bytes = 512) {
    Bytes bytes(ata_identity_bytes);
    auto const set = [&](u32 word, u32 value) {
        bytes[2 * word] = u8(value);
        bytes[2 * word + 1] = u8(value >> 8);
    };
    set(49, 1u << 9 | 1u << 8);
    set(83, 1u << 14 | 1u << 13 | 1u << 10);
    for (u32 i = 0; i < 4; ++i)
        set(100 + i, u32(sectors >> 16 * i) & 0xffff);
    if (sector_bytes != 512) {
        set(106, 1u << 14 | 1u << 12);
        set(117, sector_bytes / 2 & 0xffff);
        set(118, sector_bytes / 2 >> 16);
    }
    return bytes;
}

/// A port of the device's side of AHCI 1.3.1, with a disk.
class FakeAhciPort {
public:
    FakeAhciPort(TestDevice& device, TestMemory& memory) : device_(device), memory_(memory) {}

    /// Does what it has kept.
    void go_on() {
        keeps = false;
        if (get(AhciPortRegister::CI) & 1) carry_out();
        device_.deliver();
    }

    u32 read(AhciPortRegister which) {
        if (which == AhciPortRegister::SSTS) return is_there ? 0x113 : 0;
        if (which == AhciPortRegister::SIG) return signature;
        return get(which);
    }
    void write(AhciPortRegister which, u32 value);

    /// The controller is reset.
    void clear() { registers_.clear(); }

    /// Has a cause, which nobody asked for and which holds the line until it is withdrawn.
    void latch() {
        get(AhciPortRegister::IS) |= ahci_interrupt::DHRS;
        is_told = true;
    }
    bool holds_line() { return is_told || get(AhciPortRegister::IS) != 0; }

    /// Whether it may access memory.
    bool is_running() { return get(AhciPortRegister::CMD) & (ahci_command::CR | ahci_command::FR); }

    Bytes contents = Bytes(1 << 20);
    Bytes identity = identity_of(2048);
    bool keeps = false;            ///< Commands stay where they are.
    std::optional<u64> bad_sector; ///< It can neither be read nor written.
    u32 spurious_causes = 0;       ///< That are reported beside each command's end.
    bool is_there = true;          ///< A disk at the port.
    bool stops = true;             ///< Whether the port ever stops but by a reset of all.
    u32 signature = AHCI_SIG_DISK;
    std::optional<u32> claimed_bytes; ///< That are said to have been transferred.
    std::vector<u8> commands;         ///< That were carried out.
    u32 line_resets = 0;
    std::function<void()> on_enable; ///< As soon as it may interrupt.
    bool is_told = false;            ///< In the controller's register.
    bool is_raised = false;          ///< And not delivered yet.

private:
    u32& get(AhciPortRegister which) { return registers_[u32(which)]; }
    u8* list() { return memory_.at(get(AhciPortRegister::CLB), 1024); }
    AhciCommandHeader header() {
        AhciCommandHeader header;
        std::memcpy(&header, list(), sizeof header);
        return header;
    }
    AhciRegisterFis fis() {
        AhciRegisterFis fis;
        std::memcpy(&fis, memory_.at(header().table, sizeof fis), sizeof fis);
        return fis;
    }
    bool is_identify() { return fis().command == u8(AtaCode::IDENTIFY_DEVICE); }

    void carry_out();
    bool transfer(AhciRegisterFis const& fis, u64 sector);
    void end(u32 causes);

    TestDevice& device_;
    TestMemory& memory_;
    std::map<u32, u32> registers_;
};

inline void FakeAhciPort::write(AhciPortRegister which, u32 value) {
    u32& place = get(which);
    switch (which) {
    case AhciPortRegister::IS:
    case AhciPortRegister::SERR:
        place &= ~value;
        return;
    case AhciPortRegister::SCTL:
        if (place == AHCI_SCTL_DET_RESET && value == 0) ++line_resets;
        place = value;
        return;
    case AhciPortRegister::CMD: {
        bool const ran = place & ahci_command::CR;
        place = value & ~(ahci_command::CR | ahci_command::FR);
        if (value & ahci_command::ST || (ran && !stops)) place |= ahci_command::CR;
        if (value & ahci_command::FRE) place |= ahci_command::FR;
        if (!(value & ahci_command::ST)) get(AhciPortRegister::CI) = 0;
        return;
    }
    case AhciPortRegister::CI:
        place |= value;
        if (!keeps || is_identify()) carry_out();
        return;
    case AhciPortRegister::IE:
        place = value;
        if (value != 0 && on_enable) on_enable();
        return;
    default:
        place = value;
    }
}

inline void FakeAhciPort::carry_out() {
    if (!(get(AhciPortRegister::CMD) & ahci_command::ST) || !device_.is_master) std::abort();
    AhciRegisterFis const now = fis();
    commands.push_back(now.command);
    u64 sector = 0;
    for (u32 i = 0; i < 3; ++i)
        sector |= u64{now.lba_low[i]} << 8 * i | u64{now.lba_high[i]} << (24 + 8 * i);
    if (transfer(now, sector)) {
        get(AhciPortRegister::CI) &= ~1u;
        return end(ahci_interrupt::DHRS);
    }
    u8* const frame = memory_.at(get(AhciPortRegister::FB), 256) + ahci_received_register;
    for (u32 i = 0; i < 3; ++i) {
        frame[4 + i] = u8(*bad_sector >> 8 * i);
        frame[8 + i] = u8(*bad_sector >> (24 + 8 * i));
    }
    end(ahci_interrupt::TFES);
}

/// FALSE: a sector is bad.
inline bool FakeAhciPort::transfer(AhciRegisterFis const& fis, u64 sector) {
    bool const is_written = fis.command == u8(AtaCode::WRITE_DMA_EXT);
    bool const is_read = fis.command == u8(AtaCode::READ_DMA_EXT);
    u32 const regions = header().flags >> AHCI_HEADER_PRDTL_SHIFT;
    if (is_written != ((header().flags & AHCI_HEADER_W) != 0)) std::abort();
    u64 offset = sector * 512;
    u32 transferred = 0;
    for (u32 i = 0; i < regions; ++i) {
        AhciRegion region;
        std::memcpy(&region, memory_.at(header().table + 128 + i * 16, 16), 16);
        u32 const bytes = region.last_byte + 1;
        u8* const place = memory_.at(region.base, bytes);
        Bytes& source = is_identify() ? identity : contents;
        if ((is_read || is_written) && offset + bytes > contents.size()) std::abort();
        u8* const on_disk = source.data() + (is_identify() ? 0 : offset);
        bool const is_bad = bad_sector && (is_read || is_written) && *bad_sector * 512 >= offset &&
                            *bad_sector * 512 < offset + bytes;
        if (is_bad) return false;
        std::memcpy(is_written ? on_disk : place, is_written ? place : on_disk, bytes);
        offset += bytes;
        transferred += bytes;
    }
    if ((is_read || is_written) && transferred != 512u * (fis.count[0] | fis.count[1] << 8))
        std::abort(); // the driver tells one thing and means another
    u32 const told = is_identify() ? transferred : claimed_bytes.value_or(transferred);
    std::memcpy(list() + 4, &told, 4);
    return true;
}

inline void FakeAhciPort::end(u32 causes) {
    get(AhciPortRegister::IS) |= causes | (is_identify() ? 0 : spurious_causes);
    if (get(AhciPortRegister::IE) & causes) is_told = is_raised = true;
}

/// A controller with a disk at port 2, and another at port 4 if a test wants one.
class FakeAhci final : public TestDevice, public FakeAhciPort {
public:
    static constexpr char const* said_by = "ahci:";

    explicit FakeAhci(TestMemory& memory)
        : TestDevice(ahci_vendor, ahci_ich9), FakeAhciPort(*this, memory), second(*this, memory) {
        has_messages = false;
        second.is_there = false;
    }

    /// Interrupts as long as there is a reason: not while the driver holds its lock.
    void deliver() override {
        auto const take = [&] {
            bool const first = std::exchange(is_raised, false);
            return std::exchange(second.is_raised, false) || first;
        };
        while (take())
            if (control_ & ahci_ghc::IE) raise(0);
    }

    bool accesses_memory() override { return is_master && (is_running() || second.is_running()); }

    FakeAhciPort second;
    bool resets = true; ///< Whether a reset ever ends.
    u32 reset_count = 0;

private:
    static constexpr u32 first_number = 2;
    static constexpr u32 second_number = 4;

    FakeAhciPort* port_at(u32 offset) {
        if (offset < ahci_port_offset(0)) return nullptr;
        u32 const number = (offset - ahci_port_offset(0)) / 0x80;
        if (number == first_number) return this;
        return number == second_number ? &second : nullptr;
    }

    u32 read(u32 region, u32 offset, u32 bytes) override {
        if (region != ahci_region || bytes != 4 || !is_claimed) return ~u32(0);
        if (FakeAhciPort* const port = port_at(offset))
            return port->read(AhciPortRegister(offset % 0x80));
        if (offset == u32(AhciRegister::PI)) return 1 << first_number | 1 << second_number | 1;
        if (offset == u32(AhciRegister::GHC)) return control_;
        if (offset == u32(AhciRegister::IS))
            return u32(is_told) << first_number | u32(second.is_told) << second_number;
        return 0;
    }

    void write(u32 region, u32 offset, u32 value, u32) override {
        if (region != ahci_region || !is_claimed) return;
        if (FakeAhciPort* const port = port_at(offset))
            return port->write(AhciPortRegister(offset % 0x80), value);
        if (offset == u32(AhciRegister::GHC)) control(value);
        if (offset != u32(AhciRegister::IS)) return;
        if (value >> first_number & 1) is_told = false;
        if (value >> second_number & 1) second.is_told = false;
    }

    void control(u32 value) {
        control_ = value;
        if (!(value & ahci_ghc::HR)) return;
        ++reset_count;
        control_ = resets ? 0 : ahci_ghc::HR;
        if (!resets) return;
        clear();
        second.clear();
    }

    u32 control_ = 0;
};

} // namespace flat::driver::ata::testing
