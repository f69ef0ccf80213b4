// SPDX-License-Identifier: BSD-2-Clause
// A program that knows nothing of the kit: says its arguments, or does what it may not.
#include <plain/calls.hpp>

namespace {

/// More memory than a program may have.
char volatile space[4u << 20];

bool is(char const* one, char const* other) {
    while (*one && *one == *other)
        ++one, ++other;
    return *one == *other;
}

unsigned long overflow_stack(unsigned long depth) {
    unsigned long volatile here = depth;
    return here == 0 ? 0 : overflow_stack(here + 1) + here;
}

void fill() {
    for (unsigned long i = 0; i < sizeof space; i += 4096)
        space[i] = 1;
}

void misbehave(char const* how) {
    if (is(how, "null")) *reinterpret_cast<int volatile*>(space[0] + 0ul) = 1;
    if (is(how, "code")) *reinterpret_cast<int volatile*>(&yield) = 1;
    if (is(how, "data")) reinterpret_cast<void (*)()>(const_cast<char*>(space))();
    if (is(how, "deep")) overflow_stack(1);
    if (is(how, "kernel")) *reinterpret_cast<int volatile*>(0xffff'8000'0010'0000) = 1;
    if (is(how, "halt")) asm volatile("hlt");
    if (is(how, "fill")) fill();
    if (is(how, "number")) call(static_cast<Entry>(77));
    if (is(how, "text")) call(Entry::write, 0x10'0000, 8);
    if (is(how, "serve")) call(static_cast<Entry>(3));
    if (is(how, "spin"))
        for (;;)
            yield();
}

} // namespace

extern "C" int main(int count, char** arguments) {
    for (int i = 0; i < count; ++i) {
        write(i == 0 ? "" : " ");
        write(arguments[i]);
    }
    write("\n");
    if (count > 1) misbehave(arguments[1]);
    return count;
}
