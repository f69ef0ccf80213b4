// SPDX-License-Identifier: BSD-2-Clause
// Tests of images of modules.
#include <java/machine/linking/image.hpp>

#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace flat::java {
namespace {

using Bytes = std::vector<u8>;

void put(Bytes& to, u32 value) {
    for (u32 i = 0; i < 4; ++i)
        to.push_back(u8(value >> 8 * i));
}

/// One file, a/B.class, of which the contents are "file"; the table has one
/// entry, found at once.
Bytes image() {
    std::string const strings = std::string("\0class\0java.base\0a\0B\0", 21);
    Bytes const location = {1 << 3, 7, 2 << 3, 17, 3 << 3, 19, 4 << 3, 1, 7 << 3, 4, 0};
    Bytes made;
    put(made, 0xcafedada);
    put(made, 1 << 16);
    put(made, 0);
    put(made, 1); // files
    put(made, 1); // entries of the table
    put(made, u32(location.size()));
    put(made, u32(strings.size()));
    put(made, u32(-1)); // entry 0, without another hash
    put(made, 0);       // its location
    made.insert(made.end(), location.begin(), location.end());
    made.insert(made.end(), strings.begin(), strings.end());
    for (char const each : std::string("file"))
        made.push_back(u8(each));
    return made;
}

std::string found(Bytes const& bytes, Text name) {
    Image made(Span<u8 const>(bytes.data(), bytes.size()));
    if (!made.problem().is_empty()) return "broken";
    Text const text = Text::from_bytes(made.find(name));
    return {text.data(), text.size()};
}

TEST(Image, finds_a_file_by_its_name_only) {
    EXPECT_EQ(found(image(), "a/B"), "file");
    for (char const* other : {"a/C", "B", "a/BB", "", "aB", "a"})
        EXPECT_EQ(found(image(), other), "") << other;
}

TEST(Image, that_is_none_or_incomplete_is_told) {
    EXPECT_EQ(found({}, "a/B"), "broken");
    Bytes other = image();
    other[0] = 0;
    EXPECT_EQ(found(other, "a/B"), "broken");
    Bytes const whole = image();
    for (usize size = 0; size < whole.size() - 4; ++size)
        EXPECT_EQ(found({whole.begin(), whole.begin() + long(size)}, "a/B"), "broken") << size;
    EXPECT_EQ(found({whole.begin(), whole.end() - 1}, "a/B"), "");
}

/// Under sanitizers, which see whether it reads outside.
TEST(Image, of_any_bytes_is_read_within_its_bounds) {
    std::mt19937 random(1);
    for (u32 i = 0; i < 50'000; ++i) {
        Bytes bytes = image();
        for (u32 changes = random() % 4; changes > 0; --changes)
            bytes[8 + random() % (bytes.size() - 8)] = u8(random());
        (void)found(Bytes(bytes), "a/B");
    }
}

} // namespace
} // namespace flat::java
