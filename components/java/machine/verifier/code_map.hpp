// SPDX-License-Identifier: BSD-2-Clause
// Where the instructions of a method are, and that each alone is right (JVMS 17, 4.9.1).
#pragma once

#include <java/class_file.hpp>
#include <java/machine/verifier/opcodes.hpp>
#include <java/machine/verifier/scratch.hpp>

namespace flat::java {

/// The static constraints of code. After `check` nothing of an instruction is outside of the code,
/// of the constants or of the local variables, and branches lead to instructions.
class CodeMap : NonCopyable {
public:
    CodeMap(Scratch& scratch, ConstantPool const& pool, Code const& code, u16 major)
        : scratch_(scratch), pool_(pool), code_(code), bytes_(code.bytes), major_(major) {}

    /// False with a problem, at an instruction.
    bool check();
    char const* problem() const { return problem_; }
    u32 problem_at() const { return at_; }
    bool has_memory() const { return marks_ != nullptr; }

    bool is_instruction(u32 at) const { return at < bytes_.size() && (marks_[at] & begins) != 0; }
    /// Whether something leads here other than the instruction before.
    bool is_target(u32 at) const { return (marks_[at] & is_led_to) != 0; }
    void mark_target(u32 at) { marks_[at] |= is_led_to; }

    /// The size of the instruction at a place.
    u32 size_at(u32 at) const;
    /// Where the branch of an instruction leads.
    u32 branch_at(u32 at) const;
    /// Of a switch: where the first of its distances is, that of `default`, which is followed by
    /// others.
    u32 switch_operands(u32 at) const { return at + 4 - at % 4; }

private:
    enum : u8 { begins = 1, is_led_to = 2 };

    bool fail(char const* what) {
        problem_ = what;
        return false;
    }
    bool check_size();
    bool check_switch(u32& size) const;
    bool check_operands();
    bool check_constant(u8 code);
    bool check_call(u8 code, u32 index);
    bool check_loaded(u32 index, bool is_wide);
    bool check_array(u8 code, u32 index);
    bool check_local(u8 code, u32 index);
    bool check_targets();
    bool check_target(i64 target);
    bool check_switch_targets();
    bool check_handlers();
    u32 number(u32 at) const { return load_big_endian(&bytes_[at]); }
    u16 index(u32 at) const { return load_big_endian_u16(&bytes_[at]); }

    Scratch& scratch_;
    ConstantPool const& pool_;
    Code const& code_;
    Span<u8 const> const bytes_;
    u16 const major_;
    u8* marks_ = nullptr;
    u32 at_ = 0;
    char const* problem_ = nullptr;
};

} // namespace flat::java
