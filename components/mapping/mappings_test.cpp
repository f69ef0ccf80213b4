// SPDX-License-Identifier: BSD-2-Clause
// Tests of the mapping layer, one behaviour each.
#include <mapping/mappings.hpp>

#include <domain/page.hpp>
#include <flat/memory/user_space.hpp>
#include <flat/thread/thread_manager.hpp>
#include <mapping/physical.hpp>
#include <mapping/testing.hpp>
#include <memory/slabs.hpp>

namespace flat::mapping {
namespace {

using domain::page_size;
using hal::Mmu;
using Code = MappingError::Code;

constexpr u32 read_write = Mmu::read | Mmu::write;
constexpr vaddr base = 0x40'0000;

/// Threads of which nobody waits; remembers which conditions were notified.
class FakeThreads : public thread::ThreadManager {
public:
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const>) override {
        return core::BindingError{};
    }
    Result<Top*, core::BindingError> bind(core::Name&, Span<u8 const>) override {
        return core::BindingError{};
    }
    void yield() override {}
    void exit() override {}
    u64 running() override { return 1; }
    u64 ticket() override { return 0; }
    bool wait(u64, u64) override { return true; }
    void notify(u64) override {}
    void notify_all(u64 condition) override { notified.push_back(condition); }

    std::vector<u64> notified;
};

class MappingMappings : public ::testing::Test {
protected:
    MappingMappings() { object.use(frames); }
    ~MappingMappings() override {
        EXPECT_TRUE(mappings.close(object));
        EXPECT_EQ(mmu.mapped(), 0u);
        EXPECT_EQ(frames.taken_bytes(), 0u);
    }

    memory::UserSpace& new_space() { return *mappings.create().value(); }
    memory::UserSpace& space_with(u64 pages, u32 rights = read_write) {
        memory::UserSpace& space = new_space();
        EXPECT_EQ(space.map(object, 0, pages, base, rights).value(), base);
        return space;
    }
    static vaddr address_of_page(u64 page) { return base + page * page_size; }
    static void access(memory::UserSpace& space, u64 page, u32 rights) {
        EXPECT_EQ(space.resolve(address_of_page(page), rights).value(), 0u);
    }
    static Code refusal(memory::UserSpace& space, u64 page, u32 rights) {
        auto const outcome = space.resolve(address_of_page(page), rights);
        return outcome.is_error() ? outcome.error().code : Code{};
    }
    static u64& word(memory::AddressSpace& space, vaddr address) {
        return *static_cast<u64*>(machine::physical_to_virtual(space.translate(address).value()));
    }

