// SPDX-License-Identifier: BSD-2-Clause
// What a domain tells of its own bindings, line by line.
#include <service/inspection/telling.hpp>

#include <core/image/instance.hpp>
#include <flat/binding/control.hpp>
#include <service/inspection/inspect_line.hpp>

namespace flat::service {

namespace {

/// A name that something else has.
class Name {
public:
    explicit Name(binding::Control& control) : size_(control.name(bytes_)) {}
    Name(binding::Monitor& monitor, u32 method) : size_(monitor.method_name(method, bytes_)) {}

    Text text() const {
        return Text::from_bytes(Span<u8 const>(bytes_).first(min<usize>(size_, sizeof bytes_)));
    }

private:
    u8 bytes_[64];
    usize size_;
};

} // namespace

bool Telling::tell(Inspected::Question question, u32 place, Line& line) {
    switch (question) {
    case Inspected::Question::bindings:
        return tell_binding(place, line);
    case Inspected::Question::counts:
        return tell_count(place, line);
    case Inspected::Question::reset:
        reset();
        break;
    }
    return false;
}

bool Telling::tell_binding(u32 place, Line& line) {
    if (place >= flat_binding_count) return false;
    boot::Binding const& binding = flat_bindings[place];
    InspectLine(line)
        .text("binding", binding.client)
        .text("server", binding.server)
        .text("kind", binding.kind)
        .end();
    return true;
}

/// A monitor has a line for each method, a slot one, unless it counts nothing.
bool Telling::tell_count(u32 place, Line& line) {
    for (binding::Control* each = controls_.last(); each; each = each->previous()) {
        if (auto* const monitor = narrow_to<binding::Monitor>(*each)) {
            u32 const methods = monitor->methods();
            if (place < methods) {
                tell_method(*monitor, place, line);
                return true;
            }
            place -= methods;
        }
        auto* const slot = narrow_to<binding::Slot>(*each);
        if (slot && slot->inside().is_ok() && place-- == 0) {
            tell_slot(*slot, line);
            return true;
        }
    }
    return false;
}

void Telling::tell_method(binding::Monitor& monitor, u32 method, Line& line) {
    binding::Monitor::Counts const counts = monitor.counts(method);
    InspectLine(line)
        .text("binding", Name(monitor).text())
        .text("method", Name(monitor, method).text())
        .number("calls", counts.calls)
        .number("failures", counts.failures)
        .number("ticks", counts.ticks)
        .end();
}

void Telling::tell_slot(binding::Slot& slot, Line& line) {
    InspectLine(line)
        .text("binding", Name(slot).text())
        .number("inside", slot.inside().value())
        .end();
}

void Telling::reset() {
    for (binding::Control* each = controls_.last(); each; each = each->previous())
        if (auto* const monitor = narrow_to<binding::Monitor>(*each)) monitor->reset();
}

} // namespace flat::service
