// SPDX-License-Identifier: BSD-2-Clause
// What page faults of shared memory cost, with both kernels in one machine.
#pragma once

#include <core/alarm.hpp>
#include <core/atomic.hpp>
#include <core/measure/least_cost.hpp>
#include <core/utility.hpp>
#include <demo/sharing/fault_costs.flat.hpp>
#include <demo/sharing/shared_words.hpp>

namespace flat::demo::sharing {

/// Each access is counted from its beginning until it has been made, with all that both ends do for
/// it meanwhile: drivers, interrupts and switches of threads included. What they do afterwards is
/// waited for and not counted.
class FaultCosts : public FaultCostsComponent, private Alarm, NonCopyable {
public:
    FaultCosts(Ports const& ports, Attributes const& attributes)
        : FaultCostsComponent(ports, attributes), near_words_({*spaces, *mmu, *threads}, *near),
          far_words_({*spaces, *mmu, *threads}, *far) {}

    void run() override;

private:
    /// Of an access after another one, which leaves the page as it is to be.
    struct Case {
        char const* name;
        bool is_far;
        bool is_writing;
        LeastCost cost;
    };

    void make(Case& one);
    void wait_for_rest();
    void expired() override;

    SharedWords near_words_;
    SharedWords far_words_;
    u64 written_ = 0;
    Atomic<bool> has_expired_ = false;
};

} // namespace flat::demo::sharing
