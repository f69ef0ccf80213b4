// SPDX-License-Identifier: BSD-2-Clause
#include <core/machine/handles.hpp>

#include <core/machine/testing.hpp>

#include <gtest/gtest.h>

namespace flat::machine {
namespace {

using testing::Threads;

class Resource : public core::AbstractResource {
public:
    void release() override { ++released; }
    void* narrow(InterfaceId id) override {
        return id == Top::interface_id ? static_cast<Top*>(this) : nullptr;
    }

    u32 released = 0;
};

constexpr InterfaceId type = core::AbstractResource::interface_id;
constexpr InterfaceId tops[] = {Top::interface_id, Handles::no_more};

core::AbstractResource& as_interface(Resource& resource) {
    return resource;
}

TEST(Handles, FindsWhatWasAddedUnderItsWordAndType) {
    Threads threads;
    Handles handles(threads);
    Resource resource;
    u64 const word = handles.add(as_interface(resource));
    Handles::Entry* const entry = handles.use(word, type);
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->as(type), &as_interface(resource));
    handles.leave(*entry);
    EXPECT_EQ(handles.use(word, Top::interface_id), nullptr);
}

TEST(Handles, FindsWhatIsNarrowedUnderEachTypeThatItHas) {
    Threads threads;
    Handles handles(threads);
    Resource resource;
    u64 const word = handles.add(as_interface(resource), tops);
    Handles::Entry* const entry = handles.use(word, Top::interface_id);
    ASSERT_NE(entry, nullptr);
    InterfaceId const other = InterfaceId::of("flat.demo.Stage@1");
    EXPECT_TRUE(entry->narrow(Top::interface_id));
    EXPECT_EQ(entry->as(Top::interface_id), static_cast<Top*>(&resource));
    EXPECT_FALSE(entry->narrow(other));
    EXPECT_EQ(handles.use(word, other), nullptr);
    u64 const as_it_is = handles.add(as_interface(resource));
    EXPECT_NE(as_it_is, word);
    EXPECT_EQ(handles.use(as_it_is, Top::interface_id), nullptr);
    handles.leave(*entry);
}

TEST(Handles, AreOfTheInterfacesOfTheBindingThatHasGivenThemOut) {
    Threads threads;
    Handles handles(threads);
    Resource resource;
    InterfaceId const others[] = {InterfaceId::of("flat.demo.Stage@1"), Handles::no_more};
    InterfaceId const same[] = {Top::interface_id, Handles::no_more};
    u64 const as_top = handles.add(as_interface(resource), tops);
    u64 const as_others = handles.add(as_interface(resource), others);
    EXPECT_NE(as_top, as_others);
    EXPECT_EQ(handles.add(as_interface(resource), same), as_top);
    Handles::Entry* const entry = handles.use(as_others, type);
    EXPECT_FALSE(entry->narrow(Top::interface_id)); // the object has it
    EXPECT_FALSE(entry->narrow(others[0]));         // it does not
    EXPECT_FALSE(entry->narrow(Handles::no_more));
    EXPECT_EQ(handles.use(as_others, Top::interface_id), nullptr);
    EXPECT_EQ(handles.enter(as_others, Top::interface_id), nullptr);
    EXPECT_EQ(handles.use(as_top, Top::interface_id), handles.use(as_top, type));
}

TEST(Handles, EntersQuicklyWhatUseFindsAsTheSame) {
    Threads threads;
    Handles handles(threads);
    Resource resource;
    u64 const word = handles.add(as_interface(resource), tops);
    EXPECT_EQ(handles.enter(word, Top::interface_id), nullptr);
    Handles::Entry* const entry = handles.enter(word, type);
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->called(), &as_interface(resource));
    ASSERT_TRUE(entry->narrow(Top::interface_id));
    EXPECT_EQ(handles.enter(word, type), nullptr);
    EXPECT_EQ(handles.use(word, type), entry);
    EXPECT_EQ(handles.enter(word, Top::interface_id), entry);
    EXPECT_EQ(entry->called(), static_cast<Top*>(&resource));
    for (u64 wrong = 0; wrong < 70 * handle_distance; ++wrong)
        EXPECT_EQ(handles.enter(wrong, Top::interface_id) != nullptr, wrong == word) << wrong;
}

TEST(Handles, EndsWithWhoeverLeavesLast) {
    Threads threads;
    Handles handles(threads);
    Resource resource;
    u64 const word = handles.add(as_interface(resource));
    Handles::Entry* const inside = handles.enter(word, type);
    Handles::Entry* const releasing = handles.use(word, type);
    handles.release(*releasing);
    handles.leave(*releasing);
    EXPECT_EQ(handles.enter(word, type), nullptr);
    EXPECT_EQ(resource.released, 0u);
    ASSERT_FALSE(Handles::leave_first(*inside));
    EXPECT_EQ(handles.end(*inside), &resource);
    EXPECT_EQ(handles.count(), 0u);
}

TEST(Handles, NarrowNothingThatWasUsedBefore) {
    Threads threads;
    Handles handles(threads);
    Resource resource;
    u64 const word = handles.add(as_interface(resource), tops);
    Handles::Entry* entry = handles.use(word, type);
    ASSERT_TRUE(entry->narrow(Top::interface_id));
    handles.release(*entry);
    handles.leave(*entry);
    EXPECT_EQ(handles.add(as_interface(resource)), word);
    EXPECT_EQ(handles.use(word, Top::interface_id), nullptr);
}

