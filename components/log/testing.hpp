// SPDX-License-Identifier: BSD-2-Clause
// A log for tests of what writes to it.
#pragma once

#include <flat/log/log.hpp>

#include <string>

namespace flat::log::testing {

/// Keeps each message as a line of `text`.
class FakeLog : public Log {
public:
    void write(Level, Span<u8 const> message) override {
        text.append(reinterpret_cast<char const*>(message.data()), message.size()) += '\n';
    }

    std::string text;
};

} // namespace flat::log::testing
