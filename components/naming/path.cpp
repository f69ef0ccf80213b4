// SPDX-License-Identifier: BSD-2-Clause
// Texts of names in a graph, and the paths that are made of them.
#include <naming/path.hpp>

namespace flat::naming {

namespace {

constexpr char separator = '/';

bool may_be_in_a_name(char character) {
    u8 const byte = static_cast<u8>(character);
    return byte >= 0x20 && byte != 0x7f && character != separator && character != ':';
}

} // namespace

bool is_name_text(Text text) {
    if (text.is_empty() || text.size() > text_max || text == "." || text == "..") return false;
    for (char const each : text)
        if (!may_be_in_a_name(each)) return false;
    return true;
}

Maybe<Path> parse_path(Text text) {
    Path const path(text);
    if (text.size() > path_max || path.is_empty()) return nothing;
    for (Path steps = path; !steps.is_empty();)
        if (!is_name_text(steps.next())) return nothing;
    return path;
}

Text Path::next() {
    usize size = 0;
    while (size < rest_.size() && rest_[size] != separator)
        ++size;
    Text const step = rest_.first(size);
    rest_ = rest_.after(size);
    skip_slashes();
    return step;
}

void Path::skip_slashes() {
    while (!rest_.is_empty() && rest_[0] == separator)
        rest_ = rest_.after(1);
}

} // namespace flat::naming
