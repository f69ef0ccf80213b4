// SPDX-License-Identifier: BSD-2-Clause
// What still works when nothing else does.
#include <domain/last_resort.hpp>

#include <platform/write_all.hpp>

#include <unistd.h>

namespace flat::domain {

void emergency_write(Span<char const> text) {
    platform::write_all(STDERR_FILENO, bytes_of(text));
}

void end(u32 status) {
    _exit(static_cast<int>(status));
}

} // namespace flat::domain
