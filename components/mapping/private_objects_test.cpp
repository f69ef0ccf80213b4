// SPDX-License-Identifier: BSD-2-Clause
// Tests of memory that is copied when it is written to.
#include <mapping/private_objects.hpp>

#include <flat/memory/private_object.hpp>
#include <flat/memory/user_space.hpp>
#include <mapping/mappings.hpp>
#include <mapping/testing.hpp>
#include <memory/slabs.hpp>

namespace flat::mapping {
namespace {

using domain::page_size;
using hal::Mmu;

constexpr u32 read_write = Mmu::read | Mmu::write;
constexpr u64 first = 100; // page of the spaces

/// Memory up to the end of the frames of tests.
class FakeMap : public hal::PhysicalMemory {
public:
    u32 region_count() override { return 1; }
    Region region(u32) override { return {0, (u64{1} << 30) + (u64{64} << 20), Kind::free}; }
};

class MappingPrivateObjects : public ::testing::Test {
protected:
    MappingPrivateObjects() { source.use(frames); }
    ~MappingPrivateObjects() override {
        EXPECT_TRUE(mappings.close(source));
        EXPECT_EQ(mmu.mapped(), 0u);
        EXPECT_EQ(frames.taken_bytes(), taken_at_first);
    }

    memory::PrivateObject& make() { return *objects.create().value(); }
    memory::UserSpace& space_of(memory::PrivateObject& object, u32 rights = read_write) {
        memory::UserSpace& space = *mappings.create().value();
        EXPECT_TRUE(space.map(object, first, 20, first * page_size, rights).is_ok());
        return space;
    }
    /// The first word of a page, as a program that accesses it sees it.
    u64& word(memory::UserSpace& space, u64 page, u32 access = Mmu::read) {
        vaddr const address = page * page_size;
        EXPECT_EQ(space.resolve(address, access).value(), 0u);
        return *static_cast<u64*>(machine::physical_to_virtual(space.translate(address).value()));
    }
    u64 frames_taken() const { return (frames.taken_bytes() - taken_at_first) / page_size; }

