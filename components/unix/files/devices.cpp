// SPDX-License-Identifier: BSD-2-Clause
// The devices that every UNIX has: nothing, zeros, numbers, and the terminal.
#include <unix/files/devices.hpp>

#include <domain/ticks.hpp>
#include <unix/files/simple_device.hpp>

#include <new>

namespace flat::unix::files {

namespace {

/// A device's number as nodes have it: the major one above the minor one.
constexpr u64 device_number(u32 major, u32 minor) {
    return u64{major} << 8 | minor;
}

} // namespace

i64 SimpleDevice::read(Task&, vaddr buffer, u64 bytes, u64, bool) {
    if (kind_ == Kind::null) return 0;
    u64 words[32] = {};
    u64 state = domain::ticks();
    for (u64 done = 0; done < bytes;) {
        for (u64& each : words) {
            if (kind_ != Kind::random) break;
            state += 0x9e37'79b9'7f4a'7c15; // splitmix64; nothing that keeps secrets
            each = (state ^ state >> 30) * 0xbf58'476d'1ce4'e5b9;
            each = (each ^ each >> 27) * 0x94d0'49bb'1331'11eb;
            each ^= each >> 31;
        }
        Span<u8 const> const part =
            bytes_of(Span<u64>(words)).first(min<u64>(bytes - done, sizeof words));
        if (!user_mode_.copy_out(buffer + done, part))
            return done != 0 ? static_cast<i64>(done) : failed(Errno::EFAULT);
        done += part.size();
    }
    return static_cast<i64>(bytes);
}

OpenFile* Devices::open(fs::Node& node) {
    auto kind = SimpleDevice::Kind::null;
    switch (node.attributes().device) {
    case device_number(1, 3):
        break;
    case device_number(1, 5):
        kind = SimpleDevice::Kind::zero;
        break;
    case device_number(1, 7):
        kind = SimpleDevice::Kind::full;
        break;
    case device_number(1, 8):
    case device_number(1, 9):
        kind = SimpleDevice::Kind::random;
        break;
    case device_number(4, 64):
    case device_number(5, 0):
    case device_number(5, 1):
        node.release();
        return &*terminal;
    default:
        return nullptr;
    }
    auto const place = records->allocate(sizeof(SimpleDevice));
    if (place.is_error()) return nullptr;
    return new (pointer_to<void>(place.value())) SimpleDevice(kind, node, *records, *user_mode);
}

} // namespace flat::unix::files
