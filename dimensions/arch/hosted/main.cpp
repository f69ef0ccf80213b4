// SPDX-License-Identifier: BSD-2-Clause
// Where the host starts the process: the "boot loader" of the hosted architecture.
#include <machine/boot_words.hpp>

extern "C" [[noreturn]] void flat_main();

namespace {

char const* const* words; // the process's arguments, a null pointer after them

} // namespace

int main(int, char** arguments) {
    words = arguments[0] ? arguments + 1 : arguments;
    flat_main();
}

flat::Text flat::machine::boot_word(Text key) {
    for (char const* const* each = words; *each; ++each) {
        Text const word(*each);
        if (word.starts_with(key) && word.size() > key.size() && word[key.size()] == '=')
            return word.after(key.size() + 1);
    }
    return {};
}
