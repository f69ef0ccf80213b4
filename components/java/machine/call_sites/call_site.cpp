// SPDX-License-Identifier: BSD-2-Clause
// Call sites of invokedynamic: what they have in common, and texts that are
// joined.
#include <java/machine/call_sites/call_site.hpp>

#include <java/class_file.hpp>
#include <java/machine/call_sites/boxes.hpp>
#include <java/names.hpp>

#include <new>

namespace flat::java {

namespace {

enum : u8 { dup_code = 89, checkcast_code = 192 };

/// The kind of number that objects of a class hold; 0 if it is no such class.
char kind_of_box(Text descriptor) {
    for (char const kind : Text("ZBCSIJFD")) {
        Text const name = box_of(kind);
        if (descriptor.size() == name.size() + 2 && descriptor.after(1).first(name.size()) == name)
            return kind;
    }
    return 0;
}

constexpr Text value_name(char kind) {
    switch (kind) {
    case 'Z':
        return "booleanValue";
    case 'B':
        return "byteValue";
    case 'C':
        return "charValue";
    case 'S':
        return "shortValue";
    case 'I':
        return "intValue";
    case 'J':
        return "longValue";
    case 'F':
        return "floatValue";
    default:
        return "doubleValue";
    }
}

bool is_reference_kind(Text descriptor) {
    return descriptor[0] == 'L' || descriptor[0] == '[';
}

} // namespace

Method* CallSite::link() {
    auto const bootstrap = in_.file.bootstrap_method(site_.bootstrap_method);
    auto const handle = in_.constants().method_handle(bootstrap.handle);
    auto const member = in_.constants().member(handle.member);
    if (member.class_name == Text("java/lang/invoke/LambdaMetafactory"))
        return link_lambda(bootstrap);
    if (member.class_name == Text("java/lang/invoke/StringConcatFactory"))
        return link_text(bootstrap);
    if (member.class_name == Text("java/lang/runtime/ObjectMethods")) return link_record(bootstrap);
    run_.raise_with("java/lang/UnsupportedOperationException",
                    "call sites of {}.{} are not implemented", member.class_name, member.name);
    return nullptr;
}

bool CallSite::fail(Text what) {
    return run_.raise("java/lang/BootstrapMethodError", what);
}

bool CallSite::is_argument(ClassFile::BootstrapMethod const& bootstrap, u32 index,
                           Constant kind) const {
    return u64{2} * index < bootstrap.arguments.size() &&
           in_.constants().kind(argument(bootstrap, index)) == kind;
}

Text CallSite::join(Span<Text const> parts) {
    u64 size = 0;
    for (Text const each : parts)
        size += each.size();
    char* const room = machine_.arena.make<char>(size);
    if (!room) return {};
    u64 at = 0;
    for (Text const each : parts) {
        memcpy(room + at, each.data(), each.size());
        at += each.size();
    }
    return Text(room, size);
}

CodeWriter* CallSite::new_writer() {
    void* const room = machine_.arena.bytes(sizeof(CodeWriter));
    if (!room) run_.raise_out_of_memory();
    return room ? new (room) CodeWriter : nullptr;
}

bool CallSite::finish(Method& method, CodeWriter& code, Class& owner, Text name, Text descriptor,
                      u16 flags) {
    Span<u8 const> const bytes = code.bytes();
    method.owner = &owner;
    method.name = machine_.symbols.of(name);
    method.descriptor = machine_.symbols.of(descriptor);
    method.flags = flags;
    method.table_index = -1;
    u32 const receiver = method.is(flags::is_static) ? 0 : 1;
    method.argument_slots = static_cast<u16>(parameter_slots(descriptor) + receiver);
    method.result = return_descriptor(descriptor)[0];
    method.max_locals = method.argument_slots;
    method.max_stack =
        static_cast<u16>(2 * parameter_slots(site_.descriptor) + 2 * method.argument_slots + 8);
    method.code = machine_.arena.make<u8>(bytes.size());
    if (!method.code || code.is_full()) return run_.raise_out_of_memory();
    memcpy(method.code, bytes.data(), bytes.size());
    return true;
}

/// A cast, a number made an object, an object made a number, or a number made
/// wider.
bool CallSite::convert(CodeWriter& code, Text from, Text to) {
    if (from == Text("V")) return fail("nothing where a result is wanted");
    if (from == to || to == Text("Ljava/lang/Object;")) {
        if (is_reference_kind(from) || from == to) return true;
        return give_box(code, from[0]);
    }
    if (is_reference_kind(from) && is_reference_kind(to)) {
        Class* const wanted = machine_.classes.of_descriptor(to);
        if (!wanted) return run_.raise_problem();
        code.put(checkcast_code, address_of(wanted));
        return true;
    }
    if (is_reference_kind(to)) return give_box(code, from[0]);
    if (!is_reference_kind(from)) return convert_number(code, from[0], to[0]);
    char const held = kind_of_box(from) != 0 ? kind_of_box(from) : to[0];
    return take_box(code, held) && convert_number(code, held, to[0]);
}

bool CallSite::convert_number(CodeWriter& code, char from, char to) {
    enum : u8 { i2l = 133, i2f, i2d, l2f = 137, l2d = 138, f2d = 141 };
    if (!is_wider(from, to)) return fail("a result or argument of another type");
    if (from == to) return true;
    if (from == 'F' && to == 'D') code.put(f2d);
    if (from == 'J' && to == 'F') code.put(l2f);
    if (from == 'J' && to == 'D') code.put(l2d);
    if (from == 'J' || from == 'F' || from == 'D') return true;
    if (to == 'J') code.put(i2l);
    if (to == 'F') code.put(i2f);
    if (to == 'D') code.put(i2d);
    return true;
}

bool CallSite::take_box(CodeWriter& code, char kind) {
    Class* const type = machine_.classes.load(box_of(kind));
    if (!type) return run_.raise_problem();
    char const descriptor[] = {'(', ')', kind};
    Method* const value = Classes::find_method(type, machine_.symbols.of(value_name(kind)),
                                               machine_.symbols.of_copy(Text(descriptor, 3)));
    if (!value) return run_.raise("java/lang/NoSuchMethodError", value_name(kind));
    code.put(checkcast_code, address_of(type));
    code.put(instruction::call_direct, address_of(value));
    return true;
}

bool CallSite::give_box(CodeWriter& code, char kind) {
    Class* const type = machine_.classes.load(box_of(kind));
    if (!type) return run_.raise_problem();
    if (!run_.initialize(*type)) return false;
    TextBuffer<64> descriptor;
    descriptor.put("(");
    descriptor.put(Text(&kind, 1));
    descriptor.put(")L");
    descriptor.put(type->name->text);
    descriptor.put(";");
    Method* const made = Classes::find_method(type, machine_.symbols.of("valueOf"),
                                              machine_.symbols.of_copy(descriptor.text()));
    if (!made) return run_.raise("java/lang/NoSuchMethodError", "valueOf");
    code.put(instruction::call_class, address_of(made));
    return true;
}

/// Appends what is on the stack to the builder below it.
bool CallSite::write_piece(CodeWriter& code, Class& builder, Text descriptor) {
    bool const is_string = descriptor == Text("Ljava/lang/String;");
    Text type =
        is_reference_kind(descriptor) && !is_string ? Text("Ljava/lang/Object;") : descriptor;
    if (type == Text("B") || type == Text("S")) type = "I";
    TextBuffer<80> whole;
    whole.put("(");
    whole.put(type);
    whole.put(")Ljava/lang/StringBuilder;");
    Method* const append = Classes::find_method(&builder, machine_.symbols.of("append"),
                                                machine_.symbols.of_copy(whole.text()));
    if (!append) return run_.raise("java/lang/NoSuchMethodError", "append");
    code.put(instruction::call_direct, address_of(append));
    return true;
}

bool CallSite::write_literal(CodeWriter& code, Class& builder, Text text) {
    if (!run_.ensure(4 * u64{text.size()} + 256)) return false;
    Object* const made = machine_.string_of(text);
    code.put(instruction::ldc_wide_text, u64{machine_.strings.intern(made)} + 1);
    return write_piece(code, builder, "Ljava/lang/String;");
}

/// Begins a text: a builder on the stack, whose class it gives; none with an exception.
Class* CallSite::begin_text(CodeWriter& code) {
    Class* const builder = machine_.classes.load("java/lang/StringBuilder");
    if (!builder) run_.raise_problem();
    if (!builder || !run_.initialize(*builder)) return nullptr;
    Method* const init =
        Classes::own_method(builder, machine_.symbols.of("<init>"), machine_.symbols.of("()V"));
    if (!init) {
        run_.raise("java/lang/NoSuchMethodError", builder->name->text);
        return nullptr;
    }
    code.put(instruction::make_object, address_of(builder));
    code.put(dup_code);
    code.put(instruction::call_direct, address_of(init));
    return builder;
}

/// Gives the text of the builder on the stack back.
bool CallSite::end_text(CodeWriter& code, Class& builder) {
    Method* const text = Classes::find_method(&builder, machine_.symbols.of("toString"),
                                              machine_.symbols.of("()Ljava/lang/String;"));
    if (!text) return run_.raise("java/lang/NoSuchMethodError", builder.name->text);
    code.put(instruction::call_direct, address_of(text));
    code.give_back('L');
    return true;
}

/// makeConcatWithConstants: the recipe has characters 1 for arguments and 2 for
/// constants; without a recipe all are arguments.
Method* CallSite::link_text(ClassFile::BootstrapMethod const& bootstrap) {
    CodeWriter* const code = new_writer();
    Class* const builder = code ? begin_text(*code) : nullptr;
    bool const is_written =
        builder && write_pieces(*code, *builder, bootstrap) && end_text(*code, *builder);
    return is_written ? finish_static(*code) : nullptr;
}

bool CallSite::write_pieces(CodeWriter& code, Class& builder,
                            ClassFile::BootstrapMethod const& bootstrap) {
    bool const has_recipe = bootstrap.arguments.size() >= 2;
    if (has_recipe && !is_argument(bootstrap, 0, Constant::string))
        return fail("a text without its recipe");
    if (!is_reference_kind(return_descriptor(site_.descriptor)))
        return fail("a text that is a number");
    Text const recipe = has_recipe ? in_.constants().string(argument(bootstrap, 0)) : Text();
    Text rest = site_.descriptor.after(1);
    u32 slot = 0;
    u32 constant = 1;
    usize begin = 0;
    for (usize i = 0; has_recipe ? i < recipe.size() : rest[0] != ')'; ++i) {
        char const each = has_recipe ? recipe[i] : '\1';
        if (each != '\1' && each != '\2') continue;
        if (has_recipe && i > begin &&
            !write_literal(code, builder, recipe.after(begin).first(i - begin)))
            return false;
        begin = i + 1;
        if (each == '\2') {
            if (!is_argument(bootstrap, constant, Constant::string))
                return fail("a constant of a text is missing, or no text");
            u16 const index = argument(bootstrap, constant++);
            if (!write_literal(code, builder, in_.constants().string(index))) return false;
            continue;
        }
        usize const size = field_descriptor_size(rest);
        if (size == 0) return fail("a text of more arguments than there are");
        code.load(rest[0], slot);
        if (!write_piece(code, builder, rest.first(size))) return false;
        slot += slots_of(rest[0]);
        rest = rest.after(size);
    }
    if (rest[0] != ')') return fail("a text of fewer arguments than there are");
    return begin >= recipe.size() || write_literal(code, builder, recipe.after(begin));
}

/// A class that nobody finds has the method: it has no file, no name of its own, and no
/// java.lang.Class, so traces leave it out.
Method* CallSite::finish_static(CodeWriter& code) {
    auto* const owner = machine_.arena.make<Class>();
    auto* const method = machine_.arena.make<Method>();
    u64* const pool = machine_.arena.make<u64>(code.constants().size());
    if (!owner || !method || !pool) {
        run_.raise_out_of_memory();
        return nullptr;
    }
    owner->name = in_.name;
    owner->kind = 'L';
    owner->state = ClassState::initialized;
    owner->super = machine_.known.object;
    owner->pool = pool;
    memcpy(owner->pool, code.constants().data(), code.constants().size_bytes());
    bool const is_made =
        finish(*method, code, *owner, site_.name, site_.descriptor, flags::is_static);
    return is_made ? method : nullptr;
}

} // namespace flat::java
