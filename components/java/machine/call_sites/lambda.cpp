// SPDX-License-Identifier: BSD-2-Clause
// Call sites that make lambdas: a class with what is captured as fields, and
// one method, which calls the one that the compiler has made
// (java.lang.invoke.LambdaMetafactory).
#include <java/machine/call_sites/call_site.hpp>
#include <java/names.hpp>

namespace flat::java {

namespace {

enum : u8 { pop_code = 87, pop2_code = 88, dup_of_new = 89 };

/// The parameters of a descriptor, from the left.
class Parameters {
public:
    explicit Parameters(Text descriptor) : rest_(descriptor.after(1)) {}

    bool is_at_end() const { return rest_[0] == ')'; }
    Text next() {
        Text const found = rest_.first(field_descriptor_size(rest_));
        rest_ = rest_.after(found.size());
        return found;
    }

private:
    Text rest_;
};

} // namespace

/// metafactory and altMetafactory: the erased type of the method of the
/// interface, what implements it, and the type that it has here.
Method* CallSite::link_lambda(ClassFile::BootstrapMethod const& bootstrap) {
    if (!is_argument(bootstrap, 0, Constant::method_type) ||
        !is_argument(bootstrap, 1, Constant::method_handle) ||
        !is_argument(bootstrap, 2, Constant::method_type)) {
        fail("a lambda without its method and two types");
        return nullptr;
    }
    Text const erased = in_.constants().method_type(argument(bootstrap, 0));
    Text const actual = in_.constants().method_type(argument(bootstrap, 2));
    Further further{};
    if (!take_further(bootstrap, further)) return nullptr;
    Class* const lambda = machine_.classes.make_lambda(
        in_, site_.descriptor, Span<Class*>(further.markers, further.marker_count),
        further.bridge_count);
    if (!lambda) {
        run_.raise_problem();
        return nullptr;
    }
    CodeWriter* code = nullptr;
    for (u32 i = 0; i <= further.bridge_count; ++i) {
        CodeWriter* const next = new_writer_after(code);
        Text const type = i == 0 ? erased : further.bridges[i - 1];
        Method& method = lambda->methods[i == 0 ? 0 : i + 1];
        if (!next || !write_body(*next, *lambda, type, actual, argument(bootstrap, 1)) ||
            !finish(method, *next, *lambda, site_.name, type, flags::is_public))
            return nullptr;
        code = next;
    }
    return finish_lambda(*code, *lambda);
}

/// The method that makes an object, and what all methods name. Interfaces whose code the class
/// inherits are verified and initialised with it (5.5, step 7).
Method* CallSite::finish_lambda(CodeWriter& code, Class& lambda) {
    if (!write_maker(code, lambda)) return nullptr;
    lambda.pool = machine_.arena.make<u64>(code.constants().size());
    if (!lambda.pool || !machine_.classes.finish_lambda(lambda)) {
        run_.raise_out_of_memory();
        return nullptr;
    }
    memcpy(lambda.pool, code.constants().data(), code.constants().size_bytes());
    return run_.initialize(lambda) ? &lambda.methods[1] : nullptr;
}

/// For the next method of a class, which shares its pool with the one before; none with an
/// exception.
CodeWriter* CallSite::new_writer_after(CodeWriter const* before) {
    CodeWriter* const made = new_writer();
    if (made && before)
        for (u64 const each : before->constants())
            made->take_constant(each);
    return made;
}

/// altMetafactory's further interfaces, java.io.Serializable and those that it names, and further
/// types of the method.
bool CallSite::take_further(ClassFile::BootstrapMethod const& bootstrap, Further& further) {
    enum : i32 { is_serializable = 1, has_markers = 2, has_bridges = 4 };
    u32 next = 3;
    i32 const which = number_at(bootstrap, next++, 0);
    if ((which & is_serializable) != 0) {
        further.markers[further.marker_count] = machine_.classes.load("java/io/Serializable");
        if (!further.markers[further.marker_count++]) return run_.raise_problem();
    }
    i32 const marker_count = (which & has_markers) != 0 ? number_at(bootstrap, next++, -1) : 0;
    for (i32 i = 0; i < marker_count; ++i, ++next)
        if (!take_marker(bootstrap, next, further)) return false;
    i32 const bridge_count = (which & has_bridges) != 0 ? number_at(bootstrap, next++, -1) : 0;
    if (marker_count < 0 || bridge_count < 0) return fail("a lambda without a number of types");
    for (i32 i = 0; i < bridge_count; ++i, ++next) {
        if (!is_argument(bootstrap, next, Constant::method_type) ||
            further.bridge_count == further_max)
            return fail("a further type of a lambda is none, or they are too many");
        further.bridges[further.bridge_count++] =
            in_.constants().method_type(argument(bootstrap, next));
    }
    return true;
}

bool CallSite::take_marker(ClassFile::BootstrapMethod const& bootstrap, u32 index,
                           Further& further) {
    if (!is_argument(bootstrap, index, Constant::class_) || further.marker_count == further_max)
        return fail("a marker of a lambda is no class, or they are too many");
    Class* const marker = run_.resolve_class(in_, argument(bootstrap, index));
    if (!marker) return false;
    if (!marker->is_interface()) return fail("a marker of a lambda is no interface");
    further.markers[further.marker_count++] = marker;
    return true;
}

/// An argument that is a number; another value if there is none.
i32 CallSite::number_at(ClassFile::BootstrapMethod const& bootstrap, u32 index, i32 none) const {
    if (!is_argument(bootstrap, index, Constant::integer)) return none;
    return in_.constants().integer(argument(bootstrap, index));
}

bool CallSite::write_body(CodeWriter& code, Class& lambda, Text erased, Text actual, u16 handle) {
    auto const target = in_.constants().method_handle(handle);
    bool const is_static = target.kind == HandleKind::invoke_static;
    if (target.kind < HandleKind::invoke_virtual) return fail("a lambda of a field");
    Method* const method = run_.resolve_method(in_, target.member, is_static);
    if (!method) return false;
    bool const is_new = target.kind == HandleKind::new_invoke_special;
    if ((is_static || is_new) && !run_.initialize(*method->owner)) return false;
    Text const owner = in_.constants().member(target.member).class_name;
    bool const is_array = owner[0] == '[';
    Text const class_parts[] = {is_array ? "" : "L", owner, is_array ? "" : ";"};
    Text const class_type = join(class_parts);
    bool const has_receiver = !is_static && !is_new;
    Text const parts[] = {"(", has_receiver ? class_type : "", method->descriptor->text.after(1)};
    Text const types = join(parts); // of the target, its receiver first
    if (class_type.is_empty() || types.is_empty()) return run_.raise_out_of_memory();
    if (is_new) {
        code.put(instruction::make_object, address_of(method->owner));
        code.put(dup_of_new);
    }
    if (!write_arguments(code, lambda, erased, actual, types)) return false;
    if (!write_call(code, target.kind, *method)) return false;
    Text const wanted = return_descriptor(erased);
    Text const made = is_new ? class_type : return_descriptor(method->descriptor->text);
    if (wanted[0] == 'V') {
        if (slots_of(made[0]) > 0) code.put(slots_of(made[0]) == 2 ? pop2_code : pop_code);
    } else if (!convert(code, made, wanted)) {
        return false;
    }
    code.give_back(wanted[0]);
    return true;
}

/// What was captured, then the arguments, each as the target has it.
bool CallSite::write_arguments(CodeWriter& code, Class& lambda, Text erased, Text actual,
                               Text target) {
    constexpr u8 aload_0 = 42;
    Parameters of_target(target);
    for (u32 i = 0; i < lambda.field_count; ++i) {
        if (of_target.is_at_end()) return fail("a lambda captures what its method does not take");
        code.put(aload_0);
        code.get_field(lambda.fields[i]);
        if (!convert(code, lambda.fields[i].descriptor->text, of_target.next())) return false;
    }
    Parameters of_erased(erased);
    Parameters of_actual(actual);
    u32 slot = 1;
    while (!of_erased.is_at_end()) {
        if (of_actual.is_at_end() || of_target.is_at_end())
            return fail("a lambda has more arguments than its method");
        Text const from = of_erased.next();
        Text const here = of_actual.next();
        code.load(from[0], slot);
        slot += slots_of(from[0]);
        if (!convert(code, from, here) || !convert(code, here, of_target.next())) return false;
    }
    return of_target.is_at_end() || fail("a lambda has fewer arguments than its method");
}

bool CallSite::write_call(CodeWriter& code, HandleKind kind, Method& method) {
    u8 call = instruction::call_direct;
    bool const is_selected =
        kind == HandleKind::invoke_virtual || kind == HandleKind::invoke_interface;
    if (kind == HandleKind::invoke_static) call = instruction::call_class;
    if (is_selected && !method.is(flags::is_private))
        call = method.owner->is_interface() || method.table_index < 0
                   ? instruction::call_interface_in_class
                   : instruction::call_table;
    code.put(call, address_of(&method));
    return true;
}

/// The static method that the site calls: a new object with its fields set.
bool CallSite::write_maker(CodeWriter& body, Class& lambda) {
    CodeWriter* const code = new_writer_after(&body);
    if (!code) return false;
    code->put(instruction::make_object, address_of(&lambda));
    u32 slot = 0;
    for (u32 i = 0; i < lambda.field_count; ++i) {
        code->put(dup_of_new);
        code->load(lambda.fields[i].kind(), slot);
        code->put_field(lambda.fields[i]);
        slot += slots_of(lambda.fields[i].kind());
    }
    code->give_back('L');
    body.take_constant(address_of(&lambda));
    return finish(lambda.methods[1], *code, lambda, "make", site_.descriptor, flags::is_static);
}

/// A class with a field for each parameter of a descriptor, that has as an
/// interface what this returns; its methods, those for further types last, are still to be filled.
/// None if a class cannot be loaded.
Class* Classes::make_lambda(Class& in, Text descriptor, Span<Class*> markers, u32 bridge_count) {
    Class* const interface = of_descriptor(return_descriptor(descriptor));
    if (!interface) return nullptr;
    if (!interface->is_interface())
        return fail("java/lang/IncompatibleClassChangeError", interface->name->text);
    auto* const made = arena_.make<Class>();
    if (!made) return fail("java/lang/OutOfMemoryError", "classes");
    TextBuffer<400> text;
    format(text, "{}$$Lambda${}", in.name->text, count_);
    made->name = symbols_.of_copy(text.text());
    made->kind = 'L';
    made->super = load("java/lang/Object");
    made->flags = flags::is_final | flags::is_synthetic;
    made->interfaces = arena_.make<Class*>(1 + markers.size());
    made->method_count = 2 + bridge_count;
    made->methods = arena_.make<Method>(made->method_count);
    u32 count = 0;
    for (Parameters each(descriptor); !each.is_at_end(); each.next())
        ++count;
    made->fields = arena_.make<Field>(count);
    if (!made->interfaces || !made->methods || !made->fields)
        return fail("java/lang/OutOfMemoryError", "classes");
    made->interfaces[0] = interface;
    made->interface_count = 1;
    for (Class* const each : markers)
        made->interfaces[made->interface_count++] = each;
    Parameters each(descriptor);
    for (u32 i = 0; i < count; ++i)
        made->fields[i] = {made,
                           symbols_.of("captured"),
                           symbols_.of_copy(each.next()),
                           flags::is_final,
                           static_cast<u16>(i),
                           0};
    made->field_count = count;
    lay_out(*made);
    return made;
}

/// The tables of a lambda's class, once it has its methods. False if there is
/// no memory.
bool Classes::finish_lambda(Class& made) {
    if (!collect_interfaces(made) || !make_table(made)) return false;
    made.state = ClassState::verified; // its code is ours
    add(made);
    return true;
}

} // namespace flat::java
