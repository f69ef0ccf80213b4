// SPDX-License-Identifier: BSD-2-Clause
// The least that an action was counted to cost: what it does when nothing else falls due.
#pragma once

#include <core/measure/probe.hpp>
#include <core/utility.hpp>

namespace flat {

/// Counts instructions, of the kernel and of domains. The first time does not count: then nothing
/// is in its place yet. Of a kernel that nobody counts for there is nothing.
class LeastCost : NonCopyable {
public:
    /// Does something once more; what it did does not count if it returns FALSE.
    template<class Action>
    [[gnu::always_inline]] void count(Action const& action) {
        bool is_meant = false;
        count([&] { is_meant = action(); }, [&] { return is_meant; });
    }

    /// The same where only looking afterwards, which does not count, tells what was done.
    template<class Action, class Check>
    [[gnu::always_inline]] void count(Action const& action, Check const& check) {
        ProbeRecord before, after;
        probe(before);
        action();
        probe(after);
        bool const is_meant = check();
        ProbeRecord const cost = difference(before, after);
        if (!cost.valid || !is_meant || times_++ == 0) return;
        u64 const all = cost.kernel_instructions + cost.user_instructions;
        if (is_known_ && all >= instructions_ + domain_instructions_) return;
        instructions_ = cost.kernel_instructions;
        domain_instructions_ = cost.user_instructions;
        is_known_ = true;
    }
    bool is_known() const { return is_known_; }
    u64 instructions() const { return instructions_; } ///< Of the kernel.
    u64 domain_instructions() const { return domain_instructions_; }

private:
    u64 instructions_ = 0;
    u64 domain_instructions_ = 0;
    u32 times_ = 0;
    bool is_known_ = false;
};

} // namespace flat
