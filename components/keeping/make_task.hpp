// SPDX-License-Identifier: BSD-2-Clause
// Makes a domain that is a task.
#pragma once

#include <core/text.hpp>
#include <flat/domain/domain.hpp>
#include <flat/domain/task_manager.hpp>

namespace flat::keeping {

/// The one of this name; null if it cannot be made.
inline domain::Domain* make_task(domain::TaskManager& tasks, Text name) {
    auto const made = tasks.create(name.bytes());
    return made.is_ok() ? narrow_to<domain::Domain>(*made.value()) : nullptr;
}

} // namespace flat::keeping
