// SPDX-License-Identifier: BSD-2-Clause
// Answers questions over the console of an L4 task, which has one thread.
#include <service/task_inspector.hpp>

#include <core/panic.hpp>

namespace flat::service {

TaskInspector::TaskInspector(Ports const& ports, Attributes const& attributes)
    : TaskInspectorComponent(ports, attributes) {
    if (input->listen(*this).is_error()) panic("somebody else listens to the console");
}

void TaskInspector::arrived() {
    while (answers_.take_what_has_come()) {
    }
}

} // namespace flat::service
