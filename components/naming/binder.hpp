// SPDX-License-Identifier: BSD-2-Clause
// Binds by name, and lets dynamic bindings lead to what a name designates.
#pragma once

#include <naming/binder.flat.hpp>

namespace flat::naming {

/// Binds to names of any context whose component is a binding factory as well.
///
/// Without a hint it yields what that factory does. A hint that is the client's end of a dynamic
/// binding, `main.disk` for example, has that binding's server exchanged for what the name
/// designates, and yields the binding's control interface, a `binding.Slot`. What has not the
/// interface of the binding is refused (`WRONG_TYPE`), and so is a slot whose servers are still
/// left by their last calls (`EXHAUSTED`).
///
/// Words after the client's end say which quality of service is needed, as in
/// `main.disk;counted;monitored`: that the binding counts its calls, so that its servers can be
/// released; that it is monitored, whose counts are then those of the new server. A binding that
/// has not that quality is refused (`UNBINDABLE`), any other word is `INVALID`. Whatever is
/// refused leaves the binding as it was. Does not block.
class Binder : public BinderComponent {
public:
    using BinderComponent::BinderComponent;

    Result<Top*, core::BindingError> bind(core::Name& name, Span<u8 const> hint) override;
};

} // namespace flat::naming
