// SPDX-License-Identifier: BSD-2-Clause
// Tests of pieces of a program's memory, in a program that is an array.
#include <unix/sockets/user_pieces.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

namespace flat::unix::sockets {
namespace {

using Piece = UserPieces::Piece;

constexpr vaddr origin = 0x10000;

/// A program whose memory is 4 KiB from `origin` on.
class TestProgram : public UserMode {
public:
    void begin(RegisterFrame&, vaddr, vaddr) override {}
    void set_result(RegisterFrame&, i64) override {}
    void enter(Task&, RegisterFrame&) override {}
    Task* running() override { return nullptr; }
    void changed(Task&) override {}
    void end_handler(Task&) override {}
    void leave() override {}
    bool copy_in(Span<u8> destination, vaddr from) override {
        if (!contains(from, destination.size())) return false;
        std::copy_n(memory + (from - origin), destination.size(), destination.data());
        return true;
    }
    bool copy_out(vaddr destination, Span<u8 const> bytes) override {
        if (!contains(destination, bytes.size())) return false;
        std::copy_n(bytes.data(), bytes.size(), memory + (destination - origin));
        return true;
    }

    bool contains(vaddr place, u64 bytes) const {
        return bytes == 0 || (place >= origin && place - origin <= sizeof memory &&
                              bytes <= sizeof memory - (place - origin));
    }
    void write(u32 offset, std::string const& text) {
        std::copy(text.begin(), text.end(), memory + offset);
    }
    std::string text(u32 offset, u32 bytes) const {
        return {memory + offset, memory + offset + bytes};
    }
    /// Puts a table at the beginning.
    vaddr table(std::initializer_list<Piece> pieces) {
        std::copy_n(reinterpret_cast<u8 const*>(pieces.begin()), pieces.size() * sizeof(Piece),
                    memory);
        return origin;
    }

    u8 memory[4096] = {};
};

std::string copied(UserPieces const& pieces, u64 offset, u64 bytes) {
    std::string text(bytes, '?');
    Span<u8> const place(reinterpret_cast<u8*>(text.data()), bytes);
    return pieces.copy_in(place, offset) ? text : "fault";
}

Span<u8 const> bytes_of_text(std::string const& text) {
    return {reinterpret_cast<u8 const*>(text.data()), text.size()};
}

TEST(UnixUserPieces, a_buffer_is_one_piece) {
    TestProgram program;
    program.write(100, "abcdef");
    UserPieces const pieces(program, origin + 100, u64{6});
    EXPECT_EQ(pieces.total().value(), 6u);
    EXPECT_EQ(copied(pieces, 2, 4), "cdef");
    EXPECT_EQ(copied(pieces, 2, 5), "fault");
    EXPECT_EQ(UserPieces(program, 0, ~u64{0}).total().value(), UserPieces::bytes_max);
}

TEST(UnixUserPieces, pieces_are_one_row_of_bytes) {
    TestProgram program;
    program.write(200, "abc");
    program.write(300, "defgh");
    vaddr const table =
        program.table({{origin + 200, 3}, {0, 0}, {origin + 300, 5}, {origin + 400, 2}});
    UserPieces const pieces(program, table, u32{4});
    EXPECT_EQ(pieces.total().value(), 10u);
    EXPECT_EQ(copied(pieces, 0, 8), "abcdefgh");
    EXPECT_EQ(copied(pieces, 4, 2), "ef");
    ASSERT_TRUE(pieces.copy_out(2, bytes_of_text("XYZ")));
    EXPECT_EQ(program.text(200, 3) + program.text(300, 5), "abXYZfgh");
    EXPECT_FALSE(pieces.copy_out(9, bytes_of_text("XY")));
}

TEST(UnixUserPieces, what_the_program_does_not_have_is_a_fault) {
    TestProgram program;
    vaddr const table = program.table({{origin + 200, 3}, {0x900000, 5}});
    UserPieces const pieces(program, table, u32{2});
    EXPECT_EQ(copied(pieces, 0, 3), std::string(3, '\0'));
    EXPECT_EQ(copied(pieces, 0, 4), "fault");
    EXPECT_FALSE(pieces.copy_out(3, bytes_of_text("X")));
    EXPECT_EQ(UserPieces(program, 0x900000, u32{1}).total().error(), Errno::efault);
    EXPECT_EQ(UserPieces(program, table, UserPieces::pieces_max + 1).total().error(),
              Errno::einval);
    vaddr const huge = program.table({{origin, ~u64{0}}});
    EXPECT_EQ(UserPieces(program, huge, u32{1}).total().error(), Errno::einval);
}

} // namespace
} // namespace flat::unix::sockets
