// SPDX-License-Identifier: BSD-2-Clause
// Answers questions over the console: how instances are bound, and what bindings count.
#include <service/inspector.hpp>

#include <core/panic.hpp>
#include <core/utility.hpp>
#include <flat/binding/control.hpp>

namespace flat::service {

namespace {

/// One member of a JSON object.
template<usize size>
class Object {
public:
    explicit Object(TextBuffer<size>& line) : line_(line) { line_.put("@inspect {"); }

    Object& text(Text name, Text value) {
        begin(name);
        line_.put("\"");
        for (char const character : value)
            put(character);
        line_.put("\"");
        return *this;
    }

    Object& number(Text name, u64 value) {
        begin(name);
        format(line_, "{}", value);
        return *this;
    }

    void end() { line_.put("}"); }

private:
    void begin(Text name) {
        format(line_, "{}\"{}\":", is_first_ ? "" : ",", name);
        is_first_ = false;
    }

    /// Arguments of kinds may be texts in quotes; nothing else needs an escape.
    void put(char character) {
        if (character == '"' || character == '\\') line_.put("\\");
        line_.put(Text(&character, 1));
    }

    TextBuffer<size>& line_;
    bool is_first_ = true;
};

} // namespace

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
    if (request == "bindings") return tell_bindings();
    if (request == "counts") return tell_counts();
    if (request == "reset") return reset();
    Line line;
    Object(line).text("error", "ask for bindings, counts or reset").end();
    write(line);
}

void Inspector::tell_bindings() {
    for (u32 i = 0; i < flat_binding_count; ++i) {
        boot::Binding const& each = flat_bindings[i];
        Line line;
        Object(line)
            .text("binding", each.client)
            .text("server", each.server)
            .text("kind", each.kind)
            .end();
        write(line);
    }
    end("bindings");
}

void Inspector::tell_counts() {
    for (binding::Control* each = controls->last(); each; each = each->previous()) {
        if (auto* const monitor = narrow_to<binding::Monitor>(*each)) tell(*monitor);
        if (auto* const slot = narrow_to<binding::Slot>(*each)) tell(*slot);
    }
    end("counts");
}

void Inspector::tell(binding::Monitor& monitor) {
    for (u32 method = 0; method < monitor.methods(); ++method) {
        u8 name[64];
        u32 const length = monitor.method_name(method, name);
        binding::Monitor::Counts const counts = monitor.counts(method);
        Line line;
        Object(line)
            .text("binding", name_of(monitor))
            .text("method", Text::from_bytes(Span<u8 const>(name).first(min<u32>(length, 64))))
            .number("calls", counts.calls)
            .number("failures", counts.failures)
            .number("ticks", counts.ticks)
            .end();
        write(line);
    }
}

/// A slot that counts nothing has nothing to tell.
void Inspector::tell(binding::Slot& slot) {
    auto const inside = slot.inside();
    if (inside.is_error()) return;
    Line line;
    Object(line).text("binding", name_of(slot)).number("inside", inside.value()).end();
    write(line);
}

void Inspector::reset() {
    for (binding::Control* each = controls->last(); each; each = each->previous())
        if (auto* const monitor = narrow_to<binding::Monitor>(*each)) monitor->reset();
    end("reset");
}

void Inspector::end(Text request) {
    Line line;
    Object(line).text("end", request).end();
    write(line);
}

void Inspector::write(Line const& line) {
    log->write(log::Log::Level::info, line.text().bytes());
}

Text Inspector::name_of(binding::Control& control) {
    u32 const length = control.name(name_);
    return Text::from_bytes(Span<u8 const>(name_).first(min<u32>(length, sizeof name_)));
}

} // namespace flat::service
