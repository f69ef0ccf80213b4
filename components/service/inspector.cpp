// SPDX-License-Identifier: BSD-2-Clause
// Answers questions over the console: how instances are bound, and what bindings count.
#include <service/inspector.hpp>

#include <core/panic.hpp>
#include <core/utility.hpp>
#include <service/inspect_line.hpp>

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
    u8 bytes[64];
    for (;;) {
        u64 const ticket = threads->ticket();
        u32 const count = input->read(bytes);
        for (u32 i = 0; i < count; ++i)
            take(bytes[i]);
        if (count == 0) threads->wait(address_of(this), ticket);
    }
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
    for (Inspected& domain : domains)
        tell(domain, question);
    Telling::Line line;
    InspectLine(line).text("end", request).end();
    write(line.text());
}

/// Whatever a domain says: what is no line, the browser says that it is none. One that does not
/// answer tells no more.
void Inspector::tell(Inspected& domain, Inspected::Question question) {
    u8 line[Telling::line_max];
    for (u32 place = 0; place < lines_max; ++place) {
        auto const size = domain.tell(question, place, line);
        if (size.is_error() || size.value() == 0 || size.value() > sizeof line) return;
        write(Text::from_bytes(Span<u8 const>(line).first(size.value())));
    }
}

void Inspector::write(Text line) {
    log->write(log::Log::Level::info, line.bytes());
}

} // namespace flat::service
