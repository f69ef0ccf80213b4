// SPDX-License-Identifier: BSD-2-Clause
// MemoryControl: how memory is cached (L4 X.2, section 6.4, and the appendix on AMD64).
#include <api/calls.hpp>

#include <api/mapping/user_region.hpp>
#include <core/maybe.hpp>

namespace flat::api {

namespace {

constexpr u64 attribute_count = 4;

/// An attribute in the terms of the memory management unit.
Maybe<u16> memory_type_of(u64 attribute) {
    switch (attribute) {
    case MemoryAttribute::usual:
    case MemoryAttribute::write_back:
        return u16{0};
    case MemoryAttribute::uncacheable:
        return static_cast<u16>(hal::Mmu::uncached);
    case MemoryAttribute::write_combining:
        return static_cast<u16>(hal::Mmu::combined);
    case MemoryAttribute::write_through:
        return static_cast<u16>(hal::Mmu::written_through);
    case MemoryAttribute::write_protected:
        return static_cast<u16>(hal::Mmu::write_protected);
    default:
        return nothing;
    }
}

} // namespace

u64 Calls::memory_control(Tcb& caller, u64 control, MemoryAttributes const& attributes) {
    Error const error = caller.space()->is_privileged()
                            ? set_attributes(caller, control, attributes)
                            : Error::no_privilege;
    if (error != Error::none) caller.utcb()->error_code = u64(error);
    return error == Error::none;
}

Error Calls::set_attributes(Tcb& caller, u64 control, MemoryAttributes const& attributes) {
    if (control >= Utcb::message_register_count) return Error::invalid_parameter;
    u64 const named[attribute_count] = {attributes.first, attributes.second, attributes.third,
                                        attributes.fourth};
    u64 types = 0;
    for (u64 i = 0; i <= control; ++i) {
        Fpage const region{caller.utcb()->message_registers[i]};
        if (region.is_nil()) continue;
        u64 const index = region.raw() % attribute_count;
        Maybe<u16> const type = memory_type_of(named[index]);
        if (!type || !is_user_region(region)) return Error::invalid_parameter;
        types |= u64{*type} << index * 16;
    }
    if (spaces->set_attributes(caller, control, types)) return Error::none;
    caller.set_hazards(hazard_working);
    dispatcher->settle(nullptr);
    return Error::none;
}

} // namespace flat::api
