// SPDX-License-Identifier: BSD-2-Clause
// The list of pages that were written to and can be cleaned at any time, and their cleaning.
#include <mapping/mappings.hpp>

namespace flat::mapping {

Mappings::Unwritten Mappings::unwritten() {
    auto const known = known_.lock();
    return {dirty_.count, dirty_max, dirty_.written, address_of(&dirty_)};
}

void Mappings::write_behind(u32 rounds_passed, u32 rounds_max) {
    u64 looks = 0;
    u64 left_max = 0;
    {
        auto const known = known_.lock();
        dirty_.round += rounds_passed;
        looks = dirty_.count;
        left_max = dirty_.count > dirty_max ? dirty_max / 2 : dirty_.count;
    }
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
