// SPDX-License-Identifier: BSD-2-Clause
// Intel's gigabit network cards: how one is found and started (the manual's chapter 14).
#include <core/bits.hpp>
#include <core/say.hpp>
#include <domain/page.hpp>
#include <driver/e1000.hpp>

namespace flat::driver {

using bus::DeviceError;

namespace {

/// How often a card is asked whether it has been reset.
constexpr u32 e1000_patience = 1'000'000;

constexpr u32 all_interrupts = ~u32(0);

} // namespace

E1000::E1000(Ports const& ports, Attributes const& attributes) : E1000Component(ports, attributes) {
    Outcome const outcome = start();
    if (outcome.is_error()) give_up(outcome.error());
}

E1000::~E1000() {
    if (is_working_) (void)reset(); // it has let go of all memory then, or is no master any more
    device->release();
    for (Buffer* const buffer : receive_.lock()->buffers)
        if (buffer) BufferPool::drop(*buffer);
    for (Buffer* const buffer : transmit_.lock()->buffers)
        if (buffer) BufferPool::drop(*buffer);
    if (receive_ring_.address != 0) memory->free(receive_ring_);
    if (transmit_ring_.address != 0) memory->free(transmit_ring_);
}

E1000::Outcome E1000::start() {
    TRY(device->claim(e1000_vendor, e1000_82540EM));
    if (TRY(device->open(registers)) < e1000_registers_bytes)
        return DeviceError{DeviceError::no_such_registers};
    TRY(reset());
    u32 const high = get(E1000Register::RAH);
    u64 const bytes = u64(high & 0xffff) << 32 | get(E1000Register::RAL);
    for (u32 i = 0; i < hardware_address_bytes; ++i) // the first byte is the lowest
        address_ = address_ << 8 | (bytes >> 8 * i & 0xff);
    if (!(high & E1000_RAH_AV)) return DeviceError{DeviceError::misbehaves};
    set(E1000Register::CTRL, get(E1000Register::CTRL) | e1000_ctrl::SLU);
    device->set_bus_master(true);
    TRY(start_receiving());
    TRY(start_sending());
    bus::Interrupt& self = *this;
    TRY(device->connect_line(self));
    is_working_ = true;
    was_up_ = state().is_up;
    set_filter();
    set_interrupts(true);
    return {};
}

/// Section 14.3: with interrupts masked before and after.
E1000::Outcome E1000::reset() {
    set(E1000Register::IMC, all_interrupts);
    set(E1000Register::CTRL, get(E1000Register::CTRL) | e1000_ctrl::RST);
    u32 tries = 0;
    while (get(E1000Register::CTRL) & e1000_ctrl::RST)
        if (++tries == e1000_patience) return DeviceError{DeviceError::misbehaves};
    set(E1000Register::IMC, all_interrupts);
    (void)get(E1000Register::ICR);
    return {};
}

Result<memory::DmaMemory::Block, DeviceError> E1000::allocate_ring() {
    static_assert(ring_max * sizeof(E1000ReceiveDescriptor) <= domain::page_size);
    auto const block = memory->allocate(0);
    if (block.is_error()) return DeviceError{DeviceError::out_of_memory};
    return block.value();
}

/// Section 14.4. The card may use all descriptors but the last; equal indices mean none.
E1000::Outcome E1000::start_receiving() {
    receive_ring_ = TRY(allocate_ring());
    auto const receive = receive_.lock();
    receive->ring = pointer_to<E1000ReceiveDescriptor>(receive_ring_.address);
    for (u32 i = 0; i < size(); ++i) {
        Buffer* const buffer = pool_.take();
        if (!buffer) return DeviceError{DeviceError::out_of_memory};
        receive->buffers[i] = buffer;
        receive->ring[i].address = buffer->physical + frame_offset;
    }
    set(E1000Register::RDBAL, static_cast<u32>(receive_ring_.physical));
    set(E1000Register::RDBAH, static_cast<u32>(receive_ring_.physical >> 32));
    set(E1000Register::RDLEN, size() * u32(sizeof(E1000ReceiveDescriptor)));
    set(E1000Register::RDH, 0);
    set(E1000Register::RDT, size() - 1);
    return {};
}

/// Section 14.5.
E1000::Outcome E1000::start_sending() {
    transmit_ring_ = TRY(allocate_ring());
    auto const transmit = transmit_.lock();
    transmit->ring = pointer_to<E1000TransmitDescriptor>(transmit_ring_.address);
    set(E1000Register::TDBAL, static_cast<u32>(transmit_ring_.physical));
    set(E1000Register::TDBAH, static_cast<u32>(transmit_ring_.physical >> 32));
    set(E1000Register::TDLEN, size() * u32(sizeof(E1000TransmitDescriptor)));
    set(E1000Register::TDH, 0);
    set(E1000Register::TDT, 0);
    set(E1000Register::TIPG, E1000_TIPG_COPPER);
    set(E1000Register::TCTL, e1000_tctl::EN | e1000_tctl::PSP | e1000_tctl::CT | e1000_tctl::COLD);
    return {};
}

void E1000::give_up(DeviceError problem) {
    is_working_ = false;
    bool const is_missing = problem.code == DeviceError::no_such_device;
    say(*log, "e1000: {}", is_missing ? "there is no such card" : "the card cannot be used");
    device->release();
}

} // namespace flat::driver
