// SPDX-License-Identifier: BSD-2-Clause
// The checked form of a PlanP program, as compilers write it and the interpreter runs it.
#pragma once

#include <core/result.hpp>
#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::router::planp {

/// The headers that a packet can have, each below the one that `parent_of` names.
enum class Header : u8 { ether, arp, ip, icmp, udp, tcp };
inline constexpr u32 headers = 6;

/// What instructions do (docs/planp.md has the operands of each). Jumps lead forwards only.
enum class Opcode : u8 {
    constant,
    constant_high,
    move,
    add,
    subtract,
    multiply,
    divide,
    modulo,
    bit_and,
    bit_or,
    bit_xor,
    shift_left,
    shift_right,
    equal,
    not_equal,
    less,
    less_equal,
    jump,
    jump_if_zero,
    load,
    store,
    adjust,
    make,
    table_get,
    table_set,
    table_remove,
    send,
    send_others,
    port,
    ports,
    blob_length,
    blob_none,
    state_get,
    state_set,
    finish,
    fail,
    now,
    port_address,
    arrived,
    blob_load,
    blob_part,
    blob_thin
};
inline constexpr u32 opcodes = 42;

/// One instruction: registers and a number, or the place that it jumps to.
struct Instruction {
    Opcode opcode;
    u8 a;
    u8 b;
    u8 c;
    u32 d;
};
static_assert(sizeof(Instruction) == 8);

/// The number of `load`, `store`, `adjust` and `make`: a header, where a field of it lies, and the
/// memory of the header that is made or has the field changed. Each has what it needs.
struct FieldPlace {
    explicit constexpr FieldPlace(u32 number)
        : offset(number & 0xff), width(number >> 8 & 0xff), slot(number >> 16 & 0xff),
          header(number >> 24) {}
    u32 offset;
    u32 width;
    u32 slot;
    u32 header;
};

/// What `blob_load` and `blob_thin` have in their number: where they jump if there are no such
/// bytes, and how many bytes are read, or which memory those that are made have.
struct BlobPlace {
    explicit constexpr BlobPlace(u32 number) : target(number & 0xffff), detail(number >> 16) {}
    u32 target;
    u32 detail;
};

/// What a register or a part of the state holds: a number, bytes of the packet, one of the headers,
/// or a table by its words.
struct Type {
    static constexpr u8 number = 1;
    static constexpr u8 blob = 2;
    static constexpr u8 first_header = 0x10;
    static constexpr u8 first_table = 0x40;

    static constexpr u8 of(Header header) { return static_cast<u8>(first_header + u32(header)); }
    static constexpr bool is_header(u8 type) {
        return type >= first_header && type < first_header + headers;
    }
    static constexpr bool is_table(u8 type) {
        return type >= first_table && type < first_table + 16 && key_words(type) != 0 &&
               value_words(type) != 0;
    }
    static constexpr u8 table(u32 key_words, u32 value_words) {
        return static_cast<u8>(first_table | key_words << 2 | value_words);
    }
    static constexpr u32 key_words(u8 type) { return type >> 2 & 3; }
    static constexpr u32 value_words(u8 type) { return type & 3; }
};

struct TableEntry {
    u8 key_words;
    u8 value_words;
    u8 zero[2];
    u32 capacity;
};
struct StateEntry {
    u8 type;
    u8 zero[7];
    u64 initial; // a number, or which table
};
struct ChannelEntry {
    u8 pattern; // the innermost header
    u8 registers;
    u8 zero[2];
    u32 instructions;
};

/// Why bytes are no program: what, in which channel, at which instruction.
struct FormError {
    enum Code : u8 {
        not_a_form,
        wrong_size,
        too_large,
        bad_table,
        bad_state,
        bad_channel,
        bad_type,
        bad_register,
        bad_opcode,
        bad_jump,
        bad_field,
        bad_memory,
        bad_end,
        too_many_sends
    };
    Code code;
    u32 channel;
    u32 instruction;
};

/// The reason in words.
char const* reason(FormError::Code code);

/// A program whose form was checked: a view of its bytes. Whatever a checked program does stays
/// within its registers, its tables and the packet, and every run of a channel ends: it executes
/// each instruction at most once.
class Form {
public:
    static constexpr u32 magic = 0x504e4c50; // "PLNP"
    static constexpr u32 version = 2;
    static constexpr u32 tables_max = 8;
    static constexpr u32 states_max = 16;
    static constexpr u32 channels_max = 16;
    static constexpr u32 registers_max = 64;
    static constexpr u32 instructions_max = 4096;
    static constexpr u32 capacity_max = 65536;
    static constexpr u32 words_max = 3; // of a key, of a value
    static constexpr u32 slots_max = 32;
    static constexpr u32 sends_max = 8;

    /// Checks bytes that anybody may have sent, aligned to 8, in one pass. They must stay as they
    /// are for as long as the form is used.
    static Result<Form, FormError> check(Span<u8 const> bytes);

    Span<TableEntry const> tables() const { return {tables_, table_count_}; }
    Span<StateEntry const> states() const { return {states_, state_count_}; }
    u32 channels() const { return channel_count_; }
    ChannelEntry const& channel(u32 index) const { return channels_[index]; }
    u8 const* types(u32 channel) const { return types_[channel]; }
    Instruction const* code(u32 channel) const { return code_[channel]; }

private:
    using Outcome = Result<void, FormError>;

    Outcome check_tables() const;
    Outcome check_states() const;
    Outcome place_channels(u8 const* begin, u8 const* end);

    TableEntry const* tables_ = nullptr;
    StateEntry const* states_ = nullptr;
    ChannelEntry const* channels_ = nullptr;
    u32 table_count_ = 0;
    u32 state_count_ = 0;
    u32 channel_count_ = 0;
    u8 const* types_[channels_max] = {};
    Instruction const* code_[channels_max] = {};
};

} // namespace flat::router::planp
