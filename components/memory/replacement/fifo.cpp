// SPDX-License-Identifier: BSD-2-Clause
// The page that came first leaves first.
#include <memory/replacement/fifo.hpp>

namespace flat::memory::replacement {

void Fifo::add(CachedPage& page) {
    pages_.push_back(page);
}

CachedPage* Fifo::next() {
    return pages_.take_turn();
}

} // namespace flat::memory::replacement
