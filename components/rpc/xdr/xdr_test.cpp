// SPDX-License-Identifier: BSD-2-Clause
// Tests of the routines for external data, in memory.
#include <rpc/xdr/xdr.hpp>

#include <rpc/testing.hpp>
#include <rpc/xdr/xdr_memory.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace flat::rpc {
namespace {

using testing::Bytes;
using testing::words;
using Operation = XdrStream::Operation;

constexpr XdrError no_room{XdrError::no_room};
constexpr XdrError too_long{XdrError::too_long};
constexpr XdrError invalid{XdrError::invalid};
constexpr XdrError out_of_memory{XdrError::out_of_memory};

class RpcXdr : public ::testing::Test {
protected:
    /// What a value becomes.
    template<class Routine>
    Bytes encoded(Routine routine) {
        XdrMemory stream(buffer, Operation::encode);
        EXPECT_TRUE(routine(stream).is_ok());
        return Bytes(buffer, buffer + stream.position());
    }

    /// Decodes bytes that end where the sanitizer notices reads past the end.
    template<class Routine>
    XdrResult decode(Bytes bytes, Routine routine) {
        bytes.shrink_to_fit();
        XdrMemory stream(testing::span_of(bytes), Operation::decode, &allocator);
        XdrResult const result = routine(stream);
        position = stream.position();
        return result;
    }

    template<class Routine>
    void free(Routine routine) {
        XdrMemory stream({}, Operation::free, &allocator);
        EXPECT_TRUE(routine(stream).is_ok());
    }

