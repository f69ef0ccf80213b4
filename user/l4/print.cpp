// SPDX-License-Identifier: BSD-2-Clause
// Formatted text on the kernel's console, and the messages of failed assertions.
#include <core/assert.hpp>
#include <core/panic.hpp>
#include <l4/kdebug.hpp>
#include <l4/print.hpp>

namespace l4::detail {

void print(flat::Text format, flat::Span<flat::FormatArgument const> arguments) {
    // One call of the kernel for each message, which keeps it in one piece.
    constexpr flat::usize capacity = 256;
    flat::TextBuffer<capacity - 1> line;
    flat::detail::format(line, format, arguments);
    char string[capacity];
    flat::usize size = 0;
    for (char const character : line.text())
        string[size++] = character;
    string[size] = '\0';
    kdebug::print_string(string);
}

} // namespace l4::detail

void flat::assertion_failed(char const* condition, char const* file, u32 line) {
    l4::print("assertion failed: {} ({}:{})\n", condition, file, line);
    l4::kdebug::power_off(panic_status);
}
