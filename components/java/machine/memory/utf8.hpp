// SPDX-License-Identifier: BSD-2-Clause
// Modified UTF-8 (JVMS 17, 4.4.7) as units of UTF-16, and back.
#pragma once

#include <core/format.hpp>

namespace flat::java {

/// Reads the units of a text; bytes that are none are taken as they are.
class Utf8Reader {
public:
    explicit Utf8Reader(Text text) : text_(text) {}

    bool is_at_end() const { return position_ >= text_.size(); }
    u16 next() {
        u32 const first = byte(0);
        u32 size = 1;
        u32 unit = first;
        if ((first & 0xe0) == 0xc0) {
            size = 2;
            unit = (first & 0x1f) << 6 | (byte(1) & 0x3f);
        } else if ((first & 0xf0) == 0xe0) {
            size = 3;
            unit = (first & 0xf) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
        }
        position_ += size;
        return static_cast<u16>(unit);
    }

private:
    u32 byte(usize after) const {
        usize const index = position_ + after;
        return index < text_.size() ? static_cast<u8>(text_[index]) : 0;
    }

    Text text_;
    usize position_ = 0;
};

struct Utf8Size {
    u32 units;
    bool is_latin1; ///< no unit is above 255
};

inline Utf8Size size_of_utf8(Text text) {
    Utf8Size size{0, true};
    for (Utf8Reader reader(text); !reader.is_at_end(); ++size.units)
        size.is_latin1 &= reader.next() < 256;
    return size;
}

/// Writes a unit; of a pair of surrogates each by itself, as modified UTF-8 has
/// it.
inline void put_utf8(u16 unit, TextSink& sink) {
    auto const byte = [](u32 value) { return static_cast<char>(value); };
    char const bytes[] = {byte(0xe0 | unit >> 12), byte(0x80 | (unit >> 6 & 0x3f)),
                          byte(0x80 | (unit & 0x3f))};
    char const two = byte(0xc0 | unit >> 6);
    char const one = byte(unit);
    if (unit < 0x80) {
        sink.put(Text(&one, 1));
    } else if (unit < 0x800) {
        sink.put(Text(&two, 1));
        sink.put(Text(bytes + 2, 1));
    } else {
        sink.put(Text(bytes, 3));
    }
}

} // namespace flat::java
