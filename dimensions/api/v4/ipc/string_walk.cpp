// SPDX-License-Identifier: BSD-2-Clause
// Substring by substring, header by header.
#include <api/ipc/string_walk.hpp>

namespace flat::api {

bool StringWalk::is_header_valid() const {
    return place_.header <= registers_.last && header().is_string() &&
           header().bytes() <= StringHeader::bytes_max &&
           place_.header + header().substrings() <= registers_.last;
}

// Each iteration passes a register, of which there are few.
StringWalk::State StringWalk::settle() {
    for (;;) {
        if (!is_header_valid()) return State::malformed;
        StringHeader const now = header();
        if (place_.part < now.substrings() && place_.offset < now.bytes()) return State::in_string;
        place_.offset = 0;
        if (++place_.part < now.substrings()) continue;
        if (!now.is_continued()) return State::at_end;
        place_ = {next(), 0, 0};
    }
}

bool StringWalk::skip() {
    while (is_header_valid()) {
        if (!header().is_continued()) return true;
        place_ = {next(), 0, 0};
    }
    return false;
}

} // namespace flat::api
