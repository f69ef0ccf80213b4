// SPDX-License-Identifier: BSD-2-Clause
// What a component object says of itself, and a domain of the interfaces that it has.
#pragma once

#include <core/top.hpp>
#include <core/types.hpp>

namespace flat {

/// An interface as somebody was compiled with it.
struct InterfaceShape {
    char const* type; ///< As in `flat.hal.Timer@1`.
    u64 digest;       ///< Of its methods in their order, and of the values that they pass.
};

/// A required port of a component object.
struct LoadablePort {
    char const* name;
    char const* type;
    bool is_optional;
};

/// The description in a component object, its only symbol: `flat_component`.
///
/// `construct` makes the component in the object's own memory, once; it takes for each port what
/// `narrow` said of its server, null where an optional one is unbound.
struct Loadable {
    u64 kit;            ///< As the domain's `flat_kit_digest`.
    bool is_privileged; ///< As `flat_is_privileged`: what it includes is the kernel's, or others'.
    char const* name;
    LoadablePort const* ports;
    u64 port_count;
    InterfaceShape const* interfaces; ///< Those of its ports, and all that their methods mention.
    u64 interface_count;
    Top& (*construct)(void* const* ports);
    void (*destroy)();
};

} // namespace flat

extern "C" {
/// The interfaces of this domain's instances, and all that their methods mention; the build
/// generates the table.
extern flat::InterfaceShape const flat_interfaces[];
extern flat::u64 const flat_interface_count;

/// Of the headers that all interfaces build on, such as <core/result.hpp>.
extern flat::u64 const flat_kit_digest;

/// Whether this is the kernel's domain.
extern bool const flat_is_privileged;
}
