// SPDX-License-Identifier: BSD-2-Clause
// Asks partners that do not answer, from the kernel and from a domain, and loses nothing by it.
#pragma once

#include <core/text.hpp>
#include <flat/domain/domain.hpp>
#include <partners/hang_check.flat.hpp>

namespace flat::partners {

/// Each question has its own domains: whoever does not answer is gone afterwards. Panics if any of
/// them cannot be released, or frames are lost.
class HangCheck : public HangCheckComponent {
public:
    using HangCheckComponent::HangCheckComponent;

    void run() override;
    u64 pass(u64 value) override { return value + way_; }

private:
    domain::Domain& start(Text name);
    void ask_in_each_way();
    template<class Function>
    void with_partners(Function const& function);
    void ask_who_sleeps();

    u64 way_ = 0;
};

} // namespace flat::partners
