// SPDX-License-Identifier: BSD-2-Clause
// The holders of ports: passed on, granted, taken back; step by step beside a model.
#include <api/testing.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <random>

namespace flat::api {
namespace {

using namespace testing;

/// A space with memory for its mappings of ports, as `api.Spaces` brings it.
class PortSpace : public Space {
public:
    PortSpace() { ports().add_frame(frame_); }

private:
    alignas(4096) u8 frame_[4096];
};

class ApiIoPorts : public ::testing::Test {
protected:
    ApiIoPorts() { sigma0.make_physical(); }
    ~ApiIoPorts() override {
        take(sigma0, 0, 0xffff, false);
        for (Space* each : {&a, &b, &c})
            EXPECT_TRUE(each->ports().mappings().is_empty());
    }

    bool pass(Space& from, Space& to, u32 first, u32 last) {
        return ports.pass(from, to, first, last, false);
    }
    bool grant(Space& from, Space& to, u32 first, u32 last) {
        bool const is_granted = ports.pass(from, to, first, last, true);
        finish();
        return is_granted;
    }
    void take(Space& space, u32 first, u32 last, bool own_too) {
        ports.begin_taking(space, first, last, own_too);
        finish();
    }
    void finish() {
        while (!ports.go_on())
            ++steps;
    }
    bool has(Space& space, u32 first, u32 last) { return ports.has(space, first, last); }

