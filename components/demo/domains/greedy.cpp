// SPDX-License-Identifier: BSD-2-Clause
// Takes all memory that its domain can have, twice, and then perhaps accesses more.
#include <demo/domains/greedy.hpp>

#include <core/panic.hpp>
#include <domain/page.hpp>

namespace flat::demo::domains {

namespace {

using domain::page_size;

/// What is in the image, and has not been accessed.
u8 volatile reserve[512 * page_size] = {};

} // namespace

void Greedy::run() {
    u32 const first = take_all();
    u32 const second = take_all();
    if (first < least || first > most) panic("{} pages were to be had", first);
    if (first != second) panic("{} pages were to be had, and then {}", first, second);
    if (!beyond) return;
    for (usize place = 0; place < sizeof reserve; place += page_size)
        reserve[place] = 1;
}

/// How many pages there were; all are given back.
u32 Greedy::take_all() {
    u32 const steps = take_steps();
    for (u32 i = 0; i < steps; ++i)
        steps_[i]->release();
    return steps * step_pages;
}

/// Nobody else's bytes are in them.
u32 Greedy::take_steps() {
    for (u32 taken = 0; taken < steps_max; ++taken) {
        auto const step = memory->take(step_pages);
        if (step.is_error()) {
            if (step.error().code != memory::MappingError::Code::out_of_memory)
                panic("error {} in place of OUT_OF_MEMORY", u32(step.error().code));
            return taken;
        }
        steps_[taken] = step.value();
        Span<u8> const bytes(pointer_to<u8>(step.value()->base()), step_pages * page_size);
        for (u8& each : bytes) {
            if (each != 0) panic("somebody's byte is in memory that was taken");
            each = 0xee;
        }
    }
    panic("there is no end of it");
}

} // namespace flat::demo::domains
