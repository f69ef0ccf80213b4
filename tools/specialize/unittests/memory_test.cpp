// SPDX-License-Identifier: BSD-2-Clause
#include "module_text.hpp"

#include <specialize/engine/state.hpp>

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

#include <gtest/gtest.h>

namespace specialize {
namespace {

class MemoryTest : public testing::Test {
protected:
    llvm::Type* integer(unsigned bits) { return llvm::Type::getIntNTy(context(), bits); }
    Abstract number(unsigned bits, uint64_t value) {
        return Abstract::of(llvm::ConstantInt::get(integer(bits), value));
    }
    llvm::LLVMContext& context() { return text_.module().getContext(); }
    Object& outside() { return objects_.led_to_by_parameter(0, "p"); }
    Object& local(unsigned index) {
        return objects_.of(call_, *text_.function("f").getArg(index), integer(128), {});
    }
    Abstract read(Object& object, int64_t offset, unsigned bits) {
        return memory_.read(object, offset, integer(bits)).value;
    }

    ModuleText text_{"@table = constant [2 x i32] [i32 7, i32 9]\n"
                     "define void @f(i32 %a, i32 %b) { ret void }\n"};
    Objects objects_{text_.module()};
    Context call_;
    Memory memory_{objects_};
};

TEST_F(MemoryTest, what_is_written_is_read_in_any_width) {
    memory_.write(outside(), 8, integer(32), number(32, 0x11223344));
    EXPECT_EQ(read(outside(), 8, 32), number(32, 0x11223344));
    EXPECT_EQ(read(outside(), 9, 16), number(16, 0x2233));
    EXPECT_TRUE(read(outside(), 4, 32).unknown());
    memory_.write(outside(), 12, integer(32), number(32, 0x55667788));
    EXPECT_EQ(read(outside(), 8, 64), number(64, 0x5566778811223344));
}

TEST_F(MemoryTest, an_unknown_write_leaves_the_bytes_around_it_known) {
    memory_.write(outside(), 0, integer(64), number(64, 0x8877665544332211));
    memory_.write(outside(), 2, integer(16), {});
    EXPECT_EQ(read(outside(), 0, 16), number(16, 0x2211));
    EXPECT_TRUE(read(outside(), 2, 16).unknown());
    EXPECT_EQ(read(outside(), 4, 32), number(32, 0x88776655));
}

TEST_F(MemoryTest, bits_that_are_known_stay_known) {
    memory_.write(outside(), 0, integer(8), Abstract::bits(0x0f, 0x30));
    memory_.write(outside(), 1, integer(8), number(8, 0xab));
    Abstract const both = read(outside(), 0, 16);
    EXPECT_EQ(both.zeros(), 0x540fU);
    EXPECT_EQ(both.ones(), 0xab30U);
}

TEST_F(MemoryTest, constants_are_read_from_their_variables) {
    Object& table = objects_.of(*text_.module().getNamedGlobal("table"));
    EXPECT_EQ(read(table, 4, 32), number(32, 9));
    memory_.copy(outside(), 16, table, 0, 8);
    EXPECT_EQ(read(outside(), 16, 32), number(32, 7));
    EXPECT_EQ(read(outside(), 20, 32), number(32, 9));
}

TEST_F(MemoryTest, a_copy_of_a_partly_known_object_is_partly_known) {
    memory_.write(outside(), 0, integer(32), number(32, 1));
    memory_.write(outside(), 8, integer(64), number(64, 2));
    memory_.copy(local(0), 4, outside(), 0, 12);
    EXPECT_EQ(read(local(0), 4, 32), number(32, 1));
    EXPECT_TRUE(read(local(0), 8, 32).unknown());
    EXPECT_EQ(read(local(0), 12, 32), number(32, 2));
}

TEST_F(MemoryTest, stray_writes_spare_locals_until_they_escape) {
    memory_.write(local(0), 0, integer(32), number(32, 5));
    memory_.write(outside(), 0, integer(32), number(32, 6));
    memory_.forget_reachable();
    EXPECT_EQ(read(local(0), 0, 32), number(32, 5));
    EXPECT_TRUE(read(outside(), 0, 32).unknown());
    memory_.write(outside(), 8, integer(64), Abstract::address(&local(0), 0));
    EXPECT_TRUE(memory_.escaped(local(0)));
    memory_.forget_reachable();
    EXPECT_TRUE(read(local(0), 0, 32).unknown());
}

TEST_F(MemoryTest, what_lies_in_an_escaping_local_escapes_too) {
    memory_.write(local(0), 0, integer(64), Abstract::address(&local(1), 0));
    EXPECT_FALSE(memory_.escaped(local(1)));
    memory_.escape(local(0));
    EXPECT_TRUE(memory_.escaped(local(1)));
}

TEST_F(MemoryTest, a_pointer_that_is_torn_or_forgotten_escapes) {
    memory_.write(local(0), 0, integer(64), Abstract::address(&local(1), 0));
    memory_.write(local(0), 4, integer(8), number(8, 0));
    EXPECT_TRUE(memory_.escaped(local(1)));
}

TEST_F(MemoryTest, stable_cells_survive_stray_writes_but_not_their_own) {
    memory_.write(outside(), 0, integer(32), number(32, 6), true);
    memory_.forget_reachable();
    memory_.forget(outside());
    EXPECT_EQ(read(outside(), 0, 32), number(32, 6));
    memory_.write(outside(), 0, integer(32), number(32, 7));
    EXPECT_EQ(read(outside(), 0, 32), number(32, 7));
    memory_.forget_reachable();
    EXPECT_TRUE(read(outside(), 0, 32).unknown());
}

TEST_F(MemoryTest, a_join_keeps_what_both_know_and_lets_lost_addresses_escape) {
    memory_.write(outside(), 0, integer(32), number(32, 1));
    memory_.write(outside(), 4, integer(32), number(32, 2));
    memory_.write(local(0), 0, integer(64), Abstract::address(&local(1), 0));
    Memory other = memory_;
    other.write(outside(), 4, integer(32), number(32, 3));
    other.write(local(0), 0, integer(64), number(64, 0));
    Memory const both = Memory::join(memory_, other, false);
    EXPECT_EQ(both.read(outside(), 0, integer(32)).value, number(32, 1));
    EXPECT_TRUE(both.read(outside(), 4, integer(32)).value.unknown());
    EXPECT_TRUE(both.escaped(local(1)));
    EXPECT_TRUE(Memory::join(memory_, memory_, false) == memory_);
    Memory const coarse = Memory::join(memory_, other, true);
    EXPECT_TRUE(coarse.read(outside(), 0, integer(32)).value.unknown());
}

TEST_F(MemoryTest, equal_memories_have_equal_hashes) {
    Memory other(objects_);
    memory_.write(outside(), 0, integer(32), number(32, 1));
    memory_.write(outside(), 4, integer(32), number(32, 2));
    other.write(outside(), 4, integer(32), number(32, 2));
    EXPECT_FALSE(memory_ == other);
    other.write(outside(), 0, integer(32), number(32, 1));
    EXPECT_TRUE(memory_ == other);
    EXPECT_EQ(memory_.hash(), other.hash());
}

} // namespace
} // namespace specialize
