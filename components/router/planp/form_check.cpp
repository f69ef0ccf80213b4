// SPDX-License-Identifier: BSD-2-Clause
// Checks the code of one channel.
#include <router/planp/form_check.hpp>

#include <router/planp/blob.hpp>
#include <router/planp/made_header.hpp>

namespace flat::router::planp {

Result<void, FormError> FormCheck::run() {
    TRY(check_types());
    TRY(check_packet(0, static_cast<Header>(entry_.pattern)));
    if (entry_.instructions == 0) return wrong(FormError::bad_end);
    for (place_ = 0; place_ < entry_.instructions; ++place_)
        TRY(check(form_.code(channel_)[place_]));
    Opcode const last = form_.code(channel_)[entry_.instructions - 1].opcode;
    if (last != Opcode::finish && last != Opcode::fail) return wrong(FormError::bad_end);
    return {};
}

/// Each table's type is that of a table that there is, for a register begins with one.
FormCheck::Outcome FormCheck::check_types() const {
    for (u32 i = 0; i < entry_.registers; ++i) {
        u8 const type = types_[i];
        bool is_known = type == Type::number || type == Type::blob || Type::is_header(type);
        for (TableEntry const& table : form_.tables())
            is_known = is_known || type == Type::table(table.key_words, table.value_words);
        if (!is_known) return wrong(FormError::bad_type);
    }
    return {};
}

FormCheck::Outcome FormCheck::expect(u32 first, u8 type, u32 count) const {
    for (u32 i = first; i < first + count; ++i)
        if (i >= entry_.registers || types_[i] != type) return wrong(FormError::bad_register);
    return {};
}

FormCheck::Outcome FormCheck::expect_jump(u32 target) const {
    if (target <= place_ || target >= entry_.instructions) return wrong(FormError::bad_jump);
    return {};
}

/// The headers of a packet lie in one register after the other, and after them what follows.
FormCheck::Outcome FormCheck::check_packet(u32 first, Header innermost) const {
    u32 const depth = depth_of(innermost);
    for (u32 i = 0; i < depth; ++i)
        TRY(expect(first + i, Type::of(header_at(innermost, i))));
    return expect(first + depth, Type::blob);
}

FormCheck::Outcome FormCheck::check(Instruction const& each) {
    switch (each.opcode) {
    case Opcode::constant:
    case Opcode::constant_high:
    case Opcode::port:
    case Opcode::ports:
    case Opcode::now:
        return expect(each.a, Type::number);
    case Opcode::port_address:
        TRY(expect(each.a, Type::number));
        return expect(each.b, Type::number);
    case Opcode::move:
        if (each.b >= entry_.registers) return wrong(FormError::bad_register);
        return expect(each.a, types_[each.b]);
    case Opcode::add:
    case Opcode::subtract:
    case Opcode::multiply:
    case Opcode::bit_and:
    case Opcode::bit_or:
    case Opcode::bit_xor:
    case Opcode::shift_left:
    case Opcode::shift_right:
    case Opcode::equal:
    case Opcode::not_equal:
    case Opcode::less:
    case Opcode::less_equal:
        TRY(expect(each.a, Type::number));
        TRY(expect(each.b, Type::number));
        return expect(each.c, Type::number);
    case Opcode::divide:
    case Opcode::modulo:
        TRY(expect(each.a, Type::number));
        TRY(expect(each.b, Type::number));
        TRY(expect(each.c, Type::number));
        return expect_jump(each.d);
    case Opcode::jump:
        return expect_jump(each.d);
    case Opcode::jump_if_zero:
        TRY(expect(each.a, Type::number));
        return expect_jump(each.d);
    case Opcode::load:
    case Opcode::store:
        return check_field(each);
    case Opcode::adjust:
    case Opcode::make:
        return check_memory(each);
    case Opcode::table_get:
    case Opcode::table_set:
    case Opcode::table_remove:
        return check_table(each);
    case Opcode::send:
    case Opcode::send_others:
        return check_send(each);
    case Opcode::blob_length:
        TRY(expect(each.a, Type::number));
        return expect(each.b, Type::blob);
    case Opcode::blob_none:
    case Opcode::arrived:
        return expect(each.a, Type::blob);
    case Opcode::blob_load:
    case Opcode::blob_part:
    case Opcode::blob_thin:
        return check_blob(each);
    case Opcode::state_get:
    case Opcode::state_set:
        return check_state(each);
    case Opcode::finish:
    case Opcode::fail:
        return {};
    }
    return wrong(FormError::bad_opcode);
}

FormCheck::Outcome FormCheck::check_field(Instruction const& each) {
    FieldPlace const field(each.d);
    bool const has_width =
        field.width == 1 || field.width == 2 || field.width == 4 || field.width == 6;
    if (field.header >= headers || !has_width) return wrong(FormError::bad_field);
    Header const header = static_cast<Header>(field.header);
    TRY(expect(each.b, Type::of(header)));
    if (each.opcode == Opcode::load) {
        if (field.offset + field.width > bytes_min(header)) return wrong(FormError::bad_field);
        return expect(each.a, Type::number);
    }
    if (!may_write(header, field.offset, field.width)) return wrong(FormError::bad_field);
    TRY(expect(each.a, Type::of(header)));
    TRY(expect(each.c, Type::number));
    return take(slots_, field.slot, Form::slots_max);
}

FormCheck::Outcome FormCheck::check_memory(Instruction const& each) {
    FieldPlace const field(each.d);
    if (field.header >= headers) return wrong(FormError::bad_field);
    Header const header = static_cast<Header>(field.header);
    if (each.opcode == Opcode::make) {
        MadeHeader const made = made_header(header);
        TRY(expect(each.b, Type::number, made.count));
        if (made.has_content) TRY(expect(each.c, Type::blob));
    } else {
        if (header != Header::udp && header != Header::tcp) return wrong(FormError::bad_field);
        TRY(expect(each.b, Type::of(header)));
        TRY(expect(each.c, Type::number, 2));
    }
    TRY(expect(each.a, Type::of(header)));
    return take(slots_, field.slot, Form::slots_max);
}

/// Each piece of memory is written by one instruction only, so that a header, or bytes, stay what
/// they were when they were made.
FormCheck::Outcome FormCheck::take(u32& taken, u32 number, u32 count) const {
    if (number >= count || (taken >> number & 1) != 0) return wrong(FormError::bad_memory);
    taken |= u32{1} << number;
    return {};
}

FormCheck::Outcome FormCheck::check_blob(Instruction const& each) {
    TRY(expect(each.b, Type::blob));
    if (each.opcode == Opcode::blob_load) {
        u32 const width = BlobPlace(each.d).detail;
        if (width != 1 && width != 2 && width != 4) return wrong(FormError::bad_field);
        TRY(expect(each.a, Type::number));
        TRY(expect(each.c, Type::number));
        return expect_jump(BlobPlace(each.d).target);
    }
    TRY(expect(each.a, Type::blob));
    TRY(expect(each.c, Type::number, 2));
    if (each.opcode == Opcode::blob_part) return expect_jump(each.d);
    TRY(take(memories_, BlobPlace(each.d).detail, MadeBytes::memories));
    return expect_jump(BlobPlace(each.d).target);
}

FormCheck::Outcome FormCheck::check_table(Instruction const& each) {
    if (each.b >= entry_.registers || !Type::is_table(types_[each.b]))
        return wrong(FormError::bad_register);
    u8 const type = types_[each.b];
    TRY(expect(each.c, Type::number, Type::key_words(type)));
    if (each.opcode == Opcode::table_remove) return {};
    TRY(expect(each.a, Type::number, Type::value_words(type)));
    if (each.opcode == Opcode::table_set) return {};
    return expect_jump(each.d);
}

FormCheck::Outcome FormCheck::check_send(Instruction const& each) {
    if (++sends_ > Form::sends_max) return wrong(FormError::too_many_sends);
    if (each.c >= headers) return wrong(FormError::bad_field);
    if (each.opcode == Opcode::send) TRY(expect(each.a, Type::number));
    return check_packet(each.b, static_cast<Header>(each.c));
}

FormCheck::Outcome FormCheck::check_state(Instruction const& each) {
    if (each.d >= form_.states().size()) return wrong(FormError::bad_state);
    return expect(each.a, form_.states()[each.d].type);
}

} // namespace flat::router::planp
