// SPDX-License-Identifier: BSD-2-Clause
// Digital's Tulip network cards: how one is found and started.
#include <core/say.hpp>
#include <domain/page.hpp>
#include <driver/tulip.hpp>

namespace flat::driver {

using bus::DeviceError;

namespace {

/// Two rings and the filter's addresses in one block.
constexpr u32 tulip_block_order = 1;
static_assert(sizeof(TulipDescriptor) * 2 * 128 + tulip_setup_bytes <= domain::page_size
                                                                           << tulip_block_order);

constexpr u32 rom_read = 0b110; // a start bit, and the operation
constexpr u32 rom_read_bits = 3;
constexpr u32 rom_word_bits = 16;

} // namespace

Tulip::Tulip(Ports const& ports, Attributes const& attributes) : TulipComponent(ports, attributes) {
    Outcome const outcome = start();
    if (outcome.is_error()) give_up(outcome.error());
}

Tulip::~Tulip() {
    if (is_working_) reset(); // it has let go of all memory then, or is no master any more
    device->release();
    for (Buffer* const buffer : receive_.lock()->buffers)
        if (buffer) BufferPool::drop(*buffer);
    for (Buffer* const buffer : transmit_.lock()->buffers)
        if (buffer) BufferPool::drop(*buffer);
    if (shared_.address != 0) memory->free(shared_);
}

Tulip::Outcome Tulip::start() {
    TRY(device->claim(tulip_vendor, tulip_21143));
    if (TRY(device->open(tulip_region)) < tulip_registers_bytes)
        return DeviceError{DeviceError::no_such_registers};
    reset();
    address_ = read_address();
    if (address_ == 0 || is_group_address(address_)) return DeviceError{DeviceError::misbehaves};
    auto const block = memory->allocate(tulip_block_order);
    if (block.is_error()) return DeviceError{DeviceError::out_of_memory};
    shared_ = block.value();
    if (!is_reached(shared_.physical)) return DeviceError{DeviceError::out_of_memory};
    device->set_bus_master(true);
    TRY(start_receiving());
    transmit_.lock()->ring = pointer_to<TulipDescriptor>(shared_.address) + ring_max;
    set(TulipRegister::CSR4,
        static_cast<u32>(shared_.physical + ring_max * sizeof(TulipDescriptor)));
    bus::Interrupt& self = *this;
    TRY(device->connect_line(self));
    is_working_ = true;
    (void)set_filter(); // the ring is empty, so there is room for it
    was_up_ = state().is_up;
    set_interrupts(true);
    return {};
}

/// Section 3.2.2.1: then the card does nothing until it is started, and does not interrupt.
void Tulip::reset() {
    set(TulipRegister::CSR0, tulip_csr0::SWR);
    for (u32 i = 0; i < 100; ++i) // it must be left alone for 50 cycles of the bus
        (void)device->configuration(0);
    set(TulipRegister::CSR0, tulip_csr0::BURST_16_ALIGN_8);
    set(TulipRegister::CSR7, 0);
    set(TulipRegister::CSR6, tulip_csr6::MBO);
}

u64 Tulip::read_address() {
    u64 address = 0;
    for (u32 i = 0; i < hardware_address_bytes / sizeof(u16); ++i) {
        u16 const word = read_rom(tulip_rom_address_word + i);
        address = address << 16 | (word & 0xff) << 8 | word >> 8;
    }
    return address;
}

/// Section 7.4: bits go in and out with the rising edge of the clock, the highest first.
u16 Tulip::read_rom(u32 word) {
    using namespace tulip_csr9;
    u32 const command = rom_read << tulip_rom_address_bits | word;
    clock_rom(0);
    for (u32 i = rom_read_bits + tulip_rom_address_bits; i > 0; --i)
        clock_rom(CS | (command >> (i - 1) & 1 ? DI : 0));
    u32 value = 0;
    for (u32 i = 0; i < rom_word_bits; ++i) {
        clock_rom(CS);
        value = value << 1 | ((get(TulipRegister::CSR9) & DO) != 0);
    }
    set(TulipRegister::CSR9, 0);
    return static_cast<u16>(value);
}

/// One cycle of the serial ROM's clock, which ends high; reading back is what takes time.
void Tulip::clock_rom(u32 pins) {
    using namespace tulip_csr9;
    set(TulipRegister::CSR9, SR | RD | pins);
    (void)get(TulipRegister::CSR9);
    set(TulipRegister::CSR9, SR | RD | pins | SK);
    (void)get(TulipRegister::CSR9);
}

/// Section 4.2.1: a ring of descriptors, all of them the card's.
Tulip::Outcome Tulip::start_receiving() {
    auto const receive = receive_.lock();
    receive->ring = pointer_to<TulipDescriptor>(shared_.address);
    for (u32 i = 0; i < ring; ++i) {
        Buffer* const buffer = pool_.take();
        if (!buffer) return DeviceError{DeviceError::out_of_memory};
        receive->buffers[i] = buffer;
        if (!is_reached(buffer->physical)) return DeviceError{DeviceError::out_of_memory};
        offer(*receive, i);
    }
    set(TulipRegister::CSR3, static_cast<u32>(shared_.physical));
    return {};
}

void Tulip::give_up(DeviceError problem) {
    is_working_ = false;
    bool const is_missing = problem.code == DeviceError::no_such_device;
    say(*log, "tulip: {}", is_missing ? "there is no such card" : "the card cannot be used");
    device->release();
}

} // namespace flat::driver
