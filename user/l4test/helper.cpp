// SPDX-License-Identifier: BSD-2-Clause
// Threads that tests make, and the root task's part in their lives.
#include "helper.hpp"

#include <core/assert.hpp>
#include <l4/image.hpp>
#include <l4/print.hpp>

namespace l4test {

using l4::Fpage;
using l4::PageFault;
using l4::Received;
using l4::Result;
using l4::ThreadId;
using l4::Word;

namespace {

constexpr unsigned slots = 3;
constexpr Word stack_size = 8192;
constexpr unsigned page_size_log2 = 12;

alignas(16) char stacks[slots][stack_size];
bool is_used[slots];
unsigned names_given = 0;

unsigned take_slot() {
    for (unsigned slot = 0; slot < slots; ++slot)
        if (!is_used[slot]) {
            is_used[slot] = true;
            return slot;
        }
    assert(!"a test has too many helpers");
    return slots;
}

/// Place `index` for UTCBs in the root task's space; its own is the first.
Word root_utcb_location(unsigned index) {
    return flat::address_of(&l4::my_utcb()) + index * l4::kernel_interface().utcb_size_bytes();
}

Result<void, l4::Error> create(ThreadId id, Home home, Word utcb_location) {
    if (home == Home::own_space)
        return l4::create_space(id, l4::SpaceLayout::with_utcbs_at(helper_utcbs));
    return l4::create_thread(id, l4::my_id(), utcb_location);
}

} // namespace

Helper::Helper(void (*body)(), Home home)
    : slot_(take_slot()), id_(fresh_name()),
      utcb_location_(home == Home::own_space ? helper_utcbs : root_utcb_location(1 + slot_)) {
    if (auto const made = create(id_, home, utcb_location_); made.is_error())
        l4::print("# no helper: error {}\n", made.error());
    else if (l4::start_thread(id_, body, stacks[slot_] + stack_size).is_error())
        l4::print("# a helper did not take its start message\n");
}

void Helper::end() {
    if (!is_alive_) return;
    is_alive_ = false;
    if (auto const gone = l4::delete_thread(id_); gone.is_error())
        l4::print("# a helper cannot be deleted: error {}\n", gone.error());
    is_used[slot_] = false;
}

ThreadId fresh_name() {
    // Odd versions, whose low six bits are never all zero.
    Word const number = l4::kernel_interface().root_id().number() + 1 + names_given % 32;
    return ThreadId::global(number, 2 * names_given++ + 3);
}

Word spare_utcb_location() {
    return root_utcb_location(1 + slots);
}

Result<Received, l4::IpcError> next_message(l4::Time timeout) {
    auto received = l4::wait(timeout);
    while (received.is_ok() && PageFault::is(received.value().tag) &&
           l4::image_contains(l4::message_word(0))) {
        auto const page = Fpage::around(l4::message_word(0), page_size_log2, l4::Rights::all);
        l4::write_mapping(l4::MapItem(page, page.address()));
        received = l4::reply_and_wait(received.value().from, timeout);
    }
    return received;
}

Word word_from(Helper const& helper) {
    auto const received = next_message();
    bool const is_word = received.is_ok() && received.value().from == helper.id() &&
                         received.value().tag == l4::MessageTag(0, 1);
    return is_word ? l4::message_word(0) : silence;
}

void tell_root(Word word) {
    l4::write_message(0, word);
    static_cast<void>(l4::send(l4::kernel_interface().root_id()).is_ok());
}

Word volatile wake_ups;

void wake_up_often() {
    for (;;) {
        l4::sleep(l4::Time::milliseconds(1));
        wake_ups = wake_ups + 1;
    }
}

void rest() {
    for (;;)
        l4::sleep(l4::Time::never());
}

} // namespace l4test