    memory::testing::FakeFrames frames;
    memory::testing::FakeFrames record_frames{64 << 20, paddr{2} << 30};
    memory::Slabs records{{.frames = record_frames}, {}};
    testing::FakeMmu mmu;
    testing::FakeObject source;
    Mappings mappings{{.mmu = mmu, .objects = records, .threads = {}, .replacement = {}}, {}};
    FakeMap map;
    PrivateObjects objects{{.memory = records, .frames = frames, .pages = mappings, .map = map},
                           {}};
    u64 const taken_at_first = frames.taken_bytes();
};

TEST_F(MappingPrivateObjects, begins_as_zeros_and_keeps_what_is_written) {
    memory::PrivateObject& object = make();
    memory::UserSpace& space = space_of(object);
    EXPECT_EQ(word(space, first + 3), 0u);
    word(space, first + 3, Mmu::write) = 7;
    EXPECT_EQ(word(space, first + 3), 7u);
    EXPECT_EQ(frames_taken(), 1u);
    space.release();
    object.release();
}

TEST_F(MappingPrivateObjects, a_copy_shares_frames_until_one_of_both_is_written_to) {
    memory::PrivateObject& parent = make();
    memory::UserSpace& old_space = space_of(parent);
    for (u64 page = 0; page < 20; ++page)
        word(old_space, first + page, Mmu::write) = page;
    memory::PrivateObject& child = *parent.copy().value();
    memory::UserSpace& new_space = space_of(child);
    for (u64 page = 0; page < 20; ++page)
        EXPECT_EQ(word(new_space, first + page), page);
    EXPECT_EQ(frames_taken(), 20u);
    word(new_space, first, Mmu::write) = 100;
    word(old_space, first + 1, Mmu::write) = 101;
    EXPECT_EQ(frames_taken(), 22u);
    EXPECT_EQ(word(old_space, first), 0u);
    EXPECT_EQ(word(new_space, first), 100u);
    EXPECT_EQ(word(new_space, first + 1), 1u);
    old_space.release();
    parent.release();
    word(new_space, first + 2, Mmu::write) = 102; // nobody else has it any more
    EXPECT_EQ(frames_taken(), 20u);
    new_space.release();
    child.release();
}

TEST_F(MappingPrivateObjects, the_right_to_write_ends_with_a_copy) {
    memory::PrivateObject& parent = make();
    memory::UserSpace& space = space_of(parent);
    word(space, first, Mmu::write) = 5;
    memory::PrivateObject& child = *parent.copy().value();
    auto const mapping = mmu.get_mapping(space.root(), first * page_size).value();
    EXPECT_EQ(mapping.rights & Mmu::write, 0u);
    child.release();
    word(space, first, Mmu::write) = 6;
    EXPECT_EQ(frames_taken(), 1u);
    space.release();
    parent.release();
}

TEST_F(MappingPrivateObjects, pages_begin_as_those_of_another_object_up_to_a_byte) {
    memory::PrivateObject& object = make();
    source.contents[4] = 44;
    source.contents[5] = 55;
    ASSERT_TRUE(object.begin(first, 3, source, 4, page_size + 8).is_ok());
    memory::UserSpace& space = space_of(object);
    EXPECT_EQ(word(space, first), 44u);
    EXPECT_EQ(word(space, first + 1), 55u);
    EXPECT_EQ(word(space, first + 2), 0u);
    word(space, first, Mmu::write) = 1;
    memory::PrivateObject& child = *object.copy().value();
    memory::UserSpace& other = space_of(child);
    EXPECT_EQ(word(other, first), 1u);
    EXPECT_EQ(word(other, first + 1), 55u);
    EXPECT_EQ(source.contents[4], 44u);
    for (memory::UserSpace* const each : {&space, &other})
        each->release();
    object.release();
    child.release();
}

TEST_F(MappingPrivateObjects, what_is_forgotten_is_zeros_and_the_rest_stays) {
    memory::PrivateObject& object = make();
    source.contents[6] = 66;
    ASSERT_TRUE(object.begin(first, 10, source, 0, 10 * page_size).is_ok());
    memory::UserSpace& space = space_of(object);
    word(space, first + 2, Mmu::write) = 2;
    word(space, first + 4, Mmu::write) = 4;
    object.forget(first + 3, 2);
    EXPECT_EQ(word(space, first + 2), 2u);
    EXPECT_EQ(word(space, first + 4), 0u);
    EXPECT_EQ(word(space, first + 6), 66u);
    space.release();
    object.release();
}

TEST_F(MappingPrivateObjects, without_memory_nothing_is_copied_and_nothing_lost) {
    memory::PrivateObject& object = make();
    memory::UserSpace& space = space_of(object);
    word(space, first, Mmu::write) = 9;
    memory::PrivateObject& child = *object.copy().value();
    std::vector<paddr> all;
    for (auto each = frames.allocate(0); each.is_ok(); each = frames.allocate(0))
        all.push_back(each.value());
    auto const refused = space.resolve(first * page_size, Mmu::write);
    EXPECT_EQ(refused.error().code, MappingError::Code::out_of_memory);
    EXPECT_EQ(word(space, first), 9u);
    for (paddr const each : all)
        frames.free(each, 0);
    space.release();
    object.release();
    child.release();
}

TEST_F(MappingPrivateObjects, moved_pages_take_their_contents_along_and_leave_zeros) {
    memory::PrivateObject& object = make();
    source.contents[4] = 44;
    source.contents[5] = 55;
    ASSERT_TRUE(object.begin(first, 3, source, 3, 3 * page_size).is_ok());
    memory::UserSpace& space = space_of(object);
    word(space, first, Mmu::write) = 7;
    word(space, first + 3, Mmu::write) = 9;
    ASSERT_TRUE(object.move(first, 3, first + 10).is_ok());
    EXPECT_EQ(word(space, first + 10), 7u);
    EXPECT_EQ(word(space, first + 11), 44u);
    EXPECT_EQ(word(space, first + 12), 55u);
    EXPECT_EQ(word(space, first + 3), 9u);
    for (u64 page = 0; page < 3; ++page)
        EXPECT_EQ(word(space, first + page), 0u);
    space.release();
    object.release();
}

} // namespace
} // namespace flat::mapping
