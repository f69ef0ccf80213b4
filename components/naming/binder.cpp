// SPDX-License-Identifier: BSD-2-Clause
// Binds by name, and lets dynamic bindings lead to what a name designates.
#include <naming/binder.hpp>

#include <core/text.hpp>
#include <flat/binding/control.hpp>
#include <flat/core/name.hpp>
#include <flat/core/naming_context.hpp>

namespace flat::naming {

using binding::Slot;
using binding::SlotError;
using core::BindingError;

Result<Top*, BindingError> Binder::bind(core::Name& name, Span<u8 const> hint) {
    auto* const factory = narrow_to<core::BindingFactory>(name.naming_context());
    if (!factory) return BindingError{BindingError::Code::unbindable};
    Slot* const slot = hint.is_empty() ? nullptr : slot_of(hint);
    if (!hint.is_empty() && !slot) return BindingError{BindingError::Code::invalid};
    Top* const target = TRY(factory->bind(name, {}));
    if (!slot) return target;
    auto const exchanged = slot->exchange(*target);
    if (exchanged.is_ok()) return slot;
    bool const is_busy = exchanged.error().code == SlotError::Code::busy;
    return BindingError{is_busy ? BindingError::Code::exhausted : BindingError::Code::wrong_type};
}

/// The control interface of the dynamic binding with this client's end, null when there is none.
Slot* Binder::slot_of(Span<u8 const> client_end) {
    binding::Control* const control = controls->find(client_end, Text("dynamic").bytes());
    return control ? narrow_to<Slot>(*control) : nullptr;
}

} // namespace flat::naming
