// SPDX-License-Identifier: BSD-2-Clause
extern "C" {
#include "../landings.h"
}

#include <gtest/gtest.h>

namespace {

TEST(LandingsTest, addresses_are_found_where_they_were_added_and_numbered_from_0) {
    Landings landings{};
    EXPECT_EQ(landings_find(&landings, 7), nullptr);
    for (uint64_t i = 0; i < 5000; ++i)
        ASSERT_TRUE(landings_add(&landings, 0x401000 + 5 * i));
    Landing const* const first = landings_find(&landings, 0x401000);
    ASSERT_TRUE(landings_add(&landings, 0x401000));
    EXPECT_EQ(landings_find(&landings, 0x401000), first);
    for (uint64_t i = 0; i < 5000; ++i) {
        Landing const* const found = landings_find(&landings, 0x401000 + 5 * i);
        ASSERT_NE(found, nullptr);
        EXPECT_EQ(found->address, 0x401000 + 5 * i);
        EXPECT_EQ(found->number, i);
        EXPECT_EQ(landings_find(&landings, 0x401001 + 5 * i), nullptr);
    }
    landings_destroy(&landings);
}

} // namespace