    memory::testing::FakeFrames frames;
    memory::testing::FakeFrames record_frames{64 << 20, paddr{2} << 30};
    memory::Slabs objects{{.frames = record_frames}, {}};
    testing::FakeMmu mmu;
    testing::FakeObject object;
    Physical physical{{}, {}};
    FakeThreads threads;
    Mappings mappings{{.mmu = mmu, .objects = objects, .threads = threads, .replacement = {}}, {}};
};

TEST_F(MappingMappings, a_page_comes_in_when_it_is_accessed_and_shows_what_the_object_filled_in) {
    memory::UserSpace& space = space_with(4);
    object.contents[2] = 42;
    EXPECT_TRUE(space.translate(address_of_page(2)).is_error());
    EXPECT_TRUE(object.filled.empty());
    access(space, 2, Mmu::read);
    EXPECT_EQ(word(space, address_of_page(2)), 42u);
    EXPECT_EQ(object.filled.size(), 1u);
    EXPECT_EQ(mmu.mapped(), 1u);
    space.release();
}

TEST_F(MappingMappings, the_rights_of_the_range_and_of_the_object_both_hold) {
    memory::UserSpace& space = space_with(4);
    object.granted = Mmu::read;
    access(space, 0, Mmu::read);
    EXPECT_EQ(mmu.roots.rbegin()->second.begin()->second.rights, Mmu::read | Mmu::user);
    EXPECT_EQ(refusal(space, 0, Mmu::write), Code::forbidden) << "the object does not grant it";
    object.granted = read_write;
    access(space, 0, Mmu::write);
    EXPECT_EQ(object.upgraded.size(), 2u) << "it was asked again";
    EXPECT_EQ(mmu.roots.rbegin()->second.begin()->second.rights, read_write | Mmu::user);
    EXPECT_EQ(refusal(space, 0, Mmu::execute), Code::forbidden) << "the range does not have it";
    space.release();
}

TEST_F(MappingMappings, a_space_that_may_not_write_can_read_all_the_same) {
    memory::UserSpace& space = space_with(4);
    access(space, 0, Mmu::read);
    object.fails = true;
    EXPECT_EQ(refusal(space, 0, Mmu::write), Code::forbidden);
    EXPECT_EQ(space.resolve(base, Mmu::write).error().code, Code::forbidden);
    access(space, 0, Mmu::read);
    space.release();
}

TEST_F(MappingMappings, two_spaces_see_the_same_page) {
    memory::UserSpace& one = space_with(4);
    memory::UserSpace& other = new_space();
    vaddr const place = other.map(object, 1, 2, 0, Mmu::read).value();
    access(one, 1, Mmu::write);
    word(one, address_of_page(1)) = 7;
    EXPECT_EQ(other.resolve(place, Mmu::read).value(), 0u);
    EXPECT_EQ(word(other, place), 7u);
    EXPECT_EQ(mappings.count(object).resident, 1u);
    one.release();
    EXPECT_EQ(word(other, place), 7u);
    other.release();
}

TEST_F(MappingMappings, revoking_ends_all_mappings_and_keeps_the_page) {
    memory::UserSpace& one = space_with(4);
    memory::UserSpace& other = space_with(4, Mmu::read);
    access(one, 1, Mmu::write);
    access(other, 1, Mmu::read);
    access(other, 2, Mmu::read);
    mappings.revoke(object, 1, 1);
    EXPECT_EQ(mmu.mapped(), 1u);
    EXPECT_EQ(mappings.count(object).resident, 2u);
    EXPECT_EQ(mappings.count(object).dirty, 1u);
    access(one, 1, Mmu::write); // it is there still: nobody is asked
    EXPECT_EQ(object.filled.size(), 2u);
    one.release();
    other.release();
}

TEST_F(MappingMappings, without_the_right_to_write_the_next_writer_asks_again) {
    memory::UserSpace& one = space_with(4);
    memory::UserSpace& other = space_with(4);
    for (memory::UserSpace* each : {&one, &other})
        access(*each, 0, read_write);
    mappings.revoke_writing(object, 0, 4);
    EXPECT_EQ(mmu.mapped(), 2u) << "both may read";
    for (auto const& [root, pages] : mmu.roots)
        for (auto const& [address, mapping] : pages)
            EXPECT_EQ(mapping.rights, Mmu::read | Mmu::user);
    EXPECT_EQ(mappings.count(object).dirty, 1u) << "it was written to all the same";
    access(one, 0, Mmu::write);
    EXPECT_EQ(object.upgraded, (std::vector<u64>{0}));
    one.release();
    other.release();
}

TEST_F(MappingMappings, cleaning_gives_the_object_what_was_written_and_leaves_pages_to_read) {
    memory::UserSpace& space = space_with(40);
    for (u64 page : {0, 1, 2, 5, 30}) {
        access(space, page, read_write);
        word(space, address_of_page(page)) = 100 + page;
    }
    access(space, 7, Mmu::read);
    mappings.clean(object, 1, 20);
    EXPECT_EQ(object.cleaned, (std::vector<u64>{1, 2, 5}));
    EXPECT_EQ(object.contents[5], 105u);
    EXPECT_EQ(mappings.count(object).dirty, 2u);
    EXPECT_EQ(mmu.mapped(), 6u);
    mappings.clean(object, 0, ~u64{0});
    EXPECT_EQ(mappings.count(object).dirty, 0u);
    mappings.clean(object, 0, ~u64{0});
    EXPECT_EQ(object.cleaned.size(), 5u) << "what is clean is not cleaned";
    space.release();
}

TEST_F(MappingMappings, a_writer_to_a_page_that_is_being_cleaned_waits) {
    memory::UserSpace& space = space_with(4);
    access(space, 0, read_write);
    object.is_late = true;
    mappings.clean(object, 0, 4);
    EXPECT_EQ(mappings.count(object).busy, 1u);
    access(space, 0, Mmu::read);
    u64 const condition = space.resolve(address_of_page(0), Mmu::write).value();
    EXPECT_NE(condition, 0u);
    object.end();
    object.is_late = false;
    access(space, 0, Mmu::write);
    space.release();
}

TEST_F(MappingMappings, what_could_not_be_cleaned_stays_dirty) {
    memory::UserSpace& space = space_with(4);
    access(space, 0, read_write);
    object.fails = true;
    mappings.clean(object, 0, 4);
    EXPECT_EQ(mappings.count(object).dirty, 1u);
    object.fails = false;
    mappings.clean(object, 0, 4);
    EXPECT_EQ(mappings.count(object).dirty, 0u);
    space.release();
}

TEST_F(MappingMappings, a_page_on_its_way_is_waited_for_and_asked_for_once) {
    memory::UserSpace& one = space_with(4);
    memory::UserSpace& other = space_with(4);
    object.is_late = true;
    u64 const condition = one.resolve(base, Mmu::read).value();
    EXPECT_NE(condition, 0u);
    EXPECT_EQ(other.resolve(base, Mmu::read).value(), condition);
    EXPECT_EQ(object.filled.size(), 1u);
    EXPECT_EQ(mmu.mapped(), 0u);
    EXPECT_TRUE(threads.notified.empty());
    object.end();
    EXPECT_EQ(threads.notified, (std::vector<u64>{condition}));
    access(one, 0, Mmu::read);
    access(other, 0, Mmu::read);
    one.release();
    other.release();
}

TEST_F(MappingMappings, a_page_that_cannot_be_filled_is_unavailable_once_and_asked_for_again) {
    memory::UserSpace& space = space_with(4);
    object.fails = true;
    EXPECT_EQ(refusal(space, 0, Mmu::read), Code::unavailable);
    EXPECT_EQ(frames.taken_bytes(), 0u);
    object.is_late = true;
    EXPECT_NE(space.resolve(base, Mmu::read).value(), 0u);
    object.end();
    EXPECT_EQ(refusal(space, 0, Mmu::read), Code::unavailable);
    object.is_late = object.fails = false;
    access(space, 0, Mmu::read);
    space.release();
}

TEST_F(MappingMappings, discarding_leaves_pages_in_transfer_and_says_how_many) {
    memory::UserSpace& space = space_with(4);
    access(space, 0, Mmu::read);
    object.is_late = true;
    EXPECT_NE(space.resolve(address_of_page(1), Mmu::read).value(), 0u);
    EXPECT_EQ(mappings.discard(object, 0, 4), 1u);
    EXPECT_EQ(frames.taken_bytes(), page_size);
    object.end();
    EXPECT_EQ(mappings.discard(object, 0, 4), 0u);
    EXPECT_EQ(frames.taken_bytes(), 0u);
    object.is_late = false;
    access(space, 0, Mmu::read);
    EXPECT_EQ(object.filled.size(), 3u) << "discarded pages are filled anew";
    space.release();
}

TEST_F(MappingMappings, accesses_to_a_closed_object_are_unavailable) {
    memory::UserSpace& space = space_with(4);
    access(space, 0, Mmu::read);
    object.is_late = true;
    EXPECT_NE(space.resolve(address_of_page(1), Mmu::read).value(), 0u);
    EXPECT_FALSE(mappings.close(object)) << "a transfer runs";
    EXPECT_EQ(refusal(space, 2, Mmu::read), Code::unavailable);
    EXPECT_EQ(space.map(object, 0, 1, 0, Mmu::read).error().code, Code::unavailable);
    object.end();
    EXPECT_TRUE(mappings.close(object));
    EXPECT_EQ(mmu.mapped(), 0u);
    EXPECT_EQ(refusal(space, 0, Mmu::read), Code::unavailable);
    EXPECT_TRUE(space.unmap(base, 4).is_ok());
    EXPECT_EQ(refusal(space, 0, Mmu::read), Code::not_mapped);
    space.release();
}

TEST_F(MappingMappings, unmapping_a_part_leaves_both_ends) {
    memory::UserSpace& space = space_with(10);
    for (u64 page = 0; page < 10; ++page)
        access(space, page, Mmu::read);
    EXPECT_TRUE(space.unmap(address_of_page(3), 4).is_ok());
    for (u64 page = 0; page < 10; ++page)
        EXPECT_EQ(space.translate(address_of_page(page)).is_ok(), page < 3 || page >= 7);
    access(space, 9, Mmu::write);
    object.contents[8] = 88;
    mappings.discard(object, 8, 1);
    access(space, 8, Mmu::read);
    EXPECT_EQ(word(space, address_of_page(8)), 88u) << "the rest shows the same pages as before";
    EXPECT_EQ(space.unmap(address_of_page(3), 4).error().code, Code::not_mapped);
    space.release();
}

TEST_F(MappingMappings, protecting_a_part_takes_rights_away_at_once_and_gives_them_on_access) {
    memory::UserSpace& space = space_with(10);
    for (u64 page = 0; page < 10; ++page)
        access(space, page, read_write);
    EXPECT_TRUE(space.protect(address_of_page(3), 4, Mmu::read).is_ok());
    EXPECT_EQ(refusal(space, 3, Mmu::write), Code::forbidden);
    access(space, 2, Mmu::write);
    EXPECT_TRUE(space.protect(address_of_page(0), 5, 0).is_ok());
    EXPECT_EQ(refusal(space, 0, Mmu::read), Code::forbidden);
    EXPECT_EQ(mmu.mapped(), 5u);
    EXPECT_TRUE(space.protect(address_of_page(0), 10, read_write).is_ok());
    for (u64 page = 0; page < 10; ++page)
        access(space, page, Mmu::write);
    space.release();
}

TEST_F(MappingMappings, places_are_chosen_with_a_free_page_before_each_and_reused_at_the_end) {
    memory::UserSpace& space = new_space();
    vaddr const first = space.map(object, 0, 3, 0, Mmu::read).value();
    vaddr const second = space.map(object, 0, 3, 0, Mmu::read).value();
    EXPECT_GE(second, first + 4 * page_size);
    vaddr const last = machine::user_end - 2 * page_size;
    EXPECT_TRUE(space.map(object, 0, 1, last, Mmu::read).is_ok());
    EXPECT_EQ(space.map(object, 0, 1, last, Mmu::read).error().code, Code::taken);
    EXPECT_EQ(space.map(object, 0, 2, last - page_size, Mmu::read).error().code, Code::taken);
    EXPECT_EQ(space.map(object, 0, 3, last, Mmu::read).error().code, Code::invalid);
    EXPECT_EQ(space.map(object, 0, 1, 0x1001, Mmu::read).error().code, Code::invalid);
    EXPECT_EQ(space.map(object, 99, 2, 0, Mmu::read).error().code, Code::invalid);
    EXPECT_EQ(space.map(object, 0, 1, 0, Mmu::write).error().code, Code::invalid);
    EXPECT_EQ(space.map(object, 0, 1, machine::user_end, Mmu::read).error().code, Code::invalid);
    u32 const two_types = Mmu::read | Mmu::uncached | Mmu::combined;
    EXPECT_EQ(space.map(object, 0, 1, 0, two_types).error().code, Code::invalid);
    space.release();
}

TEST_F(MappingMappings, fixed_memory_is_mapped_where_it_is_and_leaves_no_record) {
    memory::UserSpace& space = new_space();
    u32 const device = read_write | Mmu::uncached;
    vaddr const place = space.map(physical, 0xfee00, 2, 0, device).value();
    EXPECT_EQ(space.resolve(place + 0x20, Mmu::write).value(), 0u);
    EXPECT_EQ(space.translate(place + 0x20).value(), 0xfee0'0020u);
    EXPECT_EQ(mmu.roots.rbegin()->second.begin()->second.rights, device | Mmu::user);
    EXPECT_EQ(mappings.count(physical).resident, 1u);
    mappings.revoke(physical, 0xfee00, 1);
    EXPECT_EQ(mappings.count(physical).resident, 0u);
    space.release();
}

TEST_F(MappingMappings, a_frame_buffer_is_mapped_with_its_memory_type) {
    vaddr const place = mappings.map(physical, 0xe0000, 1, 0, read_write | Mmu::combined).value();
    EXPECT_EQ(mmu.roots[mmu.kernel].begin()->second.rights, read_write | Mmu::combined);
    EXPECT_TRUE(mappings.unmap(place, 1).is_ok());
}

TEST_F(MappingMappings, the_kernel_has_its_pages_at_once_and_without_the_right_of_users) {
    object.contents[1] = 11;
    vaddr const place = mappings.map(object, 0, 3, 0, read_write).value();
    EXPECT_GE(place, machine::kernel_window_base + machine::kernel_window_shown_bytes);
    EXPECT_EQ(mmu.roots[mmu.kernel].size(), 3u);
    EXPECT_EQ(mmu.roots[mmu.kernel].begin()->second.rights, read_write);
    EXPECT_EQ(word(mappings, place + page_size), 11u);
    EXPECT_TRUE(mappings.protect(place, 3, Mmu::read).is_ok());
    EXPECT_TRUE(mappings.protect(place, 3, read_write).is_ok());
    EXPECT_EQ(mmu.roots[mmu.kernel].begin()->second.rights, read_write);
    EXPECT_TRUE(mappings.unmap(place, 3).is_ok());
    object.is_late = true;
    mappings.discard(object, 0, 3);
    EXPECT_EQ(mappings.map(object, 0, 3, 0, Mmu::read).error().code, Code::unavailable);
    EXPECT_EQ(mmu.roots[mmu.kernel].size(), 0u);
    object.end();
}

TEST_F(MappingMappings, the_kernel_maps_again_where_it_has_unmapped_last) {
    vaddr const first = mappings.map(object, 0, 3, 0, read_write).value();
    vaddr const second = mappings.map(object, 0, 2, 0, read_write).value();
    EXPECT_EQ(second, first + 4 * page_size);
    EXPECT_TRUE(mappings.unmap(second, 2).is_ok());
    EXPECT_EQ(mappings.map(object, 0, 2, 0, read_write).value(), second);
    EXPECT_TRUE(mappings.unmap(first, 3).is_ok());
    EXPECT_EQ(mappings.map(object, 0, 1, 0, read_write).value(), second + 3 * page_size);
    EXPECT_TRUE(mappings.unmap(second, 2).is_ok());
    EXPECT_TRUE(mappings.unmap(second + 3 * page_size, 1).is_ok());
}

TEST_F(MappingMappings, without_memory_an_access_fails_and_leaves_nothing) {
    memory::UserSpace& space = space_with(4);
    mmu.adding_fails_in = 1;
    EXPECT_EQ(refusal(space, 0, Mmu::read), Code::out_of_memory);
    access(space, 0, Mmu::read);
    mmu.tables_left = 0;
    EXPECT_EQ(mappings.create().error().code, Code::out_of_memory);
    vaddr const place = space.map(physical, 0, 1, 0, Mmu::read).value();
    mmu.adding_fails_in = 1;
    EXPECT_EQ(space.resolve(place, Mmu::read).error().code, Code::out_of_memory);
    EXPECT_EQ(mappings.count(physical).resident, 0u);
    mmu.tables_left = 1;
    space.release();
}

TEST_F(MappingMappings, revoking_costs_what_there_are_of_mappings) {
    constexpr u64 count = 3000;
    std::vector<memory::UserSpace*> spaces;
    for (u64 i = 0; i < count; ++i) {
        memory::UserSpace& space = *spaces.emplace_back(&space_with(4));
        access(space, 0, read_write);
        access(space, 1, Mmu::read);
    }
    u64 const before = mmu.changes;
    mappings.revoke(object, 0, 1);
    EXPECT_EQ(mmu.changes - before, count);
    for (memory::UserSpace* each : spaces)
        each->release();
    EXPECT_TRUE(mappings.close(object));
    EXPECT_LE(record_frames.taken_bytes(), 16 * page_size) << "what slabs keep of each size";
}

} // namespace
} // namespace flat::mapping