    FakePortGate gate;
    IoPorts ports{{.gate = gate}, {.step_mappings = 1}};
    u32 steps = 0;
    Space sigma0;
    PortSpace a;
    PortSpace b;
    PortSpace c;
};

TEST_F(ApiIoPorts, only_sigma0_has_some_at_first_and_it_has_all) {
    EXPECT_TRUE(has(sigma0, 0, 0xffff));
    EXPECT_FALSE(has(a, 0x60, 0x60));
    EXPECT_FALSE(ports.admit(a, 0x60, 0x60));
    EXPECT_FALSE(gate.is_open());
}

TEST_F(ApiIoPorts, are_passed_on_as_far_as_the_sender_has_them) {
    EXPECT_TRUE(pass(sigma0, a, 0x3f8, 0x3ff));
    EXPECT_TRUE(pass(a, b, 0x3f0, 0x3fb));
    EXPECT_TRUE(has(b, 0x3f8, 0x3fb));
    EXPECT_FALSE(has(b, 0x3f7, 0x3f8));
    EXPECT_FALSE(has(b, 0x3fb, 0x3fc));
    EXPECT_TRUE(has(a, 0x3f8, 0x3ff)) << "a space that passes ports on keeps them";
}

TEST_F(ApiIoPorts, that_come_one_by_one_are_one_mapping) {
    for (u32 port = 0; port < 200; port += 2)
        ASSERT_TRUE(pass(sigma0, a, port, port + 1));
    EXPECT_TRUE(has(a, 0, 199));
    EXPECT_EQ(a.ports().mappings().first(), a.ports().mappings().last());
}

TEST_F(ApiIoPorts, are_taken_from_all_who_have_got_them) {
    pass(sigma0, a, 0, 0xff);
    pass(a, b, 0, 0xff);
    pass(b, c, 0x10, 0x1f);
    take(a, 0x18, 0x1f, false);
    EXPECT_TRUE(has(a, 0, 0xff));
    EXPECT_TRUE(has(b, 0, 0x17) && has(b, 0x20, 0xff));
    EXPECT_FALSE(has(b, 0x18, 0x18) || has(c, 0x18, 0x18));
    EXPECT_TRUE(has(c, 0x10, 0x17));
    take(b, 0x10, 0x10, true);
    EXPECT_FALSE(has(b, 0x10, 0x10) || has(c, 0x10, 0x10));
    EXPECT_TRUE(has(a, 0x10, 0x10));
}

TEST_F(ApiIoPorts, stay_while_somebody_else_has_passed_them_on_too) {
    pass(sigma0, a, 0, 0xff);
    pass(sigma0, b, 0, 0xff);
    pass(a, c, 0x40, 0x43);
    pass(b, c, 0x42, 0x47);
    take(a, 0, 0xffff, true);
    EXPECT_TRUE(has(c, 0x42, 0x47));
    EXPECT_FALSE(has(c, 0x41, 0x41));
}

TEST_F(ApiIoPorts, that_come_back_change_nothing) {
    pass(sigma0, a, 0, 0xff);
    pass(a, b, 0, 0xff);
    pass(b, a, 0, 0xff);
    pass(b, b, 0, 0xff);
    pass(b, sigma0, 0, 0xff);
    take(a, 0, 0xff, false);
    EXPECT_TRUE(has(a, 0, 0xff));
    EXPECT_FALSE(has(b, 0, 0));
}

TEST_F(ApiIoPorts, that_are_granted_leave_the_sender_with_what_was_derived) {
    pass(sigma0, a, 0, 0xff);
    pass(a, c, 0x20, 0x2f);
    EXPECT_TRUE(grant(a, b, 0x20, 0x3f));
    EXPECT_TRUE(has(a, 0, 0x1f) && has(a, 0x40, 0xff));
    EXPECT_FALSE(has(a, 0x20, 0x20) || has(a, 0x3f, 0x3f));
    EXPECT_TRUE(has(b, 0x20, 0x3f));
    EXPECT_TRUE(has(c, 0x20, 0x2f));
    take(a, 0, 0xffff, true);
    EXPECT_TRUE(has(c, 0x20, 0x2f)) << "they are b's by now";
    take(b, 0x20, 0x20, false);
    EXPECT_FALSE(has(c, 0x20, 0x20));
}

TEST_F(ApiIoPorts, that_are_granted_in_part_are_taken_from_who_has_more_of_them) {
    pass(sigma0, a, 0, 0xff);
    pass(a, c, 0x10, 0x2f);
    EXPECT_TRUE(grant(a, b, 0x20, 0x3f));
    EXPECT_TRUE(has(c, 0x10, 0x1f));
    EXPECT_FALSE(has(c, 0x20, 0x20));
}

TEST_F(ApiIoPorts, that_are_granted_to_who_has_got_them_from_the_sender_are_no_child_of_their_own) {
    for (bool const own_too : {true, false}) {
        pass(sigma0, a, 0, 0xf);
        pass(a, b, 0, 0xf);
        EXPECT_TRUE(grant(a, b, 0, 0xf));
        EXPECT_FALSE(has(a, 0, 0));
        EXPECT_TRUE(has(b, 0, 0xf));
        EXPECT_EQ(b.ports().mappings().first(), b.ports().mappings().last());
        take(b, 0, 0xf, own_too);
        EXPECT_NE(has(b, 0, 0xf), own_too);
        take(sigma0, 0, 0xf, false);
    }
}

TEST_F(ApiIoPorts, that_are_granted_to_who_has_got_them_by_way_of_another_are_taken_from_that_one) {
    for (bool const own_too : {true, false}) {
        pass(sigma0, a, 0, 0xf);
        pass(a, c, 0, 0xf);
        pass(c, b, 4, 7);
        EXPECT_TRUE(grant(a, b, 0, 0xf));
        EXPECT_FALSE(has(a, 0, 0) || has(c, 0, 0));
        EXPECT_TRUE(has(b, 0, 0xf));
        take(b, 4, 4, own_too);
        EXPECT_NE(has(b, 4, 4), own_too);
        take(sigma0, 0, 0xf, false);
    }
}

TEST_F(ApiIoPorts, can_be_used_from_the_first_try_on_until_another_thread_runs) {
    pass(sigma0, a, 0x60, 0x64);
    EXPECT_TRUE(ports.admit(a, 0x60, 0x60));
    EXPECT_TRUE(gate.is_open() && gate.holds(0x60, 0x64) && !gate.holds(0x65, 0x65));
    EXPECT_FALSE(ports.admit(a, 0x60, 0x60)) << "that was not what kept it";
    EXPECT_FALSE(ports.admit(a, 0x60, 0x65));
    gate.close(); // as a switch does
    EXPECT_TRUE(ports.admit(a, 0x60, 0x60));
    pass(sigma0, a, 0x70, 0x71);
    EXPECT_TRUE(ports.admit(a, 0x70, 0x70));
    gate.close();
    EXPECT_FALSE(ports.admit(b, 0x60, 0x60));
    EXPECT_TRUE(ports.admit(sigma0, 0xffff, 0xffff));
    gate.close();
    EXPECT_TRUE(ports.admit(a, 0x64, 0x64));
    EXPECT_FALSE(gate.holds(0xffff, 0xffff));
}

TEST_F(ApiIoPorts, cannot_be_used_any_more_once_they_are_taken) {
    pass(sigma0, a, 0x60, 0x64);
    pass(a, b, 0x60, 0x60);
    ASSERT_TRUE(ports.admit(b, 0x60, 0x60));
    take(a, 0x60, 0x60, false);
    EXPECT_FALSE(gate.is_open());
    EXPECT_FALSE(ports.admit(b, 0x60, 0x60));
    ASSERT_TRUE(ports.admit(a, 0x60, 0x64));
    take(a, 0x61, 0x61, true);
    EXPECT_FALSE(gate.is_open());
    EXPECT_TRUE(ports.admit(a, 0x60, 0x60));
    EXPECT_FALSE(gate.holds(0x61, 0x61));
}

TEST_F(ApiIoPorts, of_one_space_are_in_so_many_pieces_and_no_more) {
    u32 count = 0;
    while (pass(sigma0, a, 4 * count, 4 * count))
        ++count;
    EXPECT_EQ(count, SpacePorts::mappings_max);
    EXPECT_TRUE(pass(sigma0, a, 1, 3)) << "what joins two pieces needs none";
    EXPECT_TRUE(pass(sigma0, a, 0x1000, 0x1000));
}

TEST_F(ApiIoPorts, that_cannot_be_noted_are_taken_too) {
    pass(sigma0, a, 0, 4 * SpacePorts::mappings_max + 3);
    for (u32 i = 0; i <= SpacePorts::mappings_max; ++i)
        take(sigma0, 4 * i, 4 * i, false);
    u32 const last = 4 * SpacePorts::mappings_max;
    EXPECT_FALSE(has(a, last + 1, last + 1));
    EXPECT_TRUE(has(a, last - 3, last - 1) && has(a, 1, 3));
}

TEST_F(ApiIoPorts, need_memory_of_the_space_that_gets_them) {
    Space bare;
    EXPECT_FALSE(pass(sigma0, bare, 0, 7));
    EXPECT_FALSE(has(bare, 0, 0));
}

TEST_F(ApiIoPorts, of_many_spaces_are_taken_in_steps_and_come_back) {
    constexpr u32 count = 200;
    auto const spaces = std::make_unique<PortSpace[]>(count);
    for (u32 round = 0; round < 2; ++round) {
        for (u32 piece = 0; piece < SpacePorts::mappings_max; ++piece)
            for (u32 i = 0; i < count; ++i)
                ASSERT_TRUE(pass(sigma0, spaces[i], 4 * piece, 4 * piece));
        steps = 0;
        take(sigma0, 0, 0xffff, false);
        EXPECT_GE(steps, count * SpacePorts::mappings_max);
        for (u32 i = 0; i < count; ++i)
            ASSERT_TRUE(spaces[i].ports().mappings().is_empty());
    }
}

TEST_F(ApiIoPorts, go_along_chains_that_end_somewhere) {
    PortSpace chain[PortMapping::depth_max + 1];
    Space* last = &sigma0;
    u32 length = 0;
    while (pass(*last, chain[length], 0, 7))
        last = &chain[length++];
    EXPECT_EQ(length, PortMapping::depth_max);
    take(sigma0, 0, 7, false);
    EXPECT_FALSE(has(chain[PortMapping::depth_max - 1], 0, 0));
}

TEST_F(ApiIoPorts, are_passed_on_by_nobody_from_whom_they_are_being_taken) {
    pass(sigma0, a, 0, 0xff);
    pass(a, b, 0, 0xff);
    ports.begin_taking(sigma0, 0x10, 0x1f, false);
    ASSERT_FALSE(ports.go_on());
    EXPECT_FALSE(has(a, 0x10, 0x10));
    EXPECT_TRUE(has(b, 0x10, 0x10)) << "its turn has not come";
    EXPECT_TRUE(pass(a, c, 0, 0xff));
    EXPECT_FALSE(has(c, 0x10, 0x10) || !has(c, 0xf, 0xf));
    EXPECT_TRUE(pass(b, c, 0x10, 0x10)) << "but what it passes on is taken, too";
    EXPECT_TRUE(has(c, 0x10, 0x10));
    finish();
    EXPECT_FALSE(has(b, 0x10, 0x10) || has(c, 0x10, 0x10));
    EXPECT_TRUE(has(c, 0x20, 0xff) && has(b, 0x20, 0xff) && has(c, 0, 0xf));
}

TEST_F(ApiIoPorts, that_are_given_again_meanwhile_stay) {
    pass(sigma0, a, 0, 0xff);
    pass(a, b, 0, 0xff);
    ports.begin_taking(sigma0, 0x10, 0x1f, false);
    ASSERT_FALSE(ports.go_on());
    EXPECT_TRUE(pass(sigma0, a, 0x10, 0x1f));
    finish();
    EXPECT_TRUE(has(a, 0, 0xff));
    EXPECT_FALSE(has(b, 0x10, 0x10));
}

/// What each of three spaces has of a few ports: paths from sigma0 to it, none twice the same.
struct Model {
    static constexpr u32 ports = 16;
    using Path = std::vector<u32>;
    std::set<Path> paths[ports];
    std::set<Path> uncertain[ports];

