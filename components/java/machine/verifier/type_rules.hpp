// SPDX-License-Identifier: BSD-2-Clause
// Which types may stand for which others, by the classes that are loaded (JVMS 17, 4.10.1.2,
// 4.10.2.4).
#pragma once

#include <java/machine/linking/classes.hpp>
#include <java/machine/verifier/scratch.hpp>
#include <java/machine/verifier/value_type.hpp>

namespace flat::java {

/// Loads the classes that it needs. Interfaces are treated like java.lang.Object, except that an
/// array stands for its own ones only: a call by an interface checks the receiver
/// (`Classes::select`).
class TypeRules : NonCopyable {
public:
    TypeRules(Classes& classes, Scratch& scratch)
        : classes_(classes), scratch_(scratch), object_(classes.symbols().of("java/lang/Object")) {}

    /// Whether a class could not be loaded: then answers mean nothing, and `Classes::problem` says
    /// why.
    bool has_failed() const { return has_failed_; }
    void forget_failure() { has_failed_ = false; }

    bool is_assignable(ValueType from, ValueType to);

    /// The best type that both may stand for.
    ValueType merge(ValueType a, ValueType b);

    /// What the elements of an array are; of numbers, what they are on the stack.
    ValueType element_of(ValueType array);

    /// An array of elements of a class, or of arrays.
    ValueType array_of(ValueType element) { return ValueType::object(array_of(element.name, 1)); }

    /// The type of a descriptor of a field; `top` of V.
    ValueType of_descriptor(Text descriptor);

    /// Of a class, or an array by its descriptor.
    ValueType class_type(Text name);
    Class* load(Symbol const* name);

    Classes& classes() { return classes_; }

private:
    bool is_subclass(Symbol const* from, Symbol const* to);
    Symbol const* element_name(Symbol const* array);
    Symbol const* common(Symbol const* a, Symbol const* b);
    Symbol const* common_class(Symbol const* a, Symbol const* b);
    Symbol const* array_of(Symbol const* element, u32 dimensions);
    Symbol const* fail();

    Classes& classes_;
    Scratch& scratch_;
    Symbol const* const object_;
    bool has_failed_ = false;
};

} // namespace flat::java
