// SPDX-License-Identifier: BSD-2-Clause
// A gigabit card of Intel's that is not there, and does what a test wants, right or wrong.
#pragma once

#include <driver/e1000_registers.hpp>
#include <driver/testing.hpp>

#include <optional>

namespace flat::driver::testing {

/// The card's side of its manual's chapters 3 and 13.
class FakeE1000 : public TestDevice {
public:
    static constexpr u64 own_address = 0x5254'0012'3456;

    explicit FakeE1000(TestMemory& memory)
        : TestDevice(e1000_vendor, e1000_82540EM), memory_(memory) {
        registers_[u32(E1000Register::STATUS)] = e1000_status::LU | 2 << 6;
    }

    Result<u64, bus::DeviceError> open(u32 region) override {
        if (region != 0) return bus::DeviceError{bus::DeviceError::no_such_registers};
        return shown_bytes;
    }

    /// Puts a frame where the driver wants the next one, and interrupts. False if there is no room.
    bool receive(Bytes const& frame) {
        u32& head = at(E1000Register::RDH);
        if (!(at(E1000Register::RCTL) & e1000_rctl::EN) || !is_master) return false;
        if (head == at(E1000Register::RDT)) return false;
        auto* const descriptor = receive_descriptor(head);
        received_at = memory_.at(descriptor->address, 2048 - 256);
        std::memcpy(received_at, frame.data(), frame.size());
        descriptor->bytes = claimed_bytes.value_or(u16(frame.size()));
        descriptor->errors = errors;
        descriptor->status = status;
        head = (head + 1) % ring_size();
        ask(e1000_interrupt::RXT0);
        return true;
    }

    void ask(u32 causes) {
        at(E1000Register::ICR) |= causes;
        if (causes & mask_) raise(0);
    }

    void set_link(bool is_up) {
        at(E1000Register::STATUS) = is_up ? e1000_status::LU : 0;
        ask(e1000_interrupt::LSC);
    }

    u32& at(E1000Register which) { return registers_[u32(which)]; }
    u32 filter(u32 index) { return registers_[u32(E1000Register::MTA) + 4 * index]; }
    E1000ReceiveDescriptor* receive_descriptor(u32 index) {
        u64 const ring = u64(at(E1000Register::RDBAH)) << 32 | at(E1000Register::RDBAL);
        return reinterpret_cast<E1000ReceiveDescriptor*>(memory_.at(ring + u64{16} * index, 16));
    }
    u32 ring_size() { return at(E1000Register::RDLEN) / 16; }

    std::vector<Bytes> sent;
    u64 shown_bytes = e1000_registers_bytes;
    std::optional<u16> claimed_bytes; ///< That a frame is said to have.
    u8* received_at = nullptr;        ///< Where the last frame was put.
    u8 status = E1000_RXD_DD | E1000_RXD_EOP;
    u8 errors = 0;
    bool keeps_sent = false;   ///< Frames to be sent stay where they are.
    bool resets_itself = true; ///< A reset ends.
    bool has_address = true;

    /// Sends what is to be sent.
    void transmit() {
        u64 const ring = u64(at(E1000Register::TDBAH)) << 32 | at(E1000Register::TDBAL);
        u32& head = at(E1000Register::TDH);
        for (Bytes frame; head != at(E1000Register::TDT);) {
            auto* const descriptor =
                reinterpret_cast<E1000TransmitDescriptor*>(memory_.at(ring + u64{16} * head, 16));
            u8 const* const piece = memory_.at(descriptor->address, descriptor->bytes);
            frame.insert(frame.end(), piece, piece + descriptor->bytes);
            descriptor->status = E1000_TXD_DD;
            if (descriptor->command & E1000_TXD_EOP) sent.push_back(std::exchange(frame, {}));
            head = (head + 1) % (at(E1000Register::TDLEN) / 16);
        }
    }

private:
    u32 read(u32, u32 offset, u32) override {
        if (offset == u32(E1000Register::RAL)) return 0x1200'5452; // the first byte is the lowest
        if (offset == u32(E1000Register::RAH)) return (has_address ? E1000_RAH_AV : 0) | 0x5634;
        u32 const value = registers_[offset];
        if (offset == u32(E1000Register::ICR) || offset == u32(E1000Register::MPC))
            registers_[offset] = 0;
        return value;
    }

    void write(u32, u32 offset, u32 value, u32) override {
        auto const which = static_cast<E1000Register>(offset);
        if (which == E1000Register::IMS) mask_ |= value;
        if (which == E1000Register::IMC) mask_ &= ~value;
        if (which == E1000Register::CTRL && resets_itself) value &= ~e1000_ctrl::RST;
        registers_[offset] = value;
        if (which == E1000Register::TDT && !keeps_sent) transmit();
    }

    TestMemory& memory_;
    std::map<u32, u32> registers_;
    u32 mask_ = 0;
};

} // namespace flat::driver::testing
