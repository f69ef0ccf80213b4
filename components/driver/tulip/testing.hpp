// SPDX-License-Identifier: BSD-2-Clause
// A Tulip card that is not there, and does what a test wants, right or wrong.
#pragma once

#include <driver/testing.hpp>
#include <driver/tulip_registers.hpp>

#include <optional>

namespace flat::driver::testing {

/// The card's side of its manual's chapters 3 and 4, with its serial ROM.
class FakeTulip : public TestDevice {
public:
    static constexpr u64 own_address = 0x5254'0012'3456;

    explicit FakeTulip(TestMemory& memory)
        : TestDevice(tulip_vendor, tulip_21143), memory_(memory) {}

    Result<u64, bus::DeviceError> open(u32 region) override {
        if (region != tulip_region) return bus::DeviceError{bus::DeviceError::no_such_registers};
        return shown_bytes;
    }

    /// Puts a frame where the driver wants the next one, and interrupts. False if there is no room.
    bool receive(Bytes const& frame) {
        TulipDescriptor& descriptor = *received();
        if (!(at(TulipRegister::CSR6) & tulip_csr6::SR) || !is_master) return false;
        if (!(descriptor.status & tulip_own)) return ask(tulip_csr5::RU), false;
        received_at = memory_.at(descriptor.buffer, descriptor.control & 0x7ff);
        std::memcpy(received_at, frame.data(), frame.size());
        u32 const bytes = claimed_bytes.value_or(u32(frame.size()) + 4);
        descriptor.status = status | bytes << tulip_receive::LENGTH_SHIFT;
        bool const is_last = descriptor.control & tulip_end_of_ring;
        receive_index_ = is_last ? 0 : receive_index_ + 1;
        ask(tulip_csr5::RI);
        return true;
    }

    void ask(u32 causes) {
        at(TulipRegister::CSR5) |= causes;
        if (causes & at(TulipRegister::CSR7)) raise(0);
    }

    void set_link(bool is_up) {
        at(TulipRegister::CSR12) = is_up ? 0 : tulip_csr12::LS10 | tulip_csr12::LS100;
        ask(is_up ? tulip_csr5::LNP : tulip_csr5::LNF);
    }

    /// Sends what is to be sent.
    void transmit() {
        for (Bytes frame;;) {
            u64 const ring = at(TulipRegister::CSR4);
            auto* const descriptor = reinterpret_cast<TulipDescriptor*>(
                memory_.at(ring + u64{16} * transmit_index_, 16));
            if (!(descriptor->status & tulip_own)) return;
            u8 const* const piece = memory_.at(descriptor->buffer, descriptor->control & 0x7ff);
            bool const is_setup = descriptor->control & tulip_transmit::SET;
            if (is_setup) setups.emplace_back(piece, piece + (descriptor->control & 0x7ff));
            if (!is_setup) frame.insert(frame.end(), piece, piece + (descriptor->control & 0x7ff));
            if (descriptor->control & tulip_transmit::LS) sent.push_back(std::exchange(frame, {}));
            descriptor->status = is_setup ? 0x7fff'ffff : sent_status;
            bool const is_last = descriptor->control & tulip_end_of_ring;
            transmit_index_ = is_last ? 0 : transmit_index_ + 1;
        }
    }

    u32& at(TulipRegister which) { return registers_[u32(which)]; }

    /// The descriptor for the next frame, or another one of the ring.
    TulipDescriptor* received() { return received(receive_index_); }
    TulipDescriptor* received(u32 index) {
        return reinterpret_cast<TulipDescriptor*>(
            memory_.at(at(TulipRegister::CSR3) + u64{16} * index, 16));
    }

    std::vector<Bytes> sent;
    std::vector<Bytes> setups; ///< What the filter was given.
    u64 shown_bytes = tulip_registers_bytes;
    u64 address = own_address;        ///< In the serial ROM.
    std::optional<u32> claimed_bytes; ///< That a frame is said to have, with its check sequence.
    u8* received_at = nullptr;        ///< Where the last frame was put.
    u32 status = tulip_receive::FS | tulip_receive::LS;
    u32 sent_status = 0;
    bool keeps_sent = false; ///< Frames to be sent stay where they are.

private:
    u32 read(u32, u32 offset, u32) override {
        u32 const value = registers_[offset];
        if (offset == u32(TulipRegister::CSR9)) return value | (rom_out_ ? tulip_csr9::DO : 0);
        if (offset == u32(TulipRegister::CSR8)) registers_[offset] = 0;
        return value;
    }

    void write(u32, u32 offset, u32 value, u32) override {
        auto const which = static_cast<TulipRegister>(offset);
        if (which == TulipRegister::CSR9) clock(value);
        if (which == TulipRegister::CSR0 && value & tulip_csr0::SWR) registers_.clear();
        if (which == TulipRegister::CSR3) receive_index_ = 0;
        if (which == TulipRegister::CSR4) transmit_index_ = 0;
        registers_[offset] = which == TulipRegister::CSR5 ? registers_[offset] & ~value : value;
        bool const is_sending = at(TulipRegister::CSR6) & tulip_csr6::ST;
        if (which == TulipRegister::CSR1 && is_sending && !keeps_sent) transmit();
    }

    /// The serial ROM: nine bits in, then sixteen out, while it is selected.
    void clock(u32 pins) {
        using namespace tulip_csr9;
        bool const rises = pins & SK && !(at(TulipRegister::CSR9) & SK);
        if (!(pins & CS)) rom_bits_ = rom_command_ = 0;
        if (!(pins & CS) || !rises) return;
        if (rom_bits_ < 9) rom_command_ = rom_command_ << 1 | ((pins & DI) != 0);
        if (++rom_bits_ <= 9) return;
        u32 const word = (rom_command_ & 0x3f) - tulip_rom_address_word;
        u32 const big = rom_command_ >> 6 == 6 && word < 3 ? u16(address >> 16 * (2 - word)) : 0;
        u32 const value = (big & 0xff) << 8 | big >> 8;
        rom_out_ = value >> (25 - rom_bits_) & 1;
    }

    TestMemory& memory_;
    std::map<u32, u32> registers_;
    u32 receive_index_ = 0;
    u32 transmit_index_ = 0;
    u32 rom_bits_ = 0;
    u32 rom_command_ = 0;
    bool rom_out_ = false;
};

} // namespace flat::driver::testing
