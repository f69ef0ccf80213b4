// SPDX-License-Identifier: BSD-2-Clause
// Makes tasks again and again, and panics when that goes on to lose pages.
#pragma once

#include <core/measure/take_ever_more.hpp>
#include <core/panic.hpp>
#include <flat/domain/task_manager.hpp>

namespace flat {

/// Calls `round` at least `rounds` times, of which there are three or more. Lost are pages that the
/// manager has given out, and those that it has had to take.
template<typename Round>
void lose_no_pages(domain::TaskManager& tasks, u32 rounds, Round const& round) {
    auto const taken = [&tasks] {
        auto const pages = tasks.pages();
        return 2 * pages.all - pages.free;
    };
    if (takes_ever_more(rounds, taken, round)) panic("pages are lost");
}

} // namespace flat
