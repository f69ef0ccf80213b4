// SPDX-License-Identifier: BSD-2-Clause
// All monitored bindings of a domain.
#include <bindings/monitored/registry.hpp>

namespace flat::bindings::monitored {

binding::Monitor* Registry::add(binding::Monitor& monitor) {
    return exchange(list_.lock()->last, &monitor);
}

binding::Monitor* Registry::last() {
    return list_.lock()->last;
}

} // namespace flat::bindings::monitored
