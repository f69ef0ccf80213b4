// SPDX-License-Identifier: BSD-2-Clause
// The page that came first leaves first.
#pragma once

#include <core/disk/cached_page.hpp>
#include <core/utility.hpp>
#include <memory/replacement/fifo.flat.hpp>

namespace flat::memory::replacement {

/// Accesses cost nothing, and count for nothing.
class Fifo : public FifoComponent, NonCopyable {
public:
    using FifoComponent::FifoComponent;

    void add(CachedPage& page) override;
    void remove(CachedPage& page) override { pages_.remove(page); }
    void touch(CachedPage&) override {}
    CachedPage* next() override;

private:
    CachedPages pages_; // the one that is to leave next is the first
};

} // namespace flat::memory::replacement
