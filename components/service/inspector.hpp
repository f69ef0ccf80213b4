// SPDX-License-Identifier: BSD-2-Clause
// Answers questions over the console: how instances are bound, and what bindings count.
#pragma once

#include <core/utility.hpp>
#include <flat/thread/thread.hpp>
#include <service/inspection/enrolled.hpp>
#include <service/inspection/telling.hpp>
#include <service/inspector.flat.hpp>

namespace flat::service {

/// A thread of its own waits for requests, each a word in a line; where there are no threads, as in
/// an L4 task, the handler of the console's input answers them.
///
/// `bindings`  the bindings of this domain and of those that have enrolled, as they were made
/// `counts`    what monitored bindings have counted, and how many calls are inside of what counted
///             dynamic bindings had before
/// `reset`     monitored bindings begin to count anew
///
/// Every line of an answer is `@inspect` and a JSON object; the last one has `end`, the request.
class Inspector : public InspectorComponent,
                  private hal::ConsoleInput::Listener,
                  private thread::Thread::Body,
                  private Enrolled::Writer,
                  NonCopyable {
public:
    /// Starts the thread; panics when there is none, or when somebody else listens.
    Inspector(Ports const& ports, Attributes const& attributes);

    /// Says so with a line that has `enrolled`, how many there are now.
    Result<void, InspectError> enroll(Inspected& domain) override;

    /// Takes a byte that has come, and answers at the end of a line.
    void take(u8 byte);

private:
    static constexpr usize request_max = 40;

    void arrived() override;
    void run() override;

    u32 take_what_has_come();
    void answer(Text request);
    void tell(Inspected::Question question, Text request);
    void write(Text line) override;

    Telling telling_{*controls};
    Enrolled enrolled_;
    u8 request_[request_max];
    usize request_size_ = 0; // above `request_max` when the line is too long
};

} // namespace flat::service
