// SPDX-License-Identifier: BSD-2-Clause
// The devices that every UNIX has: nothing, zeros, numbers, and the terminal.
#include <unix/files/devices.hpp>

#include <domain/ticks.hpp>
#include <unix/files/device_file.hpp>
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
            return done != 0 ? static_cast<i64>(done) : failed(Errno::efault);
        done += part.size();
    }
    return static_cast<i64>(bytes);
}

OpenFile* Devices::open(fs::Node& node) {
    switch (node.attributes().device) {
    case device_number(1, 3):
        return make<SimpleDevice>(SimpleDevice::Kind::null, node, *records, *user_mode);
    case device_number(1, 5):
        return make<SimpleDevice>(SimpleDevice::Kind::zero, node, *records, *user_mode);
    case device_number(1, 7):
        return make<SimpleDevice>(SimpleDevice::Kind::full, node, *records, *user_mode);
    case device_number(1, 8):
    case device_number(1, 9):
        return make<SimpleDevice>(SimpleDevice::Kind::random, node, *records, *user_mode);
    case device_number(4, 64):
    case device_number(5, 0):
    case device_number(5, 1):
        return make<DeviceFile>(*terminal, node, *records);
    default:
        return nullptr;
    }
}

/// An open device; null without memory.
template<class T, class... Arguments>
OpenFile* Devices::make(Arguments&&... arguments) {
    auto const place = records->allocate(sizeof(T));
    return place.is_ok() ? new (pointer_to<void>(place.value())) T(arguments...) : nullptr;
}

} // namespace flat::unix::files
