// SPDX-License-Identifier: BSD-2-Clause
// Which dynamic binding a hint means, and which quality of service it asks for.
#include <naming/quality.hpp>

#include <flat/binding/control.hpp>

namespace flat::naming {

using binding::Slot;
using binding::SlotError;
using core::BindingError;

namespace {

/// A text up to a `;`, which is taken from it.
Text take(Text& text) {
    usize size = 0;
    while (size < text.size() && text[size] != ';')
        ++size;
    Text const first = text.first(size);
    text = text.after(size < text.size() ? size + 1 : size);
    return first;
}

/// The control interface of the dynamic binding with this client's end, null when there is none.
Slot* slot_of(binding::Controls& controls, Text client) {
    binding::Control* const control = controls.find(client.bytes(), Text("dynamic").bytes());
    return control ? narrow_to<Slot>(*control) : nullptr;
}

} // namespace

Result<Quality, BindingError> Quality::parse(binding::Controls& controls, Text hint) {
    Text const client = take(hint);
    Quality quality{slot_of(controls, client), nullptr};
    if (!quality.slot) return BindingError{BindingError::Code::invalid};
    while (!hint.is_empty()) {
        Text const word = take(hint);
        if (word == "counted") {
            if (quality.slot->inside().is_error())
                return BindingError{BindingError::Code::unbindable};
        } else if (word == "monitored") {
            auto* const control = controls.find(client.bytes(), word.bytes());
            quality.monitor = control ? narrow_to<binding::Monitor>(*control) : nullptr;
            if (!quality.monitor) return BindingError{BindingError::Code::unbindable};
        } else {
            return BindingError{BindingError::Code::invalid};
        }
    }
    return quality;
}

Result<Top*, BindingError> Quality::exchange(Top& target) const {
    auto const before = slot->exchange(target);
    if (before.is_ok()) {
        if (monitor) monitor->reset();
        return before.value();
    }
    bool const is_busy = before.error().code == SlotError::Code::busy;
    return BindingError{is_busy ? BindingError::Code::exhausted : BindingError::Code::wrong_type};
}

} // namespace flat::naming
