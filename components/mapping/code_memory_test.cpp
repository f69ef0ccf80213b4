// SPDX-License-Identifier: BSD-2-Clause
// Tests of memory for code that comes at run time, in the kernel and in other domains.
#include <mapping/code_memory.hpp>

#include <core/machine/keepers.hpp>
#include <core/machine/testing.hpp>
#include <flat/memory/user_space.hpp>
#include <mapping/anonymous.hpp>
#include <mapping/mappings.hpp>
#include <mapping/testing.hpp>

#include <functional>

namespace flat::mapping {
namespace {

using domain::page_size;
using machine::CodeRegions;
using memory::MappingError;
using Code = MappingError::Code;

constexpr u64 unlimited = ~u64{0};

/// Is kept as a running domain is.
class Guest : public machine::testing::NoGuest {
public:
    bool keep() override { return keepers.keep(); }
    void let_go() override { keepers.let_go(); }

    machine::Keepers keepers;
};

/// Calls somebody in the middle of taking mappings away.
class Mmu : public testing::FakeMmu {
public:
    Result<Mapping, hal::MmuError> remove_mapping(paddr root, vaddr address) override {
        if (on_removal) on_removal();
        return FakeMmu::remove_mapping(root, address);
    }

    std::function<void()> on_removal;
};

class MappingCodeMemory : public ::testing::Test {
protected:
    ~MappingCodeMemory() override {
        EXPECT_EQ(mmu.mapped(), 0u);
        EXPECT_EQ(frames.taken_bytes(), 0u);
        EXPECT_EQ(objects.taken, 0u);
        EXPECT_TRUE(guest.keepers.close());
    }

    u32 rights_of(vaddr address, paddr root = testing::FakeMmu::kernel) {
        return mmu.get_mapping(root, address).value().rights;
    }
    memory::CodeRegion& take(u64 pages) { return *code.take(pages).value(); }

