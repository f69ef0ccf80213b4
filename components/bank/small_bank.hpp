// SPDX-License-Identifier: BSD-2-Clause
// A bank with a fixed number of accounts.
#pragma once

#include <bank/account.hpp>
#include <bank/small_bank.flat.hpp>
#include <core/utility.hpp>

namespace flat::bank {

/// One thread uses it at a time.
class SmallBank : public SmallBankComponent, NonCopyable {
public:
    SmallBank(Ports const& ports, Attributes const& attributes);

    Result<Account*, BankError> open() override;
    Account* find(u32 number) override;
    u32 open_accounts() override;

    /// The open account with the least number from this one on, with one more holder.
    Account* find_from(u32 number);

private:
    static constexpr u32 accounts_max = 100;

    SmallAccount accounts_[accounts_max];
};

} // namespace flat::bank
