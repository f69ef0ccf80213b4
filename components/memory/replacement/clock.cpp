// SPDX-License-Identifier: BSD-2-Clause
// The page that came first leaves first, unless it was accessed since it was looked at last.
#include <memory/replacement/clock.hpp>

namespace flat::memory::replacement {

void Clock::add(CachedPage& page) {
    page.is_referenced = false;
    pages_.push_back(page);
}

CachedPage* Clock::next() {
    while (!pages_.is_empty() && flat::exchange(pages_.first()->is_referenced, false))
        pages_.rotate();
    return pages_.take_turn();
}

} // namespace flat::memory::replacement
