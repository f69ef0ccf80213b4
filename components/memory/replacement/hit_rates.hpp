// SPDX-License-Identifier: BSD-2-Clause
// Counts how many accesses find their page in a cache, by three policies on the same traces.
#pragma once

#include <core/disk/cached_page.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <memory/replacement/hit_rates.flat.hpp>

namespace flat::memory::replacement {

/// The cache is none but numbers of pages; what it does is the same in each run. The traces are of
/// the kinds that tell policies apart: skewed accesses, these beside scans that come once, and a
/// loop over more than there is room for.
class HitRates : public HitRatesComponent, NonCopyable {
public:
    using HitRatesComponent::HitRatesComponent;

    void run() override;

private:
    static constexpr u32 pages_max = 1024;
    static constexpr u32 cached_max = 256;
    static constexpr u32 accesses = 100'000;

    class Page final : public CachedPage {
    public:
        bool is_cached = false;
    };

    /// A sequence of pages, the same whenever it is made.
    class Trace {
    public:
        enum class Kind : u8 { skewed, scanned, loop };

        explicit Trace(Kind kind) : kind_(kind) {}
        u32 next();

    private:
        u32 random();
        u32 skewed();

        Kind kind_;
        u32 step_ = 0;
        u32 state_ = 20'260'401;
    };

    void tell(Text name, Trace::Kind kind);
    u32 hits(Replacement& policy, Trace trace);

    Page pages_[pages_max];
};

} // namespace flat::memory::replacement
