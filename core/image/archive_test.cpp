// SPDX-License-Identifier: BSD-2-Clause
// Tests of archives, and of the words that say which program is run.
#include <core/image/archive.hpp>

#include <core/image/program_words.hpp>

#include <cstdio>
#include <gtest/gtest.h>
#include <string>

namespace flat {
namespace {

/// One file of an archive, as cpio writes it.
std::string file(std::string const& name, u32 mode, std::string const& contents, u32 major = 0,
                 u32 minor = 0) {
    char header[111];
    std::snprintf(header, sizeof header,
                  "070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x", 1u, mode, 0u, 0u,
                  1u, 0u, static_cast<u32>(contents.size()), 0u, 0u, major, minor,
                  static_cast<u32>(name.size() + 1), 0u);
    std::string all = header + name + '\0';
    all.resize((all.size() + 3) / 4 * 4);
    all += contents;
    all.resize((all.size() + 3) / 4 * 4);
    return all;
}

Archive archive_of(std::string const& bytes) {
    return Archive(Text(bytes.data(), bytes.size()).bytes());
}

TEST(UnixArchive, files_come_one_after_the_other_up_to_the_trailer) {
    std::string const bytes = file("a", 0100644, "12345") + file("dev/null", 020666, "", 1, 3) +
                              file("TRAILER!!!", 0, "") + file("after", 0100644, "");
    Archive archive = archive_of(bytes);
    auto const first = archive.next();
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->name == Text("a"));
    EXPECT_EQ(first->mode, 0100644u);
    EXPECT_TRUE(Text::from_bytes(first->contents) == Text("12345"));
    auto const second = archive.next();
    ASSERT_TRUE(second);
    EXPECT_EQ(second->device, 0x103u);
    EXPECT_FALSE(archive.next());
}

TEST(UnixArchive, whatever_is_cut_off_is_no_file) {
    std::string const whole = file("name", 0100644, "contents");
    for (usize size = 0; size < whole.size(); ++size) {
        std::string const part = whole.substr(0, size);
        Archive archive = archive_of(part);
        EXPECT_FALSE(archive.next()) << size;
    }
    Archive archive = archive_of(whole);
    EXPECT_TRUE(archive.next());
    EXPECT_FALSE(archive.next());
}

TEST(UnixArchive, headers_that_are_none_are_refused) {
    std::string other = file("a", 0100644, "");
    other[5] = '2';
    std::string digit = file("a", 0100644, "");
    digit[20] = 'x';
    for (std::string const& each : {other, digit}) {
        Archive archive = archive_of(each);
        EXPECT_FALSE(archive.next());
    }
}

TEST(UnixProgramWords, words_are_parted_and_their_bytes_decoded) {
    TextBuffer<program_words_max> words;
    ASSERT_TRUE(read_program_words("/bin/sh+-c+a%20%2b%zz", words));
    EXPECT_TRUE(words.text() == Text("/bin/sh\0-c\0a +%zz\0", 18));
    TextBuffer<program_words_max> none;
    EXPECT_TRUE(read_program_words({}, none));
    EXPECT_TRUE(none.text().is_empty());
    std::string const much(program_words_max, 'x');
    EXPECT_FALSE(read_program_words(Text(much.data(), much.size()), none));
}

} // namespace
} // namespace flat
