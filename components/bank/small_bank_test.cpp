// SPDX-License-Identifier: BSD-2-Clause
#include <bank/small_bank.hpp>

#include <gtest/gtest.h>

namespace flat::bank {
namespace {

TEST(SmallBank, ClosesAnAccountWhenTheLastHolderHasReleasedIt) {
    SmallBank bank({}, {});
    Account& account = *bank.open().value();
    EXPECT_EQ(account.pay(5), 5u);
    Account* const again = bank.find(account.number());
    ASSERT_EQ(again, &account);
    account.release();
    EXPECT_EQ(bank.open_accounts(), 1u);
    EXPECT_EQ(again->withdraw(6).error().code, BankError::Code::overdrawn);
    again->release();
    EXPECT_EQ(bank.open_accounts(), 0u);
    EXPECT_EQ(bank.find(0), nullptr);
}

TEST(SmallBank, OpensAsManyAsItHas) {
    SmallBank bank({}, {});
    u32 opened = 0;
    while (bank.open().is_ok())
        ++opened;
    EXPECT_EQ(opened, bank.open_accounts());
    EXPECT_EQ(bank.open().error().code, BankError::Code::full);
}

TEST(SmallBank, FindsTheNextOpenAccount) {
    SmallBank bank({}, {});
    Account& first = *bank.open().value();
    Account& second = *bank.open().value();
    Account& third = *bank.open().value();
    second.release();
    EXPECT_EQ(first.next(), &third);
    EXPECT_EQ(third.next(), nullptr);
}

} // namespace
} // namespace flat::bank
