// SPDX-License-Identifier: BSD-2-Clause
// Damaged disks, and something of everything that can be done with what they say.
#pragma once

#include <fs/testing.hpp>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>

namespace flat::fs::testing {

/// Goes through everything that can be reached, as far as that makes sense.
class Visitor {
public:
    void visit(Directory& directory, u32 depth) {
        u8 name[Directory::name_max];
        for (u64 place = 0;;) {
            auto const entry = directory.next(place, name);
            if (entry.is_error() || entry.value().name_bytes == 0 || ++visited_ > 500) return;
            ASSERT_GT(entry.value().next, place);
            place = entry.value().next;
            auto const found =
                directory.lookup(Span<u8 const>(name).first(entry.value().name_bytes));
            if (found.is_error()) continue;
            Holding<Node> node(found.value());
            visit_node(*node, depth);
        }
    }

private:
    void visit_node(Node& node, u32 depth) {
        (void)node.attributes();
        u8 room[5000];
        if (auto* const link = narrow_to<SymbolicLink>(node)) (void)link->target(room);
        if (auto* const file = narrow_to<File>(node)) {
            for (u64 const offset : {0, 12'000, 300'000})
                (void)file->read(offset, room);
            (void)file->write(13'000, room);
            (void)file->truncate(100);
        }
        auto* const directory = narrow_to<Directory>(node);
        if (!directory || depth == 4) return;
        auto const made = directory->create(span_of("new"), {});
        if (made.is_ok()) made.value()->release();
        (void)directory->unlink(span_of("a"));
        (void)directory->rename(span_of("new"), *directory, span_of("newer"));
        visit(*directory, depth + 1);
    }

    u32 visited_ = 0;
};

/// What of a disk is damaged: as often something in the first bytes from `begin` on as in more.
struct Damaged {
    usize begin;
    usize near_bytes;
    usize far_bytes;
};

inline void damage(Bytes& image, std::mt19937& random, Damaged const& where) {
    for (u32 i = 0, count = 1 + random() % 8; i < count; ++i) {
        usize const range = random() % 2 ? where.near_bytes : where.far_bytes;
        u8& byte = image[where.begin + random() % range];
        byte = random() % 2 ? u8(random()) : u8(byte ^ 1 << random() % 8);
    }
}

/// How many damaged disks are mounted.
inline u32 damages_of_run() {
    return std::getenv("FLAT_EXHAUSTIVE") ? 10'000 : 150;
}

/// What the damages of this run begin with: each has another seed, unless FLAT_SEED tells one.
inline u32 seed_of_damages() {
    char const* const told = std::getenv("FLAT_SEED");
    u32 const seed = told ? static_cast<u32>(std::atoi(told)) : std::random_device{}();
    std::printf("seed %u\n", seed);
    return seed;
}

/// Damages a disk again and again, each time from what it was; each fourth one is only read. After
/// each mount comes `begin`. Tells how many could be mounted.
template<class M>
u32 damage_and_visit(
    M& machine, u32 seed, Damaged const& where,
    std::function<void(FileSystem&)> const& begin = [](FileSystem&) {}) {
    std::mt19937 random(seed);
    Bytes const good = machine.disk.contents;
    u32 mounted = 0;
    for (u32 round = 0; round < damages_of_run() && !::testing::Test::HasFailure(); ++round) {
        machine.disk.contents = good;
        damage(machine.disk.contents, random, where);
        if (machine.mount(round % 4 == 0)) continue;
        ++mounted;
        begin(*machine.files);
        Visitor().visit(machine.paths->root(), 0);
        EXPECT_EQ(machine.unmount(), std::nullopt) << "seed " << seed;
    }
    std::printf("%u of %u damaged disks were mounted\n", mounted, damages_of_run());
    return mounted;
}

} // namespace flat::fs::testing
