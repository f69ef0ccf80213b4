// SPDX-License-Identifier: BSD-2-Clause
// Kernel messages on a console.
#include <log/console.hpp>

#include <core/text.hpp>

namespace flat::log {

namespace {

Text prefix(Log::Level level) {
    switch (level) {
    case Log::Level::debug:
        return "debug: ";
    case Log::Level::info:
        return "";
    case Log::Level::warning:
        return "warning: ";
    case Log::Level::error:
        return "error: ";
    }
    return "";
}

} // namespace

void Console::write(Level level, Span<u8 const> text) {
    if (level < minimum) return;
    domain::LockGuard const guard(line_);
    console->write(prefix(level).bytes());
    console->write(text);
    console->write(Text("\n").bytes());
}

} // namespace flat::log
