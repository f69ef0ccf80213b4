// SPDX-License-Identifier: BSD-2-Clause
// Instructions that name fields, methods and classes: their types (JVMS 17, 4.10.1.8, 4.10.1.9).
#include <java/machine/verifier/method_verifier.hpp>

#include <java/names.hpp>

namespace flat::java {

namespace {

constexpr Text bad_init = "Bad <init> method call";

} // namespace

bool MethodVerifier::is_in_superclass(Symbol const* name) {
    for (Class const* each = own_.super; each; each = each->super)
        if (each->name == name) return true;
    return false;
}

/// Whether a member is protected, and of a superclass in another package: then only objects of the
/// own class and those below have it (4.10.1.8).
bool MethodVerifier::is_protected_elsewhere(ConstantPool::Member const& member, bool is_method) {
    Symbols& symbols = rules_.classes().symbols();
    Symbol const* const owner = symbols.of(member.class_name);
    Symbol const* const name = symbols.of(member.name);
    Symbol const* const descriptor = symbols.of(member.descriptor);
    if (!owner || !name || !descriptor || !is_in_superclass(owner)) return false;
    Class* const in = rules_.load(owner);
    if (!in) return false;
    Class const* found = nullptr;
    u16 flags = 0;
    if (is_method) {
        if (Method const* const method = Classes::find_method(in, name, descriptor)) {
            found = method->owner;
            flags = method->flags;
        }
    } else if (Field const* const field = Classes::find_field(in, name, descriptor)) {
        found = field->owner;
        flags = field->flags;
    }
    return found && (flags & flags::is_protected) != 0 &&
           package_of(found->name->text) != package_of(own_.name->text);
}

bool MethodVerifier::field(u8 code) {
    ConstantPool::Member const member = own_.constants().member(index_at());
    ValueType const type = rules_.of_descriptor(member.descriptor);
    bool const is_put = code == opcode::putstatic || code == opcode::putfield;
    if (is_put && !pop(type)) return false;
    bool const is_of_object = code == opcode::getfield || code == opcode::putfield;
    if (is_of_object && !field_receiver(code, member)) return false;
    return is_put || push(type);
}

/// The object that has the field. A constructor may write its own fields before it calls another.
bool MethodVerifier::field_receiver(u8 code, ConstantPool::Member const& member) {
    ValueType const owner = rules_.class_type(member.class_name);
    if (!pop_places(1)) return false;
    ValueType const found = frame_.stack()[frame_.depth];
    if (found.is(ValueKind::uninitialized_this) && code == opcode::putfield) {
        Symbols& symbols = rules_.classes().symbols();
        Field const* const field =
            Classes::find_field(&own_, symbols.of(member.name), symbols.of(member.descriptor));
        bool const is_own = owner.name == own_.name && field && field->owner == &own_;
        if (is_own) return true;
    }
    if (!rules_.is_assignable(found, owner))
        return fail_for_type(bad_stack, found, "stack", frame_.depth, owner);
    if (!is_protected_elsewhere(member, false)) return true;
    ValueType const own = ValueType::object(own_.name);
    return rules_.is_assignable(found, own) ||
           fail_for_type("Bad access to protected data", found, "stack", frame_.depth, own);
}

bool MethodVerifier::invoke(u8 code) {
    ConstantPool const& pool = own_.constants();
    Text descriptor;
    if (code == opcode::invokedynamic) {
        descriptor = pool.dynamic(index_at()).descriptor;
        if (!arguments(descriptor)) return false;
    } else {
        ConstantPool::Member const member = pool.member(index_at());
        descriptor = member.descriptor;
        if (!arguments(descriptor)) return false;
        if (code != opcode::invokestatic && !receiver(code, member)) return false;
    }
    Text const result = return_descriptor(descriptor);
    return result[0] == 'V' || push(rules_.of_descriptor(result));
}

/// Takes arguments: the first one lies lowest.
bool MethodVerifier::arguments(Text descriptor) {
    if (!pop_places(parameter_slots(descriptor))) return false;
    u32 place = frame_.depth;
    Text rest = descriptor.after(1);
    while (rest[0] != ')') {
        usize const size = field_descriptor_size(rest);
        ValueType const wanted = rules_.of_descriptor(rest.first(size));
        ValueType const found = frame_.stack()[place];
        if (!rules_.is_assignable(found, wanted))
            return fail_for_type(bad_stack, found, "stack", place, wanted);
        place += slots_of(rest[0]);
        rest = rest.after(size);
    }
    return true;
}

/// The object whose method is called.
bool MethodVerifier::receiver(u8 code, ConstantPool::Member const& member) {
    if (member.name == Text("<init>")) return constructor(member);
    ValueType const owner = rules_.class_type(member.class_name);
    ValueType const own = ValueType::object(own_.name);
    if (code == opcode::invokespecial && !may_call_specially(owner.name))
        return fail("Bad invokespecial instruction: current class isn't assignable to reference "
                    "class.");
    if (!pop_places(1)) return false;
    ValueType const found = frame_.stack()[frame_.depth];
    ValueType const wanted = code == opcode::invokespecial ? own : owner;
    if (!rules_.is_assignable(found, wanted))
        return fail_for_type(bad_stack, found, "stack", frame_.depth, wanted);
    if (code == opcode::invokeinterface || !is_protected_elsewhere(member, true)) return true;
    bool const is_clone = found.is_array() && member.name == Text("clone");
    return is_clone || rules_.is_assignable(found, own) ||
           fail_for_type("Bad access to protected data in invokevirtual", found, "stack",
                         frame_.depth, own);
}

/// The own class, those above it, and the interfaces that it names.
bool MethodVerifier::may_call_specially(Symbol const* name) {
    if (name == own_.name || is_in_superclass(name)) return true;
    for (u32 i = 0; i < own_.interface_count; ++i)
        if (own_.interfaces[i]->name == name) return true;
    return false;
}

/// A call of <init>: from then on the object is initialised, wherever it is.
bool MethodVerifier::constructor(ConstantPool::Member const& member) {
    if (!pop_places(1)) return false;
    ValueType const found = frame_.stack()[frame_.depth];
    ValueType const made = rules_.class_type(member.class_name);
    if (found.is(ValueKind::uninitialized_this)) {
        bool const is_above = own_.super && made.name == own_.super->name;
        if (made.name != own_.name && !is_above) return fail(bad_init);
        if (!handlers_end_in_throws())
            return fail("Bad <init> method call from inside of a try block");
        frame_.is_this_uninitialized = false;
        has_written(static_cast<u32>(frame_.locals().size()));
    } else if (found.is(ValueKind::uninitialized)) {
        u32 const index = load_big_endian_u16(&code_[found.at + 1u]);
        if (own_.constants().class_name(index) != member.class_name) return fail(bad_init);
        if (is_protected_elsewhere(member, true))
            return fail("Bad access to protected <init> method");
    } else {
        return fail_for_type(bad_stack, found, "stack", frame_.depth,
                             Text("an uninitialized object"));
    }
    ValueType const whole =
        found.is(ValueKind::uninitialized_this) ? ValueType::object(own_.name) : made;
    for (u32 i = 0; i < frame_.locals_used; ++i)
        if (frame_.locals()[i] == found) has_written(i);
    frame_.replace(found, whole);
    has_new_locals_ = true;
    return spend(frame_.locals_used + frame_.depth);
}

/// Where a constructor that is called may throw, the object is lost: the code from a handler on
/// must not just return (4.10.1.6, initHandlerIsLegal).
bool MethodVerifier::handlers_end_in_throws() {
    Code const& code = method_.file_code;
    for (u32 i = 0; i < code.handler_count(); ++i) {
        Handler const handler = code.handler(i);
        if (at_ < handler.begin || at_ >= handler.end) continue;
        bool returns = false;
        bool throws = false;
        for (u32 each = handler.target; each < code_.size(); each += map_.size_at(each)) {
            returns |= code_[each] == opcode::return_;
            throws |= code_[each] == opcode::athrow;
        }
        if (returns && !throws) return false;
        if (!spend(code_.size())) return false;
    }
    return true;
}

bool MethodVerifier::new_() {
    ValueType const made{ValueKind::uninitialized, static_cast<u16>(at_)};
    for (u32 i = 0; i < frame_.depth; ++i)
        if (frame_.stack()[i] == made)
            return fail("Uninitialized object exists on the stack of new");
    for (u32 i = 0; i < frame_.locals_used; ++i) {
        if (frame_.locals()[i] != made) continue;
        frame_.locals()[i] = {};
        has_written(i);
    }
    has_new_locals_ = true;
    return spend(frame_.locals_used + frame_.depth) && push(made);
}

bool MethodVerifier::new_array(u8 code) {
    constexpr Text numbers[] = {"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"};
    u32 const dimensions = code == opcode::multianewarray ? code_[at_ + 3] : 1;
    for (u32 i = 0; i < dimensions; ++i)
        if (!pop({ValueKind::integer})) return false;
    if (code == opcode::newarray) return push(rules_.class_type(numbers[code_[at_ + 1] - 4]));
    ValueType const named = rules_.class_type(own_.constants().class_name(index_at()));
    return push(code == opcode::anewarray ? rules_.array_of(named) : named);
}

bool MethodVerifier::array_length() {
    if (!pop_places(1)) return false;
    ValueType const found = frame_.stack()[frame_.depth];
    if (!found.is(ValueKind::null) && !found.is_array())
        return fail_for_type(bad_stack, found, "stack", frame_.depth, Text("an array"));
    return push({ValueKind::integer});
}

bool MethodVerifier::throw_() {
    falls_through_ = false;
    return pop(rules_.class_type("java/lang/Throwable"));
}

/// checkcast and instanceof.
bool MethodVerifier::cast(u8 code) {
    if (!pop(rules_.class_type("java/lang/Object"))) return false;
    if (code == opcode::instanceof_) return push({ValueKind::integer});
    return push(rules_.class_type(own_.constants().class_name(index_at())));
}

} // namespace flat::java
