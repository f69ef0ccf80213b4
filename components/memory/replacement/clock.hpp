// SPDX-License-Identifier: BSD-2-Clause
// The page that came first leaves first, unless it was accessed since it was looked at last.
#pragma once

#include <core/disk/cached_page.hpp>
#include <core/utility.hpp>
#include <memory/replacement/clock.flat.hpp>

namespace flat::memory::replacement {

/// The second chance, as a clock whose hand goes over pages in a circle (Corbató 1968, A Paging
/// Experiment with the Multics System): each access sets a bit, which the hand clears.
class Clock : public ClockComponent, NonCopyable {
public:
    using ClockComponent::ClockComponent;

    void add(CachedPage& page) override;
    void remove(CachedPage& page) override { pages_.remove(page); }
    void touch(CachedPage& page) override { page.is_referenced = true; }
    CachedPage* next() override;

private:
    CachedPages pages_; // a circle; the hand is before the first
};

} // namespace flat::memory::replacement
