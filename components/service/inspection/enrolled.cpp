// SPDX-License-Identifier: BSD-2-Clause
// The domains that an inspector asks.
#include <service/inspection/enrolled.hpp>

#include <service/inspection/telling.hpp>

namespace flat::service {

namespace {

/// Whatever a domain says is written: what is no line, its reader says that it is none. Whether the
/// answer came to its end.
bool ask_one(Inspected& domain, Inspected::Question question, u32 lines_max,
             Enrolled::Writer& writer) {
    u8 line[Telling::line_max];
    for (u32 place = 0; place < lines_max; ++place) {
        auto const size = domain.tell(question, place, line);
        if (size.is_error() || size.value() > sizeof line) return false;
        if (size.value() == 0) return true;
        writer.write(Text::from_bytes(Span<u8 const>(line).first(size.value())));
    }
    return false;
}

} // namespace

Result<u32, InspectError> Enrolled::add(Inspected& domain) {
    Inspected* going = &domain;
    bool is_asked;
    u32 count;
    {
        auto const places = places_.lock();
        is_asked = places->has(domain);
        Place* const place = is_asked ? nullptr : places->room();
        if (place) {
            going = exchange(*place, Place{.domain = &domain}).domain;
            is_asked = true;
        }
        if (!going) ++places->taken;
        count = places->taken;
    }
    if (going) going->release(); // may block
    if (!is_asked) return InspectError{InspectError::Code::exhausted};
    return count;
}

bool Enrolled::Places::has(Inspected const& domain) const {
    for (Place const& each : all)
        if (each.domain == &domain) return true;
    return false;
}

/// A place that nobody has, else one whose domain is silent; null if there is none.
Enrolled::Place* Enrolled::Places::room() {
    Place* found = nullptr;
    for (Place& each : all) {
        if (!each.domain) return &each;
        if (!found && each.is_silent && !each.is_asked) found = &each;
    }
    return found;
}

void Enrolled::ask(Inspected::Question question, Writer& writer) {
    for (u32 i = 0; i < domains_max; ++i)
        if (Inspected* const domain = begin(i))
            end(i, ask_one(*domain, question, lines_max, writer));
}

Inspected* Enrolled::begin(u32 number) {
    auto const places = places_.lock();
    Place& place = places->all[number];
    place.is_asked = place.domain != nullptr;
    return place.domain;
}

void Enrolled::end(u32 number, bool has_answered) {
    auto const places = places_.lock();
    places->all[number] = {places->all[number].domain, false, !has_answered};
}

} // namespace flat::service
