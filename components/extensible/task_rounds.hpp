// SPDX-License-Identifier: BSD-2-Clause
// Has an L4 task load components, well and badly, and sees that nothing is left of it.
#pragma once

#include <extensible/domain_way.hpp>
#include <extensible/task_rounds.flat.hpp>

namespace flat::extensible {

/// Panics when the task `app` ends otherwise than it should, or a page is lost.
class TaskRounds : public TaskRoundsComponent {
public:
    using TaskRoundsComponent::TaskRoundsComponent;

    void run() override;

private:
    void expect(Text name, DomainWay way, u32 status);
    u32 status_of(DomainWay way);
    void tell(DomainWay way);
    void leave_nothing();
};

} // namespace flat::extensible
