// SPDX-License-Identifier: BSD-2-Clause
// What still works in a domain when nothing else does.
#include <domain/last_resort.hpp>

#include <core/utility.hpp>
#include <domain/system_call.hpp>

namespace flat::domain {

void emergency_write(Span<char const> text) {
    while (!text.is_empty()) {
        usize const bytes = min<usize>(text.size(), basic_write_max);
        system_call(u64(BasicCall::write), address_of(text.data()), bytes);
        text = text.after(bytes);
    }
}

static_assert(u64(BasicCall::reply) == 3); // start.S

void end(u32 status) {
    system_call(u64(BasicCall::end), status);
    __builtin_trap();
}

} // namespace flat::domain
