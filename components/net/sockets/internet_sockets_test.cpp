// SPDX-License-Identifier: BSD-2-Clause
// Tests of sockets over protocols of ours, over a loopback.
#include <net/sockets/testing.hpp>

namespace flat::net::sockets {
namespace {

using namespace testing;

TEST_F(NetInternetSockets, no_socket_has_an_address_of_another_host) {
    for (Kind const kind : {Kind::datagram, Kind::stream, Kind::echo, Kind::raw}) {
        u32 const socket = sockets.open(kind).value();
        for (u32 const strange : {0x0a000009u, 0x08080808u})
            EXPECT_EQ(sockets.bind(socket, {strange, 9}).error().code, SocketError::unreachable);
        EXPECT_EQ(sockets.bind(socket, {0x0a000002, 9}).value().address, 0x0a000002u);
        sockets.close(socket);
    }
}

TEST_F(NetInternetSockets, an_echo_comes_back_to_its_socket) {
    u32 const socket = sockets.open(Kind::echo).value();
    u32 const another = sockets.open(Kind::echo).value();
    u16 const identifier = sockets.bind(socket, {}).value().port;
    ASSERT_TRUE(sockets.bind(another, {}).is_ok());
    Bytes const request = hex("0800000000000007") + pattern(100);
    ASSERT_TRUE(sockets.send_to(socket, span_of(request), {here, 0}).is_ok());
    auto const [answer, sender] = receive(socket);
    EXPECT_EQ(answer, icmp_message(0, 0, u32(identifier) << 16 | 7, pattern(100)));
    EXPECT_EQ(sender, (Endpoint{here, 0}));
    EXPECT_EQ(sockets.state(another), u32{SocketStates::writable});
    EXPECT_EQ(sockets.send_to(socket, span_of(pattern(9)), {here, 0}).error().code,
              SocketError::invalid);
}

TEST_F(NetInternetSockets, without_the_protocol_there_is_no_socket_for_echoes) {
    InternetSockets without{{.udp = udp,
                             .tcp = tcp,
                             .echo = {},
                             .raw = {},
                             .threads = threads,
                             .alarms = alarms,
                             .buffers = buffers,
                             .allocator = allocator},
                            {.datagram_sockets = 3, .waiting = 2, .stream_sockets = 4}};
    EXPECT_EQ(without.open(Kind::echo).error().code, SocketError::invalid);
    EXPECT_EQ(without.open(Kind::raw).error().code, SocketError::invalid);
}

TEST_F(NetInternetSockets, a_socket_tells_of_the_datagrams_that_did_not_arrive) {
    u32 const socket = open();
    EXPECT_EQ(sockets.take_failure(socket).destination, Endpoint{});
    for (u16 port = 70; port < 76; ++port)
        ASSERT_TRUE(send(socket, port, pattern(3))); // where nobody listens
    EXPECT_EQ(sockets.state(socket), u32{SocketStates::writable} | u32{SocketStates::failed});
    for (u16 port = 70; port < 74; ++port) {
        auto const failure = sockets.take_failure(socket);
        EXPECT_EQ(failure.destination, (Endpoint{here, port}));
        EXPECT_EQ(failure.report.problem, Upper::Problem::refused);
    }
    EXPECT_EQ(sockets.take_failure(socket).destination, Endpoint{}); // four are kept
    EXPECT_EQ(sockets.state(socket), u32{SocketStates::writable});
    sockets.close(socket);
}

TEST_F(NetInternetSockets, a_datagram_and_its_answer_go_from_socket_to_socket) {
    u32 const server = bound(7);
    u32 const client = open();
    ASSERT_TRUE(send(client, 7, pattern(100)));
    auto const [request, from] = receive(server);
    EXPECT_EQ(request, pattern(100));
    EXPECT_EQ(from.address, here);
    EXPECT_GE(from.port, 49152);
    ASSERT_TRUE(send(server, from.port, pattern(5, 2)));
    ASSERT_TRUE(send(server, from.port, pattern(0)));
    auto const [answer, sender] = receive(client);
    EXPECT_EQ(answer, pattern(5, 2));
    EXPECT_EQ(sender, (Endpoint{here, 7}));
    EXPECT_TRUE(receive(client).first.empty());
}

TEST_F(NetInternetSockets, a_receiver_waits_and_what_does_not_fit_is_cut_off) {
    u32 const server = bound(7);
    u32 const client = open();
    threads.meanwhile = {[&] { ASSERT_TRUE(send(client, 7, pattern(50000))); }};
    EXPECT_EQ(receive(server, 20).first, first(pattern(50000), 20));
}

TEST_F(NetInternetSockets, waiting_ends_with_a_datagram_or_with_the_time) {
    u32 const server = bound(7);
    u32 const client = open();
    threads.meanwhile = {[&] { alarms.pass(400); },
                         [&] { ASSERT_TRUE(send(client, 7, pattern(1))); }};
    alarms.pass(1);
    EXPECT_EQ(sockets.wait_readable(server, 1000).value(), 600u);
    EXPECT_EQ(sockets.wait_readable(server, 0).value(), 1u);
    receive(server);
    EXPECT_EQ(sockets.wait_readable(server, 0).value(), 0u);
    threads.meanwhile = {[&] { alarms.pass(1000); }};
    EXPECT_EQ(sockets.wait_readable(server, 1000).value(), 0u);
    threads.meanwhile = {[&] { ASSERT_TRUE(send(client, 7, pattern(1))); }};
    EXPECT_EQ(sockets.wait_readable(server, ~u64(0)).value(), ~u64(0) - alarms.now_ns());
}

TEST_F(NetInternetSockets, watched_sockets_take_turns) {
    u32 const a = bound(7), b = bound(8), client = open();
    ASSERT_TRUE(sockets.watch(a).is_ok());
    ASSERT_TRUE(sockets.watch(b).is_ok());
    threads.meanwhile = {[&] { ASSERT_TRUE(send(client, 8, pattern(1))); }};
    EXPECT_EQ(sockets.wait_watched().value(), b);
    ASSERT_TRUE(send(client, 7, pattern(1)));
    EXPECT_EQ(sockets.wait_watched().value(), a);
    EXPECT_EQ(sockets.wait_watched().value(), b);
}

TEST_F(NetInternetSockets, what_waits_at_a_socket_is_bounded_and_gone_when_it_is_closed) {
    u32 const server = bound(7);
    u32 const client = open();
    for (u32 i = 0; i < 5; ++i)
        ASSERT_TRUE(send(client, 7, pattern(10 + i)));
    EXPECT_EQ(buffers.all.used(), 2u);
    EXPECT_EQ(receive(server).first, pattern(10));
    sockets.close(server);
    EXPECT_EQ(buffers.all.used(), 0u);
    ASSERT_TRUE(send(client, 7, pattern(1)));
    u32 const again = bound(7);
    EXPECT_EQ(sockets.wait_readable(again, 0).value(), 0u);
}

TEST_F(NetInternetSockets, what_cannot_be_is_an_error) {
    u32 const a = bound(7), b = open(), c = open();
    EXPECT_EQ(sockets.open(Kind::datagram).error().code, SocketError::exhausted);
    EXPECT_EQ(sockets.bind(b, {0, 7}).error().code, SocketError::in_use);
    EXPECT_EQ(sockets.bind(a, {0, 9}).error().code, SocketError::invalid);
    EXPECT_EQ(sockets.bind(17, {0, 9}).error().code, SocketError::invalid);
    EXPECT_EQ(sockets.send_to(a, {}, {here, 0}).error().code, SocketError::invalid);
    EXPECT_EQ(sockets.send_to(a, {}, {0x08080808, 9}).error().code, SocketError::unreachable);
    EXPECT_EQ(sockets.send_to(a, span_of(pattern(65508)), {here, 9}).error().code,
              SocketError::too_long);
    EXPECT_EQ(sockets.listen(a).error().code, SocketError::invalid);
    sockets.close(c);
    EXPECT_EQ(sockets.watch(c).error().code, SocketError::invalid);
    threads.meanwhile = {[&] { sockets.close(a); }};
    Bytes room(10);
    EXPECT_EQ(sockets.receive_from(a, {room.data(), 10}).error().code, SocketError::closed);
}

TEST_F(NetInternetSockets, a_datagram_has_the_options_of_its_socket_and_keeps_them_if_wanted) {
    u32 const server = bound(7), client = open();
    Bytes const alert = hex("94040000");
    Bytes room(40);
    Span<u8> const all(room.data(), room.size());
    ASSERT_TRUE(sockets.set_options(client, span_of(alert)).is_ok());
    ASSERT_TRUE(send(client, 7, pattern(10))); // nobody wants them
    EXPECT_EQ(sockets.options(server, all), 0u);
    EXPECT_EQ(receive(server).first, pattern(10));
    ASSERT_TRUE(sockets.keep_options(server).is_ok());
    ASSERT_TRUE(send(client, 7, pattern(11)));
    EXPECT_EQ(sockets.options(server, all), 4u);
    EXPECT_EQ(first(room, 4), alert);
    EXPECT_EQ(sockets.available(server), 11u);
    auto const taken = sockets.take(server, all, {}, true).value();
    EXPECT_EQ(taken.length, 11u);
    EXPECT_EQ(first(room, 11), pattern(11));
    EXPECT_EQ(receive(server).first, pattern(11));
    ASSERT_TRUE(sockets.set_options(client, {}).is_ok());
    ASSERT_TRUE(send(client, 7, pattern(12)));
    EXPECT_EQ(sockets.options(server, all), 0u);
    EXPECT_EQ(receive(server).first, pattern(12));
}

TEST_F(NetInternetSockets, options_that_cannot_be_are_refused) {
    u32 const client = open(), stream = sockets.open(Kind::stream).value();
    for (u32 const socket : {client, stream, 99u})
        EXPECT_EQ(sockets.set_options(socket, span_of(hex("83"))).error().code,
                  SocketError::invalid);
    EXPECT_EQ(sockets.keep_options(stream).error().code, SocketError::invalid);
    ASSERT_TRUE(sockets.set_options(client, span_of(hex("83070408080808"))).is_ok());
    EXPECT_EQ(sockets.send_to(client, span_of(pattern(3)), {0x0a000001, 9}).error().code,
              SocketError::unreachable); // there is no way to the first host
}

TEST_F(NetInternetSockets, a_connection_has_the_options_of_its_socket) {
    u32 const near = sockets.open(Kind::stream).value();
    ASSERT_TRUE(sockets.set_options(near, span_of(hex("8307040a000009"))).is_ok());
    ASSERT_TRUE(sockets.attend(near, 1).is_ok());
    EXPECT_EQ(sockets.connect(near, {0x0a000001, 80}).error().code, SocketError::would_block);
    auto const sent = cable.take();
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(sent[0].neighbour, 0x0a000009u);
    EXPECT_EQ(sent[0].bytes[0], 0x47);
    EXPECT_EQ(sockets.set_options(near, {}).error().code, SocketError::invalid);
    sockets.close(near);
}

TEST_F(NetInternetSockets, a_stream_goes_both_ways_from_socket_to_socket) {
    u32 const server = sockets.open(Kind::stream).value();
    ASSERT_EQ(sockets.bind(server, {0, 80}).value(), (Endpoint{0, 80}));
    ASSERT_TRUE(sockets.listen(server).is_ok());
    ASSERT_TRUE(sockets.watch(server).is_ok());
    u32 const near = sockets.open(Kind::stream).value();
    ASSERT_TRUE(sockets.connect(near, {here, 80}).is_ok());
    EXPECT_EQ(sockets.wait_watched().value(), server);
    u32 const far = sockets.accept(server).value();
    EXPECT_EQ(sockets.send(near, span_of(pattern(3000))).value(), 3000u);
    EXPECT_EQ(sockets.wait_readable(far, 0).value(), 1u);
    Bytes room(5000);
    EXPECT_EQ(sockets.receive(far, {room.data(), 1000}).value(), 1000u);
    EXPECT_EQ(sockets.receive(far, {room.data() + 1000, 4000}).value(), 2000u);
    EXPECT_EQ(first(room, 3000), pattern(3000));
    threads.meanwhile = {[&] { EXPECT_EQ(sockets.send(far, span_of(pattern(5))).value(), 5u); }};
    EXPECT_EQ(sockets.receive(near, {room.data(), 100}).value(), 5u);
    sockets.close(far);
    EXPECT_EQ(sockets.receive(near, {room.data(), 100}).error().code, SocketError::closed);
    sockets.close(near);
    sockets.close(server);
    alarms.pass_ms(200'000);
    EXPECT_EQ(buffers.all.used(), 0u);
}

TEST_F(NetInternetSockets, who_connects_to_what_cannot_be_reached_does_not_wait_for_long) {
    u32 const socket = sockets.open(Kind::stream).value();
    u64 const begun_ns = alarms.now_ns();
    threads.meanwhile = {[&] {
        Bytes const sent = cable.take().at(0).bytes;
        Bytes const begin = ip::testing::first(after(sent, 20), 8);
        ip.problem({0x0a000002, 0x0a000009, tcp::Tcp::protocol, tcp::Tcp::protocol},
                   {Upper::Problem::expired, 0, 0x0a000001, 0xb00},
                   span_of(begin)); // another try may arrive
        ip.problem({0x0a000002, 0x0a000009, tcp::Tcp::protocol, tcp::Tcp::protocol},
                   {Upper::Problem::unreachable, 0, 0x0a000001, 0x301}, span_of(begin));
    }};
    EXPECT_EQ(sockets.connect(socket, {0x0a000009, 80}).error().code, SocketError::unreachable);
    EXPECT_EQ(alarms.now_ns(), begun_ns);
    sockets.close(socket);
    u32 const again = sockets.open(Kind::stream).value();
    threads.meanwhile = {[&] { alarms.pass_ms(200'000); }};
    EXPECT_EQ(sockets.connect(again, {0x0a000009, 80}).error().code, SocketError::timed_out);
    sockets.close(again);
}

TEST_F(NetInternetSockets, a_sender_of_more_than_fits_waits_until_it_is_taken) {
    u32 const server = sockets.open(Kind::stream).value();
    ASSERT_TRUE(sockets.bind(server, {0, 80}).is_ok());
    ASSERT_TRUE(sockets.listen(server).is_ok());
    u32 const near = sockets.open(Kind::stream).value();
    ASSERT_TRUE(sockets.connect(near, {here, 80}).is_ok());
    u32 const far = sockets.accept(server).value();
    Bytes const all = pattern(20000);
    Bytes came;
    auto const take = [&] {
        Bytes room(9000);
        alarms.pass_ms(300);
        auto const taken = sockets.receive(far, {room.data(), room.size()});
        came = came + first(room, taken.value());
    };
    for (u32 i = 0; i < 40; ++i)
        threads.meanwhile.push_back(take);
    for (usize done = 0; done < all.size();)
        done += sockets.send(near, span_of(after(all, done))).value();
    threads.meanwhile.clear();
    while (came.size() < all.size())
        take();
    EXPECT_EQ(came, all);
}

TEST_F(NetInternetSockets, a_watcher_of_sockets_never_waits_and_hears_what_changes) {
    using States = SocketStates;
    constexpr u64 condition = 64;
    u32 const server = sockets.open(Kind::stream).value();
    ASSERT_TRUE(sockets.bind(server, {0, 80}).is_ok());
    ASSERT_TRUE(sockets.listen(server).is_ok());
    ASSERT_TRUE(sockets.attend(server, condition).is_ok());
    EXPECT_EQ(sockets.accept(server).error().code, SocketError::would_block);
    EXPECT_EQ(sockets.state(server), 0u);
    EXPECT_EQ(sockets.local(server), (Endpoint{0, 80}));
    u32 const near = sockets.open(Kind::stream).value();
    ASSERT_TRUE(sockets.attend(near, condition).is_ok());
    u64 const ticket = threads.ticket();
    (void)sockets.connect(near, {here, 80});
    EXPECT_NE(threads.ticket(), ticket);
    EXPECT_EQ(sockets.state(near), u32{States::connected | States::writable});
    EXPECT_EQ(sockets.state(server), u32{States::readable});
    u32 const far = sockets.accept(server).value();
    ASSERT_TRUE(sockets.attend(far, condition).is_ok());
    EXPECT_EQ(sockets.remote(near), (Endpoint{here, 80}));
    EXPECT_EQ(sockets.local(far), (Endpoint{here, 80}));
    EXPECT_EQ(sockets.remote(far), sockets.local(near));
    Bytes room(10000);
    EXPECT_EQ(sockets.receive(far, {room.data(), 10}).error().code, SocketError::would_block);
    while (sockets.send(near, span_of(room)).is_ok()) {
    }
    EXPECT_EQ(sockets.send(near, span_of(room)).error().code, SocketError::would_block);
    EXPECT_EQ(sockets.state(near), u32{States::connected});
    EXPECT_GT(sockets.available(far), 0u);
    ASSERT_TRUE(sockets.finish(far).is_ok());
    EXPECT_EQ(sockets.state(near) & ~u32{States::writable},
              u32{States::connected | States::ended | States::readable});
    EXPECT_EQ(sockets.receive(near, {room.data(), 10}).error().code, SocketError::closed);
}

TEST_F(NetInternetSockets, attended_sockets_without_a_connection_have_no_state) {
    u32 const near = sockets.open(Kind::stream).value();
    ASSERT_TRUE(sockets.attend(near, 64).is_ok());
    EXPECT_EQ(sockets.connect(near, {here, 99}).error().code, SocketError::refused);
    EXPECT_EQ(sockets.finish(near).error().code, SocketError::invalid);
    EXPECT_TRUE(sockets.check(near).is_ok());
    EXPECT_EQ(sockets.state(near), 0u);
    EXPECT_EQ(sockets.remote(near), Endpoint{});
    EXPECT_EQ(sockets.available(near), 0u);
    EXPECT_EQ(sockets.attend(17, 64).error().code, SocketError::invalid);
    EXPECT_EQ(sockets.state(17), 0u);
}

TEST_F(NetInternetSockets, what_is_looked_at_stays) {
    u32 const server = bound(7), client = bound(8);
    ASSERT_TRUE(sockets.attend(server, 64).is_ok());
    Bytes room(10);
    Span<u8> const all(room.data(), 10);
    EXPECT_EQ(sockets.take(server, all, {}, true).error().code, SocketError::would_block);
    EXPECT_EQ(sockets.available(server), 0u);
    ASSERT_TRUE(send(client, 7, pattern(25)));
    for (bool const only_looks : {true, true, false}) {
        EXPECT_EQ(sockets.available(server), 25u);
        room.assign(10, 0);
        auto const taken = sockets.take(server, all, {}, only_looks).value();
        EXPECT_EQ(taken.bytes, 10u);
        EXPECT_EQ(taken.length, 25u);
        EXPECT_EQ(taken.sender, (Endpoint{here, 8}));
        EXPECT_EQ(taken.local, here);
        EXPECT_EQ(room, pattern(10));
    }
    EXPECT_EQ(sockets.take(server, all, {}, false).error().code, SocketError::would_block);
    EXPECT_EQ(buffers.all.used(), 0u);
}

TEST_F(NetInternetSockets, who_wants_one_senders_datagrams_gets_no_others) {
    u32 const server = bound(7), client = bound(8), other = bound(9);
    ASSERT_TRUE(sockets.attend(server, 64).is_ok());
    Bytes room(10);
    Span<u8> const all(room.data(), 10);
    ASSERT_TRUE(send(other, 7, pattern(1)) && send(client, 7, pattern(3))); // no more wait
    for (bool const only_looks : {true, false})
        EXPECT_EQ(sockets.take(server, all, {here, 8}, only_looks).value().length, 3u);
    ASSERT_TRUE(send(other, 7, pattern(1)) && send(other, 7, pattern(2)));
    EXPECT_EQ(sockets.take(server, all, {here, 8}, true).error().code, SocketError::would_block);
    EXPECT_EQ(buffers.all.used(), 0u);
}

TEST_F(NetInternetSockets, bytes_of_a_connection_can_be_looked_at) {
    u32 const server = sockets.open(Kind::stream).value();
    ASSERT_TRUE(sockets.bind(server, {0, 80}).is_ok() && sockets.listen(server).is_ok());
    u32 const near = sockets.open(Kind::stream).value();
    ASSERT_TRUE(sockets.connect(near, {here, 80}).is_ok());
    u32 const far = sockets.accept(server).value();
    ASSERT_TRUE(sockets.attend(far, 64).is_ok());
    Bytes room(100);
    EXPECT_EQ(sockets.look(far, {room.data(), 100}).error().code, SocketError::would_block);
    EXPECT_EQ(sockets.look(server, {room.data(), 100}).error().code, SocketError::invalid);
    ASSERT_EQ(sockets.send(near, span_of(pattern(50))).value(), 50u);
    for (u32 i = 0; i < 2; ++i) {
        EXPECT_EQ(sockets.look(far, {room.data(), 20}).value(), 20u);
        EXPECT_EQ(sockets.look(far, {room.data(), 100}).value(), 50u);
    }
    EXPECT_TRUE(memcmp(room.data(), pattern(50).data(), 50) == 0);
    EXPECT_EQ(sockets.receive(far, {room.data(), 100}).value(), 50u);
    ASSERT_TRUE(sockets.finish(near).is_ok());
    EXPECT_EQ(sockets.look(far, {room.data(), 100}).error().code, SocketError::closed);
}

TEST_F(NetInternetSockets, attended_datagrams_come_or_not) {
    u32 const server = bound(7), client = open();
    ASSERT_TRUE(sockets.attend(server, 64).is_ok());
    Bytes room(10);
    EXPECT_EQ(sockets.receive_from(server, {room.data(), 10}).error().code,
              SocketError::would_block);
    EXPECT_EQ(sockets.state(server), u32{SocketStates::writable});
    ASSERT_TRUE(send(client, 7, pattern(3)));
    EXPECT_EQ(sockets.state(server), u32{SocketStates::readable | SocketStates::writable});
    EXPECT_EQ(receive(server).first, pattern(3));
    EXPECT_EQ(sockets.local(server), (Endpoint{0, 7}));
}

TEST_F(NetInternetSockets, streams_that_cannot_be_are_errors) {
    u32 const a = sockets.open(Kind::stream).value();
    EXPECT_EQ(sockets.connect(a, {here, 99}).error().code, SocketError::refused);
    Bytes room(10);
    EXPECT_EQ(sockets.send(a, span_of(room)).error().code, SocketError::invalid);
    EXPECT_EQ(sockets.receive(a, {room.data(), 10}).error().code, SocketError::invalid);
    EXPECT_EQ(sockets.accept(a).error().code, SocketError::invalid);
    EXPECT_EQ(sockets.send_to(a, {}, {here, 9}).error().code, SocketError::invalid);
    ASSERT_TRUE(sockets.listen(a).is_ok());
    EXPECT_EQ(sockets.connect(a, {here, 99}).error().code, SocketError::invalid);
    u32 const b = sockets.open(Kind::stream).value();
    ASSERT_TRUE(sockets.bind(b, {0, 80}).is_ok());
    u32 const c = sockets.open(Kind::stream).value();
    EXPECT_EQ(sockets.bind(c, {0, 80}).error().code, SocketError::in_use);
    ASSERT_TRUE(sockets.open(Kind::stream).is_ok());
    EXPECT_EQ(sockets.open(Kind::stream).error().code, SocketError::exhausted);
}

} // namespace
} // namespace flat::net::sockets