    testing::FakeAllocator allocator;
    u8 buffer[200];
    usize position = 0;
};

template<class T, XdrResult (*routine)(XdrStream&, T&)>
auto value_routine(T& value) {
    return [&value](XdrStream& stream) { return routine(stream, value); };
}

TEST_F(RpcXdr, integers_are_big_endian_twos_complement) {
    i32 number = -2;
    auto const i32_routine = value_routine<i32, xdr_i32>(number);
    EXPECT_EQ(encoded(i32_routine), (Bytes{0xff, 0xff, 0xff, 0xfe}));
    ASSERT_TRUE(decode({0x80, 0, 0, 0}, i32_routine).is_ok());
    EXPECT_EQ(number, std::numeric_limits<i32>::min());
    u32 natural = 0x12345678;
    EXPECT_EQ(encoded(value_routine<u32, xdr_u32>(natural)), (Bytes{0x12, 0x34, 0x56, 0x78}));
}

TEST_F(RpcXdr, hyper_integers_are_two_words) {
    i64 number = -2;
    auto const routine = value_routine<i64, xdr_i64>(number);
    EXPECT_EQ(encoded(routine), words({0xffffffff, 0xfffffffe}));
    ASSERT_TRUE(decode(words({0x80000000, 1}), routine).is_ok());
    EXPECT_EQ(number, std::numeric_limits<i64>::min() + 1);
    u64 natural = 0x1122334455667788;
    EXPECT_EQ(encoded(value_routine<u64, xdr_u64>(natural)), words({0x11223344, 0x55667788}));
}

TEST_F(RpcXdr, truth_is_one_or_zero_and_nothing_else) {
    bool truth = true;
    auto const routine = value_routine<bool, xdr_bool>(truth);
    EXPECT_EQ(encoded(routine), words({1}));
    ASSERT_TRUE(decode(words({0}), routine).is_ok());
    EXPECT_FALSE(truth);
    EXPECT_EQ(decode(words({2}), routine).error(), invalid);
}

TEST_F(RpcXdr, an_enumeration_has_only_its_own_values) {
    enum class Colour : u32 { red, green };
    Colour colour = Colour::red;
    auto const routine = [&](XdrStream& stream) {
        return xdr_enumeration(stream, colour, Colour::green);
    };
    ASSERT_TRUE(decode(words({1}), routine).is_ok());
    EXPECT_EQ(colour, Colour::green);
    EXPECT_EQ(decode(words({2}), routine).error(), invalid);
    EXPECT_EQ(colour, Colour::green);
}

TEST_F(RpcXdr, opaque_data_are_padded_with_zeroes) {
    for (u32 size = 0; size <= 9; ++size) {
        Bytes bytes(size, 0xaa);
        auto const routine = [&](XdrStream& stream) {
            return xdr_opaque(stream, testing::span_of(bytes));
        };
        Bytes expected = bytes;
        expected.resize((size + 3) / 4 * 4);
        EXPECT_EQ(encoded(routine), expected);
        bytes.assign(size, 0);
        ASSERT_TRUE(decode(expected, routine).is_ok());
        EXPECT_EQ(bytes, Bytes(size, 0xaa));
        EXPECT_EQ(position, expected.size());
    }
}

/// The example of RFC 4506, section 7: a file with its name, type, owner and data.
struct File {
    u8* name = nullptr;
    u32 name_size = 0;
    u32 type = 0;
    u8* interpreter = nullptr;
    u32 interpreter_size = 0;
    u8* owner = nullptr;
    u32 owner_size = 0;
    u8* data = nullptr;
    u32 data_size = 0;
};

XdrResult xdr_file(XdrStream& stream, File& file) {
    TRY(xdr_bytes(stream, file.name, file.name_size, 255));
    TRY(xdr_enumeration(stream, file.type, 2));
    if (file.type == 2) TRY(xdr_bytes(stream, file.interpreter, file.interpreter_size, 255));
    TRY(xdr_bytes(stream, file.owner, file.owner_size, 32));
    return xdr_bytes(stream, file.data, file.data_size, 65535);
}

Bytes const file_of_the_rfc = {
    0x00, 0x00, 0x00, 0x09, 0x73, 0x69, 0x6c, 0x6c, 0x79, 0x70, 0x72, 0x6f, 0x67, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x04, 0x6c, 0x69, 0x73, 0x70, 0x00, 0x00, 0x00, 0x04,
    0x6a, 0x6f, 0x68, 0x6e, 0x00, 0x00, 0x00, 0x06, 0x28, 0x71, 0x75, 0x69, 0x74, 0x29, 0x00, 0x00};

TEST_F(RpcXdr, the_example_of_the_rfc_is_decoded_encoded_and_freed) {
    File file;
    auto const routine = value_routine<File, xdr_file>(file);
    ASSERT_TRUE(decode(file_of_the_rfc, routine).is_ok());
    EXPECT_EQ(std::string(file.name, file.name + file.name_size), "sillyprog");
    EXPECT_EQ(file.type, 2u);
    EXPECT_EQ(std::string(file.interpreter, file.interpreter + file.interpreter_size), "lisp");
    EXPECT_EQ(std::string(file.owner, file.owner + file.owner_size), "john");
    EXPECT_EQ(std::string(file.data, file.data + file.data_size), "(quit)");
    EXPECT_EQ(encoded(routine), file_of_the_rfc);
    EXPECT_EQ(allocator.taken(), 4u);
    free(routine);
    EXPECT_EQ(allocator.taken(), 0u);
    EXPECT_EQ(file.name, nullptr);
}

TEST_F(RpcXdr, whatever_is_cut_off_is_missed_and_nothing_is_read_past_the_end) {
    for (usize size = 0; size < file_of_the_rfc.size(); ++size) {
        File file;
        auto const routine = value_routine<File, xdr_file>(file);
        Bytes const part(file_of_the_rfc.begin(), file_of_the_rfc.begin() + size);
        EXPECT_EQ(decode(part, routine).error(), no_room) << size;
        free(routine);
        EXPECT_EQ(allocator.taken(), 0u);
    }
}

TEST_F(RpcXdr, nothing_is_written_past_the_end) {
    File file;
    auto const routine = value_routine<File, xdr_file>(file);
    ASSERT_TRUE(decode(file_of_the_rfc, routine).is_ok());
    for (usize size = 0; size < file_of_the_rfc.size(); ++size) {
        Bytes room(size);
        room.shrink_to_fit();
        XdrMemory stream(testing::span_of(room), Operation::encode);
        EXPECT_EQ(routine(stream).error(), no_room) << size;
    }
    free(routine);
}

/// An array of at most four integers.
struct Array {
    void* elements = nullptr;
    u32 count = 0;

