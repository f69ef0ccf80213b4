// SPDX-License-Identifier: BSD-2-Clause
// Binds by name, and lets dynamic bindings lead to what a name designates.
#pragma once

#include <flat/binding/slot.hpp>
#include <naming/binder.flat.hpp>

namespace flat::naming {

/// Binds to names of any context whose component is a binding factory as well.
///
/// Without a hint it yields what that factory does. A hint that is the client's end of a dynamic
/// binding, `main.disk` for example, has that binding's server exchanged for what the name
/// designates, and yields the binding's control interface, a `binding.Slot`. What has not the
/// interface of the binding is refused (`WRONG_TYPE`), and so is a slot whose servers are still
/// left by their last calls (`EXHAUSTED`); in both cases the binding stays as it was. Does not
/// block.
class Binder : public BinderComponent {
public:
    using BinderComponent::BinderComponent;

    Result<Top*, core::BindingError> bind(core::Name& name, Span<u8 const> hint) override;

private:
    binding::Slot* slot_of(Span<u8 const> client_end);
};

} // namespace flat::naming
