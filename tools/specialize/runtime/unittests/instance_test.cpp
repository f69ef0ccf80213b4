// SPDX-License-Identifier: BSD-2-Clause
// Functions that are made of stencils: their memory, and what becomes of damaged stencils.
#include "made_stencil.hpp"
#include "slots_of_c.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {
FlatlandStatus try_one(FlatlandStencil const& stencil, std::vector<std::uint64_t> const& holes) {
    void (*entry)() = nullptr;
    FlatlandStatus const status =
        flatland_instantiate(&stencil, holes.data(), holes.size(), &add_slot, &entry);
    if (status == flatland_done) flatland_instance_free(entry);
    return status;
}

/// How often the memory of code is mapped, and how often so that it can be written and run.
std::pair<int, int> count_mappings() {
    std::ifstream maps("/proc/self/maps");
    std::pair<int, int> counts;
    for (std::string line; std::getline(maps, line);) {
        counts.first += line.find("flatland code") != std::string::npos;
        counts.second += line.find(" rwx") != std::string::npos;
    }
    return counts;
}

/// The code of `adding_stencil` as data that can be damaged, and only its own bytes.
struct Damaged {
    std::vector<unsigned char> code{std::begin(adding_code), std::end(adding_code)};
    std::vector<FlatlandPatch> patches{adding_patch, adding_patch, adding_patch};
    std::vector<void const*> symbols{&adding_stencil, nullptr};
    std::vector<std::uint8_t> bits{64, 32};
    FlatlandStencil stencil = adding_stencil;

    FlatlandStatus attempt() {
        stencil.code = code.data();
        stencil.patches = patches.data();
        stencil.symbols = symbols.data();
        stencil.hole_bits = bits.data();
        stencil.code_bytes = static_cast<std::uint32_t>(code.size());
        stencil.patch_count = static_cast<std::uint32_t>(patches.size());
        stencil.hole_count = static_cast<std::uint16_t>(bits.size());
        stencil.symbol_count = static_cast<std::uint16_t>(symbols.size());
        return try_one(stencil, {1, 2});
    }
};
} // namespace

TEST(Instance, has_the_value_of_its_hole) {
    Adding const two = make_adding(add_slot, 2);
    Adding const minus = make_adding(add_slot, ~std::uint64_t{0});
    EXPECT_EQ(two(40), 42);
    EXPECT_EQ(minus(40), 39);
    free_adding(two);
    EXPECT_EQ(minus(1), 0);
    free_adding(minus);
}

TEST(Instance, lies_in_reach_of_its_slot_in_memory_that_is_not_writable) {
    Adding const two = make_adding(add_slot, 2);
    EXPECT_LT(std::llabs(reinterpret_cast<std::intptr_t>(two) -
                         reinterpret_cast<std::intptr_t>(add_slot.outer)),
              1ll << 31);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(two) % flatland_stencil_alignment, 0u);
    EXPECT_EQ(count_mappings().second, 0);
    free_adding(two);
}

TEST(Instance, memory_is_used_again) {
    std::vector<Adding> functions;
    for (int iteration = 0; iteration < 20; iteration++) {
        for (int i = 0; i < 5000; i++)
            functions.push_back(make_adding(add_slot, static_cast<unsigned>(i)));
        for (int i = 0; i < 5000; i++)
            ASSERT_EQ(functions[static_cast<unsigned>(i)](1), i + 1);
        std::shuffle(functions.begin(), functions.end(), std::mt19937(7));
        for (Adding const each : functions)
            free_adding(each);
        functions.clear();
        EXPECT_EQ(count_mappings().first, 2);
    }
}

TEST(Instance, may_be_larger_than_the_memory_that_is_taken_at_once) {
    Damaged large;
    large.code.resize(1 << 20);
    EXPECT_EQ(large.attempt(), flatland_done);
    large.code.resize((1 << 24) + 1);
    EXPECT_EQ(large.attempt(), flatland_bad_stencil);
    EXPECT_LE(count_mappings().first, 4);
}

TEST(Instance, of_before_fork_stays_in_parent_and_child) {
    Adding const before = make_adding(add_slot, 2);
    pid_t const child = fork();
    if (child == 0) {
        if (before(1) != 3) _exit(1);
        free_adding(before);
        Adding const own = make_adding(add_slot, 100);
        _exit(own(1) == 101 ? 0 : 2);
    }
    free_adding(before);
    std::vector<Adding> functions;
    for (unsigned i = 0; i < 1000; i++)
        functions.push_back(make_adding(add_slot, i));
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    for (unsigned i = 0; i < 1000; i++) {
        EXPECT_EQ(functions[i](1), static_cast<int>(i) + 1);
        free_adding(functions[i]);
    }
    EXPECT_LE(count_mappings().first, 3);
}

