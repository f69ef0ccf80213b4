// SPDX-License-Identifier: BSD-2-Clause
// Runs a PlanP program for each frame that comes.
#include <router/planp/interpreter.hpp>

#include <core/image/boot_module.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/text.hpp>
#include <router/flood.hpp>

namespace flat::router::planp {

namespace {

constexpr u64 nanoseconds_per_millisecond = 1'000'000;

Span<u8 const> module_named(Text name) {
    for (u32 i = 0; i < flat_module_count; ++i)
        if (Text(flat_modules[i].name) == name)
            return {flat_modules[i].begin, flat_modules[i].size_bytes};
    panic("there is no boot module {} with a program", name);
}

/// Whether a packet is to go as it came.
bool is_unchanged(Departure const& departure, Packet const& packet, u32 size) {
    u32 const depth = depth_of(departure.innermost);
    for (u32 i = 0; i < depth; ++i)
        if (departure.places[i] != packet.places[i]) return false;
    u32 const end = packet.ends[depth - 1];
    return departure.content.word() == Blob(end, size - end).word();
}

u32 header_bytes(Departure const& departure) {
    u32 bytes = 0;
    for (u32 i = 0; i < depth_of(departure.innermost); ++i)
        bytes += bytes_of(header_at(departure.innermost, i), departure.places[i]);
    return bytes;
}

void write_headers(Departure const& departure, u8* place) {
    for (u32 i = 0; i < depth_of(departure.innermost); ++i) {
        u32 const bytes = bytes_of(header_at(departure.innermost, i), departure.places[i]);
        memcpy(place, departure.places[i], bytes);
        place += bytes;
    }
}

} // namespace

Interpreter::Interpreter(Ports const& ports, Attributes const& attributes)
    : InterpreterComponent(ports, attributes) {
    begin(module_named(program));
}

Interpreter::~Interpreter() {
    allocator->free(address_of(tables_));
}

/// Nobody can write boot modules, so that what was checked does not change.
void Interpreter::begin(Span<u8 const> program) {
    auto const checked = Form::check(program);
    if (checked.is_error()) {
        FormError const error = checked.error();
        panic("the program is wrong: {}, at instruction {} of channel {}", Text(reason(error.code)),
              error.instruction, error.channel);
    }
    form_ = checked.value();
    usize const bytes = Run::table_words(form_) * sizeof(u64);
    auto const room = allocator->allocate(bytes, sizeof(u64));
    if (room.is_error()) panic("there is no memory for tables of {} bytes", bytes);
    tables_ = pointer_to<u64>(room.value());
    memset(tables_, 0, bytes);
    run_.lock()->begin(form_, tables_);
}

void Interpreter::arrived(u32 port, Message& frame) {
    u8 scratch[headers_bytes_max];
    Packet packet;
    Run::Arrival const arrival{packet, frame, port, *this};
    auto const run = run_.lock();
    if (!packet.read(frame, scratch) || !run->run(form_, arrival)) {
        ++dropped_;
        return;
    }
    auto const departures = run->departures();
    for (u32 i = 0; i < departures.size(); ++i)
        depart(departures[i], arrival, frame, i + 1 == departures.size());
}

/// The frame that goes out is the one that has come, if it is as it was and needed no more, else
/// one that shares what follows the headers. Without a buffer it is lost.
void Interpreter::depart(Departure const& departure, Run::Arrival const& arrival, Message& frame,
                         bool is_last) {
    bool const is_same = is_unchanged(departure, arrival.packet, frame.size());
    if (is_same && is_last) return send(departure, arrival.port, frame);
    Message made(buffers->pool());
    Message::Outcome const outcome =
        is_same ? frame.share_with(made) : write(departure, frame, made);
    if (outcome.is_ok()) send(departure, arrival.port, made);
}

/// Makes a frame of new headers, and of what follows them.
Message::Outcome Interpreter::write(Departure const& departure, Message const& frame,
                                    Message& made) {
    Blob const content = departure.content;
    if (content.is_made())
        TRY(made.append({departure.made, content.bytes()}));
    else if (content.bytes() != 0)
        TRY(frame.share_part(content.offset(), content.bytes(), made));
    write_headers(departure, TRY(made.push(header_bytes(departure))));
    return {};
}

/// A port that there is not is the program's way to drop a packet.
void Interpreter::send(Departure const& departure, u32 from, Message& frame) {
    if (departure.to_others) return flood(ports, buffers->pool(), from, frame);
    if (departure.port < ports.size()) ports[departure.port].send(frame);
}

u64 Interpreter::now_ms() {
    return timer->now_ns() / nanoseconds_per_millisecond;
}

u64 Interpreter::port_address(u64 port) {
    return port < ports.size() ? ports[static_cast<u32>(port)].address() : 0;
}

} // namespace flat::router::planp
