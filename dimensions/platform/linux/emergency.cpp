// SPDX-License-Identifier: BSD-2-Clause
// What still works when nothing else does.
#include <platform/emergency.hpp>

#include <platform/write_all.hpp>

#include <unistd.h>

namespace flat::platform {

void emergency_write(Span<char const> text) {
    write_all(STDERR_FILENO, bytes_of(text));
}

void power_off(u32 status) {
    _exit(static_cast<int>(status));
}

} // namespace flat::platform
