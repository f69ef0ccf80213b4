// SPDX-License-Identifier: BSD-2-Clause
// Takes and sends streams for clients of iperf3, which tell how fast they are.
#include <demo/hosts/throughput_server.hpp>

#include <core/format.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>

namespace flat::demo::hosts {

namespace {

constexpr u32 not_implemented = 13;  // iperf_api.h, IEUNIMP
constexpr u64 rest_ns = 100'000'000; // in which what was sent before the end still comes
constexpr u64 at_once_ns = 1;

/// Whether a description in JSON says this somewhere: `"reverse":true`, as the client writes it.
bool says(Text description, Text words) {
    for (usize at = 0; at + words.size() <= description.size(); ++at)
        if (Text(description.data() + at, words.size()) == words) return true;
    return false;
}

} // namespace

void ThroughputServer::run() {
    auto const socket = sockets->open(net::Sockets::Kind::stream);
    bool const is_listening = socket.is_ok() && sockets->bind(socket.value(), {0, port}).is_ok() &&
                              sockets->listen(socket.value()).is_ok();
    if (!is_listening) panic("port {} cannot be had", port);
    listener_ = socket.value();
    say(*log, "streams are measured at port {}", port);
    for (;;) {
        auto const control = sockets->accept(listener_);
        if (control.is_error()) continue;
        if (serve(control.value()))
            say(*log, "{} {} bytes", is_sender_ ? "sent" : "received", transferred_bytes_);
        sockets->close(control.value());
    }
}

bool ThroughputServer::serve(u32 control) {
    if (!receive(control, Span(cookie_)) || !tell(control, State::parameter_exchange) ||
        !receive_description(control))
        return false;
    Text const wanted(reinterpret_cast<char const*>(description_), description_size_);
    bool const is_possible = says(wanted, "\"tcp\":true") && says(wanted, "\"parallel\":1,") &&
                             !says(wanted, "\"bidirectional\":true");
    if (!is_possible) return refuse(control);
    is_sender_ = says(wanted, "\"reverse\":true");
    if (!tell(control, State::create_streams)) return false;
    Maybe<u32> const data = accept_data();
    if (!data) return false;
    bool const is_transferred = transfer(control, *data);
    sockets->close(*data); // before the results: until then the client may wait for more data
    return is_transferred && exchange_results(control);
}

/// Two numbers follow the state: iperf3's of the error, and the system's.
bool ThroughputServer::refuse(u32 control) {
    u8 const numbers[8] = {0, 0, 0, not_implemented};
    if (tell(control, State::server_error)) send(control, numbers);
    return false;
}

/// The next connection with the client's cookie; nobody else's, and none after sixteen of others.
Maybe<u32> ThroughputServer::accept_data() {
    for (u32 others = 0; others < 16; ++others) {
        auto const data = sockets->accept(listener_);
        if (data.is_error()) return nothing;
        u8 cookie[cookie_bytes];
        bool const is_clients =
            receive(data.value(), Span(cookie)) && memcmp(cookie, cookie_, cookie_bytes) == 0;
        if (is_clients) return data.value();
        sockets->close(data.value());
    }
    return nothing;
}

bool ThroughputServer::transfer(u32 control, u32 data) {
    transferred_bytes_ = 0;
    if (!tell(control, State::test_start) || !tell(control, State::test_running)) return false;
    return is_sender_ ? send_until_end(control, data) : take(control, data);
}

/// Takes what comes until the client says that it has sent all, and what is still on its way then.
bool ThroughputServer::take(u32 control, u32 data) {
    if (sockets->watch(control).is_error() || sockets->watch(data).is_error()) return false;
    for (;;) {
        auto const ready = sockets->wait_watched();
        if (ready.is_error()) return false;
        if (ready.value() == control) break;
        auto const received = sockets->receive(data, Span(block_));
        if (received.is_error()) return false;
        transferred_bytes_ += received.value();
    }
    while (sockets->wait_readable(data, rest_ns).value_or(0) != 0) {
        auto const received = sockets->receive(data, Span(block_));
        if (received.is_error()) break;
        transferred_bytes_ += received.value();
    }
    return expect(control, State::test_end);
}

bool ThroughputServer::send_until_end(u32 control, u32 data) {
    while (sockets->wait_readable(control, at_once_ns).value_or(1) == 0) {
        auto const sent = sockets->send(data, Span<u8 const>(block_));
        if (sent.is_error()) return false;
        transferred_bytes_ += sent.value();
    }
    return expect(control, State::test_end);
}

bool ThroughputServer::exchange_results(u32 control) {
    if (!tell(control, State::exchange_results) || !receive_description(control)) return false;
    TextBuffer<400> results;
    format(results,
           "{}\"cpu_util_total\":0,\"cpu_util_user\":0,\"cpu_util_system\":0,"
           "\"sender_has_retransmits\":{},\"streams\":[{}\"id\":1,\"bytes\":{},"
           "\"retransmits\":-1,\"jitter\":0,\"errors\":0,\"packets\":0{}]{}",
           "{", is_sender_ ? 0 : -1, "{", transferred_bytes_, "}", "}");
    u8 size[4] = {0, 0, static_cast<u8>(results.text().size() >> 8),
                  static_cast<u8>(results.text().size())};
    return send(control, size) && send(control, results.text().bytes()) &&
           tell(control, State::display_results) && expect(control, State::done);
}

bool ThroughputServer::receive_description(u32 control) {
    u8 size[4];
    if (!receive(control, Span(size))) return false;
    u32 const bytes = u32{size[0]} << 24 | u32{size[1]} << 16 | u32{size[2]} << 8 | size[3];
    if (bytes > description_bytes_max) return false;
    description_size_ = bytes;
    return receive(control, Span(description_).first(bytes));
}

bool ThroughputServer::expect(u32 control, State state) {
    u8 byte = 0;
    return receive(control, Span(&byte, 1)) && byte == static_cast<u8>(state);
}

bool ThroughputServer::tell(u32 control, State state) {
    u8 const byte = static_cast<u8>(state);
    return send(control, Span<u8 const>(&byte, 1));
}

bool ThroughputServer::send(u32 connection, Span<u8 const> bytes) {
    while (!bytes.is_empty()) {
        auto const sent = sockets->send(connection, bytes);
        if (sent.is_error()) return false;
        bytes = bytes.after(sent.value());
    }
    return true;
}

bool ThroughputServer::receive(u32 connection, Span<u8> bytes) {
    while (!bytes.is_empty()) {
        auto const received = sockets->receive(connection, bytes);
        if (received.is_error()) return false;
        bytes = bytes.after(received.value());
    }
    return true;
}

} // namespace flat::demo::hosts
