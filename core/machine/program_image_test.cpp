// SPDX-License-Identifier: BSD-2-Clause
// Program files: what is shown of them, and what is refused however it is damaged.
#include <core/machine/program_image.hpp>

#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace flat {
namespace {

using Code = domain::ProgramError::Code;

constexpr u16 machine = 62;
constexpr vaddr end = 0x7fff'ffff'f000;
constexpr u64 headers = 64;
constexpr u64 text_header = headers;
constexpr u64 data_header = headers + 56;
constexpr u64 note_header = headers + 112;
constexpr u64 note = 0x100;
constexpr u64 digest = 0x1234'5678'9abc'def0;

/// Two segments, of which the second begins within a page, and the kit's note.
struct File {
    std::vector<u8> bytes = std::vector<u8>(0x3000);

    File() {
        u8 const identification[] = {0x7f, 'E', 'L', 'F', 2, 1, 1};
        std::memcpy(bytes.data(), identification, sizeof identification);
        put(16, 2, 2);
        put(18, machine, 2);
        put(20, 1, 4);
        put(24, 0x400010, 8);
        put(32, headers, 8);
        put(52, 64, 2);
        put(54, 56, 2);
        put(56, 3, 2);
        header(text_header, 1, 5, 0x1000, 0x400000, 0x800, 0x800);
        header(data_header, 1, 6, 0x1ff8, 0x402ff8, 0x20, 0x3000);
        header(note_header, 4, 4, note, 0, 32, 32);
        put(note, 9, 4);
        put(note + 4, 8, 4);
        put(note + 8, 1, 4);
        std::memcpy(&bytes[note + 12], "Flatland", 9);
        put(note + 24, digest, 8);
    }

