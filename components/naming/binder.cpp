// SPDX-License-Identifier: BSD-2-Clause
// Binds by name, and lets dynamic bindings lead to what a name designates.
#include <naming/binder.hpp>

#include <core/text.hpp>
#include <flat/binding/control.hpp>
#include <flat/binding/monitor.hpp>
#include <flat/core/name.hpp>
#include <flat/core/naming_context.hpp>

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

} // namespace

Result<Top*, BindingError> Binder::bind(core::Name& name, Span<u8 const> hint) {
    auto* const factory = narrow_to<core::BindingFactory>(name.naming_context());
    if (!factory) return BindingError{BindingError::Code::unbindable};
    if (hint.is_empty()) return factory->bind(name, {});
    Quality const quality = TRY(parse(Text::from_bytes(hint)));
    Top* const target = TRY(factory->bind(name, {}));
    return exchange(quality, *target);
}

/// The hint as what it asks for; all of that is there.
Result<Binder::Quality, BindingError> Binder::parse(Text hint) {
    Text const client = take(hint);
    Quality quality{slot_of(client.bytes()), nullptr};
    if (!quality.slot) return BindingError{BindingError::Code::invalid};
    while (!hint.is_empty()) {
        Text const word = take(hint);
        if (word == "counted") {
            if (quality.slot->inside().is_error())
                return BindingError{BindingError::Code::unbindable};
        } else if (word == "monitored") {
            auto* const control = controls->find(client.bytes(), word.bytes());
            quality.monitor = control ? narrow_to<binding::Monitor>(*control) : nullptr;
            if (!quality.monitor) return BindingError{BindingError::Code::unbindable};
        } else {
            return BindingError{BindingError::Code::invalid};
        }
    }
    return quality;
}

Result<Top*, BindingError> Binder::exchange(Quality const& quality, Top& target) {
    auto const exchanged = quality.slot->exchange(target);
    if (exchanged.is_ok()) {
        if (quality.monitor) quality.monitor->reset();
        return quality.slot;
    }
    bool const is_busy = exchanged.error().code == SlotError::Code::busy;
    return BindingError{is_busy ? BindingError::Code::exhausted : BindingError::Code::wrong_type};
}

/// The control interface of the dynamic binding with this client's end, null when there is none.
Slot* Binder::slot_of(Span<u8 const> client_end) {
    binding::Control* const control = controls->find(client_end, Text("dynamic").bytes());
    return control ? narrow_to<Slot>(*control) : nullptr;
}

} // namespace flat::naming
