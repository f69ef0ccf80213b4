// SPDX-License-Identifier: BSD-2-Clause
// Binds by name, and lets dynamic bindings lead to what a name designates.
#include <naming/binder.hpp>

#include <core/text.hpp>
#include <flat/core/name.hpp>
#include <flat/core/naming_context.hpp>
#include <naming/quality.hpp>

namespace flat::naming {

using core::BindingError;

Result<Top*, BindingError> Binder::bind(core::Name& name, Span<u8 const> hint) {
    auto* const factory = narrow_to<core::BindingFactory>(name.naming_context());
    if (!factory) return BindingError{BindingError::Code::unbindable};
    if (hint.is_empty()) return factory->bind(name, {});
    Quality const quality = TRY(Quality::parse(*controls, Text::from_bytes(hint)));
    Top* const target = TRY(factory->bind(name, {}));
    TRY(quality.exchange(*target));
    return quality.slot;
}

} // namespace flat::naming
