// SPDX-License-Identifier: BSD-2-Clause
// Which of an image's configurations is to be constructed.
#include <core/machine/configuration.hpp>

#include <core/text.hpp>
#include <domain/last_resort.hpp>
#include <machine/boot_words.hpp>

namespace flat {

namespace {

void say(Text text) {
    domain::emergency_write(Span<char const>(text.data(), text.size()));
}

[[noreturn]] void refuse(Text wanted, Span<char const* const> names) {
    say("no configuration is called `");
    say(wanted);
    say("`; there are:");
    for (char const* const& each : names) {
        say(" ");
        say(each);
        if (&each == &names[0]) say(" (without a word)");
    }
    say("\n");
    domain::end(1);
}

} // namespace

u32 choose_configuration(Span<char const* const> names) {
    Text const wanted = machine::boot_word("configuration");
    if (wanted.is_empty()) return 0;
    for (u32 i = 0; i < names.size(); ++i)
        if (wanted == names[i]) return i;
    refuse(wanted, names);
}

} // namespace flat
