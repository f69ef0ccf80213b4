// SPDX-License-Identifier: BSD-2-Clause
#include <core/machine/handles.hpp>

#include <gtest/gtest.h>

namespace flat::machine {
namespace {

class Resource : public core::AbstractResource {
public:
    void release() override { ++released; }

    u32 released = 0;
};

constexpr InterfaceId type = core::AbstractResource::interface_id;

core::AbstractResource& as_interface(Resource& resource) {
    return resource;
}

TEST(Handles, FindsWhatWasAddedUnderItsWordAndType) {
    Handles handles;
    Resource resource;
    u64 const word = handles.add(as_interface(resource));
    Handles::Entry* const entry = handles.use(word, type);
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->interface(), &as_interface(resource));
    handles.leave(*entry);
    EXPECT_EQ(handles.use(word, Top::interface_id), nullptr);
}

TEST(Handles, FindsNothingUnderAnyOtherWord) {
    Handles handles;
    Resource resource;
    u64 const word = handles.add(as_interface(resource));
    for (u64 const wrong : {u64{0}, word - 1, word + 2, handle_word(handles_max), ~u64{0},
                            word | u64{1} << 63, address_of(&resource)})
        EXPECT_EQ(handles.use(wrong, type), nullptr) << wrong;
}

TEST(Handles, ReleaseAsOftenAsWasHeld) {
    Handles handles;
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
    Handles handles;
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
    Handles handles;
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

} // namespace
} // namespace flat::machine
