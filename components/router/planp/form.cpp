// SPDX-License-Identifier: BSD-2-Clause
// Checks the form of a program before it runs.
#include <router/planp/form.hpp>

#include <core/bytes/little_endian.hpp>
#include <core/memory.hpp>
#include <router/planp/form_check.hpp>

namespace flat::router::planp {

namespace {

constexpr u32 head_bytes = 8;
constexpr u32 unit_bytes = 8; // what all parts are multiples of

constexpr u32 rounded(u32 bytes) {
    return (bytes + unit_bytes - 1) / unit_bytes * unit_bytes;
}

FormError outside(FormError::Code code, u32 channel = 0) {
    return FormError{code, channel, 0};
}

} // namespace

char const* reason(FormError::Code code) {
    switch (code) {
    case FormError::not_a_form:
        return "it is no PlanP program of this version";
    case FormError::wrong_size:
        return "it is longer or shorter than it says";
    case FormError::too_large:
        return "it has more parts than a program may have";
    case FormError::bad_table:
        return "a table has an impossible key, value or size";
    case FormError::bad_state:
        return "a part of the state has an impossible type or value";
    case FormError::bad_channel:
        return "a channel has an impossible pattern or size";
    case FormError::bad_type:
        return "a register has an impossible type";
    case FormError::bad_register:
        return "an operand is of the wrong type";
    case FormError::bad_opcode:
        return "there is no such instruction";
    case FormError::bad_jump:
        return "a jump leads backwards or outside";
    case FormError::bad_field:
        return "a header has no such field, or it is not to be written";
    case FormError::bad_memory:
        return "memory for a header or thinned bytes is used twice or not there";
    case FormError::bad_end:
        return "a channel has no end";
    case FormError::too_many_sends:
        return "a channel sends too often";
    }
    return "";
}

Result<Form, FormError> Form::check(Span<u8 const> bytes) {
    if (bytes.size() < head_bytes || load_little_endian_u32(bytes.data()) != magic ||
        bytes[4] != version)
        return outside(FormError::not_a_form);
    Form form;
    form.table_count_ = bytes[5];
    form.state_count_ = bytes[6];
    form.channel_count_ = bytes[7];
    if (form.table_count_ > tables_max || form.state_count_ > states_max ||
        form.channel_count_ > channels_max)
        return outside(FormError::too_large);
    usize const fixed = head_bytes + form.table_count_ * sizeof(TableEntry) +
                        form.state_count_ * sizeof(StateEntry) +
                        form.channel_count_ * sizeof(ChannelEntry);
    if (bytes.size() < fixed) return outside(FormError::wrong_size);
    u8 const* place = bytes.data() + head_bytes;
    form.tables_ = pointer_to<TableEntry const>(address_of(place));
    place += form.table_count_ * sizeof(TableEntry);
    form.states_ = pointer_to<StateEntry const>(address_of(place));
    place += form.state_count_ * sizeof(StateEntry);
    form.channels_ = pointer_to<ChannelEntry const>(address_of(place));
    place += form.channel_count_ * sizeof(ChannelEntry);
    TRY(form.check_tables());
    TRY(form.check_states());
    TRY(form.place_channels(place, bytes.data() + bytes.size()));
    for (u32 i = 0; i < form.channel_count_; ++i)
        TRY(FormCheck(form, i).run());
    return form;
}

Form::Outcome Form::check_tables() const {
    for (TableEntry const& table : tables()) {
        bool const has_words = table.key_words >= 1 && table.key_words <= words_max &&
                               table.value_words >= 1 && table.value_words <= words_max;
        if (!has_words || table.capacity == 0 || table.capacity > capacity_max)
            return outside(FormError::bad_table);
    }
    return {};
}

/// A table in the state is one that there is, with the words of its type.
Form::Outcome Form::check_states() const {
    for (StateEntry const& state : states()) {
        if (state.type == Type::number) continue;
        if (!Type::is_table(state.type) || state.initial >= table_count_)
            return outside(FormError::bad_state);
        TableEntry const& table = tables_[state.initial];
        if (Type::table(table.key_words, table.value_words) != state.type)
            return outside(FormError::bad_state);
    }
    return {};
}

Form::Outcome Form::place_channels(u8 const* begin, u8 const* end) {
    for (u32 i = 0; i < channel_count_; ++i) {
        ChannelEntry const& entry = channels_[i];
        if (entry.pattern >= headers || entry.registers > registers_max ||
            entry.instructions > instructions_max)
            return outside(FormError::bad_channel, i);
        usize const types = rounded(entry.registers);
        usize const code = entry.instructions * sizeof(Instruction);
        if (static_cast<usize>(end - begin) < types + code)
            return outside(FormError::wrong_size, i);
        types_[i] = begin;
        code_[i] = pointer_to<Instruction const>(address_of(begin + types));
        begin += types + code;
    }
    if (begin != end) return outside(FormError::wrong_size);
    return {};
}

} // namespace flat::router::planp
