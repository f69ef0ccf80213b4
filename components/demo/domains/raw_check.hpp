// SPDX-License-Identifier: BSD-2-Clause
// Lets domains call whatever they like, again and again, and sees that nobody else suffers.
#pragma once

#include <demo/domains/raw_check.flat.hpp>
#include <flat/domain/domain.hpp>

namespace flat::demo::domains {

/// Panics when frames are lost or a server does not answer that was not told to end.
class RawCheck : public RawCheckComponent {
public:
    using RawCheckComponent::RawCheckComponent;

    void run() override;

    /// The value, and the seed of the round.
    u64 pass(u64 value) override { return value + seed_; }

private:
    void one_round();
    bool next_takes_over();
    bool hoarder_is_ended();

    u64 seed_ = 0;
    u64 ended_ = 0;
    u64 answered_ = 0;
};

} // namespace flat::demo::domains
