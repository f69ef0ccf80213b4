// SPDX-License-Identifier: BSD-2-Clause
// Answers questions over the console: how instances are bound, and what bindings count.
#include <service/inspector.hpp>

#include <core/panic.hpp>
#include <core/utility.hpp>
#include <service/inspection/inspect_line.hpp>

namespace flat::service {

Inspector::Inspector(Ports const& ports, Attributes const& attributes)
    : InspectorComponent(ports, attributes) {
    if (threads) {
        auto const made = threads->create({});
        if (made.is_error()) panic("there is no thread for the inspector");
        narrow_to<thread::Thread>(*made.value())->start(*this);
    }
    if (input->listen(*this).is_error()) panic("somebody else listens to the console");
}

Result<void, InspectError> Inspector::enroll(Inspected& domain) {
    u32 const count = TRY(enrolled_.add(domain));
    Telling::Line line;
    InspectLine(line).number("enrolled", count).end();
    write(line.text());
    return {};
}

void Inspector::arrived() {
    if (threads) return threads->notify(address_of(this));
    while (take_what_has_come() != 0) {
    }
}

void Inspector::run() {
    for (;;) {
        u64 const ticket = threads->ticket();
        if (take_what_has_come() == 0) threads->wait(address_of(this), ticket);
    }
}

u32 Inspector::take_what_has_come() {
    u8 bytes[64];
    u32 const count = input->read(bytes);
    for (u32 i = 0; i < count; ++i)
        take(bytes[i]);
    return count;
}

void Inspector::take(u8 byte) {
    if (byte == '\r') return;
    if (byte != '\n') {
        if (request_size_ < request_max) request_[request_size_] = byte;
        if (request_size_ <= request_max) ++request_size_;
        return;
    }
    usize const size = exchange(request_size_, usize{0});
    answer(size <= request_max ? Text::from_bytes(Span<u8 const>(request_).first(size)) : Text());
}

void Inspector::answer(Text request) {
    if (request == "bindings") return tell(Inspected::Question::bindings, request);
    if (request == "counts") return tell(Inspected::Question::counts, request);
    if (request == "reset") return tell(Inspected::Question::reset, request);
    Telling::Line line;
    InspectLine(line).text("error", "ask for bindings, counts or reset").end();
    write(line.text());
}

void Inspector::tell(Inspected::Question question, Text request) {
    for (u32 place = 0;; ++place) {
        Telling::Line line;
        if (!telling_.tell(question, place, line)) break;
        write(line.text());
    }
    enrolled_.ask(question, *this);
    Telling::Line line;
    InspectLine(line).text("end", request).end();
    write(line.text());
}

void Inspector::write(Text line) {
    log->write(log::Log::Level::info, line.bytes());
}

} // namespace flat::service
