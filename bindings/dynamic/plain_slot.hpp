// SPDX-License-Identifier: BSD-2-Clause
// A slot whose calls nobody counts: what was in it must stay.
#pragma once

#include <core/atomic.hpp>
#include <core/calls/control_base.hpp>
#include <flat/binding/slot.hpp>

namespace flat::bindings::dynamic {

/// Holds a server of the interface. A call is a load more than a virtual call.
template<class Interface>
class PlainSlot final : public ControlBase<binding::Slot> {
public:
    PlainSlot(binding::Controls& controls, Text name, Interface& server)
        : ControlBase(controls, name, "dynamic"), server_(&server) {}

    /// The server for one call.
    Interface* enter() const { return server_.load(MemoryOrder::acquire); }

    Top& server() override { return *enter(); }

    Result<Top*, binding::SlotError> exchange(Top& server) override {
        Interface* const coming = narrow_to<Interface>(server);
        if (!coming) return binding::SlotError{binding::SlotError::Code::wrong_type};
        return server_.exchange(coming, MemoryOrder::acquire_release);
    }

    Result<u64, binding::SlotError> inside() override {
        return binding::SlotError{binding::SlotError::Code::uncounted};
    }

private:
    Atomic<Interface*> server_;
};

} // namespace flat::bindings::dynamic