    void put(u64 at, u64 value, int size) { std::memcpy(&bytes[at], &value, size); }
    void header(u64 at, u32 type, u32 rights, u64 offset, u64 address, u64 in_file, u64 in_memory) {
        put(at, type, 4);
        put(at + 4, rights, 4);
        put(at + 8, offset, 8);
        put(at + 16, address, 8);
        put(at + 32, in_file, 8);
        put(at + 40, in_memory, 8);
    }
    auto read() const { return ProgramImage::read({bytes.data(), bytes.size()}, machine, end); }
};

TEST(ProgramImage, shows_whole_pages_with_the_rights_of_their_segments) {
    File const file;
    auto const image = file.read();
    ASSERT_TRUE(image.is_ok());
    ProgramImage const program = image.value();
    EXPECT_EQ(program.entry(), 0x400010u);
    EXPECT_EQ(program.calls_digest().value_or(0), digest);
    auto const parts = program.parts();
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_EQ(parts[0].base, 0x400000u);
    EXPECT_EQ(parts[0].pages, 1u);
    EXPECT_EQ(parts[0].offset, 0x1000u);
    EXPECT_EQ(parts[0].bytes, 0x800u);
    EXPECT_TRUE(parts[0].is_executable && !parts[0].is_writable);
    EXPECT_EQ(parts[1].base, 0x402000u);
    EXPECT_EQ(parts[1].pages, 4u);
    EXPECT_EQ(parts[1].offset, 0x1000u);
    EXPECT_EQ(parts[1].bytes, 0x1018u);
    EXPECT_TRUE(parts[1].is_writable && !parts[1].is_executable);
}

TEST(ProgramImage, takes_memory_without_bytes_wherever_the_file_says_these_were) {
    File file;
    file.header(data_header, 1, 6, 0x77, 0x402ff8, 0, 0x10);
    auto const image = file.read();
    ASSERT_TRUE(image.is_ok());
    ProgramImage const program = image.value();
    EXPECT_EQ(program.parts()[1].bytes, 0u);
    EXPECT_EQ(program.parts()[1].pages, 2u);
}

TEST(ProgramImage, has_no_digest_of_what_is_not_the_kits_own) {
    for (u64 const at : {note, note + 4, note + 8, note + 12, note + 20}) {
        File file;
        file.bytes[at] ^= 1;
        ASSERT_TRUE(file.read().is_ok());
        EXPECT_FALSE(file.read().value().calls_digest()) << at;
    }
    File file;
    file.put(note_header + 32, 31, 8);
    EXPECT_FALSE(file.read().value().calls_digest());
}

TEST(ProgramImage, refuses_each_header_that_asks_for_what_no_program_has) {
    struct Case {
        std::function<void(File&)> damage;
        Code reason;
        std::string what;
    };
    Case const cases[] = {
        {[](File& f) { f.bytes[0] = 0; }, Code::malformed, "it is no ELF file for 64 bits"},
        {[](File& f) { f.put(18, 183, 2); }, Code::foreign, "it is for another machine"},
        {[](File& f) { f.put(16, 3, 2); }, Code::malformed, "it is no static program (ET_EXEC)"},
        {[](File& f) { f.put(56, 0xffff, 2); }, Code::malformed, "it tells of more than it has"},
        {[](File& f) { f.put(note_header, 3, 4); }, Code::malformed,
         "it wants an interpreter, and is no static program"},
        {[](File& f) { f.put(24, 0x402ff8, 8); }, Code::malformed,
         "its entry is not in what it executes"},
        {[](File& f) { f.put(24, end, 8); }, Code::malformed,
         "its entry is not in what it executes"},
        {[](File& f) { f.put(text_header + 4, 7, 4); }, Code::forbidden,
         "what is executed can be written"},
        {[](File& f) { f.put(text_header + 16, 0, 8); }, Code::forbidden,
         "it lies where no program can"},
        {[](File& f) { f.put(data_header + 16, 0xffff'8000'0000'0ff8, 8); }, Code::forbidden,
         "it lies where no program can"},
        {[](File& f) { f.put(data_header + 40, end - 0x402000, 8); }, Code::forbidden,
         "it lies where no program can"},
        {[](File& f) { f.put(data_header + 16, 0x400ff8, 8); }, Code::forbidden,
         "two of its segments share a page"},
        {[](File& f) { f.put(data_header + 16, 0x3ffff8, 8); }, Code::forbidden,
         "two of its segments share a page"},
        {[](File& f) { f.put(data_header + 8, 0x1000, 8); }, Code::malformed,
         "its segments begin elsewhere in their pages"},
    };
    for (auto const& each : cases) {
        File file;
        each.damage(file);
        auto const image = file.read();
        ASSERT_TRUE(image.is_error()) << each.what;
        EXPECT_EQ(image.error().reason, each.reason) << image.error().what;
        EXPECT_EQ(image.error().what, each.what);
    }
}

TEST(ProgramImage, refuses_more_segments_than_it_can_hold) {
    File file;
    file.put(56, ProgramImage::parts_max + 1, 2);
    for (u64 i = 0; i <= ProgramImage::parts_max; ++i)
        file.header(headers + 56 * i, 1, 5, 0, 0x400000 + i * 0x1000, 0, 0x1000);
    EXPECT_EQ(file.read().error().what, std::string("it has too many segments"));
}

/// What was accepted of any file lies in it, apart, within what programs can have.
void expect_sound(ProgramImage const& image, u64 file_bytes) {
    auto const parts = image.parts();
    for (usize i = 0; i < parts.size(); ++i) {
        auto const& part = parts[i];
        vaddr const part_end = part.base + part.pages * 0x1000;
        ASSERT_TRUE(part.base % 0x1000 == 0 && part.base >= 0x1000 && part_end <= end);
        ASSERT_TRUE(part.offset <= file_bytes && part.bytes <= file_bytes - part.offset);
        ASSERT_LE(part.bytes, part.pages * 0x1000);
        ASSERT_FALSE(part.is_writable && part.is_executable);
        for (usize k = 0; k < i; ++k)
            ASSERT_TRUE(part_end <= parts[k].base ||
                        parts[k].base + parts[k].pages * 0x1000 <= part.base);
    }
}

TEST(ProgramImage, is_sound_or_refused_however_a_file_is_damaged) {
    std::mt19937_64 random(1);
    u64 const values[] = {0,         1,       0xfff,      0x1000,      0x2000,
                          0x400000,  end - 1, end,        ~u64{0},     1ull << 63,
                          ~0xfffull, 0x10000, 1ull << 32, 0x7fff'ffff, 0xffff'ffff'0000};
    u32 accepted = 0;
    for (int round = 0; round < 30000; ++round) {
        File file;
        for (u64 i = random() % 4; i > 0; --i) {
            if (random() % 2)
                file.put((random() % 29) * 8, values[random() % std::size(values)], 8);
            else
                file.bytes[random() % 0x130] = static_cast<u8>(random());
        }
        if (random() % 4 == 0) file.bytes.resize(random() % file.bytes.size());
        auto const image = file.read();
        if (image.is_error()) continue;
        ++accepted;
        expect_sound(image.value(), file.bytes.size());
    }
    EXPECT_GT(accepted, 1000u);
}

} // namespace
} // namespace flat
