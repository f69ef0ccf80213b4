// SPDX-License-Identifier: BSD-2-Clause
// Call sites of records: toString, hashCode and equals of their components
// (java.lang.runtime.ObjectMethods), written as byte code.
#include <java/machine/call_sites/call_site.hpp>

#include <java/machine/call_sites/boxes.hpp>
#include <java/names.hpp>

namespace flat::java {

namespace {

namespace record_op {
enum : u8 {
    iconst_0 = 3,
    iconst_1 = 4,
    bipush = 16,
    aload_0 = 42,
    aload_1 = 43,
    iadd = 96,
    isub = 100,
    imul = 104,
    lcmp = 148,
    ifeq = 153,
    ifne = 154,
    if_acmpne = 166,
    checkcast = 192,
    instanceof = 193,
};
} // namespace record_op

constexpr u32 give_size = 2; ///< iconst_1 or iconst_0, and the return

bool is_one_of(char kind, Text of) {
    for (char const each : of)
        if (each == kind) return true;
    return false;
}

} // namespace

/// bootstrap(lookup, name, type, the record's class, names of components, their getters).
Method* CallSite::link_record(ClassFile::BootstrapMethod const& bootstrap) {
    if (!is_argument(bootstrap, 0, Constant::class_) ||
        !is_argument(bootstrap, 1, Constant::string)) {
        fail("a record's method without its class and names");
        return nullptr;
    }
    Class* const record = run_.resolve_class(in_, argument(bootstrap, 0));
    CodeWriter* const code = record ? new_writer() : nullptr;
    if (!code || !need_record(*record)) return nullptr;
    u32 const count = static_cast<u32>(bootstrap.arguments.size() / 2) - 2;
    for (u32 i = 0; i < count; ++i)
        if (!component(bootstrap, i) || !need_own(*record, *component(bootstrap, i)))
            return nullptr;
    bool is_written = false;
    if (site_.name == Text("toString"))
        is_written = write_record_text(*code, *record, bootstrap, count);
    else if (site_.name == Text("hashCode"))
        is_written = write_record_hash(*code, bootstrap, count);
    else
        is_written = write_record_equals(*code, *record, bootstrap, count);
    return is_written ? finish_static(*code) : nullptr;
}

/// Whether the site has the name and type of one of a record's methods; the record comes first.
bool CallSite::need_record(Class const& record) {
    struct Known {
        Text name;
        Text rest; ///< of the descriptor, after the record
    };
    constexpr Known known[] = {{"toString", ")Ljava/lang/String;"},
                               {"hashCode", ")I"},
                               {"equals", "Ljava/lang/Object;)Z"}};
    for (Known const& each : known) {
        Text const parts[] = {"(L", record.name->text, ";", each.rest};
        if (each.name == site_.name && join(parts) == site_.descriptor) return true;
    }
    return fail("a method that records do not have");
}

/// The field of a component; none with an exception.
Field* CallSite::component(ClassFile::BootstrapMethod const& bootstrap, u32 index) {
    if (!is_argument(bootstrap, index + 2, Constant::method_handle)) {
        fail("a component of a record without its getter");
        return nullptr;
    }
    auto const handle = in_.constants().method_handle(argument(bootstrap, index + 2));
    if (handle.kind != HandleKind::get_field) {
        fail("a component of a record whose getter is not of a field");
        return nullptr;
    }
    return run_.resolve_field(in_, handle.member, false);
}

bool CallSite::need_own(Class const& record, Field const& field) {
    return is_subtype(&record, field.owner) ||
           fail("a component of a record is a field of another class");
}

/// Name[a=1, b=2].
bool CallSite::write_record_text(CodeWriter& code, Class& record,
                                 ClassFile::BootstrapMethod const& bootstrap, u32 count) {
    Class* const builder = begin_text(code);
    if (!builder) return false;
    if (!write_simple_name(code, *builder, record)) return false;
    Text names = in_.constants().string(argument(bootstrap, 1));
    for (u32 i = 0; i < count; ++i) {
        usize size = 0;
        while (size < names.size() && names[size] != ';')
            ++size;
        Text const parts[] = {i == 0 ? "" : ", ", names.first(size), "="};
        Field const& field = *component(bootstrap, i);
        if (!write_literal(code, *builder, join(parts))) return false;
        code.put(record_op::aload_0);
        code.get_field(field);
        if (!write_piece(code, *builder, field.descriptor->text)) return false;
        names = names.after(min(size + 1, names.size()));
    }
    return write_literal(code, *builder, "]") && end_text(code, *builder);
}

bool CallSite::write_simple_name(CodeWriter& code, Class& builder, Class& record) {
    Method* const simple_name =
        Classes::find_method(machine_.known.class_, machine_.symbols.of("getSimpleName"),
                             machine_.symbols.of("()Ljava/lang/String;"));
    if (!simple_name) return run_.raise("java/lang/NoSuchMethodError", "getSimpleName");
    if (!run_.ensure(0)) return false;
    Slot const mirror = to_slot(machine_.mirror_of(record));
    if (!run_.call(*simple_name, &mirror)) return false;
    constexpr u32 name_bytes_max = 512;
    TextBuffer<name_bytes_max> name;
    machine_.put_string(to_object(run_.result[0]), name);
    Text const parts[] = {name.text(), "["};
    return write_literal(code, builder, join(parts));
}

/// 31 times what is there, plus the next one.
bool CallSite::write_record_hash(CodeWriter& code, ClassFile::BootstrapMethod const& bootstrap,
                                 u32 count) {
    constexpr u8 factor = 31;
    code.put(record_op::iconst_0);
    for (u32 i = 0; i < count; ++i) {
        Field const& field = *component(bootstrap, i);
        code.put(record_op::bipush);
        code.put(factor);
        code.put(record_op::imul);
        code.put(record_op::aload_0);
        code.get_field(field);
        char const kind = field.kind();
        bool const is_object = is_one_of(kind, "L[");
        char const descriptor[] = {'(', kind, ')', 'I'};
        if (!write_static_call(code, is_object ? Text("java/util/Objects") : box_of(kind),
                               "hashCode",
                               is_object ? Text("(Ljava/lang/Object;)I") : Text(descriptor, 4)))
            return false;
        code.put(record_op::iadd);
    }
    code.give_back('I');
    return true;
}

/// As ObjectMethods has it, the last component is compared first.
bool CallSite::write_record_equals(CodeWriter& code, Class& record,
                                   ClassFile::BootstrapMethod const& bootstrap, u32 count) {
    constexpr u16 over_no = 3 + give_size;
    auto const give = [&](u8 constant) {
        code.put(constant);
        code.give_back('I');
    };
    auto const skip_no = [&](u8 jump) { // gives "no" but where it jumps
        code.put_index(jump, over_no);
        give(record_op::iconst_0);
    };
    code.put(record_op::aload_0);
    code.put(record_op::aload_1);
    code.put_index(record_op::if_acmpne, over_no);
    give(record_op::iconst_1);
    code.put(record_op::aload_1);
    code.put(record_op::instanceof, address_of(&record));
    skip_no(record_op::ifne);
    for (u32 i = count; i > 0; --i) {
        Field const& field = *component(bootstrap, i - 1);
        code.put(record_op::aload_0);
        code.get_field(field);
        code.put(record_op::aload_1);
        code.put(record_op::checkcast, address_of(&record));
        code.get_field(field);
        if (!write_comparison(code, field.kind())) return false;
        skip_no(is_one_of(field.kind(), "L[") ? record_op::ifne : record_op::ifeq);
    }
    give(record_op::iconst_1);
    return true;
}

/// Compares two values on the stack: numbers give 0 if they are equal, objects 1.
bool CallSite::write_comparison(CodeWriter& code, char kind) {
    if (is_one_of(kind, "L["))
        return write_static_call(code, "java/util/Objects", "equals",
                                 "(Ljava/lang/Object;Ljava/lang/Object;)Z");
    if (kind == 'J') code.put(record_op::lcmp);
    if (is_one_of(kind, "ZBCSI")) code.put(record_op::isub);
    if (!is_one_of(kind, "FD")) return true;
    char const descriptor[] = {'(', kind, kind, ')', 'I'};
    return write_static_call(code, box_of(kind), "compare", Text(descriptor, 5));
}

bool CallSite::write_static_call(CodeWriter& code, Text class_name, Text name, Text descriptor) {
    Class* const owner = machine_.classes.load(class_name);
    if (!owner) return run_.raise_problem();
    if (!run_.initialize(*owner)) return false;
    Method* const method = Classes::find_method(owner, machine_.symbols.of(name),
                                                machine_.symbols.of_copy(descriptor));
    if (!method) return run_.raise("java/lang/NoSuchMethodError", name);
    code.put(instruction::call_class, address_of(method));
    return true;
}

} // namespace flat::java
