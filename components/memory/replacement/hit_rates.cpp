// SPDX-License-Identifier: BSD-2-Clause
// Counts how many accesses find their page in a cache, by three policies on the same traces.
#include <memory/replacement/hit_rates.hpp>

#include <core/say.hpp>

namespace flat::memory::replacement {

void HitRates::run() {
    say(*log, "hits in 1000 accesses, {} of {} pages cached", cached_max, pages_max);
    tell("skewed", Trace::Kind::skewed);
    tell("skewed, with scans", Trace::Kind::scanned);
    tell("loop over 282 pages", Trace::Kind::loop);
}

void HitRates::tell(Text name, Trace::Kind kind) {
    u32 const per_mille = accesses / 1000;
    say(*log, "{}: clock {}, lru {}, fifo {}", name, hits(*clock, Trace(kind)) / per_mille,
        hits(*lru, Trace(kind)) / per_mille, hits(*fifo, Trace(kind)) / per_mille);
}

/// Begins and ends with no page in the cache.
u32 HitRates::hits(Replacement& policy, Trace trace) {
    u32 cached = 0;
    u32 found = 0;
    for (u32 i = 0; i < accesses; ++i) {
        Page& page = pages_[trace.next()];
        if (page.is_cached) {
            ++found;
            policy.touch(page);
            continue;
        }
        if (cached == cached_max) {
            auto& leaving = static_cast<Page&>(*policy.next());
            policy.remove(leaving);
            leaving.is_cached = false;
            --cached;
        }
        policy.add(page);
        page.is_cached = true;
        ++cached;
    }
    for (Page& each : pages_)
        if (flat::exchange(each.is_cached, false)) policy.remove(each);
    return found;
}

u32 HitRates::Trace::next() {
    constexpr u32 loop_pages = cached_max + cached_max / 10 + 1;
    constexpr u32 scan_every = 4000;
    constexpr u32 scan_pages = 500;
    u32 const step = step_++;
    if (kind_ == Kind::loop) return step % loop_pages;
    u32 const place = step % scan_every;
    if (kind_ == Kind::scanned && place < scan_pages) return pages_max - 1 - place;
    return skewed();
}

/// Marsaglia 2003, Xorshift RNGs, section 3.
u32 HitRates::Trace::random() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return state_;
}

/// The less often the higher its number: a product of two equally distributed numbers.
u32 HitRates::Trace::skewed() {
    u32 const first = random() % pages_max;
    return first * (random() % pages_max) / pages_max;
}

} // namespace flat::memory::replacement
