// SPDX-License-Identifier: BSD-2-Clause
// Tests of memory that kernels share: step by step against one memory that all of them would have.
#include <remote/shared/testing.hpp>

#include <gtest/gtest.h>

namespace flat::remote::shared {
namespace {

using testing::Outcome;
using testing::pages;
using testing::World;

constexpr u32 read_write = hal::Mmu::read | hal::Mmu::write;

TEST(SharedMemory, begins_with_zeros_everywhere_and_shows_what_others_write) {
    World world(3);
    EXPECT_EQ(world.read(2, 0), 0u);
    for (u64 round = 1; round < 10; ++round)
        for (u32 writer = 0; writer < 3; ++writer) {
            world.write(writer, 1, round * 3 + writer);
            for (u32 reader = 0; reader < 3; ++reader)
                EXPECT_EQ(world.read(reader, 1), round * 3 + writer);
        }
}

TEST(SharedMemory, costs_no_message_where_the_rights_are) {
    World world(2);
    world.write(1, 0, 7);
    world.deliver_all();
    u64 const before = world.cable.sent;
    world.write(1, 0, 8);
    EXPECT_EQ(world.read(1, 0), 8u);
    EXPECT_EQ(world.cable.sent, before);
}

TEST(SharedMemory, sends_contents_to_those_only_who_have_them_not) {
    World world(2);
    EXPECT_EQ(world.read(1, 0), 0u);
    world.deliver_all();
    u64 const before = world.cable.sent;
    world.write(1, 0, 1);
    world.deliver_all();
    EXPECT_EQ(world.cable.sent, before + 3) << "want, grant, have";
    EXPECT_EQ(world.read(0, 0), 1u);
    EXPECT_EQ(world.cable.sent, before + 3 + 1 + 3) << "recall, and three parts of a page";
}

/// One memory, that all accesses change one after the other, is what every kernel must see.
class Schedule {
public:
    Schedule(u32 kernels, u32 seed, u32 fault_percent)
        : world_(kernels, seed), fault_percent_(fault_percent) {
        for (u32 i = 0; i < 2 * kernels; ++i)
            threads_.push_back(draw_access(i % kernels));
    }

    /// Makes so many steps, and finishes what goes on without any faults.
    void run(u32 steps) {
        for (u32 i = 0; i < steps; ++i)
            step();
        fault_percent_ = 0;
        for (auto& each : threads_) {
            Outcome const outcome =
                world_.finish(each.kernel, each.page, each.place, each.is_writing, each.word);
            EXPECT_NE(outcome, Outcome::waits) << "an access never ends";
            ended(each, outcome);
        }
    }

    u64 done = 0;
    u64 failed = 0;

private:
    struct Access {
        u32 kernel;
        u64 page;
        u32 place;
        bool is_writing;
        u64 word;
    };

    static constexpr u32 places = 2;

    Access draw_access(u32 kernel) {
        return {kernel, world_.draw(pages), static_cast<u32>(world_.draw(places)),
                world_.draw(2) == 0, ++next_word_};
    }

    void step() {
        u64 const what = world_.draw(10);
        auto& under_way = world_.cable.under_way;
        if (what == 0) world_.pass_ms(1 + world_.draw(10));
        if (what < 6 && !under_way.empty()) {
            usize const index = is_fault() ? world_.draw(under_way.size()) : 0;
            if (is_fault()) under_way.push_back(under_way[index]);
            if (is_fault())
                under_way.erase(under_way.begin() + static_cast<long>(index));
            else
                world_.deliver(index);
            return;
        }
        Access& access = threads_[world_.draw(threads_.size())];
        Outcome const outcome =
            world_.access(access.kernel, access.page, access.place, access.is_writing, access.word);
        if (outcome != Outcome::waits) ended(access, outcome);
    }

    void ended(Access& access, Outcome outcome) {
        u64& word = model_[access.page][access.place];
        if (outcome == Outcome::done && access.is_writing) word = access.word;
        if (outcome == Outcome::done && !access.is_writing) {
            EXPECT_EQ(access.word, word) << "in kernel " << access.kernel;
        }
        ++(outcome == Outcome::done ? done : failed);
        access = draw_access(access.kernel);
    }

    bool is_fault() { return world_.draw(100) < fault_percent_; }

