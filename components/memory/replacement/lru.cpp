// SPDX-License-Identifier: BSD-2-Clause
// The page that was accessed least recently leaves first.
#include <memory/replacement/lru.hpp>

namespace flat::memory::replacement {

void Lru::add(CachedPage& page) {
    pages_.push_back(page);
}

void Lru::touch(CachedPage& page) {
    pages_.remove(page);
    pages_.push_back(page);
}

CachedPage* Lru::next() {
    return pages_.take_turn();
}

} // namespace flat::memory::replacement
