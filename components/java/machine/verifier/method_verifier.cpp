// SPDX-License-Identifier: BSD-2-Clause
// The verification of a method: its beginning, its handlers, and how it fails.
#include <java/machine/verifier/method_verifier.hpp>

#include <java/names.hpp>

namespace flat::java {

/// The headline, place and reason, as HotSpot has them.
bool MethodVerifier::fail_with(Text what, Text reason, Span<FormatArgument const> arguments) {
    if (verdict_.exception) return false;
    if (rules_.has_failed()) {
        verdict_.exception = rules_.classes().problem().exception;
        verdict_.message.put(rules_.classes().problem().message.text());
        return false;
    }
    verdict_.exception = "java/lang/VerifyError";
    verdict_.message.put(what);
    u8 const code = at_ < code_.size() ? code_[at_] : u8{0xff};
    format(verdict_.message, "\nException Details:\n  Location:\n    {}.{}{} @{}: {}",
           own_.name->text, method_.name->text, method_.descriptor->text, at_,
           code < opcode_count ? opcodes[code].name : "no instruction");
    if (reason.is_empty()) return false;
    verdict_.message.put("\n  Reason:\n    ");
    detail::format(verdict_.message, reason, arguments);
    return false;
}

bool MethodVerifier::fail_for_type(Text what, ValueType found, Text place, u32 index, Text wanted) {
    if (verdict_.exception) return false;
    TextBuffer<120> name;
    put_type(name, found);
    return fail(what, "Type {} (current frame, {}[{}]) is not assignable to {}", name.text(), place,
                index, wanted);
}

bool MethodVerifier::fail_for_type(Text what, ValueType found, Text place, u32 index,
                                   ValueType wanted) {
    TextBuffer<120> name;
    put_type(name, wanted);
    return fail_for_type(what, found, place, index, name.text());
}

bool MethodVerifier::fail_for_memory() {
    if (verdict_.exception) return false;
    verdict_.exception = "java/lang/OutOfMemoryError";
    format(verdict_.message, "verification of {}.{}{}", own_.name->text, method_.name->text,
           method_.descriptor->text);
    return false;
}

bool MethodVerifier::spend(u64 steps) {
    work_ += steps + 1;
    return work_ <= work_max || fail("Code is too complex to be verified");
}

bool MethodVerifier::begin() {
    Code const& code = method_.file_code;
    if (!map_.check()) {
        at_ = map_.problem_at();
        return map_.has_memory() ? fail(map_.problem()) : fail_for_memory();
    }
    if (!frame_.begin(scratch_, max(code.max_locals, method_.argument_slots), code.max_stack))
        return fail_for_memory();
    return begin_frame() && check_handlers();
}

/// The receiver and the arguments.
bool MethodVerifier::begin_frame() {
    u32 slot = 0;
    if (!method_.is(flags::is_static)) {
        bool const is_new = method_.name->text == Text("<init>") && own_.super;
        frame_.is_this_uninitialized = is_new;
        frame_.set_local(slot++, is_new ? ValueType{ValueKind::uninitialized_this}
                                        : ValueType::object(own_.name));
    }
    Text rest = method_.descriptor->text.after(1);
    while (rest[0] != ')') {
        usize const size = field_descriptor_size(rest);
        frame_.set_local(slot, rules_.of_descriptor(rest.first(size)));
        slot += slots_of(rest[0]);
        rest = rest.after(size);
    }
    return !rules_.has_failed() || fail({});
}

ValueType MethodVerifier::caught_by(Handler const& handler) {
    return rules_.class_type(handler.class_index ? own_.constants().class_name(handler.class_index)
                                                 : Text("java/lang/Throwable"));
}

bool MethodVerifier::check_handlers() {
    Code const& code = method_.file_code;
    for (u32 i = 0; i < code.handler_count(); ++i) {
        Handler const handler = code.handler(i);
        if (handler.class_index == 0) continue;
        at_ = handler.target;
        if (!rules_.is_assignable(caught_by(handler), rules_.class_type("java/lang/Throwable")))
            return fail("Bad catch type",
                        "Catch type is not a subclass of Throwable in exception "
                        "handler {}",
                        handler.target);
    }
    return true;
}

/// What variables are where an exception of this instruction is caught. While they are as they
/// were, handlers that have seen them need not see them again.
bool MethodVerifier::pass_handlers() {
    Code const& code = method_.file_code;
    u32 const count = code.handler_count();
    if (!spend(count)) return false;
    for (u32 i = 0; i < count; ++i) {
        Handler const handler = code.handler(i);
        bool const is_covered = at_ >= handler.begin && at_ < handler.end;
        if (is_covered && (has_new_locals_ || at_ == handler.begin) && !flow_to_handler(handler))
            return false;
    }
    has_new_locals_ = false;
    return true;
}

bool MethodVerifier::step(u32 at) {
    at_ = at;
    if (!pass_handlers()) return false;
    falls_through_ = true;
    u8 const code = code_[at];
    Opcode const& row = opcodes[code];
    bool const is_done = row.pops ? simple(row, code) : special(code);
    return is_done && (!rules_.has_failed() || fail({}));
}

} // namespace flat::java
