// SPDX-License-Identifier: BSD-2-Clause
// Native methods of java.util.zip: checksums, and streams that are compressed.
#include <java/machine/natives/natives.hpp>
#include <java/machine/zip/checksums.hpp>
#include <java/machine/zip/deflater.hpp>
#include <java/machine/zip/inflater.hpp>

#include <new>

namespace flat::java {

namespace native_of_zip {

namespace {

/// Bytes of an array from an offset on, which the class library has checked.
Span<u8> in_array(Call& call, u32 slot) {
    u8* const bytes = call.array(slot)->elements<u8>();
    return {bytes + call.integer(slot + 1), static_cast<usize>(call.integer(slot + 2))};
}
/// Bytes at an address, from an offset on.
Span<u8> at_address(Call& call, u32 slot) {
    u8* const bytes = pointer_to<u8>(call.long_(slot));
    return {bytes + call.integer(slot + 2), static_cast<usize>(call.integer(slot + 3))};
}
/// The same without an offset.
Span<u8> from_address(Call& call, u32 slot) {
    return {pointer_to<u8>(call.long_(slot)), static_cast<usize>(call.integer(slot + 2))};
}

using Grow = u32 (*)(u32, Span<u8 const>);
template<Grow grow>
void update(Call& call) {
    auto const byte = static_cast<u8>(call.integer(1));
    call.give_int(
        static_cast<i32>(grow(static_cast<u32>(call.integer(0)), Span<u8 const>(&byte, 1))));
}
template<Grow grow>
void update_bytes(Call& call) {
    call.give_int(static_cast<i32>(grow(static_cast<u32>(call.integer(0)), in_array(call, 1))));
}
template<Grow grow>
void update_buffer(Call& call) {
    call.give_int(static_cast<i32>(grow(static_cast<u32>(call.integer(0)), at_address(call, 1))));
}

/// Both counts and two bits, as Inflater and Deflater take their results apart.
u64 result_of(u64 taken, u64 given, bool is_finished, bool is_second) {
    return taken | given << 31 | u64{is_finished} << 62 | u64{is_second} << 63;
}

template<class Stream>
Stream& stream(Call& call, u32 slot) {
    return *pointer_to<Stream>(call.long_(slot));
}

/// The counts of a call that throws are in fields.
void throw_format(Call& call, Inflater::Progress done, char const* problem) {
    Object* const object = call.object(0);
    at<u32>(object, call.machine.field(*object->type, "inputConsumed", "I").offset) = done.taken;
    at<u32>(object, call.machine.field(*object->type, "outputConsumed", "I").offset) = done.given;
    call.run.raise("java/util/zip/DataFormatException", Text(problem));
}

void inflate(Call& call, Span<u8> input, Span<u8> output) {
    auto& made = stream<Inflater>(call, 1);
    auto const done = made.inflate(input, output);
    if (made.problem()) {
        throw_format(call, done, made.problem());
        return;
    }
    call.give_long(result_of(done.taken, done.given, made.is_finished(), made.needs_dictionary()));
}
void inflate_bytes_bytes(Call& call) {
    inflate(call, in_array(call, 3), in_array(call, 6));
}
void inflate_bytes_buffer(Call& call) {
    inflate(call, in_array(call, 3), from_address(call, 6));
}
void inflate_buffer_bytes(Call& call) {
    inflate(call, from_address(call, 3), in_array(call, 6));
}
void inflate_buffer_buffer(Call& call) {
    inflate(call, from_address(call, 3), from_address(call, 6));
}

/// `flush`, and parameters: whether they changed, the strategy, the level.
void deflate(Call& call, Span<u8> input, Span<u8> output, u32 last_slot) {
    constexpr u32 literals_only = 2;
    auto& made = stream<Deflater>(call, 1);
    i32 const parameters = call.integer(last_slot + 1);
    if ((parameters & 1) != 0)
        made.set(parameters >> 3, (static_cast<u32>(parameters) >> 1 & 3) == literals_only);
    auto const done =
        made.deflate(input, output, static_cast<Deflater::Flush>(call.integer(last_slot)));
    call.give_long(result_of(done.taken, done.given, made.is_finished(), false));
}
void deflate_bytes_bytes(Call& call) {
    deflate(call, in_array(call, 3), in_array(call, 6), 9);
}
void deflate_bytes_buffer(Call& call) {
    deflate(call, in_array(call, 3), from_address(call, 6), 9);
}
void deflate_buffer_bytes(Call& call) {
    deflate(call, from_address(call, 3), in_array(call, 6), 9);
}
void deflate_buffer_buffer(Call& call) {
    deflate(call, from_address(call, 3), from_address(call, 6), 9);
}

/// One that is not in use, or a new one: memory of streams is taken and not given back. None with
/// an exception.
template<class Stream>
Stream* new_stream(Call& call, Stream*& free) {
    if (Stream* const found = free) {
        free = found->next_free;
        return found;
    }
    void* const room = call.machine.arena.bytes(sizeof(Stream));
    if (!room) call.run.raise_out_of_memory();
    return room ? new (room) Stream : nullptr;
}
template<class Stream>
void end(Call& call, Stream*& free) {
    auto& ended = stream<Stream>(call, 0);
    ended.next_free = free;
    free = &ended;
}

void begin_inflater(Call& call) {
    Inflater* const made = new_stream(call, call.machine.free_inflaters);
    if (!made) return;
    made->begin(call.integer(0) != 0);
    call.give_long(address_of(made));
}
void begin_deflater(Call& call) {
    constexpr i32 literals_only = 2;
    Deflater* const made = new_stream(call, call.machine.free_deflaters);
    if (!made) return;
    made->begin(call.integer(0), call.integer(1) == literals_only, call.integer(2) != 0);
    call.give_long(address_of(made));
}
void end_inflater(Call& call) {
    end(call, call.machine.free_inflaters);
}
void end_deflater(Call& call) {
    end(call, call.machine.free_deflaters);
}
template<class Stream>
void adler(Call& call) {
    call.give_int(static_cast<i32>(stream<Stream>(call, 0).adler()));
}
template<class Stream>
void reset(Call& call) {
    stream<Stream>(call, 0).reset();
}

void inflater_dictionary(Call& call, Span<u8> bytes) {
    if (!stream<Inflater>(call, 0).set_dictionary(bytes))
        call.run.raise("java/lang/IllegalArgumentException");
}
void inflater_dictionary_bytes(Call& call) {
    inflater_dictionary(call, in_array(call, 2));
}
void inflater_dictionary_buffer(Call& call) {
    inflater_dictionary(call, from_address(call, 2));
}
void deflater_dictionary_bytes(Call& call) {
    stream<Deflater>(call, 0).set_dictionary(in_array(call, 2));
}
void deflater_dictionary_buffer(Call& call) {
    stream<Deflater>(call, 0).set_dictionary(from_address(call, 2));
}

constexpr Text crc = "java/util/zip/CRC32";
constexpr Text adler_sum = "java/util/zip/Adler32";
constexpr Text of_inflater = "java/util/zip/Inflater";
constexpr Text of_deflater = "java/util/zip/Deflater";
constexpr NativeEntry entries[] = {
    {crc, "update", "(II)I", update<grow_crc32>},
    {crc, "updateBytes0", {}, update_bytes<grow_crc32>},
    {crc, "updateByteBuffer0", {}, update_buffer<grow_crc32>},
    {adler_sum, "update", "(II)I", update<grow_adler32>},
    {adler_sum, "updateBytes", {}, update_bytes<grow_adler32>},
    {adler_sum, "updateByteBuffer", {}, update_buffer<grow_adler32>},
    {of_inflater, "init", {}, begin_inflater},
    {of_inflater, "setDictionary", {}, inflater_dictionary_bytes},
    {of_inflater, "setDictionaryBuffer", {}, inflater_dictionary_buffer},
    {of_inflater, "inflateBytesBytes", {}, inflate_bytes_bytes},
    {of_inflater, "inflateBytesBuffer", {}, inflate_bytes_buffer},
    {of_inflater, "inflateBufferBytes", {}, inflate_buffer_bytes},
    {of_inflater, "inflateBufferBuffer", {}, inflate_buffer_buffer},
    {of_inflater, "getAdler", {}, adler<Inflater>},
    {of_inflater, "reset", {}, reset<Inflater>},
    {of_inflater, "end", {}, end_inflater},
    {of_deflater, "init", {}, begin_deflater},
    {of_deflater, "setDictionary", {}, deflater_dictionary_bytes},
    {of_deflater, "setDictionaryBuffer", {}, deflater_dictionary_buffer},
    {of_deflater, "deflateBytesBytes", {}, deflate_bytes_bytes},
    {of_deflater, "deflateBytesBuffer", {}, deflate_bytes_buffer},
    {of_deflater, "deflateBufferBytes", {}, deflate_buffer_bytes},
    {of_deflater, "deflateBufferBuffer", {}, deflate_buffer_buffer},
    {of_deflater, "getAdler", {}, adler<Deflater>},
    {of_deflater, "reset", {}, reset<Deflater>},
    {of_deflater, "end", {}, end_deflater},
};

} // namespace

} // namespace native_of_zip

Span<NativeEntry const> zip_natives() {
    return native_of_zip::entries;
}

} // namespace flat::java
