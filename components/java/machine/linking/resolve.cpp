// SPDX-License-Identifier: BSD-2-Clause
// What constants stand for, once for each (JVMS 17, 5.4.3), and the
// initialisation of classes (5.5).
#include <java/machine/run.hpp>

namespace flat::java {

namespace {

Text access_of(u16 flags) {
    if ((flags & flags::is_private) != 0) return "private ";
    return (flags & flags::is_protected) != 0 ? "protected " : "";
}

/// A method of VarHandle, which is there for each descriptor (2.9.3).
Method* find_for_any_arguments(Class& in, Symbol const* name) {
    if (in.name->text != Text("java/lang/invoke/VarHandle")) return nullptr;
    for (u32 i = 0; i < in.method_count; ++i) {
        Method& each = in.methods[i];
        if (each.name == name && each.is(flags::is_native) && each.is(flags::is_varargs))
            return &each;
    }
    return nullptr;
}

} // namespace

Class* Run::resolve_class(Class& in, u32 index) {
    if (u64 const known = in.pool[index]) return pointer_to<Class>(known);
    Class* const found = machine.classes.load(machine.symbols.of(in.constants().class_name(index)));
    if (!found) {
        raise_problem();
        return nullptr;
    }
    if (!may_access(in, *found)) {
        raise_with("java/lang/IllegalAccessError", "failed to access class {} from class {}",
                   found->name->text, in.name->text);
        return nullptr;
    }
    in.pool[index] = address_of(found);
    return found;
}

Field* Run::resolve_field(Class& in, u32 index, bool is_static) {
    ConstantPool::Member const member = in.constants().member(index);
    Class* const owner = resolve_class(in, member.class_index);
    if (!owner) return nullptr;
    Field* const found = Classes::find_field(owner, machine.symbols.of(member.name),
                                             machine.symbols.of(member.descriptor));
    if (!found) {
        raise_with("java/lang/NoSuchFieldError", "{}.{}", member.class_name, member.name);
        return nullptr;
    }
    if (!may_access(machine.classes, in, *owner, *found->owner, found->flags)) {
        raise_with("java/lang/IllegalAccessError", "class {} tried to access {}field {}.{}",
                   in.name->text, access_of(found->flags), found->owner->name->text, member.name);
        return nullptr;
    }
    if (found->is_static() == is_static) return found;
    raise_with("java/lang/IncompatibleClassChangeError", "{}.{} is {}static", member.class_name,
               member.name, is_static ? "not " : "");
    return nullptr;
}

Method* Run::resolve_method(Class& in, u32 index, bool is_static) {
    ConstantPool::Member const member = in.constants().member(index);
    Class* const owner = resolve_class(in, member.class_index);
    if (!owner) return nullptr;
    bool const is_of_interface = in.constants().kind(index) == Constant::interface_method;
    if (is_of_interface != owner->is_interface()) {
        raise_with("java/lang/IncompatibleClassChangeError", "Found {} {}, but {} was expected",
                   is_of_interface ? "class" : "interface", owner->name->text,
                   is_of_interface ? "interface" : "class");
        return nullptr;
    }
    Method* found = Classes::find_method(owner, machine.symbols.of(member.name),
                                         machine.symbols.of(member.descriptor));
    if (!found) found = find_for_any_arguments(*owner, machine.symbols.of(member.name));
    if (!found) {
        raise_with("java/lang/NoSuchMethodError", "{}.{}{}", member.class_name, member.name,
                   member.descriptor);
        return nullptr;
    }
    if (!may_access(machine.classes, in, *owner, *found->owner, found->flags)) {
        raise_with("java/lang/IllegalAccessError", "class {} tried to access {}method {}.{}{}",
                   in.name->text, access_of(found->flags), found->owner->name->text, member.name,
                   member.descriptor);
        return nullptr;
    }
    if (found->is(flags::is_static) == is_static) return found;
    raise_with("java/lang/IncompatibleClassChangeError", "{}.{} is {}static", member.class_name,
               member.name, is_static ? "not " : "");
    return nullptr;
}

bool Run::resolve_string(Class& in, u32 index) {
    if (in.pool[index] != 0) return true;
    Text const text = in.constants().string(index);
    if (!ensure(4 * u64{text.size()} + 256)) return false;
    Object* const made = machine.string_of(text);
    in.pool[index] = u64{machine.strings.intern(made)} + 1;
    return true;
}

/// Constant fields that are texts.
bool Run::set_texts(Class& made) {
    Members members = made.file.fields();
    for (u32 i = 0; i < made.field_count; ++i) {
        auto const member = members.next();
        Field const& field = made.fields[i];
        if (!field.is_static() || field.kind() != 'L') continue;
        auto const value = member->attributes.find("ConstantValue");
        if (!value) continue;
        u16 const index = load_big_endian_u16(value->bytes.data());
        if (!resolve_string(made, index)) return false;
        at<Object*>(made.statics, field.offset) =
            machine.strings.interned(static_cast<u32>(made.pool[index] - 1));
    }
    return true;
}

/// The classes above it first, and the interfaces with each (5.4.1). One that is refused stays as
/// it is, and is refused again.
bool Run::verify(Class& made) {
    made.lower = nullptr;
    Class* highest = &made;
    while (highest->super && highest->super->state < ClassState::verified) {
        highest->super->lower = highest;
        highest = highest->super;
    }
    for (Class* each = highest; each; each = each->lower) {
        for (u32 i = 0; i < each->all_interface_count; ++i)
            if (!verify_alone(*each->all_interfaces[i])) return false;
        if (!verify_alone(*each)) return false;
    }
    return true;
}

bool Run::verify_alone(Class& made) {
    if (made.state >= ClassState::verified) return true;
    if (machine.native.is_used_up()) return raise("java/lang/StackOverflowError");
    Verdict const* const verdict = machine.verifier ? &machine.verifier->verify(made) : nullptr;
    if (verdict && verdict->exception) return raise(verdict->exception, verdict->message.text());
    made.state = ClassState::verified;
    return true;
}

/// Those above it wait for nothing but themselves: they are initialised one after the other, not
/// within each other.
bool Run::initialize(Class& made) {
    if (made.state == ClassState::initialized) return true;
    if (made.state == ClassState::initializing && made.initializer == id) return true;
    if (made.state < ClassState::verified && !verify(made)) return false;
    bool is_done = begin_initialization(made, nullptr);
    bool const is_ours = made.state == ClassState::initializing && made.initializer == id;
    if (!is_ours) return is_done; // but another thread's, as are those below it
    Class* highest = &made;
    while (is_done && !highest->is_interface() && highest->super &&
           highest->super->state < ClassState::initializing) {
        is_done = begin_initialization(*highest->super, highest);
        highest = highest->super;
    }
    if (is_done && !highest->is_interface() && highest->super)
        is_done = begin_initialization(*highest->super, nullptr);
    for (Class* each = highest; each; each = each->lower) {
        is_done = is_done && initialize_interfaces(*each) && run_initializer(*each);
        each->state = is_done ? ClassState::initialized : ClassState::failed;
        machine.threads.wake_initialized(*each);
    }
    return is_done;
}

/// What comes before the classes above it (5.5, steps 1 to 6). Where that makes the class this
/// thread's, it notes the one below.
bool Run::begin_initialization(Class& made, Class* lower) {
    if (!wait_until_initialized(made)) return false;
    if (made.state == ClassState::failed)
        return raise_with("java/lang/NoClassDefFoundError", "Could not initialize class {}",
                          made.name->text);
    if (made.state >= ClassState::initializing) return true;
    made.state = ClassState::initializing;
    made.initializer = id;
    made.lower = lower;
    return ensure(0) && machine.mirror_of(made) && set_texts(made);
}

/// While another thread does.
bool Run::wait_until_initialized(Class& made) {
    while (made.state == ClassState::initializing && made.initializer != id)
        if (!machine.threads.wait(*this, {WaitingFor::initialization, nullptr, &made}))
            return false;
    return true;
}

/// The interfaces of a class that have methods with code.
bool Run::initialize_interfaces(Class& made) {
    bool is_done = true;
    for (u32 i = 0; is_done && !made.is_interface() && i < made.all_interface_count; ++i) {
        Class& interface = *made.all_interfaces[i];
        bool has_code = false;
        for (u32 j = 0; j < interface.method_count; ++j)
            has_code |= !interface.methods[j].is(flags::is_abstract | flags::is_static);
        if (has_code) is_done = initialize(interface);
    }
    return is_done;
}

/// Runs <clinit>; what is thrown there and no Error is wrapped (5.5, step 10).
bool Run::run_initializer(Class& made) {
    Method* const method =
        Classes::own_method(&made, machine.symbols.of("<clinit>"), machine.symbols.of("()V"));
    if (!method || call(*method, nullptr)) return true;
    Class* const error = machine.classes.load("java/lang/Error");
    if (error && is_subtype(exception->type, error)) return false;
    u32 const cause = keep(exception);
    exception = nullptr;
    raise("java/lang/ExceptionInInitializerError");
    Object* const wrapper = exception;
    Field& field = machine.field(*machine.known.throwable, "cause", "Ljava/lang/Throwable;");
    at<Object*>(wrapper, field.offset) = kept(cause);
    drop_to(cause);
    return false;
}

} // namespace flat::java
