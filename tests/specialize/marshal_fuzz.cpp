// SPDX-License-Identifier: BSD-2-Clause
// Calls by the general stubs of bench.x and by their specialised versions: whatever is called, with
// facts that hold or do not, both send, wait and return the same.
//
// Usage: marshal_fuzz CALLS [SEED]. Aborts at the first difference.
#include <core/bytes/big_endian.hpp>
#include <rpc/auth_none.hpp>
#include <rpc/auth_sys.hpp>
#include <rpc/bench_client.x.hpp>
#include <rpc/datagram_client.hpp>
#include <rpc/testing.hpp>

#include <array>
#include <cstdio>
#include <memory>
#include <random>

using namespace flat;
using namespace flat::rpc;
using flat::rpc::testing::Bytes;
using flat::rpc::testing::FakeAllocator;
using flat::rpc::testing::FakeSockets;
using flat::rpc::testing::words;

Result<i32, RpcError> bench_min_special(Client& client, bench::Pair pair,
                                        u64 timeout_ns) asm("bench_min_special");
Result<void, RpcError> bench_echo_special(Client& client, bench::Numbers& numbers,
                                          bench::Numbers& result,
                                          u64 timeout_ns) asm("bench_echo_special");

namespace {

constexpr u64 ns_per_ms = 1'000'000;
constexpr u32 sizes[] = {8800, 60, 1000};
constexpr net::Endpoint server{0x7f000001, 111};

std::mt19937_64 chance;

/// Whether one of so many cases is there.
bool once_in(u32 cases) {
    return chance() % cases == 0;
}

/// Not the network that the facts name, though it does the same.
class OtherSockets : public FakeSockets {};

/// What differs between clients: the first setting is as stated, others break one fact or more.
struct Setting {
    bool has_user;
    bool is_other_network;
    u32 message_bytes;
};

/// A client with all that it uses.
class Side {
public:
    explicit Side(Setting const& setting)
        : client({.auth = setting.has_user ? static_cast<Auth&>(user_) : nobody_,
                  .sockets = setting.is_other_network ? other_ : sockets_,
                  .allocator = allocator_},
                 {.program = bench::bench_program,
                  .version = bench::bench_version,
                  .message_bytes = setting.message_bytes}),
          network(setting.is_other_network ? other_ : sockets_) {}

private:
    AuthNone nobody_{{}, {}};
    AuthSys user_{{}, {}};
    FakeSockets sockets_;
    OtherSockets other_;
    FakeAllocator allocator_;

public:
    DatagramClient client;
    FakeSockets& network;
};

/// The same client twice: one is called by general code, the other by specialised versions.
struct Sides {
    explicit Sides(Setting const& setting) : general(setting), special(setting) {}

    Side general;
    Side special;
    u32 transaction = 0;
    u64 datagrams = 0;
    u64 answered = 0;
};

void require(bool condition, char const* what) {
    if (condition) return;
    std::fprintf(stderr, "marshal_fuzz: %s\n", what);
    std::abort();
}

/// Whether two calls succeeded or failed alike.
template<class T>
bool is_alike(Result<T, RpcError> const& one, Result<T, RpcError> const& two) {
    if (one.is_error() || two.is_error())
        return one.is_error() && two.is_error() && one.error() == two.error();
    if constexpr (!std::is_void_v<T>) return one.value() == two.value();
    return true;
}

/// A reply to the transaction; now and then it is cut off, or a word of it is another.
Bytes reply_to(u32 transaction, std::vector<u32> const& results) {
    std::vector<u32> all{transaction, 1, 0, 0, 0, 0};
    all.insert(all.end(), results.begin(), results.end());
    if (once_in(4)) all[chance() % all.size()] = static_cast<u32>(chance() % 3);
    Bytes bytes = words(all);
    if (once_in(8)) bytes.resize(chance() % bytes.size());
    return bytes;
}

/// Lets both receive the same, or nothing; how long they are to wait.
u64 prepare_reply(Sides& sides, std::vector<u32> const& results) {
    if (!once_in(3)) return 0;
    Bytes const reply = reply_to(sides.transaction, results);
    for (Side* const side : {&sides.general, &sides.special}) {
        side->network.incoming.clear();
        if (reply.size() % 7 != 0) side->network.receive_later(reply, server);
    }
    return (1 + chance() % 3) * 700 * ns_per_ms;
}

bool is_same(std::vector<FakeSockets::Datagram> const& a,
             std::vector<FakeSockets::Datagram> const& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](auto const& one, auto const& two) {
        return one.bytes == two.bytes && one.other == two.other;
    });
}

