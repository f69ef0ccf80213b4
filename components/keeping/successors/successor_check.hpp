// SPDX-License-Identifier: BSD-2-Clause
// Calls a task, its hostile successors, and after them an honest one, which serves as ever.
#pragma once

#include <core/utility.hpp>
#include <flat/demo/tally.hpp>
#include <flat/domain/domain.hpp>
#include <keeping/successors/member.hpp>
#include <keeping/successors/successor_check.flat.hpp>
#include <keeping/successors/way.hpp>

namespace flat::keeping::successors {

/// Makes them one after the other in one slot. Each call ends in time: with an error, or with what
/// its type allows; nothing beside what was passed is changed, objects of one are never another's,
/// and none is lost.
class SuccessorCheck : public SuccessorCheckComponent, NonCopyable {
public:
    using SuccessorCheckComponent::SuccessorCheckComponent;

    void run() override;

private:
    /// One call of the task; whether it was answered, and as an honest one answers.
    using Trial = bool (SuccessorCheck::*)();

    /// 20 of each way, and the last one, which is honest.
    static constexpr u64 rounds_max = 20 * static_cast<u64>(Way::count) + 1;
    static constexpr u64 trial_count = 8;
    static Trial const trials[trial_count];

    void run_round(u64 round);
    u32 try_all(Way way, u64 first);
    void check_bystander(u64 round);
    void check_stale(u64 round);
    u64 pages_in_use();

    bool add();
    bool apply();
    bool note();
    bool read();
    bool reverse();
    bool enroll();
    bool ask();
    bool borrow();

    u64 round_ = 0;
    Member members_[rounds_max];
    demo::Tally* stale_ = nullptr; // of the last honest one
};

} // namespace flat::keeping::successors
