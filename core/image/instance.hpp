// SPDX-License-Identifier: BSD-2-Clause
// What a kernel is made of and how it is bound, as it can tell itself.
#pragma once

#include <core/types.hpp>

namespace flat::boot {

/// One instance of a component.
struct Instance {
    char const* name;      ///< As the assembly calls it: `console`.
    char const* component; ///< As in `platform.Console`.
};

/// One binding of the domain's instances, as the assembly states it or the configurator found it.
struct Binding {
    char const* client; ///< The bound port, as in `main.log`; of a collection `main.logs[0]`.
    char const* server; ///< As in `log.log`.
    char const* kind;   ///< The kinds of its chain, as in `static`.
};

} // namespace flat::boot

/// The instances in the order of their construction, of an image with several configurations those
/// of the chosen one. The build generates the table with the wiring, and what does not look at it
/// does not contain it. Constant once instances are constructed.
extern "C" flat::boot::Instance const* flat_instances;
extern "C" flat::u32 flat_instance_count;

/// The bindings, by client and port.
extern "C" flat::boot::Binding const* flat_bindings;
extern "C" flat::u32 flat_binding_count;
