// SPDX-License-Identifier: BSD-2-Clause
// Serves pages by HTTP: one that greets, and any number of bytes.
#pragma once

#include <core/text.hpp>
#include <core/utility.hpp>
#include <demo/hosts/page_server.flat.hpp>

namespace flat::demo::hosts {

/// HTTP/1.0 as far as one page needs it: `GET /` is answered with a page, `GET /N` with N bytes
/// that count up, whatever else with an error. One connection at a time.
class PageServer : public PageServerComponent, NonCopyable {
public:
    using PageServerComponent::PageServerComponent;

    void run() override;

private:
    static constexpr u32 request_bytes_max = 4096;
    static constexpr u64 bytes_max = u64{1} << 30;

    void serve(u32 connection);
    Text read_path(u32 connection);
    bool send(u32 connection, Span<u8 const> bytes);
    bool send_header(u32 connection, Text status, u64 bytes);
    void send_numbers(u32 connection, u64 bytes);

    u8 request_[request_bytes_max];
    u8 numbers_[16384];
};

} // namespace flat::demo::hosts
