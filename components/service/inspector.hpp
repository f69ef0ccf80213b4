// SPDX-License-Identifier: BSD-2-Clause
// Answers questions over the console: how instances are bound, and what bindings count.
#pragma once

#include <core/utility.hpp>
#include <flat/thread/thread.hpp>
#include <service/inspector.flat.hpp>
#include <service/telling.hpp>

namespace flat::service {

/// A thread of its own waits for requests, each a word in a line:
///
/// `bindings`  the bindings of this domain and of those that are asked, as they were made
/// `counts`    what monitored bindings have counted, and how many calls are inside of what counted
///             dynamic bindings had before
/// `reset`     monitored bindings begin to count anew
///
/// Every line of an answer is `@inspect` and a JSON object; the last one has `end`, the request.
class Inspector : public InspectorComponent,
                  private hal::ConsoleInput::Listener,
                  private thread::Thread::Body,
                  NonCopyable {
public:
    /// Starts the thread; panics when there is none, or when somebody else listens.
    Inspector(Ports const& ports, Attributes const& attributes);

    /// Takes a byte that has come, and answers at the end of a line.
    void take(u8 byte);

private:
    static constexpr usize request_max = 40;
    static constexpr u32 lines_max = 100'000; // of one domain, which may be hostile

    void arrived() override;
    void run() override;

    void answer(Text request);
    void tell(Inspected::Question question, Text request);
    void tell(Inspected& domain, Inspected::Question question);
    void write(Text line);

    Telling telling_{*controls};
    u8 request_[request_max];
    usize request_size_ = 0; // above `request_max` when the line is too long
};

} // namespace flat::service
