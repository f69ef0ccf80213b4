// SPDX-License-Identifier: BSD-2-Clause
// Checks the code of one channel.
#pragma once

#include <router/planp/header.hpp>

namespace flat::router::planp {

/// Each register has one type in the whole channel, and a value of it from the start, so one pass
/// over the instructions is enough: nothing has to be known about the way to them. Jumps lead
/// forwards, and the last instruction goes nowhere.
class FormCheck {
public:
    FormCheck(Form const& form, u32 channel)
        : form_(form), channel_(channel), entry_(form.channel(channel)),
          types_(form.types(channel)) {}

    Result<void, FormError> run();

private:
    using Outcome = Result<void, FormError>;

    FormError wrong(FormError::Code code) const { return {code, channel_, place_}; }
    Outcome check_types() const;
    Outcome check_packet(u32 first, Header innermost) const;
    Outcome check(Instruction const& instruction);
    Outcome check_field(Instruction const& instruction);
    Outcome check_memory(Instruction const& instruction);
    Outcome check_table(Instruction const& instruction);
    Outcome check_blob(Instruction const& instruction);
    Outcome check_send(Instruction const& instruction);
    Outcome check_state(Instruction const& instruction);
    Outcome take(u32& taken, u32 number, u32 count) const;
    Outcome expect(u32 first, u8 type, u32 count = 1) const;
    Outcome expect_jump(u32 target) const;

    Form const& form_;
    u32 channel_;
    ChannelEntry const& entry_;
    u8 const* types_;
    u32 place_ = 0;
    u32 slots_ = 0;    // a bit for each that was used
    u32 memories_ = 0; // the same for bytes that are made
    u32 sends_ = 0;
};

} // namespace flat::router::planp
