// SPDX-License-Identifier: BSD-2-Clause
// Answers questions over the console: how instances are bound, and what bindings count.
#include <service/inspector.hpp>

#include <core/panic.hpp>

namespace flat::service {

Inspector::Inspector(Ports const& ports, Attributes const& attributes)
    : InspectorComponent(ports, attributes) {
    auto const made = threads->create({});
    if (made.is_error()) panic("there is no thread for the inspector");
    narrow_to<thread::Thread>(*made.value())->start(*this);
    if (input->listen(*this).is_error()) panic("somebody else listens to the console");
}

void Inspector::arrived() {
    threads->notify(address_of(this));
}

void Inspector::run() {
    for (;;) {
        u64 const ticket = threads->ticket();
        if (!answers_.take_what_has_come()) threads->wait(address_of(this), ticket);
    }
}

} // namespace flat::service
