// SPDX-License-Identifier: BSD-2-Clause
// Answers questions over the console: how instances are bound, and what bindings count.
#pragma once

#include <core/utility.hpp>
#include <flat/thread/thread.hpp>
#include <service/inspection/answers.hpp>
#include <service/inspector.flat.hpp>

namespace flat::service {

/// A thread of its own waits for requests.
class Inspector : public InspectorComponent,
                  private hal::ConsoleInput::Listener,
                  private thread::Thread::Body,
                  NonCopyable {
public:
    /// Starts the thread; panics when there is none, or when somebody else listens.
    Inspector(Ports const& ports, Attributes const& attributes);

    Result<void, InspectError> enroll(Inspected& domain) override {
        return answers_.enroll(domain);
    }

private:
    void arrived() override;
    void run() override;

    Answers answers_{*input, *controls, *log};
};

} // namespace flat::service
