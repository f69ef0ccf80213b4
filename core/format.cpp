// SPDX-License-Identifier: BSD-2-Clause
// Text made of values.
#include <core/format.hpp>

namespace flat {

namespace {

/// Writes a number to a base, most significant digit first.
void put_number(TextSink& sink, u64 number, u32 base) {
    char digits[20];
    usize first = sizeof(digits);
    do {
        digits[--first] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number != 0);
    sink.put(Text(digits + first, sizeof(digits) - first));
}

} // namespace

void FormatArgument::put_to(TextSink& sink, bool hexadecimal) const {
    if (kind_ == Kind::text) {
        sink.put(text_);
        return;
    }
    if (hexadecimal || kind_ == Kind::pointer) {
        sink.put("0x");
        put_number(sink, number_, 16);
        return;
    }
    bool const is_negative = kind_ == Kind::signed_number && static_cast<i64>(number_) < 0;
    if (is_negative) sink.put("-");
    put_number(sink, is_negative ? -number_ : number_, 10);
}

namespace detail {

void format(TextSink& sink, Text format, Span<FormatArgument const> arguments) {
    usize next = 0;
    usize plain = 0; // the text from here on has not been written yet
    for (usize i = 0; i < format.size(); ++i) {
        if (format[i] != '{') continue;
        sink.put(format.after(plain).first(i - plain));
        bool const hexadecimal = format[i + 1] == 'x';
        arguments[next++].put_to(sink, hexadecimal);
        i += hexadecimal ? 2 : 1;
        plain = i + 1;
    }
    sink.put(format.after(plain));
}

} // namespace detail

} // namespace flat
