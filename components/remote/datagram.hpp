// SPDX-License-Identifier: BSD-2-Clause
// What calls between kernels look like in datagrams.
#pragma once

#include <core/maybe.hpp>
#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::remote {

/// What a datagram is.
enum class DatagramKind : u8 {
    hello = 1, ///< A client wants a session.
    welcome,   ///< It has one.
    request,   ///< A part of a call.
    answer,    ///< A part of its answer.
    refusal,   ///< The call is none, or its session is none: there will be no answer.
    call_back, ///< A part of a call of an object that the client has passed.
    reply,     ///< A part of its answer.
    rejection, ///< The call back is none: there will be no reply.
    memory,    ///< Of distributed memory (components/remote/shared), whose own kind is the method.
};

/// What each datagram begins with. Numbers are little-endian, as all of our machines have them.
struct DatagramHeader {
    u64 checksum = 0; ///< Of all that follows: networks let a few wrong bits pass.
    u32 magic = 0;
    DatagramKind kind = DatagramKind::hello;
    u8 level = 0; ///< In how many calls back a call is, or of which call a call back is.
    u16 method = 0;
    u64 session = 0;   ///< Of a `hello` the client's own number, which a `welcome` has as object.
    u64 sequence = 0;  ///< Of calls at a level, calls back, greetings: larger than those before.
    u64 object = 0;    ///< The identity of what is called; the type of what has been passed.
    u32 total = 0;     ///< How many bytes all parts have together.
    u16 fragment = 0;  ///< The place of this part.
    u16 fragments = 1; ///< How many there are.
};

static_assert(sizeof(DatagramHeader) == 48);

/// The most parts that a call or its answer has.
inline constexpr u32 fragments_max = 256;

/// In how many calls back of one client calls are at once, at the most.
inline constexpr u32 levels_max = 4;

/// Puts a header before the bytes that lie after its place in `datagram` already.
void seal(Span<u8> datagram, DatagramHeader header);

/// The header of a datagram that is one of ours and whole; nothing if it is not.
Maybe<DatagramHeader> opened(Span<u8 const> datagram);

/// What comes after the header of one that was opened.
inline Span<u8 const> payload_of(Span<u8 const> datagram) {
    return datagram.after(sizeof(DatagramHeader));
}

} // namespace flat::remote