TEST(Instance, child_cannot_write_into_code_of_the_parent) {
    Adding const before = make_adding(add_slot, 2);
    pid_t const child = fork();
    if (child == 0) {
        for (unsigned i = 0; i < 1000; i++)
            make_adding(add_slot, 7);
        free_adding(before);
        for (unsigned i = 0; i < 10000; i++)
            make_adding(add_slot, 7);
        _exit(0);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(before(1), 3);
    free_adding(before);
}

TEST(DamagedStencil, holes_must_be_as_many_and_as_narrow_as_they_were) {
    EXPECT_EQ(try_one(adding_stencil, {}), flatland_wrong_holes);
    EXPECT_EQ(try_one(adding_stencil, {1, 2}), flatland_wrong_holes);
    Damaged damaged;
    damaged.bits[1] = 1;
    EXPECT_EQ(damaged.attempt(), flatland_wrong_holes);
    damaged.bits[1] = 2;
    EXPECT_EQ(damaged.attempt(), flatland_done);
}

TEST(DamagedStencil, format_and_machine_must_be_those_of_the_program) {
    Damaged damaged;
    damaged.stencil.machine = EM_68K;
    EXPECT_EQ(damaged.attempt(), flatland_bad_stencil);
    damaged.stencil.machine = EM_X86_64;
    damaged.stencil.format++;
    EXPECT_EQ(damaged.attempt(), flatland_bad_stencil);
}

TEST(DamagedStencil, no_patch_is_followed_out_of_its_table_or_its_code) {
    struct {
        FlatlandPatch patch;
        FlatlandStatus status;
    } const cases[] = {
        {{6, 0, flatland_patch_hole, flatland_patch_whole, 0}, flatland_done},
        {{7, 0, flatland_patch_hole, flatland_patch_whole, 0}, flatland_bad_stencil},
        {{10, 1, flatland_patch_hole, flatland_patch_unsigned, 0}, flatland_done},
        {{11, 1, flatland_patch_hole, flatland_patch_unsigned, 0}, flatland_bad_stencil},
        {{UINT32_MAX, 0, flatland_patch_hole, flatland_patch_whole, 0}, flatland_bad_stencil},
        {{0, 2, flatland_patch_hole, flatland_patch_whole, 0}, flatland_bad_stencil},
        {{0, 1, flatland_patch_symbol, flatland_patch_whole, 0}, flatland_done},
        {{0, 2, flatland_patch_symbol, flatland_patch_whole, 0}, flatland_bad_stencil},
        {{0, 1, flatland_patch_inside, flatland_patch_whole, 0}, flatland_bad_stencil},
        {{0, 0, 3, flatland_patch_whole, 0}, flatland_bad_stencil},
        {{0, 0, flatland_patch_hole, 4, 0}, flatland_bad_stencil},
        {{0, 0, flatland_patch_hole, flatland_patch_unsigned, INT64_MAX}, flatland_out_of_reach},
        {{0, 0, flatland_patch_hole, flatland_patch_unsigned, -2}, flatland_out_of_reach},
        {{0, 0, flatland_patch_hole, flatland_patch_signed, -2}, flatland_done},
        {{0, 0, flatland_patch_hole, flatland_patch_signed, 0x7fffffff}, flatland_out_of_reach},
        {{0, 0, flatland_patch_inside, flatland_patch_relative, 0x7fffffff}, flatland_done},
        {{0, 0, flatland_patch_inside, flatland_patch_relative, 0x80000000}, flatland_out_of_reach},
    };
    for (auto const& each : cases) {
        Damaged damaged;
        damaged.patches[1] = each.patch;
        EXPECT_EQ(damaged.attempt(), each.status)
            << each.patch.offset << " " << int{each.patch.value} << " " << int{each.patch.form};
    }
}

TEST(DamagedStencil, random_patches_write_into_their_own_code_only) {
    std::mt19937_64 random(11);
    Adding const before = make_adding(add_slot, 2);
    int done = 0;
    for (int iteration = 0; iteration < 100'000; iteration++) {
        Damaged damaged;
        damaged.patches.resize(1 + random() % 3);
        for (FlatlandPatch& each : damaged.patches) {
            std::uint64_t const bits[2] = {random(), random()};
            std::memcpy(&each, bits, sizeof each);
            if (random() % 16 != 0) each.offset %= 140;
            if (random() % 16 != 0) each.index %= 3;
            each.value %= 4;
            each.form %= 5;
            each.addend >>= random() % 64;
        }
        damaged.code.resize(1 + random() % 130);
        done += damaged.attempt() == flatland_done;
        if (iteration % 1000 != 0) continue;
        Adding const after = make_adding(add_slot, 3);
        EXPECT_EQ(before(1), 3);
        EXPECT_EQ(after(1), 4);
        free_adding(after);
    }
    EXPECT_GT(done, 100);
    EXPECT_EQ(before(1), 3);
    free_adding(before);
}
