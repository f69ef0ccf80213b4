// SPDX-License-Identifier: BSD-2-Clause
// Tests of physical memory as a memory object.
#include <mapping/physical.hpp>

#include <core/top.hpp>
#include <domain/page.hpp>
#include <flat/memory/filled_object.hpp>

#include <gtest/gtest.h>

namespace flat::mapping {
namespace {

TEST(MappingPhysical, has_each_page_at_its_own_address) {
    Physical physical{{}, {}};
    auto& object = *narrow_to<memory::FixedObject>(physical);
    EXPECT_EQ(object.pages() * domain::page_size, u64{1} << 52);
    EXPECT_EQ(object.frame(0), 0u);
    EXPECT_EQ(object.frame(0xfee00), 0xfee0'0000u);
    EXPECT_EQ(narrow_to<memory::FilledObject>(physical), nullptr);
}

} // namespace
} // namespace flat::mapping
