// SPDX-License-Identifier: BSD-2-Clause
// Does what a domain cannot do, and must not survive.
#include <demo/stray.hpp>

#include <core/panic.hpp>
#include <core/text.hpp>

namespace flat::demo {

namespace {

constexpr vaddr unmapped = 0x10'0000'0000;
constexpr vaddr of_the_kernel = 0xffff'8000'0010'0000;

u64 volatile data[2] = {};

} // namespace

void Stray::run() {
    u32 const chosen = way; // not known to the compiler: it must not see through what follows
    switch (chosen) {
    case 0:
        *pointer_to<u64 volatile>(0) = 1;
        break;
    case 1:
        data[0] = overflow_stack(1);
        break;
    case 2:
        log->write(static_cast<log::Log::Level>(77), Text("at no level").bytes());
        break;
    case 3:
        write_from(unmapped, 10);
        break;
    case 4:
        write_from(of_the_kernel, 10);
        break;
    case 5:
        write_from(address_of(this), ~usize{0});
        break;
    case 6:
        __builtin_trap();
    case 7:
        reinterpret_cast<void (*)()>(address_of(data))();
        break;
    case 8:
        panic("as was asked for");
    case 10:
        return;
    default:
        for (;;)
            data[1] = data[1] + 1;
    }
    panic("way {} has not ended this domain", chosen);
}

void Stray::write_from(vaddr address, usize bytes) {
    log->write(log::Log::Level::info, Span<u8 const>(pointer_to<u8 const>(address), bytes));
}

u64 Stray::overflow_stack(u64 depth) {
    u64 volatile here = depth;
    return here == 0 ? 0 : overflow_stack(here + 1) + here;
}

} // namespace flat::demo
