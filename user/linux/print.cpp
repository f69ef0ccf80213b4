// SPDX-License-Identifier: BSD-2-Clause
// Text and numbers to the standard output.
#include <linux/calls.hpp>

namespace linux_calls {

void print(char const* text) {
    (void)call(write, 1, flat::address_of(text), __builtin_strlen(text));
}

void print(u64 number) {
    char digits[24] = {};
    char* place = digits + sizeof digits - 1;
    do {
        *--place = static_cast<char>('0' + number % 10);
        number /= 10;
    } while (number != 0);
    print(place);
}

} // namespace linux_calls
