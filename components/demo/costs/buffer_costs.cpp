// SPDX-License-Identifier: BSD-2-Clause
// Passes buffers through bindings of several kinds, and counts the instructions.
#include <demo/costs/buffer_costs.hpp>

#include <demo/costs/passed_room.hpp>
#include <domain/page.hpp>

namespace flat::demo::costs {

namespace {

constexpr usize kib = 1024;

alignas(domain::page_size) u8 room[kib * kib + domain::page_size] = {};

} // namespace

void BufferCosts::run() {
    static constexpr usize sizes[] = {4 * kib, 64 * kib, 1024 * kib};
    for (usize const bytes : sizes)
        show_note_cost(*log, "syscall", *syscall, room, bytes);
    // Between two pages' beginnings: no page of its own.
    show_note_cost(*log, "lrpc", *lrpc, room, 4 * kib, 8);
    for (usize const bytes : sizes)
        show_note_cost(*log, "lrpc", *lrpc, room, bytes);
}

} // namespace flat::demo::costs
