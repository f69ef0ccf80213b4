// SPDX-License-Identifier: BSD-2-Clause
// Which classes and members a class may name (JVMS 17, 5.4.4).

#include <java/machine/linking/classes.hpp>
#include <java/names.hpp>

namespace flat::java {

namespace {

constexpr u16 first_with_nests = 55;

bool are_in_one_package(Class const& a, Class const& b) {
    return package_of(a.name->text) == package_of(b.name->text);
}

/// Whether the host of a nest says that a class is in it.
bool is_member(Class const& host, Class const& of) {
    if (host.file.major() < first_with_nests || !are_in_one_package(host, of)) return false;
    auto const attribute = host.file.attributes().find("NestMembers");
    if (!attribute) return false;
    ByteReader reader(attribute->bytes);
    for (u32 left = reader.u2(); left > 0; --left)
        if (host.constants().class_name(reader.u2()) == of.name->text) return true;
    return false;
}

/// The host of the nest of a class (5.4.4): itself, where the one that it names does not agree.
Class const* nest_host(Classes& classes, Class const* of) {
    if (of->file.major() < first_with_nests) return of;
    auto const attribute = of->file.attributes().find("NestHost");
    if (!attribute) return of;
    u16 const index = load_big_endian_u16(attribute->bytes.data());
    Class const* const host = classes.load(of->constants().class_name(index));
    return host && is_member(*host, *of) ? host : of;
}

bool is_believed(Class const& from) {
    return from.is_trusted || !from.has_file();
}

} // namespace

bool may_access(Class const& from, Class const& to) {
    if (is_believed(from)) return true;
    Class const* inner = &to;
    while (inner->is_array())
        inner = inner->element;
    return (inner->flags & flags::is_public) != 0 || are_in_one_package(from, *inner);
}

bool may_access(Classes& classes, Class const& from, Class const& named, Class const& owner,
                u16 flags) {
    if (is_believed(from) || &from == &owner || (flags & flags::is_public) != 0) return true;
    if ((flags & flags::is_private) != 0)
        return nest_host(classes, &from) == nest_host(classes, &owner);
    if (are_in_one_package(from, owner)) return true;
    if ((flags & flags::is_protected) == 0) return false;
    // An array has a public `clone`.
    if (named.is_array()) return true;
    bool const is_of_class = (flags & flags::is_static) != 0;
    return is_subtype(&from, &owner) &&
           (is_of_class || is_subtype(&from, &named) || is_subtype(&named, &from));
}

} // namespace flat::java
