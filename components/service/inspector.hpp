// SPDX-License-Identifier: BSD-2-Clause
// Answers questions over the console: how instances are bound, and what bindings count.
#pragma once

#include <core/format.hpp>
#include <core/instance.hpp>
#include <core/utility.hpp>
#include <flat/binding/monitor.hpp>
#include <flat/binding/slot.hpp>
#include <flat/thread/thread.hpp>
#include <service/inspector.flat.hpp>

namespace flat::service {

/// A thread of its own waits for requests, each a word in a line:
///
/// `bindings`  the bindings of this domain, as they were made
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
    static constexpr usize line_max = 512;
    using Line = TextBuffer<line_max>;

    void arrived() override;
    void run() override;

    void answer(Text request);
    void tell_bindings();
    void tell_counts();
    void tell(binding::Monitor& monitor);
    void tell(binding::Slot& slot);
    void reset();
    void end(Text request);
    void write(Line const& line);

    Text name_of(binding::Control& control);

    u8 request_[request_max];
    usize request_size_ = 0; // above `request_max` when the line is too long
    u8 name_[64];
};

} // namespace flat::service
