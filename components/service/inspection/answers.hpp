// SPDX-License-Identifier: BSD-2-Clause
// What an inspector answers to what comes from the console.
#pragma once

#include <core/utility.hpp>
#include <flat/hal/console_input.hpp>
#include <flat/log/log.hpp>
#include <service/inspection/enrolled.hpp>
#include <service/inspection/telling.hpp>

namespace flat::service {

/// Each request is a word in a line:
///
/// `bindings`  the bindings of this domain and of those that have enrolled, as they were made
/// `counts`    what monitored bindings have counted, and how many calls are inside of what counted
///             dynamic bindings had before
/// `reset`     monitored bindings begin to count anew
///
/// Every line of an answer is `@inspect` and a JSON object; the last one has `end`, the request.
class Answers : private Enrolled::Writer, NonCopyable {
public:
    Answers(hal::ConsoleInput& input, binding::Controls& controls, log::Log& log)
        : input_(input), log_(log), telling_(controls) {}

    /// Says so with a line that has `enrolled`, how many there are now.
    Result<void, InspectError> enroll(Inspected& domain);

    /// Takes bytes that have come, and answers; whether there were any. Blocks as long as those do
    /// that have enrolled.
    bool take_what_has_come();

    /// Takes a byte that has come, and answers at the end of a line.
    void take(u8 byte);

private:
    static constexpr usize request_max = 40;

    void answer(Text request);
    void tell(Inspected::Question question, Text request);
    void write(Text line) override;

    hal::ConsoleInput& input_;
    log::Log& log_;
    Telling telling_;
    Enrolled enrolled_;
    u8 request_[request_max];
    usize request_size_ = 0; // above `request_max` when the line is too long
};

} // namespace flat::service
