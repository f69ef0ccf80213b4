// SPDX-License-Identifier: BSD-2-Clause
// Tests of memory that nobody else has.
#include <mapping/anonymous.hpp>

#include <flat/memory/owned_object.hpp>
#include <flat/memory/user_space.hpp>
#include <mapping/mappings.hpp>
#include <mapping/testing.hpp>
#include <memory/slabs.hpp>

namespace flat::mapping {
namespace {

using domain::page_size;
using memory::MemoryError;

class MappingAnonymous : public ::testing::Test {
protected:
    ~MappingAnonymous() override { EXPECT_EQ(frames.taken_bytes(), 0u); }

    Span<u8 const> page_of(memory::UserSpace& space, vaddr address) {
        EXPECT_EQ(space.resolve(address, hal::Mmu::read).value(), 0u);
        return {
            static_cast<u8 const*>(machine::physical_to_virtual(space.translate(address).value())),
            page_size};
    }

    memory::testing::FakeFrames frames;
    memory::testing::FakeFrames record_frames{64 << 20, paddr{2} << 30};
    memory::Slabs records{{.frames = record_frames}, {}};
    testing::FakeMmu mmu;
    Mappings mappings{{.mmu = mmu, .objects = records, .threads = {}, .replacement = {}}, {}};
    Anonymous anonymous{{.memory = records, .pages = mappings}, {}};
};

TEST_F(MappingAnonymous, zeros_take_a_frame_when_they_are_accessed_and_keep_what_is_written) {
    memory::OwnedObject& zeros = *anonymous.zeros(frames, 10).value();
    memory::UserSpace& space = *mappings.create().value();
    vaddr const place = space.map(zeros, 0, 10, 0, hal::Mmu::read | hal::Mmu::write).value();
    EXPECT_EQ(frames.taken_bytes(), 0u);
    for (u8 const byte : page_of(space, place + page_size))
        EXPECT_EQ(byte, 0u);
    EXPECT_EQ(frames.taken_bytes(), page_size);
    const_cast<u8*>(page_of(space, place + page_size).data())[5] = 7;
    mappings.clean(zeros, 0, 10); // it has nowhere to go
    EXPECT_EQ(mappings.count(zeros).dirty, 1u);
    EXPECT_EQ(page_of(space, place + page_size)[5], 7u);
    space.release();
    zeros.release();
}

TEST_F(MappingAnonymous, an_image_is_copied_up_to_its_last_byte) {
    paddr const source = frames.allocate(1).value();
    std::memset(machine::physical_to_virtual(source), 0xaa, 2 * page_size);
    memory::OwnedObject& image = *anonymous.image(frames, 3, source, page_size + 100).value();
    memory::UserSpace& space = *mappings.create().value();
    vaddr const place = space.map(image, 0, 3, 0, hal::Mmu::read).value();
    EXPECT_EQ(page_of(space, place)[page_size - 1], 0xaa);
    EXPECT_EQ(page_of(space, place + page_size)[99], 0xaa);
    EXPECT_EQ(page_of(space, place + page_size)[100], 0u);
    EXPECT_EQ(page_of(space, place + 2 * page_size)[0], 0u);
    image.release(); // where it is mapped still, accesses fail
    EXPECT_EQ(space.resolve(place, hal::Mmu::read).error().code, MappingError::Code::unavailable);
    space.release();
    frames.free(source, 1);
}

TEST_F(MappingAnonymous, nothing_and_images_that_do_not_fit_are_invalid) {
    EXPECT_EQ(anonymous.zeros(frames, 0).error().code, MemoryError::Code::invalid);
    EXPECT_EQ(anonymous.image(frames, 1, 0, page_size + 1).error().code,
              MemoryError::Code::invalid);
}

} // namespace
} // namespace flat::mapping
