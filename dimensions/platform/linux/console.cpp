// SPDX-License-Identifier: BSD-2-Clause
// The standard output as console.
#include <platform/console.hpp>

#include <platform/write_all.hpp>

#include <unistd.h>

namespace flat::platform {

void Console::write(Span<u8 const> bytes) {
    write_all(STDOUT_FILENO, bytes);
}

} // namespace flat::platform
