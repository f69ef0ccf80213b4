// SPDX-License-Identifier: BSD-2-Clause
// What a domain of an L4 kernel has of the machine's devices: ports and one interrupt line.
#pragma once

#include <core/types.hpp>
#include <domain/clock.hpp>

namespace flat::domain {

/// Some ports, and perhaps a line, that the assembly lets the domain use. No ports: there is no
/// such grant.
struct DeviceGrant {
    u32 first_port = 0;
    u32 ports = 0;
    u32 line = 0;
    bool has_line = false;
};

/// The domain's grants by number, from 0 on. Asks the root task, which gives the ports themselves
/// when they are first accessed.
DeviceGrant device_grant(u32 number);

/// Called for each interrupt of a line; when it returns, the line may interrupt again.
class LineHandler {
public:
    virtual void interrupted() = 0;

protected:
    ~LineHandler() = default;
};

/// From now on the line's interrupts come to this domain: while it waits for them, and while it
/// serves. False if the line is not granted, or there is one already.
bool listen_to_line(u32 line, LineHandler& handler);

/// Waits for one interrupt of the domain's line, if it has one, and for at most so long; all ones:
/// for ever.
void await_line(u64 limit_us);

template<class T>
inline T read_port(u16 port) {
    T value;
    if constexpr (sizeof(T) == sizeof(u8))
        asm volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
    else if constexpr (sizeof(T) == sizeof(u16))
        asm volatile("inw %1, %0" : "=a"(value) : "Nd"(port));
    else
        asm volatile("inl %1, %0" : "=a"(value) : "Nd"(port));
    return value;
}

inline void write_port(u16 port, u8 value) {
    asm volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}
inline void write_port(u16 port, u16 value) {
    asm volatile("outw %0, %1" : : "a"(value), "Nd"(port));
}
inline void write_port(u16 port, u32 value) {
    asm volatile("outl %0, %1" : : "a"(value), "Nd"(port));
}

} // namespace flat::domain
