// SPDX-License-Identifier: BSD-2-Clause
// The kernel debugger's services: `int3`, then `cmpb $service, %al`, which names the service.
#pragma once

#include <l4/abi/types.hpp>

namespace l4::kdebug {

/// The first two are those of L4Ka::Pistachio's debugger; the last is ours.
enum class Service : u8 {
    print_character = 0x00, ///< al: the character
    print_string = 0x01,    ///< rax: a zero-terminated string
    power_off = 0x50,       ///< rdi: the status; in privileged address spaces only
};

} // namespace l4::kdebug