    memory::testing::FakeFrames frames;
    memory::testing::HostObjects objects;
    Mmu mmu;
    memory::testing::HostObjects mapping_records;
    Mappings mappings{{.mmu = mmu, .objects = mapping_records, .threads = {}, .replacement = {}},
                      {}};
    Anonymous anonymous{{.memory = objects, .pages = mappings}, {}};
    CodeMemory code{{.space = mappings, .objects = anonymous, .frames = frames, .records = objects},
                    {}};
    Guest guest;
};

TEST_F(MappingCodeMemory, pages_are_written_first_and_sealed_then) {
    memory::CodeRegion& region = take(4);
    vaddr const base = region.base();
    EXPECT_EQ(frames.taken_bytes(), 4 * page_size);
    EXPECT_EQ(rights_of(base + page_size), Mmu::read | Mmu::write);
    EXPECT_TRUE(region.seal(1, 1, true).is_ok());
    EXPECT_TRUE(region.seal(2, 2, false).is_ok());
    EXPECT_EQ(rights_of(base), Mmu::read | Mmu::write);
    EXPECT_EQ(rights_of(base + page_size), Mmu::read | Mmu::execute);
    EXPECT_EQ(rights_of(base + 3 * page_size), u32{Mmu::read});
    region.release();
}

TEST_F(MappingCodeMemory, what_is_sealed_or_not_there_cannot_be_sealed) {
    memory::CodeRegion& region = take(4);
    EXPECT_TRUE(region.seal(1, 2, true).is_ok());
    for (u64 first : {0, 1, 2})
        EXPECT_EQ(region.seal(first, 2, false).error().code, Code::forbidden);
    EXPECT_EQ(region.seal(0, 0, true).error().code, Code::invalid);
    EXPECT_EQ(region.seal(3, 2, true).error().code, Code::invalid);
    EXPECT_EQ(region.seal(~u64{0}, 2, true).error().code, Code::invalid);
    EXPECT_EQ(region.seal(1, ~u64{0}, true).error().code, Code::invalid);
    EXPECT_EQ(rights_of(region.base() + page_size), Mmu::read | Mmu::execute);
    region.release();
}

TEST_F(MappingCodeMemory, a_region_is_sealed_in_eight_parts_at_most) {
    memory::CodeRegion& region = take(9);
    for (u64 i = 0; i < 8; ++i)
        EXPECT_TRUE(region.seal(i, 1, true).is_ok());
    EXPECT_EQ(region.seal(8, 1, true).error().code, Code::out_of_memory);
    region.release();
}

TEST_F(MappingCodeMemory, without_memory_nothing_is_taken) {
    EXPECT_EQ(code.take(0).error().code, Code::invalid);
    EXPECT_EQ(code.take(~u64{0}).error().code, Code::out_of_memory);
    for (u32 left = 0; left < 2; ++left) {
        objects.left = left;
        EXPECT_EQ(code.take(1).error().code, Code::out_of_memory);
        EXPECT_EQ(objects.taken, 0u);
    }
    objects.left = 2;
    mmu.adding_fails_in = 2;
    EXPECT_EQ(code.take(3).error().code, Code::out_of_memory);
}

TEST_F(MappingCodeMemory, a_domain_has_a_limit_for_all_of_its_regions) {
    memory::UserSpace& space = *mappings.create().value();
    CodeRegions regions(&guest);
    CodeRegions::Parts const parts{objects, anonymous, frames};
    memory::CodeRegion& first = *regions.take(parts, space, 3, 5).value();
    EXPECT_EQ(regions.take(parts, space, 3, 5).error().code, Code::out_of_memory);
    memory::CodeRegion& second = *regions.take(parts, space, 2, 5).value();
    first.release();
    memory::CodeRegion& third = *regions.take(parts, space, 3, 5).value();
    regions.close();
    second.release();
    third.release();
    space.release();
}

TEST_F(MappingCodeMemory, whoever_holds_a_region_finds_its_domain_gone) {
    memory::UserSpace& space = *mappings.create().value();
    CodeRegions regions(&guest);
    CodeRegions::Parts const parts{objects, anonymous, frames};
    memory::CodeRegion& region = *regions.take(parts, space, 2, unlimited).value();
    EXPECT_EQ(space.resolve(region.base(), Mmu::read | Mmu::write).value(), 0u);
    EXPECT_EQ(frames.taken_bytes(), page_size);
    regions.close();
    EXPECT_EQ(frames.taken_bytes(), 0u);
    space.release();
    EXPECT_EQ(region.seal(0, 1, true).error().code, Code::unavailable);
    region.release();
}

TEST_F(MappingCodeMemory, a_region_is_released_while_its_domain_is_taken_down) {
    memory::UserSpace& space = *mappings.create().value();
    CodeRegions regions(&guest);
    CodeRegions::Parts const parts{objects, anonymous, frames};
    memory::CodeRegion& first = *regions.take(parts, space, 2, unlimited).value();
    memory::CodeRegion& second = *regions.take(parts, space, 2, unlimited).value();
    EXPECT_EQ(space.resolve(second.base(), Mmu::read | Mmu::write).value(), 0u);
    EXPECT_TRUE(guest.keepers.close()); // nobody waits for those who come now
    EXPECT_EQ(first.seal(0, 1, true).error().code, Code::unavailable);
    mmu.on_removal = [] { ADD_FAILURE() << "whoever releases is in the space"; };
    first.release();
    mmu.on_removal = [&] { // the second has been detached
        mmu.on_removal = {};
        second.release();
    };
    regions.close();
    EXPECT_FALSE(mmu.on_removal);
    space.release();
}

TEST_F(MappingCodeMemory, a_domain_stays_while_a_region_is_released) {
    memory::UserSpace& space = *mappings.create().value();
    CodeRegions regions(&guest);
    CodeRegions::Parts const parts{objects, anonymous, frames};
    memory::CodeRegion& region = *regions.take(parts, space, 2, unlimited).value();
    EXPECT_EQ(space.resolve(region.base(), Mmu::read | Mmu::write).value(), 0u);
    mmu.on_removal = [&] {
        mmu.on_removal = {};
        EXPECT_FALSE(guest.keepers.close());
    };
    region.release();
    EXPECT_FALSE(mmu.on_removal);
    EXPECT_TRUE(guest.keepers.close());
    regions.close();
    space.release();
}

} // namespace
} // namespace flat::mapping
