// SPDX-License-Identifier: BSD-2-Clause
// Makes several tasks of one image, and calls each as the one that it is.
#pragma once

#include <flat/domain/domain.hpp>
#include <keeping/several_check.flat.hpp>

namespace flat::keeping {

/// The tasks are called `worker`, and four of them are there at a time. Panics where another one
/// answers than was called, or pages are lost.
class SeveralCheck : public SeveralCheckComponent {
public:
    using SeveralCheckComponent::SeveralCheckComponent;

    static constexpr u32 workers_max = 4;

    void run() override;

private:
    void make_all();
    void make(u32 place);
    void release_all();
    void ask(u32 number, u64 amount, u64 sum);
    void be_refused();
    void call_the_first();
    void have_one_fail();
    void repeat();

    domain::Domain* workers_[workers_max] = {};
};

} // namespace flat::keeping
