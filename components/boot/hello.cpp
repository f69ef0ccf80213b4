// SPDX-License-Identifier: BSD-2-Clause
// Hello: what a kernel does that does nothing else.
#include <boot/hello.hpp>

#include <core/text.hpp>

namespace flat::boot {

void Hello::run() {
    console->write(Text(greeting).bytes());
    console->write(Text("\n").bytes());
}

} // namespace flat::boot
