// SPDX-License-Identifier: BSD-2-Clause
#include <rpc/testing.hpp>
#include <rpc/xdr/xdr_memory.hpp>
#include <rpc/xdr/xdr_places.hpp>
#include <rpc/xdr/xdr_values.hpp>

#include <gtest/gtest.h>

namespace flat::rpc {
namespace {

using testing::Bytes;
using testing::FakeAllocator;
using testing::words;
using Operation = XdrStream::Operation;

struct Member {
    u32 value = 0;
    Member* next = nullptr;
};

XdrResult xdr_alone(XdrStream& stream, Member& member) {
    return xdr_u32(stream, member.value);
}

XdrResult xdr_member(XdrStream& stream, Member& member) {
    return xdr_chain<Member, &Member::next, xdr_alone>(stream, member);
}

struct Tree {
    Tree* child = nullptr;
};

XdrResult xdr_tree(XdrStream& stream, Tree& tree) {
    XdrLevel const level(stream);
    TRY(level.check());
    return xdr_optional<Tree, xdr_tree>(stream, tree.child);
}

template<class T>
Bytes encoded(T& value, XdrResult (*routine)(XdrStream&, T&)) {
    Bytes bytes(100);
    XdrMemory stream(testing::span_of(bytes), Operation::encode);
    if (routine(stream, value).is_error()) return {};
    bytes.resize(stream.position());
    return bytes;
}

TEST(XdrValues, NumbersOfFewerBitsTakeAWholeUnit) {
    i16 number = -2;
    EXPECT_EQ(encoded(number, xdr_i16), words({0xfffffffe}));
    u8 byte = 255;
    EXPECT_EQ(encoded(byte, xdr_u8), words({255}));
}

TEST(XdrValues, NumbersThatAreTooLargeForTheirTypeAreInvalid) {
    Bytes bytes = words({256, 0xffff7fff});
    XdrMemory stream(testing::span_of(bytes), Operation::decode);
    u8 byte = 7;
    EXPECT_EQ(xdr_u8(stream, byte).error(), XdrError{XdrError::invalid});
    EXPECT_EQ(byte, 7);
    i16 number = 7;
    EXPECT_EQ(xdr_i16(stream, number).error(), XdrError{XdrError::invalid});
    EXPECT_EQ(number, 7);
}

TEST(XdrValues, AListIsDecodedIntoMemoryThatFreeingGivesBack) {
    FakeAllocator allocator;
    Bytes bytes = words({1, 1, 2, 1, 3, 0});
    XdrMemory stream(testing::span_of(bytes), Operation::decode, &allocator);
    Member first;
    ASSERT_TRUE(xdr_member(stream, first).is_ok());
    EXPECT_EQ(allocator.taken(), 2u);
    EXPECT_EQ(first.next->next->value, 3u);
    EXPECT_EQ(encoded(first, xdr_member), bytes);
    stream.set_operation(Operation::free);
    ASSERT_TRUE(xdr_member(stream, first).is_ok());
    EXPECT_EQ(allocator.taken(), 0u);
    EXPECT_EQ(first.next, nullptr);
}

TEST(XdrValues, AListThatBreaksOffCanBeFreed) {
    FakeAllocator allocator;
    Bytes bytes = words({1, 1, 2, 1});
    XdrMemory stream(testing::span_of(bytes), Operation::decode, &allocator);
    Member first;
    EXPECT_EQ(xdr_member(stream, first).error(), XdrError{XdrError::no_room});
    stream.set_operation(Operation::free);
    ASSERT_TRUE(xdr_member(stream, first).is_ok());
    EXPECT_EQ(allocator.taken(), 0u);
}

TEST(XdrValues, AnAbsentValueIsNullWhateverWasThere) {
    Bytes bytes = words({0});
    XdrMemory stream(testing::span_of(bytes), Operation::decode);
    u32 place = 7;
    u32* value = &place;
    ASSERT_TRUE((xdr_optional<u32, xdr_u32>(stream, value).is_ok()));
    EXPECT_EQ(value, nullptr);
}

TEST(XdrValues, ValuesInValuesEndAtSomeLevelAndCanBeFreed) {
    FakeAllocator allocator;
    Bytes bytes = words(std::vector<u32>(1000, 1));
    XdrMemory stream(testing::span_of(bytes), Operation::decode, &allocator);
    Tree tree;
    EXPECT_EQ(xdr_tree(stream, tree).error(), XdrError{XdrError::too_long});
    EXPECT_EQ(stream.levels(), 0u);
    EXPECT_GT(allocator.taken(), 0u);
    stream.set_operation(Operation::free);
    ASSERT_TRUE(xdr_tree(stream, tree).is_ok());
    EXPECT_EQ(allocator.taken(), 0u);
}

TEST(XdrValues, PlacesAreTransferredInTheirOrder) {
    u32 first = 1;
    bool second = true;
    XdrPlace<u32, xdr_u32> first_place(first);
    XdrPlace<bool, xdr_bool> second_place(second);
    XdrPlaces both(first_place, second_place);
    Bytes bytes = words({5, 0});
    XdrMemory stream(testing::span_of(bytes), Operation::decode);
    ASSERT_TRUE(both.transfer(stream).is_ok());
    EXPECT_EQ(first, 5u);
    EXPECT_FALSE(second);
}

} // namespace
} // namespace flat::rpc
