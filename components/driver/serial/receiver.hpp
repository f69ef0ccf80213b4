// SPDX-License-Identifier: BSD-2-Clause
// What a serial port receives, by the port's interrupts.
#pragma once

#include <core/containers/byte_ring.hpp>
#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <driver/serial/receiver.flat.hpp>
#include <driver/serial/receiver_registers.hpp>
#include <flat/bus/interrupt.hpp>

namespace flat::driver::serial {

/// A 16550, whose speed and form of bytes are those that whoever sends by it has set, as the
/// kernel's console does. Nothing else of the port is touched, so both may use it.
class Receiver : public ReceiverComponent, private bus::Interrupt, NonCopyable {
public:
    using ReceiverComponent::ReceiverComponent;
    ~Receiver();

    u32 read(Span<u8> destination) override;
    Result<void, hal::TrapError> listen(Listener& listener) override;

private:
    static constexpr u32 capacity = 1024;

    void interrupted(u32 vector) override;
    void release() override {} // as old as its device
    bool take_what_is_there();

    u8 get(UartRegister which) { return device->read8(0, static_cast<u32>(which)); }
    void set(UartRegister which, u8 value) { device->write8(0, static_cast<u32>(which), value); }

    Guarded<OwnByteRing<capacity>> ring_;
    Listener* listener_ = nullptr;
};

} // namespace flat::driver::serial
