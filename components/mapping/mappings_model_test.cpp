// SPDX-License-Identifier: BSD-2-Clause
// The mapping layer beside a model of it: random calls on several spaces and objects, after each of
// which the same accesses succeed, fail, and show the same words.
#include <mapping/mappings.hpp>

#include <flat/memory/user_space.hpp>
#include <mapping/testing.hpp>
#include <memory/slabs.hpp>

#include <array>
#include <random>

namespace flat::mapping {
namespace {

using domain::page_size;
using hal::Mmu;
using Code = MappingError::Code;

constexpr u64 object_pages = 12;
constexpr u64 space_pages = 40;
constexpr u64 first_page = 100;

/// What a page of a space shows.
struct Shown {
    usize object;
    u64 page;
    u32 rights;
};

/// A space, and what it should show.
struct ModelSpace {
    memory::UserSpace* space;
    std::map<u64, Shown> shown = {};
};

/// An object, the words in memory and those that it has itself.
struct ModelObject {
    testing::FakeObject object{object_pages};
    std::map<u64, u64> words = {};
};

class Model {
public:
    explicit Model(u32 seed) : random_(seed) {
        for (ModelObject& each : objects_)
            each.object.use(frames_);
        for (ModelSpace& each : spaces_)
            each.space = mappings_.create().value();
    }

    void step() {
        ModelSpace& space = spaces_[below(spaces_.size())];
        ModelObject& object = objects_[below(objects_.size())];
        switch (below(9)) {
        case 0:
            return map(space);
        case 1:
            return unmap(space);
        case 2:
            return protect(space);
        case 3:
            return mappings_.revoke(object.object, below(object_pages), below(object_pages));
        case 4:
            return mappings_.revoke_writing(object.object, below(object_pages), ~u64{0});
        case 5:
            return clean(object);
        case 6:
            return discard(object);
        case 7:
            return below(10) == 0 ? renew(space) : access(space);
        default:
            return access(space);
        }
    }

    void finish() {
        for (ModelSpace& each : spaces_)
            each.space->release();
        for (ModelObject& each : objects_)
            EXPECT_TRUE(mappings_.close(each.object));
        EXPECT_EQ(mmu_.mapped(), 0u);
        EXPECT_EQ(frames_.taken_bytes(), 0u);
    }

    /// Nothing is mapped beyond what should be shown, and all with their words.
    void check() {
        for (ModelSpace& each : spaces_)
            for (u64 page = first_page; page < first_page + space_pages; ++page)
                check(each, page);
    }

private:
    u64 below(u64 end) { return random_() % end; }
    u32 some_rights() {
        constexpr u32 kinds[] = {0, Mmu::read, Mmu::read | Mmu::write, Mmu::read | Mmu::execute};
        return kinds[below(4)];
    }

    void map(ModelSpace& space) {
        usize const index = below(objects_.size());
        u64 const from = below(object_pages);
        u64 const pages = 1 + below(object_pages - from);
        u64 const place = first_page + below(space_pages - pages);
        u32 const rights = some_rights();
        bool const is_free =
            space.shown.lower_bound(place) == space.shown.lower_bound(place + pages);
        auto const mapped =
            space.space->map(objects_[index].object, from, pages, place * page_size, rights);
        EXPECT_EQ(mapped.is_ok(), is_free);
        for (u64 i = 0; is_free && i < pages; ++i)
            space.shown[place + i] = {index, from + i, rights};
    }

    void unmap(ModelSpace& space) {
        u64 const place = first_page + below(space_pages);
        u64 const pages = 1 + below(8);
        auto const first = space.shown.lower_bound(place);
        auto const end = space.shown.lower_bound(place + pages);
        EXPECT_EQ(space.space->unmap(place * page_size, pages).is_ok(), first != end);
        space.shown.erase(first, end);
    }

    void protect(ModelSpace& space) {
        u64 const place = first_page + below(space_pages);
        u64 const pages = 1 + below(8);
        u32 const rights = some_rights();
        auto const first = space.shown.lower_bound(place);
        auto const end = space.shown.lower_bound(place + pages);
        EXPECT_EQ(space.space->protect(place * page_size, pages, rights).is_ok(), first != end);
        for (auto each = first; each != end; ++each)
            each->second.rights = rights;
    }

    void clean(ModelObject& object) {
        mappings_.clean(object.object, 0, object_pages);
        EXPECT_EQ(mappings_.count(object.object).dirty, 0u);
        for (auto const& [page, word] : object.words)
            EXPECT_EQ(object.object.contents[page], word);
    }

    void discard(ModelObject& object) {
        u64 const page = below(object_pages);
        EXPECT_EQ(mappings_.discard(object.object, page, 1), 0u);
        object.words[page] = object.object.contents[page];
    }

    void renew(ModelSpace& space) {
        space.space->release();
        space = {mappings_.create().value()};
    }

    void access(ModelSpace& space) {
        u64 const page = first_page + below(space_pages);
        constexpr u32 kinds[] = {Mmu::read, Mmu::write, Mmu::execute};
        u32 const wanted = kinds[below(3)];
        auto const outcome = space.space->resolve(page * page_size, wanted);
        auto const found = space.shown.find(page);
        if (found == space.shown.end() || wanted & ~found->second.rights) {
            Code const reason = found == space.shown.end() ? Code::not_mapped : Code::forbidden;
            ASSERT_TRUE(outcome.is_error());
            EXPECT_EQ(outcome.error().code, reason);
            return;
        }
        ASSERT_TRUE(outcome.is_ok());
        EXPECT_EQ(outcome.value(), 0u);
        check(space, page);
        if (wanted != Mmu::write) return;
        auto const& [index, object_page, rights] = found->second;
        word(*space.space, page) = objects_[index].words[object_page] = random_();
    }

    static u64& word(memory::UserSpace& space, u64 page) {
        paddr const physical = space.translate(page * page_size).value();
        return *static_cast<u64*>(machine::physical_to_virtual(physical));
    }

    void check(ModelSpace& space, u64 page) {
        if (space.space->translate(page * page_size).is_error()) return;
        auto const found = space.shown.find(page);
        ASSERT_NE(found, space.shown.end());
        auto const& [index, object_page, rights] = found->second;
        EXPECT_EQ(word(*space.space, page), objects_[index].words[object_page]);
    }

    std::mt19937_64 random_;
    memory::testing::FakeFrames frames_{512 << 20};
    memory::testing::FakeFrames record_frames_{512 << 20, paddr{2} << 30};
    memory::Slabs records_{{.frames = record_frames_}, {}};
    testing::FakeMmu mmu_;
    Mappings mappings_{{.mmu = mmu_, .objects = records_, .threads = {}, .replacement = {}}, {}};
    std::array<ModelObject, 3> objects_;
    std::array<ModelSpace, 4> spaces_;
};

TEST(MappingsModel, does_what_the_model_does) {
    for (u32 seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        Model model(seed);
        for (int i = 0; i < 2000; ++i) {
            model.step();
            model.check();
            if (::testing::Test::HasFailure()) return;
        }
        model.finish();
    }
}

} // namespace
} // namespace flat::mapping
