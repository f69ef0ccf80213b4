// SPDX-License-Identifier: BSD-2-Clause
// Which dynamic binding a hint means, and which quality of service it asks for.
#pragma once

#include <core/text.hpp>
#include <flat/binding/controls.hpp>
#include <flat/binding/monitor.hpp>
#include <flat/binding/slot.hpp>
#include <flat/core/binding_error.hpp>

namespace flat::naming {

/// The hint as what it asks for; all of that is there.
struct Quality {
    binding::Slot* slot;
    binding::Monitor* monitor; // null if nobody asks for it

    /// `main.disk;counted;monitored`: UNBINDABLE if the binding has not what is asked for, INVALID
    /// if there is none, or a word says nothing.
    static Result<Quality, core::BindingError> parse(binding::Controls& controls, Text hint);

    /// Has the slot lead to `target`, and the monitor count anew; the server before.
    Result<Top*, core::BindingError> exchange(Top& target) const;
};

} // namespace flat::naming
