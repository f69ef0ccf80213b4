// SPDX-License-Identifier: BSD-2-Clause
// A domain that is called with objects, for as long as that takes.
#pragma once

#include <core/utility.hpp>
#include <flat/hal/user_mode.hpp>
#include <machine/interrupts.hpp>

namespace flat::bindings::upcall {

/// Lets a domain go that has been reached, or nothing: what it was lent is taken back before.
class Visit : NonCopyable {
public:
    using Guest = hal::UserMode::Guest;

    explicit Visit(Guest* reached) : guest_(reached) {}
    ~Visit() {
        machine::InterruptGuard const guard;
        if (guest_) guest_->let_go();
    }

    Guest* guest() const { return guest_; }

private:
    Guest* const guest_;
};

} // namespace flat::bindings::upcall
