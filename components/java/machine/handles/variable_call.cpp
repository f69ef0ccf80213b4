// SPDX-License-Identifier: BSD-2-Clause
// Calls of java.lang.invoke.VarHandle, whose methods take what each call says (JVMS 17, 2.9.3).
#include <java/machine/instructions/call_instructions.hpp>

#include <java/machine/machine.hpp>
#include <java/names.hpp>

namespace flat::java::instruction {

namespace {

/// What a call says, and the method of the class library's that does it for the class of handles
/// that was the last one here.
struct VariableCall {
    Symbol const* name;
    Text descriptor;
    Class* result_class; ///< of a reference; none else
    u32 argument_slots;  ///< with the handle
    Class* handle_class;
    Method* target;
};

char erased(char first) {
    return first == '[' ? 'L' : first;
}

/// Whether parameters take the same places as others, from a character of each text on.
bool are_alike(Text left, Text right) {
    usize i = 0;
    usize j = 0;
    while (left[i] != ')' && right[j] != ')') {
        if (erased(left[i]) != erased(right[j])) return false;
        i += field_descriptor_size(left.after(i));
        j += field_descriptor_size(right.after(j));
    }
    return left[i] == right[j];
}

/// Such a method is static, and has the handle as its first parameter.
bool does(Method const& method, VariableCall const& site) {
    constexpr Text handle = "(Ljava/lang/invoke/VarHandle;";
    Text const descriptor = method.descriptor->text;
    if (method.name != site.name || !method.is(flags::is_static)) return false;
    if (!descriptor.starts_with(handle)) return false;
    char const wanted = erased(return_descriptor(site.descriptor)[0]);
    bool const is_result_right = wanted == 'V' || wanted == erased(method.result);
    return is_result_right && are_alike(descriptor.after(handle.size()), site.descriptor.after(1));
}

bool select(Run& run, VariableCall& site, Class& handle_class) {
    for (Class* each = &handle_class; each; each = each->super)
        for (u32 i = 0; i < each->method_count; ++i) {
            if (!does(each->methods[i], site)) continue;
            site.target = &each->methods[i];
            site.handle_class = &handle_class;
            return true;
        }
    return run.raise_with("java/lang/invoke/WrongMethodTypeException",
                          "{} has no {}{}, and arguments are not converted",
                          handle_class.name->text, site.name->text, site.descriptor);
}

Next push_result(VariableCall const& site, Slot const* result, u8 const* pc, Slot* to) {
    u32 const slots = slots_of(return_descriptor(site.descriptor)[0]);
    if (slots > 0) to[0] = result[0];
    if (slots > 1) to[1] = result[1];
    return {pc + 3, to + slots};
}

} // namespace

Next first_variable_call(Run& run, u8 const* pc, Slot* sp) {
    Machine& machine = run.machine;
    Class& own = own_class(run);
    ConstantPool::Member const member = own.constants().member(index_at(pc));
    Text const result = return_descriptor(member.descriptor);
    Class* result_class = nullptr;
    if (erased(result[0]) == 'L') {
        result_class = machine.classes.of_descriptor(result);
        if (!result_class) {
            run.raise_problem();
            return run.unwind();
        }
    }
    auto* const site = machine.arena.make<VariableCall>(1);
    if (!site) {
        run.raise_out_of_memory();
        return run.unwind();
    }
    *site = {machine.symbols.of(member.name),        member.descriptor, result_class,
             parameter_slots(member.descriptor) + 1, nullptr,           nullptr};
    own.pool[index_at(pc)] = address_of(site);
    become(pc, call_variable);
    return {pc, sp};
}

Next call_variable_(Run& run, u8 const* pc, Slot* sp) {
    auto& site = *pointer_to<VariableCall>(own_class(run).pool[index_at(pc)]);
    Slot* const arguments = sp - site.argument_slots;
    Object* const handle = to_object(arguments[0]);
    if (!handle) return run.null_pointer(pc, sp);
    run.save(pc, sp);
    if (handle->type != site.handle_class && !select(run, site, *handle->type)) return run.unwind();
    if (!run.call(*site.target, arguments)) return run.unwind();
    Object const* const made = site.result_class ? to_object(run.result[0]) : nullptr;
    if (made && !is_subtype(made->type, site.result_class)) {
        run.raise_with("java/lang/ClassCastException", "class {} cannot be cast to class {}",
                       made->type->name->text, site.result_class->name->text);
        return run.unwind();
    }
    return push_result(site, run.result, pc, arguments);
}

} // namespace flat::java::instruction
