// SPDX-License-Identifier: BSD-2-Clause
// The page that was accessed least recently leaves first.
#pragma once

#include <core/disk/cached_page.hpp>
#include <core/utility.hpp>
#include <memory/replacement/lru.flat.hpp>

namespace flat::memory::replacement {

/// Each access moves the page in a list: some ten instructions.
class Lru : public LruComponent, NonCopyable {
public:
    using LruComponent::LruComponent;

    void add(CachedPage& page) override;
    void remove(CachedPage& page) override { pages_.remove(page); }
    void touch(CachedPage& page) override;
    CachedPage* next() override;

private:
    CachedPages pages_; // the one that was accessed last is the last
};

} // namespace flat::memory::replacement
