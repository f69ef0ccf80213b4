// SPDX-License-Identifier: BSD-2-Clause
// Tests of the check of programs.
#include <router/planp/form.hpp>

#include <core/maybe.hpp>
#include <router/planp/testing.hpp>

#include <gtest/gtest.h>

namespace flat::router::planp {
namespace {

using testing::bytes_of;
using testing::ether;
using testing::field;

/// Registers 0 to 6: the packet, two numbers, a table of one word to one, two headers.
testing::Draft draft(std::vector<Instruction> code) {
    testing::Draft draft;
    draft.tables = {{1, 1, {}, 64}};
    draft.states = {{Type::number, {}, 7}, {Type::table(1, 1), {}, 0}};
    u8 const number = Type::number;
    u8 const ip = Type::of(Header::ip);
    draft.channels = {
        {Header::ether, {ether, Type::blob, number, number, Type::table(1, 1), ether, ip}, code}};
    return draft;
}

/// Why the code is refused; nothing if it is not.
Maybe<FormError::Code> refusal(testing::Draft const& draft) {
    auto const words = draft.words();
    auto const result = Form::check(bytes_of(words));
    if (result.is_ok()) return nothing;
    EXPECT_NE(std::string(reason(result.error().code)), "");
    return result.error().code;
}

Maybe<FormError::Code> refusal(std::vector<Instruction> code) {
    return refusal(draft(std::move(code)));
}

constexpr Instruction finish{Opcode::finish, 0, 0, 0, 0};

TEST(RouterPlanpForm, a_right_program_is_accepted) {
    std::vector<Instruction> const code{
        {Opcode::load, 2, 0, 0, field(Header::ether, 6, 6)},
        {Opcode::table_get, 3, 4, 2, 4},
        {Opcode::store, 5, 0, 2, field(Header::ether, 0, 6)},
        {Opcode::jump, 0, 0, 0, 5},
        {Opcode::table_set, 2, 4, 3, 0},
        {Opcode::send, 2, 0, 0, 0},
        {Opcode::state_set, 2, 0, 0, 0},
        finish,
    };
    EXPECT_FALSE(refusal(code).has_value());
}

TEST(RouterPlanpForm, jumps_lead_forwards_and_stay_in_the_channel) {
    for (u32 const target : {0u, 1u, 3u, 1000u, ~0u})
        EXPECT_EQ(
            *refusal({{Opcode::constant, 2, 0, 0, 1}, {Opcode::jump, 0, 0, 0, target}, finish}),
            FormError::bad_jump)
            << target;
    EXPECT_FALSE(refusal({{Opcode::jump_if_zero, 2, 0, 0, 1}, finish}).has_value());
    EXPECT_EQ(*refusal({{Opcode::divide, 2, 2, 3, 0}, finish}), FormError::bad_jump);
    EXPECT_EQ(*refusal({{Opcode::table_get, 2, 4, 3, 9}, finish}), FormError::bad_jump);
}

TEST(RouterPlanpForm, a_channel_has_an_end) {
    EXPECT_EQ(*refusal(std::vector<Instruction>{}), FormError::bad_end);
    EXPECT_EQ(*refusal({{Opcode::constant, 2, 0, 0, 1}}), FormError::bad_end);
    EXPECT_FALSE(refusal({{Opcode::fail, 0, 0, 0, 0}}).has_value());
}

TEST(RouterPlanpForm, operands_have_the_types_of_their_registers) {
    std::vector<Instruction> const wrong{
        {Opcode::constant, 0, 0, 0, 1},
        {Opcode::constant, 7, 0, 0, 1},
        {Opcode::move, 2, 0, 0, 0},
        {Opcode::move, 0, 200, 0, 0},
        {Opcode::add, 2, 2, 1, 0},
        {Opcode::load, 2, 6, 0, field(Header::ether, 0, 6)},
        {Opcode::load, 2, 1, 0, field(Header::ether, 0, 6)},
        {Opcode::table_set, 2, 3, 2, 0},
        {Opcode::table_set, 4, 4, 2, 0},
        {Opcode::table_remove, 0, 4, 0, 0},
        {Opcode::send, 0, 0, 0, 0},
        {Opcode::send, 2, 5, 0, 0},
        {Opcode::send_others, 0, 0, 2, 0},
        {Opcode::blob_length, 2, 0, 0, 0},
        {Opcode::blob_none, 2, 0, 0, 0},
        {Opcode::state_get, 4, 0, 0, 0},
        {Opcode::state_set, 2, 0, 0, 1},
    };
    for (Instruction const& each : wrong)
        EXPECT_EQ(refusal({each, finish}).value_or(FormError::not_a_form), FormError::bad_register)
            << u32(each.opcode);
    EXPECT_EQ(*refusal({{Opcode::state_get, 2, 0, 0, 2}, finish}), FormError::bad_state);
    EXPECT_EQ(*refusal({{static_cast<Opcode>(opcodes), 0, 0, 0, 0}, finish}),
              FormError::bad_opcode);
}

TEST(RouterPlanpForm, fields_lie_in_their_header_and_lengths_and_checksums_are_not_written) {
    auto const code = [](Opcode opcode, u32 place) {
        return std::vector<Instruction>{{opcode, 6, 6, 2, place}, finish};
    };
    for (u32 const place :
         {field(Header::ip, 0, 1), field(Header::ip, 10, 2), field(Header::ip, 9, 2),
          field(Header::ip, 17, 4), field(Header::ip, 12, 3), u32{200} << 24})
        EXPECT_EQ(*refusal(code(Opcode::store, place)), FormError::bad_field) << place;
    EXPECT_FALSE(refusal(code(Opcode::store, field(Header::ip, 16, 4))).has_value());
    EXPECT_EQ(*refusal({{Opcode::load, 2, 6, 0, field(Header::ip, 19, 2)}, finish}),
              FormError::bad_field);
    EXPECT_FALSE(refusal({{Opcode::load, 2, 6, 0, field(Header::ip, 0, 1)}, finish}).has_value());
    EXPECT_EQ(*refusal({{Opcode::make, 6, 2, 0, u32{headers} << 24}, finish}),
              FormError::bad_field);
}

TEST(RouterPlanpForm, memory_for_a_header_is_used_once) {
    Instruction const change{Opcode::store, 5, 0, 2, field(Header::ether, 0, 6, 3)};
    EXPECT_FALSE(refusal({change, finish}).has_value());
    EXPECT_EQ(*refusal({change, change, finish}), FormError::bad_memory);
    auto made = draft({{Opcode::make, 5, 7, 0, field(Header::ether, 0, 0, 32)}, finish});
    for (u32 i = 0; i < 5; ++i)
        made.channels[0].types.push_back(Type::number);
    EXPECT_EQ(*refusal(made), FormError::bad_memory);
    made.channels[0].code[0].d = field(Header::ether, 0, 0, 31);
    EXPECT_FALSE(refusal(made).has_value());
    made.channels[0].code[0] = {Opcode::make, 6, 8, 0, field(Header::ip, 0, 0)};
    EXPECT_EQ(*refusal(made), FormError::bad_register) << "the last of five numbers is outside";
}

TEST(RouterPlanpForm, bytes_are_read_and_made_where_there_are_some) {
    auto const code = [](Opcode opcode, u8 a, u8 b, u32 detail) {
        return std::vector<Instruction>{{opcode, a, b, 2, detail << 16 | 1}, finish};
    };
    for (u32 const width : {1u, 2u, 4u})
        EXPECT_FALSE(refusal(code(Opcode::blob_load, 3, 1, width)).has_value());
    for (u32 const width : {0u, 3u, 8u})
        EXPECT_EQ(*refusal(code(Opcode::blob_load, 3, 1, width)), FormError::bad_field);
    EXPECT_EQ(*refusal(code(Opcode::blob_load, 3, 0, 1)), FormError::bad_register);
    EXPECT_EQ(*refusal(code(Opcode::blob_load, 1, 1, 1)), FormError::bad_register);
    EXPECT_FALSE(refusal(code(Opcode::blob_part, 1, 1, 0)).has_value());
    EXPECT_EQ(*refusal(code(Opcode::blob_part, 3, 1, 0)), FormError::bad_register);
    EXPECT_EQ(*refusal({{Opcode::blob_part, 1, 1, 2, 0}, finish}), FormError::bad_jump);
    EXPECT_EQ(*refusal({{Opcode::blob_part, 1, 1, 3, 1}, finish}), FormError::bad_register);
    EXPECT_EQ(*refusal(code(Opcode::blob_thin, 1, 1, 2)), FormError::bad_memory);
    Instruction const thin{Opcode::blob_thin, 1, 1, 2, 2};
    EXPECT_EQ(*refusal({thin, thin, finish}), FormError::bad_memory);
    EXPECT_EQ(*refusal({{Opcode::blob_thin, 1, 1, 2, 0}, finish}), FormError::bad_jump);
}

TEST(RouterPlanpForm, a_channel_sends_eight_times_at_most) {
    std::vector<Instruction> code(8, {Opcode::send_others, 0, 0, 0, 0});
    code.push_back(finish);
    EXPECT_FALSE(refusal(code).has_value());
    code.insert(code.begin(), {Opcode::send, 2, 0, 0, 0});
    EXPECT_EQ(*refusal(code), FormError::too_many_sends);
}

TEST(RouterPlanpForm, tables_and_states_are_what_they_can_be) {
    auto wrong = draft({finish});
    wrong.tables[0].capacity = 0;
    EXPECT_EQ(*refusal(wrong), FormError::bad_table);
    wrong.tables[0] = {4, 1, {}, 64};
    EXPECT_EQ(*refusal(wrong), FormError::bad_table);
    wrong = draft({finish});
    wrong.states[1].initial = 1;
    EXPECT_EQ(*refusal(wrong), FormError::bad_state);
    wrong.states[1] = {Type::blob, {}, 0};
    EXPECT_EQ(*refusal(wrong), FormError::bad_state);
    wrong = draft({finish});
    wrong.channels[0].types.push_back(Type::table(2, 1));
    EXPECT_EQ(*refusal(wrong), FormError::bad_type);
    wrong = draft({finish});
    wrong.channels[0].pattern = static_cast<Header>(6);
    EXPECT_EQ(*refusal(wrong), FormError::bad_channel);
    wrong.channels[0].pattern = Header::udp;
    EXPECT_EQ(*refusal(wrong), FormError::bad_register);
}

TEST(RouterPlanpForm, what_is_cut_off_or_goes_on_is_refused) {
    auto words = draft({finish}).words();
    for (usize units = 0; units < words.size(); ++units) {
        std::vector<u64> const part(words.begin(), words.begin() + static_cast<long>(units));
        EXPECT_TRUE(Form::check(bytes_of(part)).is_error()) << units;
    }
    words.push_back(0);
    EXPECT_EQ(Form::check(bytes_of(words)).error().code, FormError::wrong_size);
    words[0] ^= 1;
    EXPECT_EQ(Form::check(bytes_of(words)).error().code, FormError::not_a_form);
}

} // namespace
} // namespace flat::router::planp
