// SPDX-License-Identifier: BSD-2-Clause
// Text made of values, for messages: tiny, type-safe, checked at compile time, never allocating.
#pragma once

#include <core/text.hpp>
#include <core/traits.hpp>
#include <core/types.hpp>

namespace flat {

/// Receives text piece by piece.
class TextSink {
public:
    virtual void put(Text text) = 0;

protected:
    ~TextSink() = default;
};

/// One value to be shown.
class FormatArgument {
public:
    constexpr FormatArgument() : kind_(Kind::unsigned_number), number_(0) {}

    template<Integer T>
    constexpr FormatArgument(T value)
        : kind_(T(-1) < T(0) ? Kind::signed_number : Kind::unsigned_number),
          number_(static_cast<u64>(value)) {}

    template<Enumeration T>
    constexpr FormatArgument(T value) : FormatArgument(static_cast<__underlying_type(T)>(value)) {}

    constexpr FormatArgument(bool value) : FormatArgument(Text(value ? "true" : "false")) {}
    constexpr FormatArgument(Text text) : kind_(Kind::text), text_(text) {}
    constexpr FormatArgument(char const* text) : FormatArgument(Text(text)) {}
    FormatArgument(void const* pointer) : kind_(Kind::pointer), number_(address_of(pointer)) {}

    /// Writes the value, numbers in decimal or hexadecimal.
    void put_to(TextSink& sink, bool hexadecimal) const;

private:
    enum class Kind : u8 { signed_number, unsigned_number, pointer, text };

    Kind kind_;
    union {
        u64 number_;
        Text text_;
    };
};

namespace detail {

/// Not `constexpr`: a call while a format is checked is the compile-time error.
void format_needs_one_placeholder_for_each_argument();

/// How many `{}` and `{x}` a format has.
constexpr usize placeholders(Text format) {
    usize count = 0;
    for (usize i = 0; i < format.size(); ++i)
        count += format[i] == '{';
    return count;
}

void format(TextSink& sink, Text format, Span<FormatArgument const> arguments);

} // namespace detail

/// A format whose placeholders have been counted by the compiler: `{}` shows a value, numbers in
/// decimal; `{x}` shows a number in hexadecimal with `0x` before it. A brace cannot be shown.
template<class... Arguments>
class CheckedFormat {
public:
    consteval CheckedFormat(char const* format) : text_(format) {
        if (detail::placeholders(text_) != sizeof...(Arguments))
            detail::format_needs_one_placeholder_for_each_argument();
    }
    constexpr Text text() const { return text_; }

private:
    Text text_;
};

/// The values of one message in a row, for functions that take formats.
template<usize n>
struct FormatArguments {
    FormatArgument list[n + 1]; // one more, because there are no arrays of length 0

    Span<FormatArgument const> span() const { return Span<FormatArgument const>(list, n); }
};

template<class... Arguments>
constexpr FormatArguments<sizeof...(Arguments)> format_arguments(Arguments const&... arguments) {
    return {{FormatArgument(arguments)..., FormatArgument()}};
}

/// Writes a message into a sink.
template<class... Arguments>
void format(TextSink& sink, CheckedFormat<TypeIdentity<Arguments>...> text,
            Arguments const&... arguments) {
    detail::format(sink, text.text(), format_arguments(arguments...).span());
}

/// A line of text in a buffer of its own; what does not fit is cut off.
template<usize capacity>
class TextBuffer final : public TextSink {
public:
    void put(Text text) override {
        for (char const character : text)
            if (size_ < capacity) characters_[size_++] = character;
    }
    Text text() const { return Text(characters_, size_); }
    void clear() { size_ = 0; }

private:
    char characters_[capacity];
    usize size_ = 0;
};

/// Puts a text into somebody's bytes, as much as fits, and counts all of it.
class BufferSink final : public TextSink {
public:
    explicit BufferSink(Span<u8> room) : room_(room) {}

    void put(Text text) override {
        u64 const begin = size_ < room_.size() ? size_ : room_.size();
        text.write_to(room_.after(begin));
        size_ += text.size();
    }
    u32 size() const { return static_cast<u32>(size_); }

private:
    Span<u8> room_;
    u64 size_ = 0;
};

/// Puts a number by digits of so many bits (3 or 4), at least so many of them.
inline void put_digits(TextSink& sink, u64 number, u32 bits, u32 digits_min) {
    u32 count = 1;
    while (count * bits < 64 && number >> count * bits != 0)
        ++count;
    for (u32 left = count > digits_min ? count : digits_min; left > 0; --left) {
        u32 const shift = (left - 1) * bits;
        u64 const digit = shift < 64 ? number >> shift & ((u64{1} << bits) - 1) : 0;
        sink.put(Text(&"0123456789ABCDEF"[digit], 1));
    }
}

/// Puts what is formatted at the end of a column of so many characters, or more if it is longer.
template<class... Arguments>
void format_column(TextSink& sink, u32 width, CheckedFormat<TypeIdentity<Arguments>...> text,
                   Arguments const&... arguments) {
    TextBuffer<64> shown;
    format(shown, text, arguments...);
    for (u64 size = shown.text().size(); size < width; ++size)
        sink.put(" ");
    sink.put(shown.text());
}

} // namespace flat
