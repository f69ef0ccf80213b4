// SPDX-License-Identifier: BSD-2-Clause
// Kernels that share memory at a cable that does what a test says.
#pragma once

#include <mapping/mappings.hpp>
#include <mapping/testing.hpp>
#include <memory/slabs.hpp>
#include <net/testing.hpp>
#include <remote/shared/copies.hpp>
#include <remote/shared/home.hpp>

#include <deque>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <vector>

namespace flat::remote::shared::testing {

using Bytes = std::vector<u8>;

/// What is on its way between all of them. Addresses are their numbers, and one more.
class Cable {
public:
    struct Sent {
        u32 from;
        u32 to;
        Bytes datagram;
    };

    void send(u32 from, u64 destination, Span<u8 const> datagram) {
        ++sent;
        auto const to = static_cast<u32>(destination - 1);
        if (!cut.contains(from) && !cut.contains(to))
            under_way.push_back({from, to, Bytes(datagram.begin(), datagram.end())});
    }

    std::deque<Sent> under_way;
    std::set<u32> cut; // who can neither send nor receive
    u64 sent = 0;
};

class End final : public net::Datagrams {
public:
    End(Cable& cable, u32 number) : cable_(cable), number_(number) {}

    usize bytes_max() override { return 1496; }
    Result<u64, net::SocketError> address(Span<u8 const> text) override {
        return u64{text[0]} - '0' + 1;
    }
    Result<void, net::SocketError> send(Span<u8 const> datagram, u64 destination) override {
        cable_.send(number_, destination, datagram);
        return {};
    }
    Result<Arrived, net::SocketError> receive(Span<u8>, u64) override { return Arrived{0, 0, 0}; }

private:
    Cable& cable_;
    u32 number_;
};

constexpr u32 pages = 4;
constexpr u32 tries = 5;

class SomeMappings final : public mapping::Mappings {
public:
    using Mappings::Mappings;
};
class SomeHome final : public Home {
public:
    using Home::Home;
};
class SomeCopies final : public Copies {
public:
    using Copies::Copies;
};

/// A kernel with a mapping layer of its own; number 0 is the home.
class Kernel : NonCopyable {
public:
    Kernel(Cable& cable, u32 number)
        : number(number), frames(16 << 20, paddr{4 + number} << 30),
          record_frames(16 << 20, paddr{12 + number} << 30), end_(cable, number) {
        if (number == 0)
            home.emplace(SomeHome::Ports{.datagrams = end_,
                                         .resident = mappings,
                                         .memory = frames,
                                         .allocator = allocator_,
                                         .threads = threads_},
                         SomeHome::Attributes{
                             .count = pages, .tries = tries, .first_ms = 20, .most_ms = 100});
        else
            copies.emplace(
                SomeCopies::Ports{.datagrams = end_,
                                  .resident = mappings,
                                  .memory = frames,
                                  .allocator = allocator_,
                                  .threads = threads_},
                SomeCopies::Attributes{
                    .home = "0", .count = pages, .tries = tries, .first_ms = 20, .most_ms = 100});
    }
    ~Kernel() { EXPECT_TRUE(mappings.close(object())); }

    memory::FilledObject& object() {
        return home ? static_cast<memory::FilledObject&>(*home) : *copies;
    }
    remote::Node& node() { return home ? static_cast<remote::Node&>(*home) : *copies; }

    u32 number;
    memory::testing::FakeFrames frames;
    memory::testing::FakeFrames record_frames;
    memory::Slabs records{{.frames = record_frames}, {}};
    mapping::testing::FakeMmu mmu;
    SomeMappings mappings{{.mmu = mmu, .objects = records, .threads = {}, .replacement = {}}, {}};

private:
    net::testing::TestAllocator allocator_;
    net::testing::TestThreads threads_;
    End end_;

public:
    std::optional<SomeHome> home;
    std::optional<SomeCopies> copies;
};

/// What became of an access that has been tried.
enum class Outcome : u8 { done, waits, failed };

/// All kernels, and the time.
class World : NonCopyable {
public:
    explicit World(u32 kernels, u32 seed = 1) : random(seed) {
        for (u32 i = 0; i < kernels; ++i)
            all.push_back(std::make_unique<Kernel>(cable, i));
    }

    /// Tries to access a word; `word` is set to what is there, or goes there.
    Outcome access(u32 kernel, u64 page, u32 place, bool is_writing, u64& word) {
        Kernel& here = *all[kernel];
        u32 const rights = is_writing ? hal::Mmu::read | hal::Mmu::write : hal::Mmu::read;
        auto const held = here.mappings.hold(here.object(), page, rights);
        work(kernel);
        if (held.is_error()) return Outcome::failed;
        if (held.value().condition != 0) return Outcome::waits;
        u64& there = static_cast<u64*>(machine::physical_to_virtual(held.value().frame))[place];
        (is_writing ? there : word) = is_writing ? word : there;
        here.mappings.let_go(here.object(), page, rights);
        return Outcome::done;
    }

    /// The same until it is done or has failed; time passes when nothing is under way.
    Outcome finish(u32 kernel, u64 page, u32 place, bool is_writing, u64& word) {
        for (u32 i = 0; i < 2000; ++i) {
            Outcome const outcome = access(kernel, page, place, is_writing, word);
            if (outcome != Outcome::waits) return outcome;
            if (cable.under_way.empty())
                pass_ms(20);
            else
                deliver(0);
        }
        return Outcome::waits;
    }
    void write(u32 kernel, u64 page, u64 word) {
        EXPECT_EQ(finish(kernel, page, 0, true, word), Outcome::done);
    }
    u64 read(u32 kernel, u64 page) {
        u64 word = 0;
        EXPECT_EQ(finish(kernel, page, 0, false, word), Outcome::done);
        return word;
    }
    bool fails(u32 kernel, u64 page, bool is_writing) {
        u64 word = 0;
        return finish(kernel, page, 0, is_writing, word) == Outcome::failed;
    }

    void deliver(usize index) {
        Cable::Sent const one = cable.under_way[index];
        cable.under_way.erase(cable.under_way.begin() + static_cast<long>(index));
        if (cable.cut.contains(one.to)) return;
        all[one.to]->node().arrived(Span<u8 const>(one.datagram.data(), one.datagram.size()),
                                    one.from + 1, now_ns);
        work(one.to);
    }
    void deliver_all() {
        while (!cable.under_way.empty())
            deliver(0);
    }
    void work(u32 kernel) {
        if (!cable.cut.contains(kernel)) static_cast<void>(all[kernel]->node().work(now_ns));
    }
    void pass_ms(u64 ms) {
        now_ns += ms * 1'000'000;
        for (u32 i = 0; i < all.size(); ++i)
            work(i);
    }
    u64 draw(u64 end) { return random() % end; }

    Cable cable;
    std::vector<std::unique_ptr<Kernel>> all;
    u64 now_ns = 1'000'000'000;
    std::mt19937_64 random;
};

} // namespace flat::remote::shared::testing
