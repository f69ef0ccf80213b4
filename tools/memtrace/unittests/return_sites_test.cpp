// SPDX-License-Identifier: BSD-2-Clause
extern "C" {
#include "../return_sites.h"
}

#include <gtest/gtest.h>

namespace {

TEST(ReturnSitesTest, addresses_are_found_where_they_were_added_and_numbered_from_0) {
    ReturnSites sites{};
    EXPECT_EQ(return_sites_find(&sites, 7), nullptr);
    for (uint64_t i = 0; i < 5000; ++i)
        ASSERT_TRUE(return_sites_add(&sites, 0x401000 + 5 * i));
    ReturnSite const* const first = return_sites_find(&sites, 0x401000);
    ASSERT_TRUE(return_sites_add(&sites, 0x401000));
    EXPECT_EQ(return_sites_find(&sites, 0x401000), first);
    for (uint64_t i = 0; i < 5000; ++i) {
        ReturnSite const* const found = return_sites_find(&sites, 0x401000 + 5 * i);
        ASSERT_NE(found, nullptr);
        EXPECT_EQ(found->address, 0x401000 + 5 * i);
        EXPECT_EQ(found->number, i);
        EXPECT_EQ(return_sites_find(&sites, 0x401001 + 5 * i), nullptr);
    }
    return_sites_destroy(&sites);
}

} // namespace