    void pass(u32 from, u32 to, u32 first, u32 last) {
        for (u32 port = first; port <= last; ++port)
            for (Path path : std::set<Path>(paths[port])) {
                if (path.back() != from || std::ranges::find(path, to) != path.end()) continue;
                path.push_back(to);
                paths[port].insert(path);
            }
    }
    void take(u32 space, u32 first, u32 last, bool own_too) {
        for (u32 port = first; port <= last; ++port)
            std::erase_if(paths[port], [&](Path const& path) {
                auto const at = std::ranges::find(path, space);
                return at != path.end() && space != 0 ? own_too || at + 1 != path.end()
                                                      : at != path.end() && path.size() > 1;
            });
    }
    /// What was derived may be lost instead of going along: where others are in the same mapping.
    void grant(u32 from, u32 to, u32 first, u32 last) {
        for (u32 port = first; port <= last && from != to; ++port)
            for (Path path : std::set<Path>(paths[port])) {
                auto const granted = std::ranges::find(path, from);
                auto const received = std::ranges::find(path, to);
                if (granted == path.end() || received < granted) continue;
                bool const is_derived = granted + 1 != path.end();
                paths[port].erase(path);
                *granted = to;
                if (received != path.end()) continue;
                paths[port].insert(path);
                if (is_derived) uncertain[port].insert(path);
            }
    }
    /// What of it is there.
    void settle(u32 port, std::set<Path> const& there) {
        for (Path const& path : there)
            EXPECT_TRUE(paths[port].contains(path)) << ::testing::PrintToString(path);
        for (Path const& path : paths[port])
            EXPECT_TRUE(there.contains(path) || uncertain[port].contains(path));
        uncertain[port].clear();
        paths[port] = there;
    }
    bool has(u32 space, u32 port) const {
        return std::ranges::any_of(paths[port],
                                   [&](Path const& path) { return path.back() == space; });
    }
};

/// The paths by which spaces have a port, the first of which is sigma0.
std::set<Model::Path> paths_of(u32 port, Space* const (&spaces)[4]) {
    std::set<Model::Path> found{{0}};
    for (u32 i = 1; i < 4; ++i)
        for (PortMapping& mapping : spaces[i]->ports().mappings()) {
            if (!mapping.range.contains({port, port})) continue;
            Model::Path path;
            for (PortMapping* each = &mapping; each->parent; each = each->parent)
                path.insert(path.begin(), u32(std::ranges::find(spaces, each->space) - spaces));
            path.insert(path.begin(), 0);
            found.insert(path);
        }
    return found;
}

TEST_F(ApiIoPorts, are_where_a_model_has_them_whatever_is_done) {
    std::minstd_rand random(::testing::UnitTest::GetInstance()->random_seed());
    Model model;
    for (auto& paths : model.paths)
        paths.insert({0});
    Space* const spaces[] = {&sigma0, &a, &b, &c};
    for (u32 round = 0; round < 20'000; ++round) {
        // Blocks of four, so that a space has room for its pieces.
        u32 const first = random() % 4 * 4;
        u32 const last = first + random() % (4 - first / 4) * 4 + 3;
        u32 const space = random() % 4;
        u32 const to = 1 + random() % 3;
        bool const is_grant = space != 0 && random() % 8 == 0;
        if (is_grant) {
            ASSERT_TRUE(grant(*spaces[space], *spaces[to], first, last));
            model.grant(space, to, first, last);
            for (u32 port = 0; port < Model::ports; ++port)
                model.settle(port, paths_of(port, spaces));
            ASSERT_FALSE(HasFailure()) << round;
        } else if (random() % 2) {
            ASSERT_TRUE(pass(*spaces[space], *spaces[to], first, last));
            if (to != space) model.pass(space, to, first, last);
        } else {
            bool const own_too = random() % 2;
            take(*spaces[space], first, last, own_too);
            model.take(space, first, last, own_too);
        }
        for (u32 i = 1; i < 4; ++i)
            for (u32 port = 0; port < Model::ports; ++port)
                ASSERT_EQ(has(*spaces[i], port, port), model.has(i, port)) << round;
    }
}

} // namespace
} // namespace flat::api
