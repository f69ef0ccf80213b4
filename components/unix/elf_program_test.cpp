// SPDX-License-Identifier: BSD-2-Clause
// Tests of what headers of programs are taken for.
#include <unix/elf_program.hpp>

#include <flat/hal/mmu.hpp>

#include <cstring>
#include <gtest/gtest.h>
#include <vector>

namespace flat::unix {
namespace {

constexpr u16 machine_code = 62;
constexpr vaddr anywhere = 0x5555'0000'0000;
constexpr vaddr limit = 0x7fff'0000'0000;
constexpr u64 file_bytes = 0x5000;

/// A file header with segments after it.
class File {
public:
    explicit File(u16 type = 2) : bytes_(64) {
        std::memcpy(bytes_.data(),
                    "\x7f"
                    "ELF\2\1\1",
                    7);
        set<u16>(16, type);
        set<u16>(18, machine_code);
        set<u64>(24, 0x40'1010);
        set<u64>(32, 64);
        set<u16>(54, 56);
    }

    File& add(u32 kind, u32 flags, u64 offset, u64 address, u64 in_file, u64 in_memory) {
        u64 const place = bytes_.size();
        bytes_.resize(place + 56);
        set<u32>(place, kind);
        set<u32>(place + 4, flags);
        set<u64>(place + 8, offset);
        set<u64>(place + 16, address);
        set<u64>(place + 32, in_file);
        set<u64>(place + 40, in_memory);
        set<u16>(56, static_cast<u16>((bytes_.size() - 64) / 56));
        return *this;
    }

    template<class T>
    void set(u64 place, T value) {
        std::memcpy(bytes_.data() + place, &value, sizeof value);
    }

    Result<ElfProgram, Errno> read() const {
        return ElfProgram::read({bytes_.data(), bytes_.size()}, file_bytes, machine_code, anywhere,
                                limit);
    }

private:
    std::vector<u8> bytes_;
};

File plain() {
    return File()
        .add(1, 5, 0, 0x40'0000, 0x1800, 0x1800)
        .add(1, 6, 0x2708, 0x40'2708, 0x100, 0x2000);
}

TEST(UnixElfProgram, segments_are_whole_pages_and_keep_what_is_before_them_in_the_file) {
    ElfProgram const program = plain().read().value();
    ASSERT_EQ(program.segments().size(), 2u);
    ElfProgram::Segment const& code = program.segments()[0];
    EXPECT_EQ(code.base, 0x40'0000u);
    EXPECT_EQ(code.pages, 2u);
    EXPECT_EQ(code.rights, u32{hal::Mmu::read | hal::Mmu::execute});
    ElfProgram::Segment const& data = program.segments()[1];
    EXPECT_EQ(data.base, 0x40'2000u);
    EXPECT_EQ(data.pages, 3u);
    EXPECT_EQ(data.file_page, 2u);
    EXPECT_EQ(data.file_bytes, 0x808u);
    EXPECT_EQ(program.end(), 0x40'5000u);
    EXPECT_EQ(program.headers(), 0x40'0040u);
    EXPECT_EQ(program.header_count(), 2u);
}

TEST(UnixElfProgram, a_program_that_can_lie_anywhere_is_moved) {
    File file(3);
    file.set<u64>(24, 0x10);
    ElfProgram const program = file.add(1, 5, 0, 0, 0x100, 0x100).read().value();
    EXPECT_EQ(program.segments()[0].base, anywhere);
    EXPECT_EQ(program.entry(), anywhere + 0x10);
}

TEST(UnixElfProgram, where_its_dynamic_linker_is_named_is_told) {
    EXPECT_EQ(plain().read().value().interpreter().bytes, 0u);
    auto const program = plain().add(3, 4, 0x300, 0x40'0300, 28, 28).read().value();
    EXPECT_EQ(program.interpreter().offset, 0x300u);
    EXPECT_EQ(program.interpreter().bytes, 28u);
    EXPECT_TRUE(plain().add(3, 4, 0, 0x40'0000, 1, 1).read().is_error());     // the zero alone
    EXPECT_TRUE(plain().add(3, 4, 0, 0x40'0000, 257, 257).read().is_error()); // too long
    EXPECT_TRUE(plain().add(3, 4, file_bytes - 8, 0x40'0000, 9, 9).read().is_error());
    EXPECT_TRUE(plain().add(3, 4, ~u64{0}, 0x40'0000, 9, 9).read().is_error());
    File two = plain().add(3, 4, 0x300, 0x40'0300, 28, 28).add(3, 4, 0x300, 0x40'0300, 28, 28);
    EXPECT_TRUE(two.read().is_error());
}

TEST(UnixElfProgram, what_is_no_program_of_this_machine_is_refused) {
    EXPECT_TRUE(File().read().is_error());                                // has no segment
    EXPECT_TRUE(plain().add(1, 4, 0, 0x40'0000, 8, 8).read().is_error()); // overlaps
    EXPECT_TRUE(plain().add(1, 4, 1, 0x50'0000, 8, 8).read().is_error()); // not as in the file
    EXPECT_TRUE(plain().add(1, 4, 0x4000, 0x50'0000, 0x2000, 0x2000).read().is_error()); // its end
    EXPECT_TRUE(plain().add(1, 4, 0, 0x50'0000, 8, 4).read().is_error());
    EXPECT_TRUE(plain().add(1, 4, 0, limit - 0x1000, 8, 0x10000).read().is_error());
    EXPECT_TRUE(plain().add(1, 4, 0, 0x50'0000, 8, ~u64{0}).read().is_error());
    EXPECT_TRUE(File().add(1, 5, 0, 0, 8, 8).read().is_error()); // the page of null pointers
    File other = plain();
    other.set<u16>(18, machine_code + 1);
    EXPECT_TRUE(other.read().is_error());
    File elsewhere = plain();
    elsewhere.set<u64>(24, 0x70'0000);
    EXPECT_TRUE(elsewhere.read().is_error());
    File truncated = plain();
    truncated.set<u16>(56, 100);
    EXPECT_TRUE(truncated.read().is_error());
}

} // namespace
} // namespace flat::unix
