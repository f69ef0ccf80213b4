// SPDX-License-Identifier: BSD-2-Clause
// Panics, to show what that looks like.
#include <demo/panic.hpp>

#include <core/panic.hpp>

namespace flat::demo {

void Panic::run() {
    give_up();
}

[[gnu::noinline]] void Panic::give_up() {
    panic("{}", reason);
}

} // namespace flat::demo
