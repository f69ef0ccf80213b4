// SPDX-License-Identifier: BSD-2-Clause
// A SATA controller with a disk that are not there, and do what a test wants, right or wrong.
#pragma once

#include <driver/ata/ahci_registers.hpp>
#include <driver/ata/ata_identity.hpp>
#include <driver/testing.hpp>

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

/// The device's side of AHCI 1.3.1: one disk, at port 2.
class FakeAhci final : public TestDevice {
public:
    static constexpr char const* said_by = "ahci:";

    explicit FakeAhci(TestMemory& memory) : TestDevice(ahci_vendor, ahci_ich9), memory_(memory) {
        has_messages = false;
    }

    /// Does what it has kept.
    void go_on() {
        keeps = false;
        if (get(AhciPortRegister::CI) & 1) carry_out();
        deliver();
    }

    /// Interrupts as long as there is a reason: not while the driver holds its lock.
    void deliver() {
        while (std::exchange(is_raised_, false))
            raise(0);
    }

    Bytes contents = Bytes(1 << 20);
    Bytes identity = identity_of(2048);
    bool keeps = false;            ///< Commands stay where they are.
    std::optional<u64> bad_sector; ///< It can neither be read nor written.
    u32 spurious_causes = 0;       ///< That are reported beside each command's end.
    bool is_there = true;          ///< A disk at the port.
    bool resets = true;            ///< Whether a reset ever ends.
    bool stops = true;             ///< Whether the port ever stops.
    u32 signature = AHCI_SIG_DISK;
    std::optional<u32> claimed_bytes; ///< That are said to have been transferred.
    std::vector<u8> commands;         ///< That were carried out.
    u32 reset_count = 0;

private:
    static constexpr u32 port = 2;

    u32& at(u32 offset) { return registers_[offset]; }
    u32& get(AhciPortRegister which) { return at(ahci_port_offset(port) + u32(which)); }

    u32 read(u32 region, u32 offset, u32 bytes) override {
        if (region != ahci_region || bytes != 4 || !is_claimed) return ~u32(0);
        if (offset == u32(AhciRegister::PI)) return 1 << port | 1 << 0;
        if (offset == u32(AhciRegister::CAP)) return 0;
        if (offset == ahci_port_offset(port) + u32(AhciPortRegister::SSTS))
            return is_there ? 0x113 : 0;
        if (offset == ahci_port_offset(port) + u32(AhciPortRegister::SIG)) return signature;
        return at(offset);
    }

    void write(u32 region, u32 offset, u32 value, u32) override {
        if (region != ahci_region || !is_claimed) return;
        if (offset == u32(AhciRegister::GHC)) return control(value);
        if (offset == u32(AhciRegister::IS)) {
            at(offset) &= ~value;
            return;
        }
        if (offset < ahci_port_offset(port)) return;
        switch (AhciPortRegister(offset - ahci_port_offset(port))) {
        case AhciPortRegister::IS:
        case AhciPortRegister::SERR:
            at(offset) &= ~value;
            return;
        case AhciPortRegister::CMD:
            at(offset) = value & ~(ahci_command::CR | ahci_command::FR);
            if (value & ahci_command::ST || !stops) at(offset) |= ahci_command::CR;
            if (value & ahci_command::FRE) at(offset) |= ahci_command::FR;
            if (!(value & ahci_command::ST)) get(AhciPortRegister::CI) = 0;
            return;
        case AhciPortRegister::CI:
            at(offset) |= value;
            if (!keeps || is_identify()) carry_out();
            return;
        default:
            at(offset) = value;
        }
    }

    void control(u32 value) {
        at(u32(AhciRegister::GHC)) = value;
        if (!(value & ahci_ghc::HR)) return;
        ++reset_count;
        registers_.clear();
        if (!resets) at(u32(AhciRegister::GHC)) = ahci_ghc::HR;
    }

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

    TestMemory& memory_;
    std::map<u32, u32> registers_;
    bool is_raised_ = false;
};

inline void FakeAhci::carry_out() {
    if (!(get(AhciPortRegister::CMD) & ahci_command::ST) || !is_master) std::abort();
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
inline bool FakeAhci::transfer(AhciRegisterFis const& fis, u64 sector) {
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

inline void FakeAhci::end(u32 causes) {
    get(AhciPortRegister::IS) |= causes | (is_identify() ? 0 : spurious_causes);
    if (!(get(AhciPortRegister::IE) & causes)) return;
    at(u32(AhciRegister::IS)) |= 1 << port;
    if (at(u32(AhciRegister::GHC)) & ahci_ghc::IE) is_raised_ = true;
}

} // namespace flat::driver::ata::testing