TEST(Handles, FindsNothingUnderAnyOtherWord) {
    Threads threads;
    Handles handles(threads);
    Resource resource;
    u64 const word = handles.add(as_interface(resource));
    for (u64 const wrong : {u64{0}, word - 1, word + 2, handle_word(handles_max), ~u64{0},
                            word | u64{1} << 63, address_of(&resource)})
        EXPECT_EQ(handles.use(wrong, type), nullptr) << wrong;
}

TEST(Handles, ReleaseAsOftenAsWasHeld) {
    Threads threads;
    Handles handles(threads);
    Resource resource;
    u64 const word = handles.add(as_interface(resource));
    EXPECT_EQ(handles.add(as_interface(resource)), word);
    for (u32 i = 1; i <= 2; ++i) {
        Handles::Entry* const entry = handles.use(word, type);
        ASSERT_NE(entry, nullptr);
        handles.release(*entry);
        handles.leave(*entry);
        EXPECT_EQ(resource.released, i);
    }
    EXPECT_EQ(handles.use(word, type), nullptr);
    EXPECT_EQ(handles.count(), 0u);
}

TEST(Handles, ReleaseAnObjectWhenItsLastUserLeaves) {
    Threads threads;
    Handles handles(threads);
    Resource resource;
    u64 const word = handles.add(as_interface(resource));
    Handles::Entry* const inside = handles.use(word, type);
    Handles::Entry* const releasing = handles.use(word, type);
    handles.release(*releasing);
    handles.release(*releasing); // once too often
    handles.leave(*releasing);
    EXPECT_EQ(resource.released, 0u);
    EXPECT_EQ(handles.use(word, type), nullptr);
    u64 const again = handles.add(as_interface(resource));
    EXPECT_NE(again, word);
    handles.leave(*inside);
    EXPECT_EQ(resource.released, 1u);
}

TEST(Handles, HaveRoomForSoManyAndReleaseThemAll) {
    Threads threads;
    Handles handles(threads);
    Resource resources[handles_max + 1];
    for (u32 i = 0; i < handles_max; ++i)
        EXPECT_NE(handles.add(as_interface(resources[i])), 0u);
    EXPECT_EQ(handles.add(as_interface(resources[handles_max])), 0u);
    EXPECT_NE(handles.add(as_interface(resources[3])), 0u);
    handles.release_all();
    for (u32 i = 0; i < handles_max; ++i)
        EXPECT_EQ(resources[i].released, i == 3 ? 2u : 1u);
    EXPECT_EQ(resources[handles_max].released, 0u);
    EXPECT_EQ(handles.count(), 0u);
}

TEST(Handles, NarrowWhatIsLentAsItsListSaysAndNoFurther) {
    Threads threads;
    Handles handles(threads);
    Resource resource;
    static constexpr InterfaceId listed[] = {Top::interface_id, Handles::no_more};
    u64 const plain = handles.lend(as_interface(resource));
    u64 const narrowed = handles.lend(as_interface(resource), listed);
    Handles::Entry* const first = handles.use(plain, type);
    Handles::Entry* const second = handles.use(narrowed, type);
    EXPECT_FALSE(first->narrow(Top::interface_id));
    EXPECT_TRUE(second->narrow(Top::interface_id));
    handles.leave(*first);
    handles.leave(*second);
    handles.end_lending(plain);
    handles.end_lending(narrowed);
    EXPECT_EQ(handles.count(), 0u);
}

TEST(Handles, LendWhatIsWithdrawnWhenItsUsersHaveLeft) {
    Threads threads;
    Handles handles(threads);
    Resource resource;
    u64 const word = handles.lend(as_interface(resource));
    EXPECT_NE(handles.lend(as_interface(resource)), word);
    Handles::Entry* const inside = handles.use(word, type);
    ASSERT_NE(inside, nullptr);
    EXPECT_FALSE(handles.release(*inside));
    EXPECT_FALSE(handles.take(*inside, resource));
    threads.on_wait = [&] {
        EXPECT_EQ(handles.use(word, type), nullptr);
        handles.leave(*inside);
    };
    handles.end_lending(word);
    EXPECT_EQ(threads.notified, 1u);
    EXPECT_EQ(handles.use(word, type), nullptr);
    EXPECT_EQ(resource.released, 0u);
    EXPECT_EQ(handles.count(), 1u);
}

TEST(Handles, HandOverAHoldThatNobodyUses) {
    Threads threads;
    Handles handles(threads);
    Resource resource;
    u64 const word = handles.add(as_interface(resource));
    Handles::Entry* const other = handles.use(word);
    Handles::Entry* const entry = handles.use(word);
    EXPECT_EQ(entry->as(Top::interface_id), static_cast<Top*>(&resource));
    EXPECT_FALSE(handles.take(*entry, resource));
    handles.leave(*other);
    Resource behind; // to which what is held could narrow
    EXPECT_FALSE(handles.take(*entry, behind));
    EXPECT_TRUE(handles.take(*entry, resource));
    handles.leave(*entry);
    EXPECT_EQ(handles.use(word), nullptr);
    EXPECT_EQ(resource.released, 0u);
    EXPECT_EQ(handles.count(), 0u);
}

} // namespace
} // namespace flat::machine
