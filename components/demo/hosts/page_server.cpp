// SPDX-License-Identifier: BSD-2-Clause
// Serves pages by HTTP: one that greets, and any number of bytes.
#include <demo/hosts/page_server.hpp>

#include <core/format.hpp>
#include <core/maybe.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>

namespace flat::demo::hosts {

namespace {

constexpr Text page = "<!doctype html><title>Flatland</title>\n<h1>Hello from Flatland.</h1>\n";

/// The number that a text is; nothing if it is none.
Maybe<u64> number_of(Text text) {
    u64 number = 0;
    if (text.size() == 0 || text.size() > 10) return nothing;
    for (char const digit : text) {
        if (digit < '0' || digit > '9') return nothing;
        number = number * 10 + static_cast<u64>(digit - '0');
    }
    return number;
}

} // namespace

void PageServer::run() {
    for (u32 i = 0; i < sizeof numbers_; ++i)
        numbers_[i] = static_cast<u8>(i);
    auto const socket = sockets->open(net::Sockets::Kind::stream);
    bool const is_listening = socket.is_ok() && sockets->bind(socket.value(), {0, port}).is_ok() &&
                              sockets->listen(socket.value()).is_ok();
    if (!is_listening) panic("port {} cannot be had", port);
    say(*log, "pages are at port {}", port);
    for (;;) {
        auto const connection = sockets->accept(socket.value());
        if (connection.is_error()) continue;
        serve(connection.value());
        sockets->close(connection.value());
    }
}

void PageServer::serve(u32 connection) {
    Text const path = read_path(connection);
    if (path.size() == 0) return;
    if (path == Text("/")) {
        if (send_header(connection, "200 OK", page.size())) send(connection, page.bytes());
        return;
    }
    auto const bytes = number_of(Text(path.data() + 1, path.size() - 1));
    if (!bytes || *bytes > bytes_max) {
        send_header(connection, "404 Not Found", 0);
        return;
    }
    if (send_header(connection, "200 OK", *bytes)) send_numbers(connection, *bytes);
}

/// Reads a request to the empty line at its end; the path that it asks for, empty if there is none.
Text PageServer::read_path(u32 connection) {
    u32 size = 0;
    while (size < request_bytes_max) {
        auto const received = sockets->receive(connection, Span(request_).after(size));
        if (received.is_error()) return {};
        size += static_cast<u32>(received.value());
        bool const is_complete = size >= 4 && request_[size - 4] == '\r' &&
                                 request_[size - 3] == '\n' && request_[size - 2] == '\r' &&
                                 request_[size - 1] == '\n';
        if (is_complete) break;
    }
    auto const* const text = reinterpret_cast<char const*>(request_);
    Text const method = "GET ";
    if (size < method.size() || Text(text, method.size()) != method) return {};
    usize end = method.size();
    while (end < size && text[end] != ' ' && text[end] != '\r')
        ++end;
    return Text(text + method.size(), end - method.size());
}

bool PageServer::send(u32 connection, Span<u8 const> bytes) {
    while (!bytes.is_empty()) {
        auto const sent = sockets->send(connection, bytes);
        if (sent.is_error()) return false;
        bytes = bytes.after(sent.value());
    }
    return true;
}

bool PageServer::send_header(u32 connection, Text status, u64 bytes) {
    TextBuffer<200> header;
    format(header, "HTTP/1.0 {}\r\nContent-Length: {}\r\n\r\n", status, bytes);
    return send(connection, header.text().bytes());
}

void PageServer::send_numbers(u32 connection, u64 bytes) {
    while (bytes > 0) {
        u64 const part = min<u64>(bytes, sizeof numbers_);
        if (!send(connection, Span<u8 const>(numbers_).first(part))) return;
        bytes -= part;
    }
}

} // namespace flat::demo::hosts
