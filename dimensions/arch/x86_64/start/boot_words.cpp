// SPDX-License-Identifier: BSD-2-Clause
// The words of the loader's command line, which lies where the loader left it.
#include <machine/boot_words.hpp>

#include <core/text.hpp>
#include <x86_64/boot_information.hpp>

namespace flat::machine {

namespace {

/// The first word of a text, and the rest.
Text take_word(Text& line) {
    usize size = 0;
    while (size < line.size() && line[size] != ' ')
        ++size;
    Text const word = line.first(size);
    line = line.after(size < line.size() ? size + 1 : size);
    return word;
}

} // namespace

Text boot_word(Text key) {
    Text line = arch::boot_information().command_line;
    while (!line.is_empty()) {
        Text const word = take_word(line);
        if (word.starts_with(key) && word.size() > key.size() && word[key.size()] == '=')
            return word.after(key.size() + 1);
    }
    return {};
}

} // namespace flat::machine
