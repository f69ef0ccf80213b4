// SPDX-License-Identifier: BSD-2-Clause
// The list of pages that were written to and can be cleaned at any time, and their cleaning.
#include <mapping/mappings.hpp>

namespace flat::mapping {

Mappings::Unwritten Mappings::unwritten() {
    auto const known = known_.lock();
    return {dirty_.count, dirty_max, dirty_.written, address_of(&dirty_)};
}

void Mappings::write_behind(u32 rounds_passed, u32 rounds_max) {
    u64 left_max = 0;
    {
        auto const known = known_.lock();
        dirty_.round += rounds_passed;
        left_max = dirty_.count > dirty_max ? dirty_max / 2 : dirty_.count;
    }
    begin_cleaning(rounds_max, left_max);
}

/// As many pages as may be are dirty or on their way: begins to clean the oldest, if nobody has.
/// The condition to wait on; 0: one more may become dirty, or nothing can be cleaned, and the bound
/// does not hold.
u64 Mappings::make_clean(Bound& bound) {
    for (bool has_begun = false;; has_begun = true) {
        {
            auto const known = known_.lock();
            if (!are_too_many_dirty()) return 0;
            if (dirty_.leaving != 0) {
                dirty_.has_waiting_writers = true;
                return address_of(&dirty_);
            }
            if (has_begun) bound = Bound::exceeded;
            if (has_begun) return 0;
        }
        begin_cleaning(~u32{0}, dirty_limit / 2);
    }
}

/// Begins to clean what has been dirty for so many rounds, and the oldest until so many are left.
void Mappings::begin_cleaning(u32 rounds_max, u64 left_max) {
    u64 looks = unwritten().pages;
    bool has_begun = false;
    for (; looks != 0; --looks) {
        Batch batch;
        KnownObject* const object = batch_of_oldest(rounds_max, left_max, batch);
        if (!object) break;
        has_begun |= batch.pages != 0;
        // It cannot end before the transfer, which it has not begun yet.
        if (batch.pages != 0) hand_over(*object->filled, *object, batch);
    }
    if (threads && has_begun) threads->notify_all(address_of(&dirty_));
}

/// Collects the page that has been dirty longest and those after it in a row. The object that they
/// are of; null when all are young, and not more than `left_max`. A page that somebody writes to
/// now has its turn again as one that has just become dirty: then there may be nothing to clean.
KnownObject* Mappings::batch_of_oldest(u32 rounds_max, u64 left_max, Batch& batch) {
    auto const known = known_.lock();
    ResidentPage* const oldest = dirty_.pages.first();
    if (!oldest) return nullptr;
    bool const is_old = oldest->dirty_since + rounds_max <= dirty_.round;
    if (!is_old && dirty_.count <= left_max) return nullptr;
    KnownObject& object = *oldest->object;
    u64 position = oldest->number;
    if (!object.is_closing) collect(object, position, position + Batch::pages_max, batch);
    dirty_.written += batch.pages;
    if (oldest->is_dirty) {
        delist(*oldest);
        enlist(*oldest);
    }
    return &object;
}

/// A transfer has begun, for which others may need what a waiting writer has locked: it looks
/// again.
void Mappings::wake_writers() {
    {
        auto const known = known_.lock();
        if (!exchange(dirty_.has_waiting_writers, false)) return;
    }
    if (threads) threads->notify_all(address_of(&dirty_));
}

void Mappings::enlist(ResidentPage& page) {
    page.dirty_since = dirty_.round;
    dirty_.pages.push_back(page);
    ++dirty_.count;
    if (dirty_.count == 1 || dirty_.count == u64{dirty_max} + 1) dirty_.is_to_notify = true;
}

void Mappings::delist(ResidentPage& page) {
    dirty_.pages.remove(page);
    --dirty_.count;
}

} // namespace flat::mapping
