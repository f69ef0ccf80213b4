// SPDX-License-Identifier: BSD-2-Clause
// How much memory the kernel has left, found out by using it up.
#include "fuzz.hpp"

#include <l4/image.hpp>
#include <l4/print.hpp>

namespace l4fuzz {

namespace {

constexpr Word first_place = 0x1'0000'0000;
constexpr Word distance = 2 << 20; // what a page of page table covers
constexpr unsigned spaces_max = 12;
constexpr unsigned first_name = 20; // beyond the root task's
constexpr Word stack_size = 4096;
constexpr l4::Time soon = l4::Time::milliseconds(1000);

alignas(16) char stacks[spaces_max][stack_size];
alignas(page_bytes) char page[page_bytes];
Word version = 1;

void take_mappings() {
    l4::touch_image();
    ThreadId const root = l4::kernel_interface().root_id();
    l4::my_utcb().accept_mappings(Fpage::complete());
    l4::write_message(0);
    static_cast<void>(l4::send(root).is_ok());
    for (;;)
        static_cast<void>(l4::receive(root).is_ok());
}

/// Lets a space have one page at so many places that the kernel has no table for another.
Word fill(ThreadId taker) {
    auto const region = Fpage::around(flat::address_of(page), page_log2, l4::Rights::read);
    for (Word count = 0;; ++count) {
        l4::write_mapping(l4::MapItem(region, first_place + count * distance));
        if (l4::send(taker, soon).is_error()) return count;
    }
}

/// Whether a space with a thread that takes mappings could be made.
bool start(ThreadId taker, unsigned index) {
    bool const is_made =
        l4::create_space(taker, l4::SpaceLayout::with_utcbs_at(0x8000'0000)).is_ok();
    if (is_made && l4::start_thread(taker, take_mappings, stacks[index] + stack_size).is_ok() &&
        serve(soon))
        return true;
    static_cast<void>(l4::delete_thread(taker).is_ok());
    return false;
}

} // namespace

Word free_frames() {
    page[0] = 1;
    version += 2;
    auto const name = [](unsigned index) {
        return ThreadId::global(l4::my_id().number() + first_name + index, version);
    };
    Word frames = 0;
    unsigned count = 0;
    for (; count < spaces_max && start(name(count), count); ++count)
        frames += fill(name(count));
    if (count == spaces_max) l4::print("l4fuzz: the kernel has more memory than can be counted\n");
    for (unsigned index = 0; index < count; ++index)
        if (l4::delete_thread(name(index)).is_error()) l4::print("l4fuzz: a space does not end\n");
    return frames;
}

} // namespace l4fuzz
