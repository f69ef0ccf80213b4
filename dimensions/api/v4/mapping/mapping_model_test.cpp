// SPDX-License-Identifier: BSD-2-Clause
// Random maps, grants and unmaps, each of which a model of the tree of mappings carries out, too.
#include <api/mapping/user_region.hpp>
#include <api/testing.hpp>

#include <gtest/gtest.h>
#include <memory>
#include <random>

namespace flat::api {
namespace {

using namespace testing;
using hal::Mmu;

constexpr u32 space_count = 5; // the first is sigma0's
constexpr u32 page_count = 16; // of each space, and of memory
constexpr paddr first_frame = 0x120'0000;
constexpr vaddr first_page = 0x5000'0000;
constexpr u32 any_right = Mmu::read | Mmu::write | Mmu::execute;

/// A page that a space has got, as the reference manual describes it (X.2, chapter 4): spaces that
/// have got it from there may have fewer rights, and lose it with it.
struct Page {
    u32 space;
    u32 number;
    u32 frame;
    u32 rights;
    Page* origin;
    std::vector<Page*> derived;
};

/// The tree, written for nothing but to be right.
class MappingModel {
public:
    MappingModel() {
        for (u32 frame = 0; frame < page_count; ++frame)
            pages_[0][frame].reset(new Page{0, frame, frame, any_right, nullptr, {}});
    }

    Page* at(u32 space, u32 number) { return pages_[space][number].get(); }

    void pass(u32 from, u32 number, u32 to, u32 target, u32 rights, bool grants) {
        Page* const source = at(from, number);
        if (!source || (source->rights & rights) == 0) return;
        bool const stays = from == to && number == target;
        Page* const entered = enter(*source, to, target, source->rights & rights);
        if (grants && !stays && source->origin) grant(*source, entered, source->rights & ~rights);
    }

    void unmap(u32 space, u32 number, u32 revoked, bool flushes) {
        Page* const page = at(space, number);
        if (!page) return;
        reduce_derived(*page, revoked);
        if (flushes && page->origin) reduce(*page, revoked);
    }

    void end(u32 space) {
        for (u32 number = 0; number < page_count; ++number)
            unmap(space, number, any_right, true);
    }

private:
    static bool is_origin(Page const& origin, Page const* each) {
        while (each && each != &origin)
            each = each->origin;
        return each;
    }

    /// The page that the target is then; null if it is where the source came from.
    Page* enter(Page& source, u32 to, u32 target, u32 rights) {
        Page* const old = at(to, target);
        bool const is_same = old && old->frame == source.frame;
        if (is_same && is_origin(*old, &source)) return nullptr;
        if (is_same && old->origin == &source) {
            old->rights |= rights;
            return old;
        }
        if (old) {
            reduce_derived(*old, any_right);
            drop(*old);
        }
        auto& place = pages_[to][target];
        place.reset(new Page{to, target, source.frame, rights, &source, {}});
        source.derived.push_back(place.get());
        return place.get();
    }

    /// What was granted takes the place of where it came from.
    void grant(Page& source, Page* granted, u32 withheld) {
        if (granted) {
            std::erase(source.derived, granted);
            granted->origin = source.origin;
            source.origin->derived.push_back(granted);
            for (Page* const each : std::exchange(source.derived, {})) {
                each->origin = granted;
                granted->derived.push_back(each);
                reduce_derived(*each, withheld);
                reduce(*each, withheld);
            }
        }
        reduce_derived(source, any_right);
        drop(source);
    }

    void reduce_derived(Page& page, u32 revoked) {
        for (Page* const each : std::vector(page.derived)) {
            reduce_derived(*each, revoked);
            reduce(*each, revoked);
        }
    }

    /// Nothing is left of a page that cannot be read.
    void reduce(Page& page, u32 revoked) {
        page.rights &= ~revoked;
        if ((revoked & Mmu::read) || page.rights == 0) drop(page);
    }

    void drop(Page& page) {
        EXPECT_TRUE(page.derived.empty());
        std::erase(page.origin->derived, &page);
        pages_[page.space][page.number].reset();
    }

    std::unique_ptr<Page> pages_[space_count][page_count];
};

class ApiMappingModel : public ::testing::TestWithParam<u32> {
protected:
    ApiMappingModel() {
        machine_.root->space()->make_physical();
        for (u32 space = 1; space < space_count; ++space)
            create(space);
    }