/// Both did the same with their networks, and know the same of failures.
void compare(Sides& sides) {
    FakeSockets& general = sides.general.network;
    FakeSockets& special = sides.special.network;
    require(is_same(general.sent, special.sent), "other datagrams are sent");
    sides.datagrams += general.sent.size();
    if (!general.sent.empty()) // a call that was refused was sent again, as another one
        sides.transaction = load_big_endian(general.sent.back().bytes.data());
    require(general.waits == special.waits, "it waits otherwise");
    auto const one = sides.general.client.details(), two = sides.special.client.details();
    require(one.auth == two.auth && one.lowest_version == two.lowest_version &&
                one.highest_version == two.highest_version,
            "other details of a failure");
    for (FakeSockets* const each : {&general, &special}) {
        each->sent.clear();
        each->waits.clear();
    }
}

void call_min(Sides& sides) {
    bench::Pair const pair{static_cast<i32>(chance()), static_cast<i32>(chance())};
    u64 const timeout_ns = prepare_reply(sides, {static_cast<u32>(min(pair.first, pair.second))});
    auto const one = bench::min_1(sides.general.client, pair, timeout_ns);
    auto const two = bench_min_special(sides.special.client, pair, timeout_ns);
    require(is_alike(one, two), "min returns something else");
    sides.answered += one.is_ok();
}

void call_echo(Sides& sides) {
    static std::array<i32, bench::numbers_max + 1> sent, general_place, special_place;
    static constexpr u32 counts[] = {
        0, 1, 2, 3, 5, 20, 100, 250, bench::numbers_max, bench::numbers_max + 1};
    u32 const count = counts[chance() % (once_in(8) ? std::size(counts) : 6)];
    std::vector<u32> results{count};
    for (u32 index = 0; index < count; ++index)
        results.push_back(static_cast<u32>(sent[index] = static_cast<i32>(chance())));
    bench::Numbers numbers{once_in(16) ? nullptr : sent.data(), count};
    u64 const timeout_ns = prepare_reply(sides, results);
    special_place = general_place; // of a call that fails a part is decoded
    bench::Numbers general{general_place.data(), 0}, special{special_place.data(), 0};
    auto const one = bench::echo_1(sides.general.client, numbers, general, timeout_ns);
    auto const two = bench_echo_special(sides.special.client, numbers, special, timeout_ns);
    require(is_alike(one, two) && general.count == special.count, "echo returns something else");
    require(std::equal(general_place.begin(), general_place.begin() + general.count,
                       special_place.begin()),
            "echo returns other numbers");
    sides.answered += one.is_ok();
}

void call(Sides& sides) {
    ++sides.transaction;
    if (once_in(64)) {
        net::Endpoint const elsewhere{server.address + once_in(8), server.port};
        sides.general.client.redirect(elsewhere);
        sides.special.client.redirect(elsewhere);
    }
    if (once_in(2))
        call_min(sides);
    else
        call_echo(sides);
    compare(sides);
}

} // namespace

int main(int count, char** words) {
    u64 const calls = count > 1 ? std::strtoull(words[1], nullptr, 10) : 1'000'000;
    chance.seed(count > 2 ? std::strtoull(words[2], nullptr, 10) : 1);
    std::vector<std::unique_ptr<Sides>> all;
    for (u32 const bytes : sizes)
        for (u32 bits = 0; bits < 4; ++bits)
            all.push_back(
                std::make_unique<Sides>(Setting{(bits & 1) != 0, (bits & 2) != 0, bytes}));
    for (u64 number = 0; number < calls; ++number)
        call(*all[once_in(2) ? 0 : chance() % all.size()]);
    u64 datagrams = 0, answered = 0;
    for (auto const& sides : all) {
        datagrams += sides->datagrams;
        answered += sides->answered;
    }
    std::printf("%llu calls, %llu datagrams, %llu replies: the same\n",
                static_cast<unsigned long long>(calls), static_cast<unsigned long long>(datagrams),
                static_cast<unsigned long long>(answered));
}
