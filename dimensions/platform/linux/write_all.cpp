// SPDX-License-Identifier: BSD-2-Clause
// Output to a file descriptor.
#include <platform/write_all.hpp>

#include <errno.h>
#include <unistd.h>

namespace flat::platform {

void write_all(int descriptor, Span<u8 const> bytes) {
    while (!bytes.is_empty()) {
        ssize_t const written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR && errno != EAGAIN) return;
        if (written > 0) bytes = bytes.after(static_cast<usize>(written));
    }
}

} // namespace flat::platform
