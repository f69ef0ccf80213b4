// SPDX-License-Identifier: BSD-2-Clause
// Which types may stand for which others (JVMS 17, 4.10.1.2, 4.10.2.4).
#include <java/machine/verifier/type_rules.hpp>

namespace flat::java {

namespace {

bool is_array_name(Symbol const* name) {
    return name->text[0] == '[';
}

/// An interface that arrays implement (4.10.1.2, isArrayInterface).
bool is_array_interface(Symbol const* name) {
    return name->text == Text("java/lang/Cloneable") || name->text == Text("java/io/Serializable");
}

bool has_number_elements(Symbol const* array) {
    return array->text.size() == 2;
}

u32 depth_of(Class const* of) {
    u32 depth = 0;
    for (; of->super; of = of->super)
        ++depth;
    return depth;
}

} // namespace

Class* TypeRules::load(Symbol const* name) {
    Class* const found = classes_.load(name);
    if (!found) has_failed_ = true;
    return found;
}

bool TypeRules::is_assignable(ValueType from, ValueType to) {
    if (to.is(ValueKind::top) || from == to) return true;
    if (!to.is(ValueKind::object)) return false;
    if (from.is(ValueKind::null)) return true;
    return from.is(ValueKind::object) && is_subclass(from.name, to.name);
}

bool TypeRules::is_subclass(Symbol const* from, Symbol const* to) {
    for (;;) {
        if (from == to || to == object_) return true;
        if (!is_array_name(to)) break;
        if (!is_array_name(from) || has_number_elements(from) || has_number_elements(to))
            return false;
        from = element_name(from);
        to = element_name(to);
    }
    Class const* const upper = load(to);
    if (!upper) return false;
    if (is_array_name(from)) return is_array_interface(to);
    if (upper->is_interface()) return true;
    Class const* const lower = load(from);
    return lower && is_subtype(lower, upper);
}

ValueType TypeRules::class_type(Text name) {
    Symbol const* const found = classes_.symbols().of(name);
    return ValueType::object(found ? found : fail());
}

/// The class or array that the elements are, of an array of references.
Symbol const* TypeRules::element_name(Symbol const* array) {
    Text const inner = array->text.after(1);
    return class_type(inner[0] == 'L' ? inner.after(1).first(inner.size() - 2) : inner).name;
}

ValueType TypeRules::element_of(ValueType array) {
    if (array.is(ValueKind::null)) return array;
    if (has_number_elements(array.name)) return of_descriptor(array.name->text.after(1));
    return ValueType::object(element_name(array.name));
}

ValueType TypeRules::of_descriptor(Text descriptor) {
    switch (descriptor[0]) {
    case 'V':
        return {};
    case 'F':
        return {ValueKind::float_};
    case 'J':
        return {ValueKind::long_};
    case 'D':
        return {ValueKind::double_};
    case 'L':
        return class_type(descriptor.after(1).first(descriptor.size() - 2));
    case '[':
        return class_type(descriptor);
    default:
        return {ValueKind::integer};
    }
}

ValueType TypeRules::merge(ValueType a, ValueType b) {
    if (a == b) return a;
    if (!a.is_initialized_reference() || !b.is_initialized_reference()) return {};
    if (a.is(ValueKind::null)) return b;
    if (b.is(ValueKind::null)) return a;
    return ValueType::object(common(a.name, b.name));
}

/// Arrays have in common what their elements have, if these are references.
Symbol const* TypeRules::common(Symbol const* a, Symbol const* b) {
    u32 dimensions = 0;
    while (a != b && is_array_name(a) && is_array_name(b) && !has_number_elements(a) &&
           !has_number_elements(b)) {
        a = element_name(a);
        b = element_name(b);
        ++dimensions;
    }
    return array_of(common_class(a, b), dimensions);
}

Symbol const* TypeRules::common_class(Symbol const* a, Symbol const* b) {
    if (a == b) return a;
    if (is_array_name(a) || is_array_name(b)) return object_;
    Class const* lower = load(a);
    Class const* other = lower ? load(b) : nullptr;
    if (!other || lower->is_interface() || other->is_interface()) return object_;
    u32 depth = depth_of(lower);
    u32 other_depth = depth_of(other);
    while (lower != other) {
        if (depth >= other_depth) {
            lower = lower->super;
            --depth;
        } else {
            other = other->super;
            --other_depth;
        }
    }
    return lower->name;
}

Symbol const* TypeRules::array_of(Symbol const* element, u32 dimensions) {
    if (dimensions == 0) return element;
    bool const is_class = !is_array_name(element);
    Text const inner = element->text;
    char* const text = scratch_.make<char>(dimensions + inner.size() + 2);
    if (!text) return fail();
    usize size = dimensions;
    memset(text, '[', size);
    if (is_class) text[size++] = 'L';
    memcpy(text + size, inner.data(), inner.size());
    size += inner.size();
    if (is_class) text[size++] = ';';
    Symbol const* const found = classes_.symbols().of_copy(Text(text, size));
    return found ? found : fail();
}

/// There is no memory for a name.
Symbol const* TypeRules::fail() {
    has_failed_ = true;
    classes_.refuse("java/lang/OutOfMemoryError", "names");
    return object_;
}

} // namespace flat::java
