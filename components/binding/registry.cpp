// SPDX-License-Identifier: BSD-2-Clause
// The control interfaces of all bindings of a domain.
#include <binding/registry.hpp>

#include <core/text.hpp>
#include <flat/binding/control.hpp>

namespace flat::binding {

namespace {

/// The length of the longest name that is found.
constexpr usize name_max = 127;

/// Whether what is written for a control, of which `length` bytes are all, is this text.
bool is_text(u8 const (&written)[name_max], u32 length, Text text) {
    return length <= name_max && Text::from_bytes(Span<u8 const>(written).first(length)) == text;
}

bool is_it(Control& control, Text name, Text kind) {
    u8 own[name_max];
    return is_text(own, control.name(own), name) && is_text(own, control.kind(own), kind);
}

} // namespace

Control* Registry::add(Control& control) {
    return exchange(list_.lock()->last, &control);
}

Control* Registry::last() {
    return list_.lock()->last;
}

Control* Registry::find(Span<u8 const> name, Span<u8 const> kind) {
    Control* each = last();
    while (each && !is_it(*each, Text::from_bytes(name), Text::from_bytes(kind)))
        each = each->previous();
    return each;
}

} // namespace flat::binding
