// SPDX-License-Identifier: BSD-2-Clause
// What every platform offers under <platform/…> besides its components.
#pragma once

#include <core/span.hpp>
#include <core/traits.hpp>
#include <core/types.hpp>
#include <platform/emergency.hpp>

namespace flat::contract {

/// <platform/emergency.hpp>: what still works when nothing else does.
///
/// `emergency_write` shows text at once, whatever the state of the kernel. `power_off` ends the
/// machine and never returns; an emulator's or process's exit status tells `status`.
static_assert(requires(Span<char const> text, u32 status) {
    { platform::emergency_write(text) } -> SameAs<void>;
    { platform::power_off(status) } -> SameAs<void>;
});

} // namespace flat::contract