    std::vector<i32> values() const {
        auto const* const first = static_cast<i32 const*>(elements);
        return {first, first + count};
    }
};

XdrResult xdr_numbers(XdrStream& stream, Array& array) {
    return xdr_array(stream, array.elements, array.count, 4, sizeof(i32),
                     xdr_element<i32, xdr_i32>);
}

TEST_F(RpcXdr, an_array_is_its_count_and_its_elements) {
    Array array;
    auto const routine = value_routine<Array, xdr_numbers>(array);
    ASSERT_TRUE(decode(words({3, 7, 8, 0xffffffff}), routine).is_ok());
    EXPECT_EQ(array.values(), (std::vector<i32>{7, 8, -1}));
    EXPECT_EQ(encoded(routine), words({3, 7, 8, 0xffffffff}));
    free(routine);
    EXPECT_EQ(allocator.taken(), 0u);
}

TEST_F(RpcXdr, a_place_of_the_callers_own_is_filled_and_nothing_allocated) {
    i32 place[4] = {};
    Array array{place, 0};
    ASSERT_TRUE(decode(words({4, 1, 2, 3, 4}), value_routine<Array, xdr_numbers>(array)).is_ok());
    EXPECT_EQ(array.values(), (std::vector<i32>{1, 2, 3, 4}));
    EXPECT_EQ(allocator.taken(), 0u);
}

TEST_F(RpcXdr, an_empty_array_needs_no_memory) {
    Array array;
    auto const routine = value_routine<Array, xdr_numbers>(array);
    ASSERT_TRUE(decode(words({0}), routine).is_ok());
    EXPECT_EQ(array.elements, nullptr);
    EXPECT_EQ(encoded(routine), words({0}));
}

TEST_F(RpcXdr, more_elements_than_allowed_are_refused_before_memory_is_taken) {
    for (u32 const count : {5u, 0x40000000u, 0xffffffffu}) {
        Array array;
        auto const routine = value_routine<Array, xdr_numbers>(array);
        EXPECT_EQ(decode(words({count, 1, 2, 3, 4}), routine).error(), too_long);
        EXPECT_EQ(array.elements, nullptr);
        EXPECT_EQ(array.count, 0u);
    }
    i32 numbers[5] = {};
    Array array{numbers, 5};
    XdrMemory stream(buffer, Operation::encode);
    EXPECT_EQ(xdr_numbers(stream, array).error(), too_long);
}

TEST_F(RpcXdr, elements_without_a_place_are_not_encoded) {
    Array array{nullptr, 2};
    XdrMemory stream(buffer, Operation::encode);
    EXPECT_EQ(xdr_numbers(stream, array).error(), invalid);
}

TEST_F(RpcXdr, bytes_without_a_place_are_not_encoded) {
    u8* data = nullptr;
    u32 size = 3;
    XdrMemory stream(buffer, Operation::encode);
    EXPECT_EQ(xdr_bytes(stream, data, size, 16).error(), invalid);
    size = 0;
    ASSERT_TRUE(xdr_bytes(stream, data, size, 16).is_ok());
}

TEST_F(RpcXdr, without_memory_nothing_is_decoded) {
    Array array;
    auto const routine = value_routine<Array, xdr_numbers>(array);
    allocator.set_limit(0);
    EXPECT_EQ(decode(words({1, 7}), routine).error(), out_of_memory);
    Bytes bytes = words({1, 7});
    XdrMemory without(testing::span_of(bytes), Operation::decode);
    EXPECT_EQ(routine(without).error(), out_of_memory);
}

/// An array of at most two arrays of integers.
XdrResult xdr_nested(XdrStream& stream, Array& array) {
    return xdr_array(stream, array.elements, array.count, 2, sizeof(Array),
                     xdr_element<Array, xdr_numbers>);
}

TEST_F(RpcXdr, an_array_that_is_not_decoded_to_its_end_is_freed_all_the_same) {
    Array array;
    auto const routine = value_routine<Array, xdr_nested>(array);
    EXPECT_EQ(decode(words({2, 1, 7, 5}), routine).error(), too_long);
    EXPECT_EQ(allocator.taken(), 2u);
    free(routine);
    EXPECT_EQ(allocator.taken(), 0u);
}

TEST_F(RpcXdr, a_stream_in_memory_goes_on_from_any_place_within) {
    XdrMemory stream(buffer, Operation::encode);
    ASSERT_TRUE(stream.set_position(sizeof buffer).is_ok());
    EXPECT_EQ(stream.put_word(1).error(), no_room);
    EXPECT_EQ(stream.set_position(sizeof buffer + 1).error(), no_room);
    ASSERT_TRUE(stream.set_position(8).is_ok());
    ASSERT_TRUE(stream.put_word(0x01020304).is_ok());
    EXPECT_EQ(stream.position(), 12u);
    stream.restart(Span<u8>(buffer + 8, 4), Operation::decode);
    EXPECT_EQ(stream.get_word().value(), 0x01020304u);
    EXPECT_EQ(stream.get_word().error(), no_room);
}

} // namespace
} // namespace flat::rpc
