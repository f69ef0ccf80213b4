// SPDX-License-Identifier: BSD-2-Clause
// Subroutines of old class files, in which `finally` was compiled: what a caller has after one is
// what the subroutine has written, and for the rest what the caller had (JVMS 17, 4.10.2.5).
#include <java/machine/verifier/inference.hpp>

namespace flat::java {

Inference::Subroutine const* Inference::find_running(u32 entry) const {
    for (u32 i = 0; i < running_.count; ++i)
        if (running_.list[i].entry == entry) return &running_.list[i];
    return nullptr;
}

void Inference::has_written(u32 local) {
    for (u32 i = 0; i < running_.count; ++i)
        running_.list[i].written[local / 64] |= u64{1} << local % 64;
}

bool Inference::call_subroutine(u32 target, u32) {
    if (find_running(target)) return fail("Recursive call to jsr entry");
    if (running_.count == subroutines_max)
        return fail("Subroutines are too deep", "More than {} are within each other.",
                    subroutines_max);
    if (!push({ValueKind::return_address, static_cast<u16>(target)})) return false;
    Subroutine& added = running_.list[running_.count++];
    added.entry = target;
    memset(added.written, 0, words_ * sizeof(u64));
    if (!flow_to(target)) return false;
    for (State* each = first_; each; each = each->next)
        if (each->returns_from == target) mark_due(*each);
    return spend(code_.size());
}

bool Inference::return_from_subroutine(u32 local) {
    ValueType const address = frame_.locals()[local];
    if (!address.is(ValueKind::return_address))
        return fail_for_type("Bad local variable type", address, "locals", local,
                             Text("a return address"));
    Subroutine const* const left = find_running(address.at);
    if (!left) return fail("Bad return from a subroutine", "It does not run here.");
    current_->returns_from = address.at;
    for (State* each = first_; each; each = each->next) {
        u8 const code = code_[each->at];
        bool const is_call = code == opcode::jsr || code == opcode::jsr_w;
        if (is_call && map_.branch_at(each->at) == address.at && !return_to(*each, *left))
            return false;
    }
    return spend(code_.size());
}

bool Inference::return_to(State const& caller, Subroutine const& left) {
    u32 const next = caller.at + map_.size_at(caller.at);
    if (!map_.is_instruction(next)) return fail("Control flow falls through code end");
    mix_locals(caller, left);
    for (u32 i = 0; i < frame_.depth; ++i)
        other_.stack()[i] = frame_.stack()[i];
    other_.depth = frame_.depth;
    other_.is_this_uninitialized = frame_.is_this_uninitialized;
    // An address cannot be returned to twice.
    other_.replace({ValueKind::return_address, static_cast<u16>(left.entry)}, {});
    // The subroutines that run are the caller's; what this one has written, they have.
    other_running_.count = caller.subroutine_count;
    for (u32 i = 0; i < caller.subroutine_count; ++i) {
        Subroutine& outer = other_running_.list[i];
        outer.entry = caller.subroutines[i].entry;
        for (u32 word = 0; word < words_; ++word)
            outer.written[word] = caller.subroutines[i].written[word] | left.written[word];
    }
    return merge_into(next, other_, other_running_);
}

/// An object that the caller has not initialised is lost: the subroutine may have made another one
/// at the same place of the code. So is `this` if the subroutine may have initialised it. Where it
/// has written one half of a wide value, the other half is lost.
void Inference::mix_locals(State const& caller, Subroutine const& left) {
    other_.clear_locals();
    auto const count = static_cast<u32>(other_.locals().size());
    bool const is_initialized = left.has_written(count);
    for (u32 i = 0; i < count; ++i) {
        bool const is_written = left.has_written(i);
        ValueType type = is_written               ? frame_.locals()[i]
                         : i < caller.locals_used ? caller.locals[i]
                                                  : ValueType{};
        bool const is_lost = type.is(ValueKind::uninitialized) ||
                             (type.is(ValueKind::uninitialized_this) && is_initialized);
        if (!is_written && is_lost) type = {};
        other_.locals()[i] = type;
    }
    for (u32 i = 0; i < count; ++i) {
        ValueType& type = other_.locals()[i];
        ValueType const before = i > 0 ? other_.locals()[i - 1] : ValueType{};
        bool const has_first = before.is_wide() && before.second() == type;
        bool const has_second = i + 1 < count && other_.locals()[i + 1] == type.second();
        if ((type.is_wide() && !has_second) || (type.is_second() && !has_first)) type = {};
    }
    other_.locals_used = count;
}

} // namespace flat::java
