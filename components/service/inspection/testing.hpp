// SPDX-License-Identifier: BSD-2-Clause
// A domain that tells what a test wants, a console, and a log.
#pragma once

#include <core/text.hpp>
#include <flat/hal/console_input.hpp>
#include <flat/log/log.hpp>
#include <flat/service/inspected.hpp>

#include <functional>
#include <string>
#include <vector>

namespace flat::service::testing {

/// Tells as many lines as it has; after that it may be gone, or state any size.
class FakeDomain : public Inspected {
public:
    Result<u32, InspectError> tell(Question question, u32 place, Span<u8> line) override {
        asked = question;
        if (meanwhile) meanwhile();
        if (place < lines.size())
            return Text(lines[place].data(), lines[place].size()).write_to(line);
        if (is_gone) return InspectError{InspectError::Code::unreachable};
        return size_after;
    }
    void release() override { ++releases; }

    Question asked = Question::reset;
    std::vector<std::string> lines;
    std::function<void()> meanwhile;
    bool is_gone = false;
    u32 size_after = 0;
    int releases = 0;
};

/// Gives what is waiting, a few bytes at a time.
class FakeInput : public hal::ConsoleInput {
public:
    u32 read(Span<u8> destination) override {
        usize const count = waiting.copy(reinterpret_cast<char*>(destination.data()), 7);
        waiting.erase(0, count);
        return static_cast<u32>(count);
    }
    Result<void, hal::TrapError> listen(Listener& wanted) override {
        listener = &wanted;
        return {};
    }
    Listener* listener = nullptr;
    std::string waiting;
};

/// Keeps the lines.
class FakeLog : public log::Log {
public:
    void write(Level, Span<u8 const> text) override {
        lines.emplace_back(reinterpret_cast<char const*>(text.data()), text.size());
    }
    std::vector<std::string> lines;
};

} // namespace flat::service::testing