    u32 below(u32 limit) { return std::uniform_int_distribution<u32>(0, limit - 1)(random_); }

    Tcb& thread(u32 space) {
        return space == 0 ? *machine_.root : machine_.threads.slot(id_of(9 + space).raw());
    }
    static vaddr address(u32 space, u32 number) {
        return (space == 0 ? first_frame : first_page) + u64{number} * domain::page_size;
    }
    void create(u32 space) {
        versions_[space] = versions_[space] % 62 + 1;
        Tcb& made = machine_.add_space(9 + space, versions_[space]);
        made.utcb()->accept_mappings(Fpage::complete());
    }

    void pass();
    void unmap();
    void replace();
    void check();

    Machine machine_{GetParam() % 2 == 0 ? 1u : 6000u}; // in the smallest steps, and as usual
    MappingModel model_;
    std::mt19937 random_{GetParam()};
    u32 versions_[space_count] = {};
    u32 mapped_ = 0;
};

/// Passes one to four pages on, often to a space that has got them before.
void ApiMappingModel::pass() {
    u32 const log2 = below(3);
    u32 const count = 1u << log2;
    u32 const from = below(space_count);
    u32 const to = 1 + below(space_count - 1);
    u32 const number = below(page_count / count) * count;
    u32 const target = below(2) == 0 ? number : below(page_count / count) * count;
    auto const rights = static_cast<Rights>(below(3) == 0 ? below(8) : 7);
    bool const grants = below(4) == 0;
    Fpage const sent = Fpage::around(address(from, number), 12 + log2, rights);
    vaddr const base = address(to, target);
    TypedItem const item = grants ? TypedItem::grant(base) : TypedItem::map(base);
    ASSERT_TRUE(machine_.transfer(thread(from), thread(to), item.raw(), sent.raw()).is_ok());
    for (u32 i = 0; i < count; ++i)
        model_.pass(from, number + i, to, target + i, mmu_access(rights), grants);
}

void ApiMappingModel::unmap() {
    u32 const log2 = below(3);
    u32 const count = 1u << log2;
    u32 const space = below(space_count);
    u32 const number = below(page_count / count) * count;
    auto const rights = static_cast<Rights>(below(2) == 0 ? below(8) : 7);
    bool const flushes = space != 0 && below(2) == 0;
    Fpage const region = Fpage::around(address(space, number), 12 + log2, rights);
    machine_.unmap(thread(space), region.raw(), flushes);
    for (u32 i = 0; i < count; ++i)
        model_.unmap(space, number + i, mmu_access(rights), flushes);
}

/// A space ends, with all that it has passed on, and another comes.
void ApiMappingModel::replace() {
    u32 const space = 1 + below(space_count - 1);
    ASSERT_EQ(machine_.remove(thread(space)), 1u);
    model_.end(space);
    create(space);
}

void ApiMappingModel::check() {
    for (u32 space = 1; space < space_count; ++space)
        for (u32 number = 0; number < page_count; ++number) {
            auto const is =
                machine_.mmu.get_mapping(thread(space).page_root(), address(space, number));
            Page const* const should = model_.at(space, number);
            ASSERT_EQ(is.is_ok(), should != nullptr) << "page " << number << " of " << space;
            if (!should) continue;
            ++mapped_;
            ASSERT_EQ(is.value().physical, address(0, should->frame));
            ASSERT_EQ(is.value().rights & any_right, should->rights)
                << "page " << number << " of " << space;
        }
}

TEST_P(ApiMappingModel, has_what_the_model_has_after_each_step) {
    for (u32 i = 0; i < 20'000 && !HasFatalFailure(); ++i) {
        u32 const choice = below(100);
        if (choice < 70)
            pass();
        else if (choice < 99)
            unmap();
        else
            replace();
        check();
        if (HasFatalFailure()) ADD_FAILURE() << "in step " << i;
    }
    EXPECT_GT(mapped_, 100'000u);
    EXPECT_GT(machine_.simple_cases, 300u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ApiMappingModel, ::testing::Values(1u, 2u, 3u, 4u));

} // namespace
} // namespace flat::api
