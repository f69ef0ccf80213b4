// SPDX-License-Identifier: BSD-2-Clause
// Does what a domain cannot do, and must not survive.
#include <demo/domains/stray.hpp>

#include <core/panic.hpp>
#include <core/text.hpp>
#include <demo/domains/ways.hpp>

namespace flat::demo::domains {

namespace {

constexpr vaddr unmapped = 0x10'0000'0000;
constexpr vaddr of_the_kernel = 0xffff'8000'0010'0000;

u64 volatile data[2] = {};

} // namespace

void Stray::run() {
    u64 const chosen = way->pass(0);
    switch (static_cast<Way>(chosen)) {
    case Way::null:
        *pointer_to<u64 volatile>(0) = 1;
        break;
    case Way::deep:
        data[0] = overflow_stack(1);
        break;
    case Way::level:
        log->write(static_cast<log::Log::Level>(77), Text("at no level").bytes());
        break;
    case Way::nowhere:
        write_from(unmapped, 10);
        break;
    case Way::kernels:
        write_from(of_the_kernel, 10);
        break;
    case Way::endless:
        write_from(address_of(this), ~usize{0});
        break;
    case Way::undefined:
        __builtin_trap();
    case Way::data:
        reinterpret_cast<void (*)()>(address_of(data))();
        break;
    case Way::panics:
        panic("as was asked for");
    case Way::spins:
        for (;;)
            data[1] = data[1] + 1;
    case Way::quiet:
        return;
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

} // namespace flat::demo::domains
