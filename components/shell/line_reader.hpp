// SPDX-License-Identifier: BSD-2-Clause
// Lines of a console, for a thread that waits for them.
#pragma once

#include <core/text.hpp>
#include <core/utility.hpp>
#include <flat/hal/console_input.hpp>
#include <flat/thread/thread_manager.hpp>

namespace flat::shell {

/// A line ends with \n or \r; what of it is longer than `line_max` is lost.
class LineReader : private hal::ConsoleInput::Listener, NonCopyable {
public:
    static constexpr usize line_max = 240;

    LineReader(hal::ConsoleInput& input, thread::ThreadManager& threads)
        : input_(input), threads_(threads) {}

    /// Has the console tell when bytes come. False if somebody else listens.
    bool listen() { return input_.listen(*this).is_ok(); }

    /// The next line that is not empty, valid until the next call; blocks until there is one.
    Text next();

private:
    void arrived() override { threads_.notify_all(address_of(this)); }
    u8 next_byte();

    hal::ConsoleInput& input_;
    thread::ThreadManager& threads_;
    char line_[line_max] = {};
    u8 bytes_[64] = {}; // that have come
    u32 count_ = 0;
    u32 taken_ = 0; // of them
};

} // namespace flat::shell
