// SPDX-License-Identifier: BSD-2-Clause
// The root of all interfaces, and narrowing from an interface to a subtype of it (THINK, §3.1).
#pragma once

#include <core/text.hpp>
#include <core/types.hpp>

namespace flat {

/// The identity of an interface at run time.
struct InterfaceId {
    u64 value;

    /// The FNV-1a hash of name and version, as in `flat.hal.Timer@1`.
    static constexpr InterfaceId of(Text name_and_version) {
        u64 hash = 0xcbf29ce484222325;
        for (char const character : name_and_version)
            hash = (hash ^ static_cast<u8>(character)) * 0x100000001b3;
        return InterfaceId{hash};
    }

    friend constexpr bool operator==(InterfaceId a, InterfaceId b) { return a.value == b.value; }
};

/// The greatest element of the lattice of interfaces: every interface is a `Top`.
class Top {
public:
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.lang.Top@1");

    /// The subobject of this component that is the interface `id`, null when it is none.
    virtual void* narrow(InterfaceId id) {
        static_cast<void>(id);
        return nullptr;
    }

protected:
    Top() = default;
    ~Top() = default;
};

/// The interface `Interface` of the component behind `object`, null when it has none.
template<class Interface>
Interface* narrow_to(Top& object) {
    return static_cast<Interface*>(object.narrow(Interface::interface_id));
}

} // namespace flat
