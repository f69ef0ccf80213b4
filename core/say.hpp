// SPDX-License-Identifier: BSD-2-Clause
// A line of the log, made of values.
#pragma once

#include <core/format.hpp>
#include <core/text.hpp>
#include <flat/log/log.hpp>

namespace flat {

/// Writes one line of at most 240 characters.
template<class... Arguments>
void say(log::Log& log, CheckedFormat<TypeIdentity<Arguments>...> text,
         Arguments const&... arguments) {
    TextBuffer<240> line;
    format(line, text, arguments...);
    log.write(log::Log::Level::info, line.text().bytes());
}

} // namespace flat