    World world_;
    u32 fault_percent_;
    std::vector<Access> threads_;
    u64 model_[pages][places] = {};
    u64 next_word_ = 0;
};

TEST(SharedMemory, is_one_memory_in_every_schedule) {
    for (u32 seed = 1; seed <= 60; ++seed) {
        Schedule schedule(2 + seed % 3, seed, 0);
        schedule.run(3000);
        EXPECT_EQ(schedule.failed, 0u) << "seed " << seed;
        EXPECT_GT(schedule.done, 100u) << "seed " << seed;
        if (::testing::Test::HasFailure()) return;
    }
}

TEST(SharedMemory, is_one_memory_at_a_cable_that_loses_doubles_and_reorders) {
    u64 done = 0;
    u64 failed = 0;
    for (u32 seed = 1; seed <= 60; ++seed) {
        Schedule schedule(2 + seed % 3, seed, 2 + seed % 5 * 4);
        schedule.run(4000);
        done += schedule.done;
        failed += schedule.failed;
        if (::testing::Test::HasFailure()) FAIL() << "seed " << seed;
    }
    EXPECT_GT(done, 10000u);
    EXPECT_LT(failed, done / 10) << "few partners are taken for dead";
}

TEST(SharedMemory, what_only_a_dead_partner_had_is_lost_and_all_else_stays) {
    World world(3);
    world.write(1, 0, 10);
    world.write(1, 1, 11);
    EXPECT_EQ(world.read(2, 1), 11u);
    world.write(2, 2, 12);
    world.deliver_all();
    world.cable.cut.insert(1);
    EXPECT_TRUE(world.fails(0, 0, false));
    EXPECT_TRUE(world.fails(2, 0, true));
    EXPECT_TRUE(world.fails(0, 0, true)) << "for good";
    world.write(2, 1, 21);
    EXPECT_EQ(world.read(0, 1), 21u);
    EXPECT_EQ(world.read(0, 2), 12u);
    world.write(0, 3, 13);
    EXPECT_EQ(world.read(2, 3), 13u);
}

TEST(SharedMemory, what_is_here_stays_usable_without_the_home) {
    World world(2);
    world.write(0, 1, 5);
    EXPECT_EQ(world.read(1, 1), 5u);
    world.write(1, 0, 4);
    world.deliver_all();
    world.cable.cut.insert(0);
    EXPECT_TRUE(world.fails(1, 2, false));
    EXPECT_TRUE(world.fails(1, 1, true)) << "it can be read only";
    EXPECT_EQ(world.read(1, 1), 5u);
    EXPECT_EQ(world.read(1, 0), 4u);
    world.write(1, 0, 6);
    world.cable.cut.clear();
    EXPECT_EQ(world.read(1, 2), 0u) << "it is back";
    EXPECT_EQ(world.read(0, 0), 6u);
}

TEST(SharedMemory, who_was_taken_for_dead_learns_that_and_begins_anew) {
    World world(2);
    world.write(1, 0, 4);
    world.write(0, 1, 5);
    EXPECT_EQ(world.read(1, 1), 5u);
    world.deliver_all();
    world.cable.cut.insert(1);
    world.write(0, 1, 6);
    world.cable.cut.clear();
    EXPECT_TRUE(world.fails(1, 2, true)) << "its session is none any more";
    EXPECT_EQ(world.read(1, 1), 6u);
    EXPECT_TRUE(world.fails(1, 0, false)) << "what it had was lost with it";
    world.write(1, 2, 7);
    EXPECT_EQ(world.read(0, 2), 7u);
}

TEST(SharedMemory, what_the_kernel_holds_stays_until_it_is_let_go) {
    World world(3);
    world.write(1, 0, 1);
    EXPECT_EQ(world.read(2, 1), 0u);
    world.deliver_all();
    auto& holder = *world.all[1];
    auto const held = holder.mappings.hold(holder.object(), 0, read_write).value();
    u64 word = 0;
    for (u32 i = 0; i < 20 * testing::tries; ++i) { // far longer than a dead one has
        EXPECT_EQ(world.access(0, 0, 0, false, word), Outcome::waits);
        EXPECT_EQ(world.access(2, 0, 0, true, word), Outcome::waits);
        world.deliver_all();
        world.pass_ms(20);
    }
    *static_cast<u64*>(machine::physical_to_virtual(held.frame)) = 2;
    holder.mappings.let_go(holder.object(), 0, read_write);
    EXPECT_EQ(world.read(0, 0), 2u);
    EXPECT_EQ(world.read(2, 0), 2u);
    world.write(1, 0, 3);
    EXPECT_EQ(world.read(2, 0), 3u);
}

TEST(SharedMemory, a_recall_of_before_that_comes_again_does_not_cost_the_contents) {
    World world(2);
    world.write(1, 0, 1);
    world.deliver_all();
    u64 word = 0;
    EXPECT_EQ(world.access(0, 0, 0, false, word), Outcome::waits);
    auto const before = world.cable.under_way.front();
    EXPECT_EQ(world.read(0, 0), 1u);
    world.write(1, 0, 2);
    world.deliver_all();
    auto& holder = *world.all[1];
    static_cast<void>(holder.mappings.hold(holder.object(), 0, read_write).value());
    EXPECT_EQ(world.access(0, 0, 0, false, word), Outcome::waits);
    world.deliver_all();
    world.cable.under_way.push_back(before);
    world.deliver_all();
    holder.mappings.let_go(holder.object(), 0, read_write);
    EXPECT_EQ(world.read(0, 0), 2u);
}

TEST(SharedMemory, what_waits_for_a_dead_reader_is_granted_in_the_end) {
    World world(3);
    EXPECT_EQ(world.read(1, 0), 0u);
    EXPECT_EQ(world.read(2, 0), 0u);
    world.deliver_all();
    world.cable.cut.insert(2);
    world.write(1, 0, 7);
    EXPECT_EQ(world.read(0, 0), 7u);
}

TEST(SharedMemory, a_failure_that_is_lost_on_its_way_comes_again) {
    World world(3);
    world.write(1, 0, 5);
    EXPECT_EQ(world.read(2, 1), 0u);
    world.deliver_all();
    world.cable.cut.insert(1);
    EXPECT_TRUE(world.fails(0, 0, false));
    u64 word = 0;
    EXPECT_EQ(world.access(2, 0, 0, false, word), Outcome::waits);
    world.deliver(0);
    world.cable.under_way.clear();
    world.pass_ms(20);
    world.deliver_all();
    EXPECT_EQ(world.access(2, 0, 0, false, word), Outcome::failed);
}

TEST(SharedMemory, two_homes_do_not_refuse_each_other_for_ever) {
    testing::Cable cable;
    testing::Kernel home(cable, 0);
    remote::DatagramHeader header;
    header.kind = remote::DatagramKind::memory;
    header.session = 1;
    u8 room[sizeof header];
    for (auto const kind : {MessageKind::want, MessageKind::refusal, MessageKind::welcome}) {
        header.method = static_cast<u16>(kind);
        remote::seal(Span<u8>(room), header);
        home.home->arrived(Span<u8 const>(room), 2, 1);
        EXPECT_EQ(cable.sent, 1u) << "only what a partner sends is refused";
    }
}

TEST(SharedMemory, a_grant_that_nobody_waits_for_any_more_is_declined_and_nothing_is_lost) {
    World world(2);
    world.write(0, 2, 9);
    world.write(1, 1, 1); // a session is there
    world.deliver_all();
    u64 word = 1;
    EXPECT_EQ(world.access(1, 2, 0, true, word), Outcome::waits);
    world.deliver(0); // the grant is under way
    auto const late = world.cable.under_way;
    world.cable.under_way.clear();
    for (u32 i = 0; i < testing::tries; ++i) {
        world.now_ns += 200'000'000;
        world.work(1);
    }
    world.cable.under_way = late;
    EXPECT_EQ(world.access(1, 2, 0, true, word), Outcome::failed);
    world.deliver_all();
    EXPECT_EQ(world.read(0, 2), 9u);
    world.write(1, 2, 3);
    EXPECT_EQ(world.read(0, 2), 3u);
}

/// Messages that are wrong in one way: in their session, in who sends them, or in who gets them.
class Forger {
public:
    explicit Forger(World& world) : world_(world) {
        u64 word = 0;
        EXPECT_EQ(world.access(1, 1, 0, false, word), Outcome::waits);
        auto const& want = world.cable.under_way.front().datagram;
        session_ = remote::opened(Span<u8 const>(want.data(), want.size())).value().session;
        world.deliver_all();
    }

