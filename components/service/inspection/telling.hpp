// SPDX-License-Identifier: BSD-2-Clause
// What a domain tells of its own bindings, line by line.
#pragma once

#include <core/format.hpp>
#include <core/utility.hpp>
#include <flat/binding/controls.hpp>
#include <flat/binding/monitor.hpp>
#include <flat/binding/slot.hpp>
#include <flat/service/inspected.hpp>

namespace flat::service {

/// The lines of answers; each is of the domain that asks for it.
class Telling {
public:
    static constexpr usize line_max = 512;
    using Line = TextBuffer<line_max>;

    explicit Telling(binding::Controls& controls) : controls_(controls) {}

    /// Writes the line that has so many before it; false after the last one.
    bool tell(Inspected::Question question, u32 place, Line& line);

private:
    static bool tell_binding(u32 place, Line& line);
    bool tell_count(u32 place, Line& line);
    static void tell_method(binding::Monitor& monitor, u32 method, Line& line);
    static void tell_slot(binding::Slot& slot, Line& line);
    void reset();

    binding::Controls& controls_;
};

} // namespace flat::service
