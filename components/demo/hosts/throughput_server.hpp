// SPDX-License-Identifier: BSD-2-Clause
// Takes and sends streams for clients of iperf3, which tell how fast they are.
#pragma once

#include <core/maybe.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <demo/hosts/throughput_server.flat.hpp>

namespace flat::demo::hosts {

/// The server's side of iperf3's protocol (version 3.12, iperf_api.h): a connection for states and
/// descriptions in JSON, and beside it one of TCP with the data, either way. Both begin with the
/// client's cookie. One client at a time, which keeps the others waiting; what it asks for beyond
/// that is refused as not implemented.
class ThroughputServer : public ThroughputServerComponent, NonCopyable {
public:
    using ThroughputServerComponent::ThroughputServerComponent;

    void run() override;

private:
    enum class State : u8 {
        test_start = 1,
        test_running = 2,
        test_end = 4,
        parameter_exchange = 9,
        create_streams = 10,
        exchange_results = 13,
        display_results = 14,
        done = 16,
        server_error = 0xfe,
    };

    static constexpr u32 cookie_bytes = 37;
    static constexpr u32 description_bytes_max = 8192;
    static constexpr u32 block_bytes = 65536;

    bool serve(u32 control);
    bool refuse(u32 control);
    Maybe<u32> accept_data();
    bool transfer(u32 control, u32 data);
    bool take(u32 control, u32 data);
    bool send_until_end(u32 control, u32 data);
    bool exchange_results(u32 control);

    bool expect(u32 control, State state);
    bool tell(u32 control, State state);
    bool send(u32 connection, Span<u8 const> bytes);
    bool receive(u32 connection, Span<u8> bytes);
    bool receive_description(u32 control);

    u32 listener_ = 0;
    bool is_sender_ = false;
    u64 transferred_bytes_ = 0;
    u8 cookie_[cookie_bytes];
    u32 description_size_ = 0;
    u8 description_[description_bytes_max];
    u8 block_[block_bytes] = {};
};

} // namespace flat::demo::hosts
