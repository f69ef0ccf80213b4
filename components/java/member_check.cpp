// SPDX-License-Identifier: BSD-2-Clause
// The structure of a class file but for its attributes: the class, its fields and methods
// (JVMS 17, 4.1, 4.5, 4.6).
#include <java/attribute_check.hpp>
#include <java/structure_check.hpp>

namespace flat::java {

namespace {

constexpr u16 access = flags::is_public | flags::is_private | flags::is_protected;
constexpr u16 since_interface_code = 52;

bool has_all(u16 flags, u16 wanted) {
    return (flags & wanted) == wanted;
}

bool has_any(u16 flags, u16 unwanted) {
    return (flags & unwanted) != 0;
}

/// Whether it is public, private, protected or none of them.
bool has_one_access(u16 flags) {
    u16 const bits = flags & access;
    return (bits & (bits - 1)) == 0;
}

} // namespace

bool StructureCheck::head() {
    u32 const offset = reader_.offset();
    u16 const flags = reader_.u2();
    found_.this_index_ = reader_.u2();
    found_.super_index_ = reader_.u2();
    if (reader_.is_truncated()) return checker_.fail("the file ends before its class", offset);
    found_.flags_ = checker_.class_flags = flags;
    if (!checker_.require(checker_.pool.kind(found_.this_index_) == Constant::class_,
                          "the class of the file is none", offset + 2) ||
        !checker_.require(found_.super_index_ == 0 ||
                              checker_.pool.kind(found_.super_index_) == Constant::class_,
                          "the superclass is none", offset + 4))
        return false;
    if (is_all() && !class_flags(flags, offset)) return false;
    return has_any(flags, flags::is_module) || super_class(offset + 4);
}

bool StructureCheck::class_flags(u16 flags, u32 offset) {
    Text const name = found_.name();
    if (!checker_.require(!name.is_empty() && name[0] != '[', "the class of the file is an array",
                          offset + 2))
        return false;
    if (has_any(flags, flags::is_module)) return module_head(offset);
    return checker_.class_kind(flags, offset);
}

bool StructureCheck::module_head(u32 offset) {
    return checker_.require(checker_.major >= 53 && found_.flags_ == flags::is_module &&
                                found_.name() == Text("module-info") && found_.super_index_ == 0,
                            "a module has the flags, the name or the superclass of a class",
                            offset);
}

bool StructureCheck::super_class(u32 offset) {
    bool const is_object = found_.name() == Text("java/lang/Object");
    if (found_.super_index_ == 0)
        return checker_.require(is_object, "a class has no superclass", offset);
    Text const name = found_.super_name();
    if (!checker_.require(!is_object && !name.is_empty() && name[0] != '[',
                          "the superclass is an array, or java/lang/Object has one", offset))
        return false;
    return checker_.require(!has_any(found_.flags_, flags::is_interface) ||
                                name == Text("java/lang/Object"),
                            "the superclass of an interface is not java/lang/Object", offset);
}

bool StructureCheck::interfaces() {
    u32 const count = reader_.u2();
    u32 const offset = reader_.offset();
    found_.interfaces_ = reader_.take(2 * count);
    if (reader_.is_truncated()) return checker_.fail("the file ends within its interfaces", offset);
    for (u32 i = 0; i < count; ++i) {
        u16 const index = found_.interface_index(i);
        if (!checker_.require(checker_.pool.kind(index) == Constant::class_,
                              "an interface is no class", offset + 2 * i))
            return false;
        Text const name = checker_.pool.class_name(index);
        if (!checker_.require(!name.is_empty() && name[0] != '[', "an interface is an array",
                              offset + 2 * i))
            return false;
    }
    return true;
}

bool StructureCheck::fields() {
    u16 const count = reader_.u2();
    found_.fields_ = Members(checker_.pool, reader_, count);
    for (u32 i = 0; i < count; ++i)
        if (!field()) return false;
    return true;
}

bool StructureCheck::field() {
    u32 const offset = reader_.offset();
    u16 const flags = reader_.u2();
    ByteReader names = reader_;
    names.u2();
    u16 const descriptor = names.u2();
    if (!checker_.text(reader_, is_unqualified_name, "a field has no right name") ||
        !checker_.text(reader_, is_field_descriptor, "a field has no right descriptor") ||
        (is_all() && !field_flags(flags, offset)))
        return false;
    AttributeCheck attributes(checker_, of_field);
    attributes.descriptor = checker_.pool.utf8(descriptor);
    return attributes.all(reader_);
}

bool StructureCheck::field_flags(u16 flags, u32 offset) {
    constexpr u16 of_interface = flags::is_public | flags::is_static | flags::is_final;
    if (has_any(checker_.class_flags, flags::is_interface))
        return checker_.require((flags & ~flags::is_synthetic & 0xffff) == of_interface,
                                "a field of an interface is not public, static and final", offset);
    return checker_.require(has_one_access(flags) &&
                                !has_all(flags, flags::is_final | flags::is_volatile),
                            "a field has flags that exclude each other", offset);
}

bool StructureCheck::methods() {
    u16 const count = reader_.u2();
    found_.methods_ = Members(checker_.pool, reader_, count);
    for (u32 i = 0; i < count; ++i)
        if (!method()) return false;
    return true;
}

bool StructureCheck::method() {
    u32 const offset = reader_.offset();
    u16 const flags = reader_.u2();
    ByteReader names = reader_;
    u16 const name_index = names.u2();
    u16 const descriptor_index = names.u2();
    if (!checker_.text(reader_, is_method_name, "a method has no right name") ||
        !checker_.text(reader_, is_method_descriptor, "a method has no right descriptor"))
        return false;
    Text const name = checker_.pool.utf8(name_index);
    AttributeCheck attributes(checker_, of_method);
    if (is_all()) {
        Text const descriptor = checker_.pool.utf8(descriptor_index);
        u32 const receiver = has_any(flags, flags::is_static) ? 0 : 1;
        attributes.max_locals = parameter_slots(descriptor) + receiver;
        if (!checker_.require(attributes.max_locals <= 255, "a method has 256 arguments", offset) ||
            !method_flags(flags, name, offset))
            return false;
        if (name[0] == '<' && !checker_.require(return_descriptor(descriptor) == Text("V"),
                                                "<init> or <clinit> returns something", offset))
            return false;
    }
    if (!attributes.all(reader_)) return false;
    bool const is_clinit = name == Text("<clinit>");
    bool const has_none = has_any(flags, flags::is_native | flags::is_abstract) && !is_clinit;
    return checker_.require(attributes.has("Code") != has_none,
                            has_none ? "a method that is native or abstract has code"
                                     : "a method has no code, and is neither native nor abstract",
                            offset);
}

bool StructureCheck::method_flags(u16 flags, Text name, u32 offset) {
    if (name == Text("<clinit>"))
        return checker_.require(checker_.major < 51 || has_any(flags, flags::is_static),
                                "<clinit> is not static", offset);
    char const* const wrong = "a method has flags that exclude each other";
    if (!checker_.require(has_one_access(flags), wrong, offset)) return false;
    constexpr u16 not_of_init = flags::is_static | flags::is_final | flags::is_synchronized |
                                flags::is_bridge | flags::is_native | flags::is_abstract;
    bool const is_init = name == Text("<init>");
    if (has_any(checker_.class_flags, flags::is_interface)) {
        if (!checker_.require(!is_init, "an interface has <init>", offset)) return false;
        constexpr u16 never =
            flags::is_protected | flags::is_final | flags::is_synchronized | flags::is_native;
        bool const is_right = checker_.major < since_interface_code
                                  ? has_all(flags, flags::is_public | flags::is_abstract)
                                  : has_any(flags, flags::is_public | flags::is_private);
        if (!checker_.require(is_right && !has_any(flags, never),
                              "a method of an interface has flags of a class's", offset))
            return false;
    }
    if (is_init) return checker_.require(!has_any(flags, not_of_init), wrong, offset);
    u16 not_of_abstract = flags::is_private | flags::is_static | flags::is_final |
                          flags::is_synchronized | flags::is_native;
    if (checker_.major >= 46) not_of_abstract |= flags::is_strict;
    return checker_.require(!has_any(flags, flags::is_abstract) || !has_any(flags, not_of_abstract),
                            wrong, offset);
}

bool StructureCheck::end() {
    AttributeCheck attributes(checker_, of_class);
    ByteReader names = reader_;
    u16 const count = names.u2();
    found_.attributes_ = Attributes(checker_.pool, names, count);
    if (!attributes.all(reader_) ||
        !checker_.require(reader_.is_at_end(), "there are bytes after the class", reader_.offset()))
        return false;
    bool const is_module = has_any(found_.flags_, flags::is_module);
    return checker_.require(attributes.has("Module") == is_module || checker_.major < 53,
                            "a module has no attribute Module, or a class has it", 0) &&
           checker_.require(checker_.bootstrap_methods_needed <= checker_.bootstrap_methods,
                            "a constant names a bootstrap method that is not there",
                            checker_.bootstrap_user) &&
           checker_.require(!attributes.has("NestHost") || !attributes.has("NestMembers"),
                            "a class is host of a nest and member of another", 0);
}

} // namespace flat::java
