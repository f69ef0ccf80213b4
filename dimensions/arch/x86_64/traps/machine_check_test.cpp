// SPDX-License-Identifier: BSD-2-Clause
// What is said of a machine check.
#include <arch/traps/machine_check.hpp>

#include <gtest/gtest.h>

#include <string>

namespace flat::arch {
namespace {

std::string description(MachineCheckBank const& bank) {
    MachineCheckText text;
    describe(text, bank);
    return {text.text().data(), text.text().size()};
}

TEST(MachineCheck, a_bank_without_an_error_says_nothing) {
    EXPECT_EQ(description({0, MachineCheckBank::UC | MachineCheckBank::ADDRV, 0x1000}), "");
}

TEST(MachineCheck, an_error_is_named_with_its_bank) {
    EXPECT_EQ(description({3, MachineCheckBank::VAL | 5, 0x1000}),
              "bank 3: status 0x8000000000000005, corrected\n    ");
}

TEST(MachineCheck, an_address_is_told_where_there_is_one) {
    auto const status = MachineCheckBank::VAL | MachineCheckBank::UC | MachineCheckBank::PCC |
                        MachineCheckBank::OVER | MachineCheckBank::ADDRV;
    EXPECT_EQ(description({1, status, 0xdeadb000}),
              "bank 1: status 0xe600000000000000, uncorrected, the processor's state may be wrong, "
              "others are lost, address 0xdeadb000\n    ");
}

} // namespace
} // namespace flat::arch
