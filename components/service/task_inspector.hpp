// SPDX-License-Identifier: BSD-2-Clause
// Answers questions over the console of an L4 task, which has one thread.
#pragma once

#include <core/utility.hpp>
#include <service/inspection/answers.hpp>
#include <service/task_inspector.flat.hpp>

namespace flat::service {

/// The handler of the input answers; in a task it is called by the task's thread, which serves.
class TaskInspector : public TaskInspectorComponent,
                      private hal::ConsoleInput::Listener,
                      NonCopyable {
public:
    /// Panics when somebody else listens.
    TaskInspector(Ports const& ports, Attributes const& attributes);

    Result<void, InspectError> enroll(Inspected& domain) override {
        return answers_.enroll(domain);
    }

private:
    void arrived() override;

    Answers answers_{*input, *controls, *log};
};

} // namespace flat::service