    /// Sends one to the home, or to its partner.
    void send(u32 to) {
        using enum MessageKind;
        constexpr MessageKind to_homes[] = {want, gave, have, decline};
        constexpr MessageKind to_partners[] = {welcome, refusal, grant, failure, recall};
        u64 const wrong = world_.draw(3);
        bool const is_to_home = (to == 0) != (wrong == 2);
        MessageKind const kind =
            is_to_home ? to_homes[world_.draw(4)] : to_partners[world_.draw(5)];
        testing::Bytes bytes(200);
        for (u8& each : bytes)
            each = static_cast<u8>(world_.draw(256));
        remote::DatagramHeader header;
        header.kind = remote::DatagramKind::memory;
        header.method = static_cast<u16>(kind);
        header.level = static_cast<u8>(world_.draw(5));
        header.session = wrong == 0 ? session_ + 1 + world_.draw(3) : session_;
        header.sequence = world_.draw(4);
        header.object = world_.draw(pages + 1);
        header.total = static_cast<u32>(bytes.size() - sizeof header);
        remote::seal(Span<u8>(bytes.data(), bytes.size()), header);
        u64 const sender = wrong == 1 ? 3 : 2 - to;
        world_.all[to]->node().arrived(Span<u8 const>(bytes.data(), bytes.size()), sender,
                                       world_.now_ns);
    }

private:
    World& world_;
    u64 session_ = 0;
};

TEST(SharedMemory, believes_nothing_that_is_no_message) {
    World world(2);
    world.write(1, 0, 3);
    world.deliver_all();
    Forger forger(world);
    u64 const now_ns = world.now_ns;
    for (u32 i = 0; i < 2000; ++i)
        forger.send(i % 2);
    world.cable.under_way.clear();
    EXPECT_EQ(world.read(0, 0), 3u);
    EXPECT_EQ(world.now_ns, now_ns) << "nobody was taken for dead";
}

} // namespace
} // namespace flat::remote::shared
